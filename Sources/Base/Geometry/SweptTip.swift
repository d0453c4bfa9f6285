/// The tip of a pen at a position of its path, and how much ink it leaves there.
package struct PenTip: Hashable, Sendable {
  package var center: Point
  /// Half of the tip's longest extent.
  package var radius: Double
  /// The direction of the longest extent, of length 1.
  package var direction: Vector
  /// The extent across it by the longest one, 0...1.
  package var ratio: Double
  /// How much ink there is, 0...1.
  package var flow: Double
  /// The length of the path from the start of the stroke, in points of the log, whatever the map.
  package var length: Double
  /// How wet the hairs of a brush are, 0...1: dry hairs leave streaks.
  package var wetness: Double

  package init(
    center: Point, radius: Double, direction: Vector = Vector(1, 0), ratio: Double = 1, flow: Double = 1,
    length: Double = 0, wetness: Double = 1
  ) {
    (self.center, self.radius, self.direction, self.ratio) = (center, radius, direction, ratio)
    (self.flow, self.length, self.wetness) = (flow, length, wetness)
  }

  /// The tip at a share of the straight way between two others, 0...1.
  package static func between(_ a: PenTip, _ b: PenTip, at share: Double) -> PenTip {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    let direction = a.direction * (1 - share) + b.direction * share
    let length = direction.length
    return PenTip(
      center: a.center + (b.center - a.center) * share, radius: mix(a.radius, b.radius),
      direction: length > 0 ? direction / length : a.direction, ratio: mix(a.ratio, b.ratio), flow: mix(a.flow, b.flow),
      length: mix(a.length, b.length), wetness: mix(a.wetness, b.wetness))
  }

  /// The tip halfway between two others.
  package static func middle(_ a: PenTip, _ b: PenTip, at center: Point) -> PenTip {
    let sum = a.direction + b.direction
    let length = sum.length
    return PenTip(
      center: center, radius: (a.radius + b.radius) / 2, direction: length > 0 ? sum / length : a.direction,
      ratio: (a.ratio + b.ratio) / 2, flow: (a.flow + b.flow) / 2, length: (a.length + b.length) / 2,
      wetness: (a.wetness + b.wetness) / 2)
  }
}

/// The area that a tip covers while it moves straight from one place to another. Strokes of brushes consist of these, as
/// other ink does of round cones.
package struct SweptTip: Hashable, Sendable {
  package var start: PenTip
  package var end: PenTip
  /// The direction in which the tip arrived at `start`, of length 1; 0 at the start of the stroke.
  package var arrival: Vector
  /// How much the tip narrowed on its way there: the tangent of the angle between the edge and the path.
  package var narrowing: Double
  /// Whether the stroke ends at `end`.
  package var isLast: Bool

  package init(
    start: PenTip, end: PenTip, arrival: Vector = Vector(0, 0), narrowing: Double = 0, isLast: Bool = false
  ) {
    (self.start, self.end, self.arrival, self.narrowing, self.isLast) = (start, end, arrival, narrowing, isLast)
  }

  /// The cone of a round tip that covers it.
  package var cone: RoundCone {
    RoundCone(start: start.center, startRadius: start.radius, end: end.center, endRadius: end.radius)
  }

  /// The area under a map.
  /// - Parameters:
  ///   - map: A similarity, by what it does to points.
  ///   - scale: The factor by which it changes lengths.
  ///   - least: The least radius afterwards.
  package func mapped(_ map: (Point) -> Point, scale: Double, least: Double = 0) -> SweptTip {
    let origin = map(Point(0, 0))
    func turned(_ direction: Vector) -> Vector {
      let moved = map(Point(direction.dx, direction.dy)) - origin
      let length = moved.length
      return length > 0 ? moved / length : direction
    }
    func mapped(_ tip: PenTip) -> PenTip {
      var result = tip
      result.center = map(tip.center)
      result.radius = Swift.max(least, tip.radius * scale)
      result.ratio = Swift.min(1, Swift.max(tip.ratio, least / result.radius))
      if tip.direction != Vector(1, 0) || tip.ratio < 1 { result.direction = turned(tip.direction) }
      return result
    }
    return SweptTip(
      start: mapped(start), end: mapped(end), arrival: arrival == Vector(0, 0) ? arrival : turned(arrival),
      narrowing: narrowing, isLast: isLast)
  }
}
