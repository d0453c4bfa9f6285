import Geometry

/// A function that is linear in a pixel's column and row in a tile.
struct Plane {
  var constant: Float
  var x: Float
  var y: Float
  /// What the function adds from the first of four pixels to each.
  var steps: Lanes

  /// The distance of pixels' centres from the line through `place` at right angles to `normal`, plus `constant`.
  /// Worked out in Double at the tile's corner, so that the precision is the same anywhere on the largest canvas.
  @inline(always)
  init(_ normal: Vector, through place: Point, _ constant: Double, in tile: Tile) {
    let x = Double(tile.column * Tile.side) - place.x + 0.5
    let y = Double(tile.row * Tile.side) - place.y + 0.5
    self.init(Float(normal.dx * x + normal.dy * y + constant), Float(normal.dx), Float(normal.dy))
  }

  @inline(always)
  init(_ constant: Float, _ x: Float, _ y: Float) {
    self.constant = constant
    self.x = x
    self.y = y
    steps = Lanes(0, x, 2 * x, 3 * x)
  }

  /// The value at column 0 of a row.
  @inline(always)
  func start(ofRow row: Float) -> Float { constant + y * row }

  /// The values at four pixels from `column` on.
  @inline(always)
  func values(_ column: Float, _ row: Float) -> Lanes {
    Lanes(repeating: constant + y * row + x * column) + steps
  }
}

/// The columns of a tile between up to four straight lines.
struct ColumnBounds {
  /// Where each line crosses row 0, and how far it moves a row. Lines that bound nothing lie far outside.
  private let low: Lanes
  private let lowStep: Lanes
  private let high: Lanes
  private let highStep: Lanes

  /// Keeps the columns where constant + x·column + y·row ≤ 0 for each lane.
  @inline(always)
  init(constants: Lanes, x: Lanes, y: Lanes) {
    // A line so near the row's direction bounds rows, which the shape's own bounds do already.
    let isHigh = x .> 0.001
    let isLow = x .< -0.001
    let per = -1 / x.replacing(with: 1, where: .!(isHigh .| isLow))
    let place = constants * per
    let step = y * per
    low = Lanes(repeating: -1).replacing(with: place, where: isLow)
    lowStep = Lanes.zero.replacing(with: step, where: isLow)
    high = Lanes(repeating: Float(Tile.side) + 1).replacing(with: place, where: isHigh)
    highStep = Lanes.zero.replacing(with: step, where: isHigh)
  }

  @inline(always)
  func columns(ofRow y: Float) -> (low: Float, high: Float) {
    let low = self.low + lowStep * y
    let high = self.high + highStep * y
    let lows = low.lowHalf.replacing(with: low.highHalf, where: low.highHalf .> low.lowHalf)
    let highs = high.lowHalf.replacing(with: high.highHalf, where: high.highHalf .< high.lowHalf)
    return (lows.x > lows.y ? lows.x : lows.y, highs.x < highs.y ? highs.x : highs.y)
  }
}
