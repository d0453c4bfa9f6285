/// The disc at one end of a round cone, and the two points where the edges of the cone touch it.
@frozen @usableFromInline
package struct ConeContact: Hashable, Sendable {
  /// The disc.
  @usableFromInline package var center: Point
  @usableFromInline package var radius: Double
  /// The direction of the cone's axis at the disc, of length 1.
  @usableFromInline package var direction: Vector
  /// How much the radius grows per length of the axis, −1...1.
  @usableFromInline package var growth: Double

  @inlinable
  package init(center: Point, radius: Double, direction: Vector, growth: Double) {
    self.center = center
    self.radius = radius
    self.direction = direction
    self.growth = growth
  }

  /// The angle between the axis and the direction from the center to either point, in degrees, 0...180.
  package var spread: Double { Trigonometry.degrees((1 - growth * growth).squareRoot(), -growth) }

  /// The point where an edge touches the disc.
  /// - Parameter side: 1 for the side of the axis to which (−dy, dx) points, −1 for the other.
  @inlinable
  package func point(onSide side: Double) -> Point {
    let across = (1 - growth * growth).squareRoot() * side
    return center
      + Vector(-direction.dx * growth - direction.dy * across, -direction.dy * growth + direction.dx * across) * radius
  }
}

extension RoundCone {
  /// The discs at both ends with the points where the edges touch them. The cone must have a length.
  package var contacts: (start: ConeContact, end: ConeContact) {
    let step = end - start
    let length = step.length
    let chord = step / length
    // The tangent of a quarter of the arc's angle.
    let tangent = 2 * bulge / length
    let square = tangent * tangent
    var axisLength: Double {
      bulge == 0 ? length : length * (1 + square) / (2 * tangent) * 2 * Trigonometry.arcTangent(tangent, 1)
    }
    let growth =
      startRadius == endRadius ? 0 : Swift.max(-1, Swift.min(1, (endRadius - startRadius) / axisLength))
    // The axis sets out and arrives at half of the arc's angle to the chord.
    let (sine, cosine) = (2 * tangent / (1 + square), (1 - square) / (1 + square))
    let turn = Vector(-chord.dy, chord.dx) * sine
    return (
      ConeContact(center: start, radius: startRadius, direction: chord * cosine + turn, growth: growth),
      ConeContact(center: end, radius: endRadius, direction: chord * cosine - turn, growth: growth)
    )
  }
}
