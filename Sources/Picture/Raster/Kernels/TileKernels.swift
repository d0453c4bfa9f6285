import CRaster
import Geometry

/// A shape that a kernel in C draws, tile by tile; see CRaster.h.
protocol TileKernel {
  /// Whether the shape may touch a tile. True costs only time.
  func touches(_ tile: Tile) -> Bool

  /// Draws the shape in rows of a tile.
  /// - Parameters:
  ///   - rows: The rows of the tile that may change.
  ///   - bytes: The bytes of the tile.
  ///   - owners: The owners of the tile's pixels under the union rule: pixels at which the shape meets others are
  ///     reported there and not changed. Nil if the larger coverage of each pixel counts.
  @unsafe
  func join(_ rows: Range<Int>, of tile: Tile, _ bytes: TileBytes, _ owners: UnsafeMutablePointer<raster_owners>?)
}

extension TileKernel {
  @inline(always)
  func touches(_ tile: Tile) -> Bool { true }
}

/// Draws a strip: the pixels no further from an axis than a radius. The axis is a straight line or an arc of a circle,
/// and the radius changes little along it.
///
/// For a pixel's center, let Δ be its position relative to the middle of the axis, n the normal of the axis there, κ
/// the curvature, and d the signed distance from the axis. The arc's circle has the center −n/κ and the radius 1/κ. So
///
///     (d + 1/κ)² = |Δ + n/κ|²
///
/// and therefore, for a function g that is a polynomial in Δ,
///
///     g(Δ) = n · Δ + κΔ²/2 = d + κd²/2        |∇g| = |n + κΔ| = 1 + κd
///
/// The left edge, at d = r, is where g = r + κr²/2. For the distance d − r of a pixel from that edge,
///
///     g − (r + κr²/2) = (d − r) · |∇g| − κ(d − r)²/2
///
/// Without the last term, which is small near the edge, this is the distance times the length of the normal that
/// `half_plane` in lanes.h asks for. So both edges are polynomials of the second degree in the pixel's position, and no
/// pixel needs a root. The coverage of a thin strip is the sum of those by both edges, minus 1.
///
/// This kernel takes most of the time of drawing. It is written in C, because the standard library's vectors compile
/// to four lanes even where the processor has eight or sixteen.
struct StripKernel: TileKernel {
  private let middle: Point
  private(set) var strip: raster_strip

