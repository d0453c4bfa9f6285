import Geometry

/// A side of a polygon to be filled, in pixels.
struct PathEdge {
  var topX, topY: Double
  var bottomX, bottomY: Double
  /// How far x goes on in a row of pixels; 0 for a side without height.
  var slope: Double
  /// 1 where the polygon goes down here, −1 where it goes up, 0 for a side without height.
  var winding: Double

  /// Heights are multiples of this, in pixels: so sums of heights are exact, in whatever order they are taken.
  static let grain = 0x1p-20

  /// Points further out than this are moved to it.
  private static let reach = 0x1p31

  /// The next multiple of the grain, of a number of up to `reach` either way.
  @inline(always)
  static func snapped(_ y: Double) -> Double {
    // Numbers between 2³² and 2³³ are whole multiples of the grain.
    (y + 0x1.8p32) - 0x1.8p32
  }

  /// The edges of polygons by which the pixels of `area` are told apart, by where they begin from the top.
  static func edges(of polygons: [[Point]], in area: PixelRect) -> [PathEdge] {
    let (top, bottom, right) = (Double(area.minY), Double(area.maxY), Double(area.maxX))
    var edges: [PathEdge] = []
    edges.reserveCapacity(polygons.reduce(0) { $0 + $1.count })
    for polygon in polygons where polygon.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) {
      guard polygon.count > 2, var from = polygon.last.map(place) else { continue }
      for point in polygon {
        let to = place(point)
        // What lies right of the area covers none of it.
        if Swift.max(from.y, to.y) > top, Swift.min(from.y, to.y) < bottom, Swift.min(from.x, to.x) < right {
          append(from, to, to: &edges)
        }
        from = to
      }
    }
    edges.sort { $0.topY < $1.topY }
    return edges
  }

  private static func place(_ point: Point) -> Point {
    Point(
      Swift.max(-reach, Swift.min(reach, point.x)), snapped(Swift.max(-reach, Swift.min(reach, point.y))))
  }

  private static func append(_ from: Point, _ to: Point, to edges: inout [PathEdge]) {
    if from.y == to.y {
      // Inside a row of pixels it holds together what is left and right of it.
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

  /// Where the edge is at `y`, which lies between its ends.
  @inline(always)
  func x(at y: Double) -> Double {
    let x = topX + (y - topY) * slope
    let (low, high) = topX < bottomX ? (topX, bottomX) : (bottomX, topX)
    return x < low ? low : x > high ? high : x
  }
}

/// The part of an edge in one row of pixels.
struct EdgePiece {
  /// Its place among the edges.
  var edge: Int
  /// From the top of the row, 0...1.
  var top, bottom: Double
  var topX, bottomX: Double
  var slope: Double
  var winding: Double

  @inline(always) var low: Double { topX < bottomX ? topX : bottomX }
  @inline(always) var high: Double { topX < bottomX ? bottomX : topX }

  /// The part of an edge in its first row that counts.
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

  /// Goes on to the next row, which is `row`.
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

  /// Where the piece is at `y`, which lies between its ends.
  @inline(always)
  func x(at y: Double) -> Double {
    if y == top { return topX }
    if y == bottom { return bottomX }
    let x = topX + (y - top) * slope
    return x < low ? low : x > high ? high : x
  }
}
