import CRaster
import Geometry

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
