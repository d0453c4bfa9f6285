/// The hull of two discs: what a round pen tip covers on its way from one place to the next while its width changes.
///
/// The contract between the stroke model, which makes cones, and the rasterizer, which draws them. A disc is a cone
/// of no length.
public struct RoundCone: Hashable, Sendable {
  public var start: Point
  /// The radius of the disc at `start`, positive.
  public var startRadius: Double
  public var end: Point
  /// The radius of the disc at `end`, positive.
  public var endRadius: Double
  /// Whether the disc at `start` is also the end of another cone of the same ink, which draws it.
  public var continues: Bool

  @inlinable public init(
    start: Point, startRadius: Double, end: Point, endRadius: Double, continues: Bool = false
  ) {
    self.start = start
    self.startRadius = startRadius
    self.end = end
    self.endRadius = endRadius
    self.continues = continues
  }

  /// A disc.
  @inlinable public init(center: Point, radius: Double) {
    self.init(start: center, startRadius: radius, end: center, endRadius: radius)
  }

  @inlinable public var bounds: Rect {
    var bounds = Rect.empty
    bounds.include(start, radius: startRadius)
    bounds.include(end, radius: endRadius)
    return bounds
  }
}
