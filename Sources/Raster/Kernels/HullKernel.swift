import Geometry

/// Draws the body of a hull within one tile: the pixels between the two discs' common tangents.
///
/// Each tangent has its own coordinates: along it the body extends from 0 to the tangent's length, and the distance
/// from it is linear in x and y. With the coverage by the half planes behind both tangents, a pixel is covered by
///
///     coverage = upper + lower − 1
///
/// which is exact for thin bodies, too, as long as the tangents do not cross within the pixel.
struct HullKernel {
  /// The signed distance from each tangent, positive outside.
  private let upper: Plane
  private let lower: Plane
  /// The distance along each tangent from where it touches the start disc.
  private let upperAlong: Plane
  private let lowerAlong: Plane
  private let upperSlope: EdgeSlope
  private let lowerSlope: EdgeSlope
  /// The length of each tangent.
  private let length: Float
  private let isNarrowing: Bool
  private let columns: ColumnBounds
  /// Bounds of the columns that are fully covered: inside of the tangents, and between their ends.
  private let insideTangents: ColumnBounds
  private let insideEnds: ColumnBounds

  /// How far bodies overlap, in pixels, so that rounding leaves no gap between two pieces of a line.
  private static let overlap: Float = 0.001

  init(_ shape: borrowing ConeShape, in tile: Tile) {
    let cone = shape.cone
    let sine = shape.narrowing
    let cosine = (1 - sine * sine).squareRoot()
    let along = shape.startDirection * sine
    let beside = shape.normal * cosine
    let (upperNormal, lowerNormal) = (along + beside, along - beside)
    func plane(_ normal: Vector, _ constant: Double) -> Plane {
      Plane(normal, through: cone.start, constant, in: tile)
    }
    upper = plane(upperNormal, -cone.startRadius)
    lower = plane(lowerNormal, -cone.startRadius)
    upperAlong = plane(Vector(upperNormal.dy, -upperNormal.dx), 0)
    lowerAlong = plane(Vector(-lowerNormal.dy, lowerNormal.dx), 0)
    upperSlope = EdgeSlope(upper.x, upper.y)
    lowerSlope = EdgeSlope(lower.x, lower.y)
    length = Float(shape.length * cosine)
    isNarrowing = sine >= 0
    let axis = plane(shape.startDirection, 0)
    let before = Float(shape.reachBefore) + 0.01
    let after = Float(shape.length + shape.reachAfter) + 0.01
    columns = ColumnBounds(
      constants: Lanes(
        upper.constant - pixelReach, lower.constant - pixelReach, axis.constant - after, -axis.constant - before),
      x: Lanes(upper.x, lower.x, axis.x, -axis.x), y: Lanes(upper.y, lower.y, axis.y, -axis.y))
    insideTangents = HullKernel.bounds(
      upper, lower, Plane(-upperAlong.constant, -upperAlong.x, -upperAlong.y),
      Plane(-lowerAlong.constant, -lowerAlong.x, -lowerAlong.y),
      beyond: Lanes(pixelReach, pixelReach, 0, 0) + 0.05)
    insideEnds = HullKernel.bounds(
      upperAlong, lowerAlong, upperAlong, lowerAlong, beyond: Lanes(repeating: 0.05 - length))
  }

  /// Bounds of the columns in which four planes are at least `margins` below 0.
  private static func bounds(
    _ a: Plane, _ b: Plane, _ c: Plane, _ d: Plane, beyond margins: Lanes
  ) -> ColumnBounds {
    // A steeper line bounds fewer columns. `ColumnBounds` ignores lines that are nearly parallel to the rows.
    func slope(_ plane: Plane) -> Float { Swift.abs(plane.x) < 0.002 ? 0.002 : plane.x }
    return ColumnBounds(
      constants: Lanes(a.constant, b.constant, c.constant, d.constant) + margins,
      x: Lanes(slope(a), slope(b), slope(c), slope(d)), y: Lanes(a.y, b.y, c.y, d.y))
  }

  /// Raises the pixels of the tile's rows to the coverage of the body where that is larger.
  func join(_ rows: Range<Int>, _ bytes: TileBytes) {
    var columns = self.columns.columns(ofRowsFrom: rows.lowerBound)
    var full = (tangents: columns, ends: columns)
    for y in rows {
      let inGroup = (y &- rows.lowerBound) & 3
      if inGroup == 0 {
        columns = self.columns.columns(ofRowsFrom: y)
        full = (insideTangents.columns(ofRowsFrom: y), insideEnds.columns(ofRowsFrom: y))
      }
      let (first, end) = columns[inGroup]
      guard first < end else { continue }
      bytes.occupy(columnsFrom: first, to: end, row: y)
      let fullFirst = Swift.max(first, full.tangents[inGroup].first, full.ends[inGroup].first)
      let fullEnd = Swift.min(end, full.tangents[inGroup].end, full.ends[inGroup].end)
      if fullEnd - fullFirst >= 8 {
        bytes.fill(y, fullFirst, fullEnd)
        join(first, fullFirst, ofRow: y, bytes)
        join(fullEnd, end, ofRow: y, bytes)
      } else {
        join(first, end, ofRow: y, bytes)
      }
    }
  }

