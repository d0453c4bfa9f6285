public import Geometry

/// A round cone in the pixels of a canvas, which is what masks draw.
///
/// The cones of a drawing are in points. The type keeps the two apart: only what maps points to pixels makes one.
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
