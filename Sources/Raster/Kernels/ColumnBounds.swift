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

  /// The values at four pixels from `column` on.
  @inline(always)
  func values(_ column: Float, _ row: Float) -> Lanes {
    Lanes(repeating: constant + y * row + x * column) + steps
  }
}

/// The columns of a tile between straight lines.
struct ColumnBounds {
  /// Where each line crosses row 0, and how far it moves a row. Lines that bound nothing lie far outside.
  private let low: Lanes
  private let lowStep: Lanes
  private let high: Lanes
  private let highStep: Lanes

  /// The bounds where constant + x·column + y·row ≤ 0 for each lane. Lines that hardly bound columns, but rows, are left
  /// out.
  @inline(always)
  init(constants: Lanes, x: Lanes, y: Lanes) {
    let least = Lanes(repeating: 0.001)
    let isFlat = x.magnitudes .< least
    let per = -1 / x.magnitudes.atLeast(least).withSigns(of: x)
    // Of a zero's sign too.
    let isLow = (per .> 0) .& .!isFlat
    let isHigh = (per .< 0) .& .!isFlat
    low = Lanes(repeating: -1).replacing(with: constants * per, where: isLow)
    lowStep = Lanes.zero.replacing(with: y * per, where: isLow)
    high = Lanes(repeating: Float(Tile.side) + 1).replacing(with: constants * per, where: isHigh)
    highStep = Lanes.zero.replacing(with: y * per, where: isHigh)
  }

  /// The columns, 0...64, whose pixels' centres lie between the lines, or nearly so, in four rows from `row` on.
  @inline(always)
  func columns(ofRowsFrom row: Int) -> RowColumns {
    let rows = Lanes(repeating: Float(row)) + .ascending
    return RowColumns(
      from: (rows * lowStep.x + low.x).atLeast(rows * lowStep.y + low.y)
        .atLeast((rows * lowStep.z + low.z).atLeast(rows * lowStep.w + low.w)),
      to: (rows * highStep.x + high.x).atMost(rows * highStep.y + high.y)
        .atMost((rows * highStep.z + high.z).atMost(rows * highStep.w + high.w)))
  }
}

/// Columns of four rows.
struct RowColumns {
  private let first: SIMD4<UInt32>
  private let end: SIMD4<UInt32>

  /// The columns whose pixels' centres lie between two places, or no further than 0.03 pixels from there.
  @inline(always)
  init(from low: Lanes, to high: Lanes) {
    first = RowColumns.rounded(low + 0.47)
    end = RowColumns.rounded(high + 0.53)
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
