/// The hull of two discs: what a round pen tip covers on its way from one place to the next while its width changes.
/// The way may be bent: then it is an arc of a circle, and the ink is the union of the discs along it.
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
  /// How far the middle of the arc lies beside the chord from `start` to `end`: positive on the side to which
  /// (−dy, dx) points, 0 for a straight way. Less than half the chord's length.
  public var bulge: Double
  /// Whether the disc at `start` is also the end of another cone of the same ink, which draws it.
  public var continues: Bool
  /// Whether the ink ends with the disc at `end`, and no other cone continues there.
  public var isLast: Bool

  @inlinable public init(
    start: Point, startRadius: Double, end: Point, endRadius: Double, bulge: Double = 0, continues: Bool = false,
    isLast: Bool = false
  ) {
    self.start = start
    self.startRadius = startRadius
    self.end = end
    self.endRadius = endRadius
    self.bulge = bulge
    self.continues = continues
    self.isLast = isLast
  }

  /// A disc.
  @inlinable public init(center: Point, radius: Double) {
    self.init(start: center, startRadius: radius, end: center, endRadius: radius)
  }

  @inlinable public var bounds: Rect {
    var bounds = Rect.empty
    let margin = Swift.abs(bulge)
    bounds.include(start, radius: startRadius + margin)
    bounds.include(end, radius: endRadius + margin)
    return bounds
  }

  /// The middle of the axis.
  @inlinable public var middle: Point {
    let step = end - start
    let halfway = start + step * 0.5
    guard bulge != 0 else { return halfway }
    return halfway + Vector(-step.dy, step.dx) * (bulge / step.length)
  }

  /// The cone cut in two at the middle of its axis.
  @inlinable public var halves: (first: RoundCone, second: RoundCone) {
    let middle = self.middle
    let radius = (startRadius + endRadius) / 2
    // The height of an arc over a chord of length c is h = R − √(R² − c²/4); half the arc's chord is √(h² + c²/4), and
    // its height R − √(R² − (h² + c²/4)/4), which is, without the difference of large numbers:
    let chord = end - start
    let half = (chord.dx * chord.dx + chord.dy * chord.dy) / 4
    let short = half + bulge * bulge
    let diameter = bulge == 0 ? 0 : short / Swift.abs(bulge)
    let height = bulge == 0 ? 0 : short / 2 / (diameter + (diameter * diameter - short).squareRoot())
    let halfBulge = bulge < 0 ? -height : height
    return (
      RoundCone(
        start: start, startRadius: startRadius, end: middle, endRadius: radius, bulge: halfBulge,
        continues: continues),
      RoundCone(
        start: middle, startRadius: radius, end: end, endRadius: endRadius, bulge: halfBulge, continues: true,
        isLast: isLast)
    )
  }

  /// Straight cones in a row whose axes are within `tolerance` of this one's, at most 64 of them.
  public func chords(tolerance: Double, depth: Int = 0) -> [RoundCone] {
    if Swift.abs(bulge) <= tolerance || depth == 6 {
      var straight = self
      straight.bulge = 0
      return [straight]
    }
    let (first, second) = halves
    return first.chords(tolerance: tolerance, depth: depth + 1) + second.chords(tolerance: tolerance, depth: depth + 1)
  }
}
