import CRaster
import Geometry

/// Draws the body of a hull: the pixels between the two discs' common tangents.
///
/// Each tangent has its own coordinates: along it the body extends from 0 to the tangent's length, and the distance
/// from it is linear in x and y. With the coverage by the half planes behind both tangents, a pixel is covered by
///
///     coverage = upper + lower − 1
///
/// which is exact for thin bodies, too, as long as the tangents do not cross within the pixel.
struct HullKernel: TileKernel {
  private let start: Point
  private let startRadius: Double
  /// The normals of the tangents, and the direction of the axis.
  private let upper: Vector
  private let lower: Vector
  private let axis: Vector
  /// How far the ink extends along the axis before the start, and after it.
  private let before: Float
  private let after: Float
  /// The length of each tangent.
  private let length: Float
  /// 1 if the hull narrows, and −1 if it widens: on the axis the distances along both tangents agree, and beside it the
  /// side to which the cone narrows decides which one counts, the smaller or the larger one.
  private let sign: Float
  /// The hull without the constants of its planes and its lines, which depend on the tile.
  private let hull: raster_hull
  /// The lines of `hull`: across the axis or the tangents, and along the tangents.
  private let inkAcross: (RowCrossing, RowCrossing)
  private let inkAlong: (RowCrossing, RowCrossing)
  private let arms: (RowCrossing, RowCrossing)
  private let notch: (RowCrossing, RowCrossing)
  private let fullAcross: (RowCrossing, RowCrossing)
  private let fullStart: (RowCrossing, RowCrossing)
  private let fullEnd: (RowCrossing, RowCrossing)

  /// How far bodies overlap, in pixels, so that rounding leaves no gap between two pieces of a line.
  private static let overlap: Float = 0.001

  init(_ shape: borrowing ConeShape) {
    let cone = shape.cone
    start = cone.start
    startRadius = cone.startRadius
    let sine = shape.narrowing
    let cosine = (1 - sine * sine).squareRoot()
    axis = shape.startDirection
    let beside = shape.normal * cosine
    upper = axis * sine + beside
    lower = axis * sine - beside
    before = Float(shape.reachBefore) + 0.01
    after = Float(shape.length + shape.reachAfter) + 0.01
    length = Float(shape.length * cosine)
    sign = sine >= 0 ? 1 : -1
    let (end, overlap) = (length + HullKernel.overlap, HullKernel.overlap)
    var hull = raster_hull()
    hull.upper = raster_tangent(upper)
    hull.lower = raster_tangent(lower)
    (hull.least, hull.most) = sine >= 0 ? (-overlap, end) : (-end, overlap)

    let (x, y) = (Float(axis.dx), Float(axis.dy))
    let (up, down) = (hull.upper.distance, hull.lower.distance)
    inkAcross = (RowCrossing(up.x, up.y), RowCrossing(down.x, down.y))
    inkAlong = (RowCrossing(x, y), RowCrossing(-x, -y))
    fullAcross = (RowCrossing(steep: up.x, up.y), RowCrossing(steep: down.x, down.y))
    fullStart = (RowCrossing(steep: -up.y, up.x), RowCrossing(steep: down.y, -down.x))
    fullEnd = (RowCrossing(steep: up.y, -up.x), RowCrossing(steep: -down.y, down.x))
    (hull.upper.along.x, hull.upper.along.y) = (sign * up.y, -sign * up.x)
    (hull.lower.along.x, hull.lower.along.y) = (-sign * down.y, sign * down.x)
    let (upAlong, downAlong) = (hull.upper.along, hull.lower.along)
    arms = (RowCrossing(-upAlong.x, -upAlong.y), RowCrossing(-downAlong.x, -downAlong.y))
    notch = (RowCrossing(steep: -upAlong.x, -upAlong.y), RowCrossing(steep: -downAlong.x, -downAlong.y))
    self.hull = hull
  }

  /// The value at the center of a tile's first pixel of a plane with the value `constant` at the start's center.
  /// Computed in Double relative to the tile's corner, so that the precision is the same everywhere on the largest
  /// canvas.
  @inline(always)
  private func value(_ normal: Vector, _ constant: Double = 0, in tile: Tile) -> Float {
    let x = Double(tile.column * Tile.side) - start.x + 0.5
    let y = Double(tile.row * Tile.side) - start.y + 0.5
    return Float(normal.dx * x + normal.dy * y + constant)
  }

