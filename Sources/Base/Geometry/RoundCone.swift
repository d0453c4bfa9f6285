/// The area that a round pen tip covers while it moves from one point to another and changes its width: the convex hull
/// of two discs or, if the axis is an arc of a circle, the union of the discs along the arc.
///
/// Round cones are the interface between the stroke model, which makes them, and the rasterizer, which draws them. A
/// disc is a cone of length 0.
@usableFromInline package struct RoundCone: Hashable, Sendable {
  @usableFromInline package var start: Point
  /// The radius of the disc at `start`, positive.
  @usableFromInline package var startRadius: Double
  @usableFromInline package var end: Point
  /// The radius of the disc at `end`, positive.
  @usableFromInline package var endRadius: Double
  /// The signed height of the arc over the chord from `start` to `end`: positive on the side to which (−dy, dx) points,
  /// 0 for a straight axis. Its magnitude is less than half the chord's length.
  @usableFromInline package var bulge: Double
  /// Whether the disc at `start` is also the end disc of another cone of the same ink, which draws it.
  @usableFromInline package var continues: Bool
  /// Whether the ink ends with the disc at `end`: no other cone continues from it.
  @usableFromInline package var isLast: Bool

  @inlinable package init(
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

  /// Creates a disc.
  @inlinable package init(center: Point, radius: Double) {
    self.init(start: center, startRadius: radius, end: center, endRadius: radius)
  }

  /// A box that contains the cone; for an arc it may be larger than necessary by the bulge.
  @inlinable package var bounds: Rect {
    var bounds = Rect.empty
    let margin = Swift.abs(bulge)
    bounds.include(start, radius: startRadius + margin)
    bounds.include(end, radius: endRadius + margin)
    return bounds
  }

  /// The midpoint of the axis.
  @inlinable package var middle: Point {
    let step = end - start
    let halfway = start + step * 0.5
    guard bulge != 0 else { return halfway }
    return halfway + Vector(-step.dy, step.dx) * (bulge / step.length)
  }

  /// The two parts of the cone when it is cut at the midpoint of its axis.
  @inlinable package var halves: (first: RoundCone, second: RoundCone) {
    let middle = self.middle
    let radius = (startRadius + endRadius) / 2
    // An arc of radius R over a chord of length c has the height h = R − √(R² − c²/4). Half of the arc has the chord
    // s = √(h² + c²/4) and the height R − √(R² − s²/4). With 2R = s²/h this is (s²/2) / (2R + √((2R)² − s²)), which
    // avoids the difference of large numbers. Below, `short` is s² and `diameter` is 2R.
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

  /// Consecutive straight cones whose axes lie within `tolerance` of this one's, at most 64.
  package func chords(tolerance: Double) -> [RoundCone] {
    var chords: [RoundCone] = []
    forEachChord(tolerance: tolerance) { chords.append($0) }
    return chords
  }

  /// Calls `body` with each of `chords`, in order.
  package func forEachChord(tolerance: Double, depth: Int = 0, _ body: (RoundCone) -> Void) {
    if Swift.abs(bulge) <= tolerance || depth == 6 {
      var straight = self
      straight.bulge = 0
      return body(straight)
    }
    let (first, second) = halves
    first.forEachChord(tolerance: tolerance, depth: depth + 1, body)
    second.forEachChord(tolerance: tolerance, depth: depth + 1, body)
  }
}
