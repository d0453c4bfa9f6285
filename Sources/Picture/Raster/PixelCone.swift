import Geometry

/// A round cone in the pixels of a canvas, which is what masks draw.
///
/// The cones of a drawing are in points. A separate type, so that a cone in points cannot be drawn by mistake: only
/// code that maps points to pixels creates a `PixelCone`.
@frozen @usableFromInline
package struct PixelCone: Hashable, Sendable {
  /// Its axis and its radii, in pixels.
  @usableFromInline package var cone: RoundCone

  @inlinable package init(_ cone: RoundCone) { self.cone = cone }

  /// The area that its ink may touch, in pixels.
  package var touchedBounds: Rect { cone.touchedBounds }

  /// Calls `body` with the tiles of `pixels` that the cone may touch. For a slanted line these are far fewer than all
  /// tiles of its bounds.
  package func forEachTile(of pixels: PixelRect, _ body: (Tile) -> Void) { cone.eachTile(of: pixels, body) }
}

extension RoundCone {
  /// The area that the cone's ink may touch, for a cone in pixels: its bounds, and around them the reach of an edge
  /// into a pixel.
  var touchedBounds: Rect {
    let reach = Double(pixelReach)
    let bounds = self.bounds
    return Rect(
      minX: bounds.minX - reach, minY: bounds.minY - reach, maxX: bounds.maxX + reach, maxY: bounds.maxY + reach)
  }

  @inline(always)
  func eachTile(of pixels: PixelRect, _ body: (Tile) -> Void) {
    let whole = Tile.covering(pixels)
    // Most cones are short. Tiles can only be skipped along the diagonal of larger bounds.
    guard whole.columns.count > 2, whole.rows.count > 2 else {
      for row in whole.rows {
        for column in whole.columns { body(Tile(column: column, row: row)) }
      }
      return
    }
    let reach = Swift.max(startRadius, endRadius) + Swift.abs(bulge) + Double(pixelReach)
    let step = end - start
    for row in whole.rows {
      // The part of the axis that comes near this row of tiles, from 0 to 1; all of it if it runs along the row.
      let top = Double(row * Tile.side) - reach - start.y
      let bottom = Double((row + 1) * Tile.side) + reach - start.y
      var first = 0.0
      var last = 1.0
      if Swift.abs(step.dy) > 1 {
        let a = top / step.dy
        let b = bottom / step.dy
        first = Swift.min(1, Swift.max(0, Swift.min(a, b)))
        last = Swift.min(1, Swift.max(0, Swift.max(a, b)))
      }
      let x1 = start.x + step.dx * first
      let x2 = start.x + step.dx * last
      let near = pixels.covering(
        Rect(
          minX: Swift.min(x1, x2) - reach - 1, minY: Double(pixels.minY), maxX: Swift.max(x1, x2) + reach + 1,
          maxY: Double(pixels.maxY)))
      for column in Tile.covering(near).columns { body(Tile(column: column, row: row)) }
    }
  }
}