  /// The distances from the tangents and along them, at the center of a tile's first pixel.
  @inline(always)
  private func values(in tile: Tile) -> (up: Float, down: Float, upAlong: Float, downAlong: Float) {
    (
      value(upper, -startRadius, in: tile), value(lower, -startRadius, in: tile),
      value(Vector(upper.dy, -upper.dx), in: tile), value(Vector(-lower.dy, lower.dx), in: tile)
    )
  }

  /// More than the rounding errors of the distances, in pixels.
  private var margin: Float { 0.05 + (length + after) * 0x1p-20 }

  @inline(always)
  func touches(_ tile: Tile) -> Bool {
    let (up, down, upAlong, downAlong) = values(in: tile)
    let side = Float(Tile.side - 1)
    /// The least value of a plane at the pixels' centers, beyond its value at the first.
    func least(_ x: Float, _ y: Float) -> Float { side * (Swift.min(0, x) + Swift.min(0, y)) }
    func most(_ x: Float, _ y: Float) -> Float { side * (Swift.max(0, x) + Swift.max(0, y)) }
    let (u, l) = (hull.upper, hull.lower)
    let reach = pixelReach + margin
    guard up + least(u.distance.x, u.distance.y) < reach, down + least(l.distance.x, l.distance.y) < reach,
      sign * upAlong + most(u.along.x, u.along.y) > hull.least - margin,
      sign * downAlong + most(l.along.x, l.along.y) > hull.least - margin
    else { return false }
    return sign * upAlong + least(u.along.x, u.along.y) < hull.most + margin
      || sign * downAlong + least(l.along.x, l.along.y) < hull.most + margin
  }

  /// The hull relative to the center of a tile's first pixel.
  func hull(in tile: Tile) -> raster_hull {
    var hull = self.hull
    let (up, down, upAlong, downAlong) = values(in: tile)
    let along = value(axis, in: tile)
    (hull.upper.distance.constant, hull.upper.along.constant) = (up, sign * upAlong)
    (hull.lower.distance.constant, hull.lower.along.constant) = (down, sign * downAlong)
    hull.ink = (
      inkAcross.0.line(up - pixelReach), inkAcross.1.line(down - pixelReach),
      inkAlong.0.line(along - after), inkAlong.1.line(-along - before),
      arms.0.line(hull.least - margin - sign * upAlong), arms.1.line(hull.least - margin - sign * downAlong)
    )
    hull.notch = (
      notch.0.line(hull.most + margin - sign * upAlong), notch.1.line(hull.most + margin - sign * downAlong)
    )
    let inside: Float = 0.05
    hull.full = (
      fullAcross.0.line(up + (pixelReach + inside)), fullAcross.1.line(down + (pixelReach + inside)),
      fullStart.0.line(inside - upAlong), fullStart.1.line(inside - downAlong),
      fullEnd.0.line(upAlong + (inside - length)), fullEnd.1.line(downAlong + (inside - length))
    )
    return hull
  }

  @unsafe
  func join(_ rows: Range<Int>, of tile: Tile, _ bytes: TileBytes, _ owners: UnsafeMutablePointer<raster_owners>?) {
    unsafe withUnsafePointer(to: hull(in: tile)) { hull in
      unsafe raster_join_hull(
        hull, Int32(truncatingIfNeeded: rows.lowerBound), Int32(truncatingIfNeeded: rows.upperBound), bytes.coverage,
        owners)
    }
  }
}

/// How the line constant + x · column + y · row = 0 crosses a tile's rows, for any constant.
private struct RowCrossing {
  private let perConstant: Float
  /// The line but for the constant's part.
  private let base: raster_line

  /// The line bounds the columns for which constant + x · column + y · row <= 0. One that is nearly parallel to the
  /// rows bounds rows instead of columns, and is ignored.
  init(_ x: Float, _ y: Float) {
    let isFlat = Swift.abs(x) < 0.001
    perConstant = isFlat ? 0 : -1 / x
    // Ignored: every column lies right of the line.
    base = raster_line(constant: isFlat ? -1 : 0, slope: y * perConstant, is_low: isFlat || perConstant > 0 ? -1 : 0)
  }

  /// The same for a line which must not be ignored. If it is flat, a steeper one takes its place, and bounds fewer
  /// columns.
  init(steep x: Float, _ y: Float) { self.init(Swift.abs(x) < 0.002 ? 0.002 : x, y) }

  @inline(always)
  func line(_ constant: Float) -> raster_line {
    var line = base
    line.constant += constant * perConstant
    return line
  }
}
