/// The map from points on the canvas to pixels of a picture: a translation, then a uniform scale and perhaps a turn.
public struct Transform: Hashable, Sendable {
  /// Pixels per point, positive.
  public var scale: Double
  /// The point that maps to the top left corner of the picture.
  public var origin: Point
  /// How the picture is turned.
  @usableFromInline package var turn = Turn()

  @inlinable public init(scale: Double, origin: Point = Point(0, 0)) {
    self.scale = scale
    self.origin = origin
  }

  @inlinable package init(scale: Double, origin: Point, turn: Turn) {
    (self.scale, self.origin, self.turn) = (scale, origin, turn)
  }

  /// The pixel position of a point.
  @inlinable public func apply(_ point: Point) -> Point {
    let turned = turn.apply(Vector(point.x - origin.x, point.y - origin.y))
    return Point(turned.dx * scale, turned.dy * scale)
  }

  /// The point at a pixel position.
  package func inverse(_ pixel: Point) -> Point {
    let moved = turn.inverse.apply(Vector(pixel.x / scale, pixel.y / scale))
    return Point(moved.dx + origin.x, moved.dy + origin.y)
  }

  @inlinable public func apply(_ rect: Rect) -> Rect {
    guard !rect.isEmpty else { return .empty }
    let a = apply(Point(rect.minX, rect.minY))
    let b = apply(Point(rect.maxX, rect.maxY))
    return Rect(
      minX: Swift.min(a.x, b.x), minY: Swift.min(a.y, b.y), maxX: Swift.max(a.x, b.x), maxY: Swift.max(a.y, b.y))
  }

  /// The cone in pixels, with radii of at least `minimumRadius` pixels.
  @inlinable package func apply(_ cone: RoundCone, minimumRadius: Double) -> RoundCone {
    RoundCone(
      start: apply(cone.start), startRadius: Swift.max(cone.startRadius * scale, minimumRadius),
      end: apply(cone.end), endRadius: Swift.max(cone.endRadius * scale, minimumRadius),
      bulge: cone.bulge * (turn.mirrors ? -scale : scale), continues: cone.continues,
      isLast: cone.isLast)
  }
}
