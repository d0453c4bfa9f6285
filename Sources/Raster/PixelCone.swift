public import Geometry

/// A round cone in the pixels of a canvas, which is what masks draw.
///
/// The cones of a drawing are in points. The separate type prevents that a cone in points is drawn: only code that maps
/// points to pixels creates a `PixelCone`.
@frozen
public struct PixelCone: Hashable, Sendable {
  /// Its axis and its radii, in pixels.
  public var cone: RoundCone

  @inlinable public init(_ cone: RoundCone) { self.cone = cone }

  /// The area that its ink may touch, in pixels.
  public var touchedBounds: Rect { cone.touchedBounds }

  /// Calls `body` with the tiles of `pixels` that the cone may touch. For a slanted line these are far fewer than all
  /// tiles of its bounds.
  public func forEachTile(of pixels: PixelRect, _ body: (Tile) -> Void) { cone.eachTile(of: pixels, body) }
}