  /// - Parameters:
  ///   - before: How far the strip extends back before the start of the axis, in pixels.
  ///   - after: How far it extends on after the end of the axis, in pixels.
  @inline(always)
  init(_ shape: borrowing ConeShape, before: Double, after: Double) {
    let cone = shape.cone
    middle = shape.middle
    let normal = shape.normal
    let curvature = shape.curvature
    strip = raster_strip()

    let middleRadius = (cone.startRadius + cone.endRadius) * 0.5
    // An edge of curvature κ has on average κ/24 less ink in a pixel than its tangent's half plane. Leaving κ(d − r)²/2
    // out adds as much again, because the average of (d − r)² over a pixel is 1/12.
    var excess = curvature * (1 / 12)
    var bend = middleRadius * curvature
    if cone.startRadius == cone.endRadius {
      (strip.left_x, strip.left_y) = (Float(normal.dx), Float(normal.dy))
      (strip.right_x, strip.right_y) = (Float(-normal.dx), Float(-normal.dy))
      strip.bend = Float(curvature * 0.5)
    } else {
      // The radius is r + s · t, with the slope s and t the position along the tangent in the middle. The edges are at
      // an angle to the axis, whose cosine is 1/√(1 + s²). At d = ±r, a step in t is a step along the axis divided by
      // 1 ± κr, while r ± κr²/2 grows 1 ± κr times as fast as r. The square of the growth leaves ∓κ/2 · (s · t)², for
      // which s² · (Δ² − r²) stands.
      let slope = (cone.endRadius - cone.startRadius) / shape.length
      let stretch = (1 + slope * slope).squareRoot()
      let cosine = 1 / stretch
      let leftGrowth = slope * (1 + bend * stretch) / (1 + bend)
      let rightGrowth = slope * (1 - bend * stretch) / (1 - bend)
      excess -= curvature * (slope * slope * middleRadius * middleRadius * 0.5)
      bend *= stretch
      strip.left_x = Float(normal.dx * cosine - leftGrowth * normal.dy)
      strip.left_y = Float(normal.dy * cosine + leftGrowth * normal.dx)
      strip.right_x = Float(-normal.dx * cosine - rightGrowth * normal.dy)
      strip.right_y = Float(-normal.dy * cosine + rightGrowth * normal.dx)
      strip.bend = Float(curvature * 0.5 * stretch)
    }
    strip.left_constant = Float(excess - middleRadius * (1 + bend * 0.5))
    strip.right_constant = Float(-excess - middleRadius * (1 - bend * 0.5))
    strip.normal_x = Float(normal.dx)
    strip.normal_y = Float(normal.dy)
    strip.curvature = Float(curvature)
    strip.is_thin = Swift.min(cone.startRadius, cone.endRadius) > ConeShape.thinRadius ? 0 : 1

    // Straight bounds of the columns in each row. All ink lies between the outer edge's tangent in the middle and the
    // inner edge's chord. All pixels between the outer edge's chord and the inner edge's tangent are fully covered.
    let perX = raster_line.inverse(normal.dx)
    let height = Swift.abs(cone.bulge)
    let isLeft = cone.bulge >= 0
    let widest = Swift.max(cone.startRadius, cone.endRadius) + Double(pixelReach)
    let (low, high) = (
      -(widest + (isLeft ? height : 0)) * perX, (widest + (isLeft ? 0 : height)) * perX
    )
    strip.slope = Float(-normal.dy * perX)
    strip.ink_low = Float(Swift.min(low, high) - StripKernel.columnMargin)
    strip.ink_high = Float(Swift.max(low, high) + StripKernel.columnMargin)
    let narrowest = Swift.min(cone.startRadius, cone.endRadius) - Double(pixelReach) - 0.05
    if narrowest > StripKernel.leastFull {
      let chord = narrowest * (1 - cone.bulge * curvature) - height
      let (low, high) = (-(isLeft ? narrowest : chord) * perX, (isLeft ? chord : narrowest) * perX)
      strip.full_low = Float(Swift.min(low, high) + StripKernel.columnMargin)
      strip.full_high = Float(Swift.max(low, high) - StripKernel.columnMargin)
    } else {
      strip.full_low = 1
      strip.full_high = 0
    }

    strip.start = StripKernel.line(shape.startDirection * -1, middle - cone.start, before)
    strip.end = StripKernel.line(shape.endDirection, middle - cone.end, after)
  }

  /// Fully covered columns are filled separately if they are more than this far inside of the edges.
  private static let leastFull = 8.0
  /// Added to bounds of columns, in pixels: more than their rounding errors.
  private static let columnMargin = 0.03

  /// The line across `direction` at the distance `reach` ahead of an end of the axis. `offset` leads from that end to
  /// the middle.
  private static func line(_ direction: Vector, _ offset: Vector, _ reach: Double) -> raster_line {
    raster_line(direction, direction.dx * offset.dx + direction.dy * offset.dy - reach)
  }

  @unsafe
  func join(_ rows: Range<Int>, of tile: Tile, _ bytes: TileBytes, _ owners: UnsafeMutablePointer<raster_owners>?) {
    // The middle of the axis relative to the center of the tile's first pixel.
    let x = Float(middle.x - Double(tile.column * Tile.side) - 0.5)
    let y = Float(middle.y - Double(tile.row * Tile.side) - 0.5)
    unsafe withUnsafePointer(to: strip) { strip in
      unsafe raster_join_strip(
        strip, x, y, Int32(truncatingIfNeeded: rows.lowerBound), Int32(truncatingIfNeeded: rows.upperBound),
        bytes.coverage, owners)
    }
  }
}

