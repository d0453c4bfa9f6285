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
      bytes.note(columnsFrom: first, to: end, row: y)
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
