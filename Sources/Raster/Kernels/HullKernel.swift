import Geometry

/// The coverage of the body of a hull of two discs within one tile: what lies between the discs' tangents.
///
/// Each tangent has its own frame: along it the body runs from 0 to the tangent's length, and the distance from it is
/// linear in x and y. A pixel is covered by what the half planes of both leave of it, which is exact for thin ends too.
struct HullKernel {
  /// The signed distances from the two tangents, positive outside.
  private let upper: Plane
  private let lower: Plane
  /// The distances along the tangents from where they touch the start disc.
  private let upperAlong: Plane
  private let lowerAlong: Plane
  private let upperSlope: EdgeSlope
  private let lowerSlope: EdgeSlope
  /// The length of the tangents.
  private let length: Float
  private let isNarrowing: Bool
  private let columns: ColumnBounds

  /// Bodies overlap by a little, in pixels, so that rounding leaves no pixel between two pieces of one line.
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
    let behind = Float(shape.reachBehind) + 0.01
    let beyond = Float(shape.length + shape.reachBeyond) + 0.01
    columns = ColumnBounds(
      constants: Lanes(
        upper.constant - pixelReach, lower.constant - pixelReach, axis.constant - beyond, -axis.constant - behind),
      x: Lanes(upper.x, lower.x, axis.x, -axis.x), y: Lanes(upper.y, lower.y, axis.y, -axis.y))
  }

  /// Joins the body to the rows of a tile.
  func join(_ rows: Range<Int>, _ bytes: TileBytes) {
    var columns = self.columns.columns(ofRowsFrom: rows.lowerBound)
    for y in rows {
      let place = (y &- rows.lowerBound) & 3
      if place == 0 { columns = self.columns.columns(ofRowsFrom: y) }
      let (first, end) = columns[place]
      guard first < end else { continue }
      let row = Float(y)
      bytes.occupy(columnsFrom: first, to: end, row: y)
      for place in stride(from: first, to: end, by: 4) {
        let x = Swift.min(place, TileBytes.lastColumn)
        let column = Float(x)
        // On the axis the two frames agree, and away from it the cone's narrowing decides which is nearer.
        let one = upperAlong.values(column, row)
        let other = lowerAlong.values(column, row)
        let along = isNarrowing ? one.atMost(other) : one.atLeast(other)
        let isOutside = (along .< -HullKernel.overlap) .| (along .> length + HullKernel.overlap)
        var coverage = betweenTangents(upper.values(column, row), lower.values(column, row))
        coverage.replace(with: 0, where: isOutside)
        bytes.join(coverage, at: TileBytes.rowStart(y) &+ x)
      }
    }
  }

  // Kept apart: inlined, the two slopes' arithmetic is torn into single lanes.
  @inline(never)
  private func betweenTangents(_ fromUpper: Lanes, _ fromLower: Lanes) -> Lanes {
    (upperSlope.coverage(fromUpper) + lowerSlope.coverage(fromLower) - 1).atLeast(.zero)
  }
}

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
