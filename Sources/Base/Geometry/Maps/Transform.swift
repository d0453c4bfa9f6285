/// The map from points on the canvas to pixels of a picture: a translation, then a uniform scale.
public struct Transform: Hashable, Sendable {
  /// Pixels per point, positive.
  public var scale: Double
  /// The point that maps to the top left corner of the picture.
  public var origin: Point

  @inlinable public init(scale: Double, origin: Point = Point(0, 0)) {
    self.scale = scale
    self.origin = origin
  }

  /// The pixel position of a point.
  @inlinable public func apply(_ point: Point) -> Point {
    Point((point.x - origin.x) * scale, (point.y - origin.y) * scale)
  }

  @inlinable public func apply(_ rect: Rect) -> Rect {
    guard !rect.isEmpty else { return .empty }
    let low = apply(Point(rect.minX, rect.minY))
    let high = apply(Point(rect.maxX, rect.maxY))
    return Rect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }

  /// The cone in pixels, with radii of at least `minimumRadius` pixels.
  @inlinable package func apply(_ cone: RoundCone, minimumRadius: Double) -> RoundCone {
    RoundCone(
      start: apply(cone.start), startRadius: Swift.max(cone.startRadius * scale, minimumRadius),
      end: apply(cone.end), endRadius: Swift.max(cone.endRadius * scale, minimumRadius),
      bulge: cone.bulge * scale, continues: cone.continues,
      isLast: cone.isLast)
  }
}