/// Draws a disc, or the part of it between two lines.
///
/// Each pixel is covered by the half plane at the disc's edge in the direction of the pixel. If the disc is smaller
/// than a pixel, what lies beyond the edge on its far side is subtracted.
struct DiscKernel: TileKernel {
  private let center: Point
  private(set) var disc: raster_disc

  /// - Parameter limits: Lines in coordinates relative to the center. What lies beyond either is left out.
  init(center: Point, radius: Double, limits: (raster_line, raster_line)) {
    self.center = center
    disc = raster_disc(radius: DiscKernel.edgeRadius(radius), first: limits.0, second: limits.1)
  }

  /// From this radius on, in pixels, each tile is tested for ink before a part of a disc is drawn there.
  private static let leastSearched: Float = 48

  @inline(always)
  func touches(_ tile: Tile) -> Bool {
    guard disc.radius > DiscKernel.leastSearched else { return true }
    let (x, y) = place(in: tile)
    let side = Float(Tile.side)
    /// Whether a line excludes all columns in the first and in the last row, and therefore in all rows between, with
    /// the kernel's arithmetic.
    func leavesNone(_ line: raster_line) -> Bool {
      let first = -y * line.slope + (x + line.constant)
      let last = (side - 1 - y) * line.slope + (x + line.constant)
      return line.is_low != 0 ? Swift.min(first, last) > side : Swift.max(first, last) < 0
    }
    return !leavesNone(disc.first) && !leavesNone(disc.second)
  }

  /// The center relative to the center of a tile's first pixel.
  @inline(always)
  private func place(in tile: Tile) -> (x: Float, y: Float) {
    (
      Float(center.x - Double(tile.column * Tile.side) - 0.5), Float(center.y - Double(tile.row * Tile.side) - 0.5)
    )
  }

  /// The radius for which half planes give the disc's true area.
  ///
  /// The half plane at a curved edge has more ink than the disc. Summed over all pixels, half planes at radius r give
  /// the area of a disc with r² + 1/12 instead of r². Small discs keep a part of that, because a
  /// thin line would have gaps where it turns: nothing is subtracted below the radius 0.07, 0.3 of 1/12 at 0.35, and all
  /// of it from 1 on.
  private static func edgeRadius(_ radius: Double) -> Float {
    let share = Swift.min(1, Swift.max(0, 0.3 + (radius - 0.35) * (0.7 / 0.65)))
    return Float(Swift.max(1e-6, radius * radius - share / 12).squareRoot())
  }

  @unsafe
  func join(_ rows: Range<Int>, of tile: Tile, _ bytes: TileBytes, _ owners: UnsafeMutablePointer<raster_owners>?) {
    let (x, y) = place(in: tile)
    unsafe withUnsafePointer(to: disc) { disc in
      unsafe raster_join_disc(
        disc, x, y, Int32(truncatingIfNeeded: rows.lowerBound), Int32(truncatingIfNeeded: rows.upperBound),
        bytes.coverage, owners)
    }
  }
}

extension raster_line {
  /// The line across `direction`, a vector of length 1. The shape lies where direction · (dx, dy) + distance <= 0.
  init(_ direction: Vector, _ distance: Double) {
    let perX = -raster_line.inverse(direction.dx)
    self.init(
      constant: Float(distance * perX), slope: Float(direction.dy * perX), is_low: perX > 0 ? -1 : 0)
  }

  /// A line that limits nothing.
  static let none = raster_line(constant: -1e6, slope: 0, is_low: -1)

  /// 1/x, limited to ±10⁶: a line nearly along the rows counts as crossing them far away.
  static func inverse(_ x: Double) -> Double { 1 / (Swift.abs(x) > 1e-6 ? x : x < 0 ? -1e-6 : 1e-6) }
}
