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

/// The directions of up to four straight lines that bound the columns of each row: where
/// constant + x·column + y·row ≤ 0.
struct ColumnLines {
  private let x: Lanes
  private let y: Lanes
  /// How far a line moves for a unit of its constant, and a row.
  private let per: Lanes
  private let step: Lanes
  /// Which lines bound columns from below, and which hardly bound columns, but rows.
  private let isLow: SIMDMask<SIMD4<Int32>>
  private let isFlat: SIMDMask<SIMD4<Int32>>

  @inline(always)
  init(x: Lanes, y: Lanes) {
    self.x = x
    self.y = y
    let least = Lanes(repeating: 0.001)
    isFlat = x.magnitudes .< least
    per = -1 / x.magnitudes.atLeast(least).withSigns(of: x)
    // Of a zero's sign too.
    isLow = per .> 0
    step = y * per
  }

  /// The bounds for lines that have `constants` at a place in the tile.
  /// - Parameter keepsFlat: Whether a flat line keeps all columns, or none of the rows that are beyond it.
  @inline(always)
  func bounds(_ constants: Lanes, fromX column: Float, _ row: Float, keepsFlat: Bool) -> ColumnBounds {
    let place = (constants - x * column - y * row) * per
    var isHigh = .!isLow
    var isLow = isLow
    if keepsFlat {
      isHigh = isHigh .& .!isFlat
      isLow = isLow .& .!isFlat
    }
    return ColumnBounds(
      low: Lanes(repeating: -1).replacing(with: place, where: isLow),
      lowStep: Lanes.zero.replacing(with: step, where: isLow),
      high: Lanes(repeating: Float(Tile.side) + 1).replacing(with: place, where: isHigh),
      highStep: Lanes.zero.replacing(with: step, where: isHigh))
  }
}

/// The columns of a tile between straight lines.
struct ColumnBounds {
  /// Where each line crosses row 0, and how far it moves a row. Lines that bound nothing lie far outside.
  let low: Lanes
  let lowStep: Lanes
  let high: Lanes
  let highStep: Lanes

  /// The bounds where constant + x·column + y·row ≤ 0 for each lane.
  @inline(always)
  init(constants: Lanes, x: Lanes, y: Lanes) {
    self = ColumnLines(x: x, y: y).bounds(constants, fromX: 0, 0, keepsFlat: true)
  }

  @inline(always)
  init(low: Lanes, lowStep: Lanes, high: Lanes, highStep: Lanes) {
    (self.low, self.lowStep, self.high, self.highStep) = (low, lowStep, high, highStep)
  }

  /// The columns, 0...64, whose pixels' centres lie between the lines, or no further than `slack` from there, in four
  /// rows from `row` on.
  @inline(always)
  func columns(ofRowsFrom row: Int, slack: Float = 0.03) -> RowColumns {
    let rows = Lanes(repeating: Float(row)) + .ascending
    return RowColumns(
      from: (rows * lowStep.x + low.x).atLeast(rows * lowStep.y + low.y)
        .atLeast((rows * lowStep.z + low.z).atLeast(rows * lowStep.w + low.w)),
      to: (rows * highStep.x + high.x).atMost(rows * highStep.y + high.y)
        .atMost((rows * highStep.z + high.z).atMost(rows * highStep.w + high.w)),
      slack: slack)
  }
}

extension ColumnBounds {
  /// The columns of one row between the lines and between two places.
  func columns(ofRow row: Float, from low: Float, to high: Float) -> (first: Int, end: Int) {
    let lows = self.low + lowStep * row
    let highs = self.high + highStep * row
    let first = Swift.max(low, Swift.max(Swift.max(lows.x, lows.y), Swift.max(lows.z, lows.w)))
    let end = Swift.min(high, Swift.min(Swift.min(highs.x, highs.y), Swift.min(highs.z, highs.w)))
    return RowColumns(from: Lanes(repeating: first), to: Lanes(repeating: end), slack: 0.03)[0]
  }
}

/// Columns of four rows.
struct RowColumns {
  private let first: SIMD4<UInt32>
  private let end: SIMD4<UInt32>

  /// The columns whose pixels' centres lie between two places, or no further than `slack` from there.
  @inline(always)
  init(from low: Lanes, to high: Lanes, slack: Float) {
    first = RowColumns.rounded(low + (0.5 - slack))
    end = RowColumns.rounded(high + (0.5 + slack))
  }

  /// Adding 2²³ leaves the rounded value in the lowest bits.
  @inline(always)
  private static func rounded(_ places: Lanes) -> SIMD4<UInt32> {
    let kept = places.atLeast(.zero).atMost(Lanes(repeating: Float(Tile.side))) + 8_388_608
    return unsafe unsafeBitCast(kept, to: SIMD4<UInt32>.self) & 0x7F
  }

  /// The first column of one of the four rows, and the one after its last.
  @inline(always)
  subscript(row: Int) -> (first: Int, end: Int) {
    (Int(truncatingIfNeeded: first[row & 3]), Int(truncatingIfNeeded: end[row & 3]))
  }
}
