import Geometry

/// The coverage of a disc, or of the part of it beyond up to two lines, within one tile.
///
/// Each pixel is covered by what the half plane at the disc's edge in its direction leaves of it, less that of the
/// disc's far side where the disc is smaller than a pixel.
struct DiscKernel {
  private let centerX: Float
  private let centerY: Float
  private let radius: Float
  private let limits: (Plane, Plane)
  private let columns: ColumnBounds

  /// - Parameter limits: Pixels where either is more than 0 are left out.
  @inline(always)
  init(center: Point, radius: Double, limits: (Plane, Plane), in tile: Tile) {
    centerX = Float(center.x - Double(tile.column * Tile.side) - 0.5)
    centerY = Float(center.y - Double(tile.row * Tile.side) - 0.5)
    self.radius = DiscKernel.edgeRadius(radius)
    self.limits = limits
    columns = ColumnBounds(
      constants: Lanes(limits.0.constant, limits.1.constant, -1, -1), x: Lanes(limits.0.x, limits.1.x, 0, 0),
      y: Lanes(limits.0.y, limits.1.y, 0, 0))
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

  /// Joins the disc to the rows of a tile.
  func join(_ rows: Range<Int>, _ bytes: TileBytes) {
    let reach = radius + pixelReach
    for y in rows {
      let row = Float(y)
      let dy = row - centerY
      let squared = reach * reach - dy * dy
      guard squared > 0 else { continue }
      let half = squared.squareRoot()
      let (first, end) = columns.columns(ofRow: row, from: centerX - half, to: centerX + half)
      guard first < end else { continue }
      bytes.note(columnsFrom: first, to: end, row: y)
      for place in stride(from: first, to: end, by: 4) {
        let x = Swift.min(place, TileBytes.lastColumn)
        let column = Float(x)
        var coverage = coverage(column - centerX, dy)
        let isOutside = (limits.0.values(column, row) .> 0) .| (limits.1.values(column, row) .> 0)
        coverage.replace(with: 0, where: isOutside)
        bytes.join(coverage, at: TileBytes.rowStart(y) &+ x)
      }
    }
  }

  @inline(always)
  private func coverage(_ x: Float, _ y: Float) -> Lanes {
    // At the centre itself any direction will do; a hair keeps it from being none.
    let dx = (Lanes(repeating: x) + .ascending).magnitudes + 1e-6
    let dy = Swift.abs(y) + 1e-6
    let distance = (dx * dx + dy * dy).squareRoot()
    let ny = Lanes(repeating: dy)
    let near = halfPlaneCoverage((distance - radius) * distance, dx, ny)
    guard radius < pixelReach else { return near }
    return near - halfPlaneCoverage((distance + radius) * distance, dx, ny)
  }
}