  /// Raises the pixels in columns `first` up to `end` of a row.
  @inline(always)
  private func join(_ first: Int, _ end: Int, ofRow y: Int, _ bytes: TileBytes) {
    let row = Float(y)
    for group in stride(from: first, to: end, by: 4) {
      let x = Swift.min(group, TileBytes.lastColumn)
      let column = Float(x)
      // On the axis the two coordinates agree; beside it, the side to which the cone narrows decides which one counts.
      let one = upperAlong.values(column, row)
      let other = lowerAlong.values(column, row)
      let along = isNarrowing ? one.atMost(other) : one.atLeast(other)
      let isOutside = (along .< -HullKernel.overlap) .| (along .> length + HullKernel.overlap)
      var coverage = betweenTangents(upper.values(column, row), lower.values(column, row))
      coverage.replace(with: 0, where: isOutside)
      bytes.join(coverage, at: TileBytes.rowStart(y) &+ x)
    }
  }

  // Not inlined, because the optimizer would then split the vectors into single lanes.
  @inline(never)
  private func betweenTangents(_ fromUpper: Lanes, _ fromLower: Lanes) -> Lanes {
    (upperSlope.coverage(fromUpper) + lowerSlope.coverage(fromLower) - 1).atLeast(.zero)
  }
}

/// A linear function of a pixel's column and row in a tile.
struct Plane {
  var constant: Float
  var x: Float
  var y: Float
  /// The differences of the values at four neighboring pixels from the value at the first.
  var steps: Lanes

  /// The distance of a pixel's center from the line through `point` with the normal `normal`, plus `constant`. Computed
  /// in Double relative to the tile's corner, so that the precision is the same everywhere on the largest canvas.
  @inline(always)
  init(_ normal: Vector, through point: Point, _ constant: Double, in tile: Tile) {
    let x = Double(tile.column * Tile.side) - point.x + 0.5
    let y = Double(tile.row * Tile.side) - point.y + 0.5
    self.init(Float(normal.dx * x + normal.dy * y + constant), Float(normal.dx), Float(normal.dy))
  }

  @inline(always)
  init(_ constant: Float, _ x: Float, _ y: Float) {
    self.constant = constant
    self.x = x
    self.y = y
    steps = Lanes(0, x, 2 * x, 3 * x)
  }

  /// The values at the four pixels of a row from `column` on.
  @inline(always)
  func values(_ column: Float, _ row: Float) -> Lanes {
    Lanes(repeating: constant + y * row + x * column) + steps
  }
}

/// The columns of a tile's rows that lie between up to four straight lines.
struct ColumnBounds {
  /// Where each line crosses row 0, and by how much it moves per row. Lines that bound nothing lie outside of the tile.
  private let low: Lanes
  private let lowStep: Lanes
  private let high: Lanes
  private let highStep: Lanes

  /// The pixels for which constant + x · column + y · row <= 0 in every lane. A line that is nearly parallel to the
  /// rows bounds rows instead of columns, and is ignored.
  @inline(always)
  init(constants: Lanes, x: Lanes, y: Lanes) {
    let least = Lanes(repeating: 0.001)
    let isFlat = x.magnitudes .< least
    let per = -1 / x.magnitudes.atLeast(least).withSigns(of: x)
    // Also for a zero with a sign.
    let isLow = (per .> 0) .& .!isFlat
    let isHigh = (per .< 0) .& .!isFlat
    low = Lanes(repeating: -1).replacing(with: constants * per, where: isLow)
    lowStep = Lanes.zero.replacing(with: y * per, where: isLow)
    high = Lanes(repeating: Float(Tile.side) + 1).replacing(with: constants * per, where: isHigh)
    highStep = Lanes.zero.replacing(with: y * per, where: isHigh)
  }

  /// The columns, 0...64, whose pixels' centers lie between the lines, in four rows from `row` on. May have one more on
  /// each side, if its center is less than 0.03 pixels beyond a line.
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

/// A range of columns for each of four rows.
struct RowColumns {
  private let first: SIMD4<UInt32>
  private let end: SIMD4<UInt32>

  /// The columns whose pixels' centers lie between `low` and `high`, or no further than 0.03 pixels beyond.
  @inline(always)
  init(from low: Lanes, to high: Lanes) {
    first = RowColumns.rounded(low + 0.47)
    end = RowColumns.rounded(high + 0.53)
  }

  /// Rounds to integers, 0...64. Adding 2²³ leaves the rounded value in the lowest bits.
  @inline(always)
  private static func rounded(_ positions: Lanes) -> SIMD4<UInt32> {
    let kept = positions.atLeast(.zero).atMost(Lanes(repeating: Float(Tile.side))) + 8_388_608
    return unsafe unsafeBitCast(kept, to: SIMD4<UInt32>.self) & 0x7F
  }

  /// The first column of a row, and the column after its last one.
  @inline(always)
  subscript(row: Int) -> (first: Int, end: Int) {
    (Int(truncatingIfNeeded: first[row & 3]), Int(truncatingIfNeeded: end[row & 3]))
  }
}
