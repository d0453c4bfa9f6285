import Geometry

/// An edge of a polygon to be filled, in pixels. An edge along the rows is stored from left to right, with the slope
/// and winding 0.
struct PathEdge {
  var topX, topY: Double
  var bottomX, bottomY: Double
  /// The change of x per row of pixels.
  var slope: Double
  /// 1 if the polygon goes down here, −1 if it goes up.
  var winding: Double

  /// All y coordinates are multiples of this, in pixels. Sums of heights are then exact in any order.
  static let grain = 0x1p-20

  /// Coordinates are limited to this magnitude.
  private static let reach = 0x1p31

  /// The nearest multiple of the grain, for a number of magnitude `reach` or less.
  @inline(always)
  static func snapped(_ y: Double) -> Double {
    // The least significant bit of numbers between 2³² and 2³³ is the grain.
    (y + 0x1.8p32) - 0x1.8p32
  }

  /// The edges of polygons that affect the pixels of `area`, sorted by their tops.
  static func edges(of polygons: [[Point]], in area: PixelRect) -> [PathEdge] {
    let (top, bottom, right) = (Double(area.minY), Double(area.maxY), Double(area.maxX))
    var edges: [PathEdge] = []
    edges.reserveCapacity(polygons.reduce(0) { $0 + $1.count })
    for polygon in polygons where polygon.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) {
      guard polygon.count > 2, var from = polygon.last.map(limited) else { continue }
      for point in polygon {
        let to = limited(point)
        // An edge right of the area covers none of it.
        if Swift.max(from.y, to.y) > top, Swift.min(from.y, to.y) < bottom, Swift.min(from.x, to.x) < right {
          append(from, to, to: &edges)
        }
        from = to
      }
    }
    edges.sort { $0.topY < $1.topY }
    return edges
  }

  private static func limited(_ point: Point) -> Point {
    Point(
      Swift.max(-reach, Swift.min(reach, point.x)), snapped(Swift.max(-reach, Swift.min(reach, point.y))))
  }

  private static func append(_ from: Point, _ to: Point, to edges: inout [PathEdge]) {
    if from.y == to.y {
      // Within a row of pixels, a horizontal edge joins what is left and right of it into one group.
      guard from.y != from.y.rounded(.down), from.x != to.x else { return }
      let (left, right) = (Swift.min(from.x, to.x), Swift.max(from.x, to.x))
      edges.append(PathEdge(topX: left, topY: from.y, bottomX: right, bottomY: from.y, slope: 0, winding: 0))
      return
    }
    let (top, bottom) = from.y < to.y ? (from, to) : (to, from)
    edges.append(
      PathEdge(
        topX: top.x, topY: top.y, bottomX: bottom.x, bottomY: bottom.y,
        slope: (bottom.x - top.x) / (bottom.y - top.y), winding: from.y < to.y ? 1 : -1))
  }

  /// The x coordinate at `y`, which must lie between the ends.
  @inline(always)
  func x(at y: Double) -> Double {
    let x = topX + (y - topY) * slope
    let (low, high) = topX < bottomX ? (topX, bottomX) : (bottomX, topX)
    return x < low ? low : x > high ? high : x
  }
}

/// The part of an edge in one row of pixels.
struct EdgePiece {
  /// The index of the edge.
  var edge: Int
  /// The y coordinates of the ends, from the top of the row, 0...1.
  var top, bottom: Double
  var topX, bottomX: Double
  var slope: Double
  var winding: Double

  @inline(always) var low: Double { topX < bottomX ? topX : bottomX }
  @inline(always) var high: Double { topX < bottomX ? bottomX : topX }

  /// The part of an edge in the first row that counts.
  /// - Parameter number: The index of the edge.
  init(_ edge: PathEdge, _ number: Int, row: Int) {
    let y = Double(row)
    self.edge = number
    slope = edge.slope
    winding = edge.winding
    (top, topX) = edge.topY > y ? (edge.topY - y, edge.topX) : (0, edge.x(at: y))
    (bottom, bottomX) = (0, 0)
    setBottom(edge, y)
    if slope == 0, winding == 0 { (topX, bottom, bottomX) = (edge.topX, top, edge.bottomX) }
  }

  /// Advances to the next row, which is `row`.
  @inline(always)
  mutating func advance(_ edge: PathEdge, row: Int) {
    top = 0
    topX = bottomX
    setBottom(edge, Double(row))
  }

  @inline(always)
  private mutating func setBottom(_ edge: PathEdge, _ y: Double) {
    (bottom, bottomX) =
      edge.bottomY <= y + 1 ? (edge.bottomY - y, edge.bottomX) : (1, edge.x(at: y + 1))
  }

  /// The x coordinate at `y`, which must lie between the ends.
  @inline(always)
  func x(at y: Double) -> Double {
    if y == top { return topX }
    if y == bottom { return bottomX }
    let x = topX + (y - top) * slope
    return x < low ? low : x > high ? high : x
  }
}
