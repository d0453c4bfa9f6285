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
