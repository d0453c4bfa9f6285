import CRaster
import Geometry

/// What draws a shape in a tile, in C.
protocol TileKernel {
  /// Joins the shape to the rows of a tile.
  /// - Parameters:
  ///   - bytes: The tile's.
  ///   - owners: Whose the tile's pixels are: where the shape meets others, its pixels are listed there and left as they
  ///     are. Where there are none, the larger coverage of each pixel counts.
  @unsafe
  func join(_ rows: Range<Int>, of tile: Tile, _ bytes: TileBytes, _ owners: UnsafeMutablePointer<raster_owners>?)
}

/// The coverage of a strip: the pixels that are no further from an axis, a straight line or an arc of a circle, than a
/// radius which changes little along it.
///
/// With Δ a pixel's place from the middle of the axis, n the normal there, κ the curvature and d the distance from the
/// axis, g = n·Δ + κΔ²/2 is d + κd²/2: the edge at d = r is where g = r + κr²/2, and g less that is the distance from the
/// edge times the length of g's gradient n + κΔ, but for κ(d − r)²/2. So both edges are functions of the second degree
/// in a pixel's place, and need no root. Of each pixel as much is covered as a half plane at its distance from the edge
/// leaves of it, less what the other edge takes where the strip is thin.
///
/// Most of the work on a picture is done here, for each pixel in C: eight at a time where the processor can, which the
/// standard library's vectors do not know of.
struct StripKernel: TileKernel {
  private let middle: Point
  private(set) var strip: raster_strip

  /// - Parameters:
  ///   - before: How far the strip goes on behind its start, in pixels.
  ///   - after: How far it goes on beyond its end.
  @inline(always)
  init(_ shape: borrowing ConeShape, before: Double, after: Double) {
    let cone = shape.cone
    middle = shape.middle
    let normal = shape.normal
    let curvature = shape.curvature
    strip = raster_strip()

    let middleRadius = (cone.startRadius + cone.endRadius) * 0.5
    // Half planes at the edge of a circle give too much ink by a 24th of its curvature, and leaving κ(d − r)²/2 out as
    // much again: averaged over a pixel (d − r)² is 1/12.
    var excess = curvature * (1 / 12)
    var bend = middleRadius * curvature
    if cone.startRadius == cone.endRadius {
      (strip.left_x, strip.left_y) = (Float(normal.dx), Float(normal.dy))
      (strip.right_x, strip.right_y) = (Float(-normal.dx), Float(-normal.dy))
      strip.bend = Float(curvature * 0.5)
    } else {
      // The edges are at an angle to the axis, and the radius grows with the way along the tangent in the middle. At
      // d = ±r the way along the axis is by 1 ± κr shorter, and r ± κr²/2 grows by as much more: that r itself grows
      // leaves ∓κ/2 times the square of what r has grown by, which Δ² − r² stands for.
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
    strip.is_thin = Swift.min(cone.startRadius, cone.endRadius) > 0.75 ? 0 : 1

    // The tangent of the outer edge in the middle and the chord of the inner one hold all ink between the ends; the
    // chord of the outer and the tangent of the inner hold nothing that is not full.
    let perX = raster_line.inverse(normal.dx)
    let height = Swift.abs(cone.bulge)
    let isLeft = cone.bulge >= 0
    let widest = Swift.max(cone.startRadius, cone.endRadius) + Double(pixelReach)
    let (low, high) = (
      -(widest + (isLeft ? height : 0)) * perX, (widest + (isLeft ? 0 : height)) * perX
    )
    strip.slope = Float(-normal.dy * perX)
    strip.ink_low = Float(Swift.min(low, high) - 0.03)
    strip.ink_high = Float(Swift.max(low, high) + 0.03)
    let narrowest = Swift.min(cone.startRadius, cone.endRadius) - Double(pixelReach) - 0.05
    if narrowest > StripKernel.leastFull {
      let chord = narrowest * (1 - cone.bulge * curvature) - height
      let (low, high) = (-(isLeft ? narrowest : chord) * perX, (isLeft ? chord : narrowest) * perX)
      strip.full_low = Float(Swift.min(low, high) + 0.03)
      strip.full_high = Float(Swift.max(low, high) - 0.03)
    } else {
      strip.full_low = 1
      strip.full_high = 0
    }

    strip.start = StripKernel.line(shape.startDirection * -1, middle - cone.start, before)
    strip.end = StripKernel.line(shape.endDirection, middle - cone.end, after)
  }

  /// From how far inside a strip's edges the full pixels of a row are worth being filled.
  private static let leastFull = 8.0

  /// The line at right angles to `direction` that lies `reach` ahead of an end, which is `offset` before the middle.
  private static func line(_ direction: Vector, _ offset: Vector, _ reach: Double) -> raster_line {
    raster_line(direction, direction.dx * offset.dx + direction.dy * offset.dy - reach)
  }

  @unsafe
  func join(_ rows: Range<Int>, of tile: Tile, _ bytes: TileBytes, _ owners: UnsafeMutablePointer<raster_owners>?) {
    // The middle from the centre of the tile's first pixel.
    let x = Float(middle.x - Double(tile.column * Tile.side) - 0.5)
    let y = Float(middle.y - Double(tile.row * Tile.side) - 0.5)
    unsafe withUnsafePointer(to: strip) { strip in
      unsafe raster_join_strip(
        strip, x, y, Int32(truncatingIfNeeded: rows.lowerBound), Int32(truncatingIfNeeded: rows.upperBound),
        bytes.coverage, owners)
    }
  }
}

/// The coverage of a disc, or of the part of it within up to two lines.
///
/// Each pixel is covered by what the half plane at the disc's edge in its direction leaves of it, less that of the
/// disc's far side where the disc is smaller than a pixel.
struct DiscKernel: TileKernel {
  private let center: Point
  private(set) var disc: raster_disc

  /// - Parameter limits: Lines at places from the centre; what lies beyond either is left out.
  init(center: Point, radius: Double, limits: (raster_line, raster_line)) {
    self.center = center
    disc = raster_disc(radius: DiscKernel.edgeRadius(radius), first: limits.0, second: limits.1)
  }

  /// The radius for which half planes at a disc's edge give the disc's own area.
  ///
  /// An edge that bends has less ink outside the half plane than the plane says: averaged over a unit pixel the
  /// disc's area counts r² + 1/12 for r². A disc of a pixel and less keeps part of that, or a thin line would have
  /// gaps where it turns.
  private static func edgeRadius(_ radius: Double) -> Float {
    let share = Swift.min(1, Swift.max(0, 0.3 + (radius - 0.35) * (0.7 / 0.65)))
    return Float(Swift.max(0.01, radius * radius - share / 12).squareRoot())
  }

  @unsafe
  func join(_ rows: Range<Int>, of tile: Tile, _ bytes: TileBytes, _ owners: UnsafeMutablePointer<raster_owners>?) {
    let x = Float(center.x - Double(tile.column * Tile.side) - 0.5)
    let y = Float(center.y - Double(tile.row * Tile.side) - 0.5)
    unsafe withUnsafePointer(to: disc) { disc in
      unsafe raster_join_disc(
        disc, x, y, Int32(truncatingIfNeeded: rows.lowerBound), Int32(truncatingIfNeeded: rows.upperBound),
        bytes.coverage, owners)
    }
  }
}

extension raster_line {
  /// The line at right angles to `direction`, of length 1, beyond which direction · (dx, dy) + distance > 0.
  init(_ direction: Vector, _ distance: Double) {
    let perX = -raster_line.inverse(direction.dx)
    self.init(
      constant: Float(distance * perX), slope: Float(direction.dy * perX), is_low: perX > 0 ? -1 : 0)
  }

  /// Beyond which nothing lies.
  static let none = raster_line(constant: -1e6, slope: 0, is_low: -1)

  /// 1/x, of a line that runs along the rows as if it met them far away.
  static func inverse(_ x: Double) -> Double { 1 / (Swift.abs(x) > 1e-6 ? x : x < 0 ? -1e-6 : 1e-6) }
}
