import Geometry

/// The transform of an element from where it was drawn: scaled and rotated about a center, then translated.
///
/// Translations are rounded to multiples of 2⁻¹⁶ points and rotations to multiples of 2⁻¹⁶ degrees, so that moving or
/// rotating there and back restores the placement exactly.
package struct Placement: Hashable, Sendable {
  /// In points.
  package private(set) var translation: Vector
  /// In degrees, clockwise on the screen, in -180..<180.
  package private(set) var rotation: Double
  /// The scale factor, positive.
  package private(set) var scale: Double
  /// The fixed point of the rotation and the scaling, in points, before the translation.
  package let center: Point

  /// The identity, with a center for later rotations and scalings.
  package init(about center: Point) {
    translation = Vector(0, 0)
    rotation = 0
    scale = 1
    self.center = center
  }

  package init(translation: Vector, rotation: Double, scale: Double, center: Point) {
    self.init(about: center)
    move(by: translation)
    rotate(by: rotation)
    self.scale = scale
  }

  /// Whether the placement moves no point.
  package var isIdentity: Bool { translation == Vector(0, 0) && rotation == 0 && scale == 1 }

  /// - Parameter step: In points.
  package mutating func move(by step: Vector) {
    translation = Vector(
      Placement.stepped(translation.dx + step.dx), Placement.stepped(translation.dy + step.dy))
  }

  /// Rounds to a multiple of 2⁻¹⁶. Zero has no sign, so that equal placements are saved alike.
  private static func stepped(_ value: Double) -> Double { (value * 65_536).rounded(.toNearestOrEven) / 65_536 + 0 }

  /// - Parameter degrees: Clockwise on the screen.
  package mutating func rotate(by degrees: Double) {
    let turned = Placement.stepped(rotation + degrees)
    rotation = turned - ((turned + 180) / 360).rounded(.down) * 360
  }

  /// - Parameter factor: Positive.
  package mutating func scale(by factor: Double) {
    scale *= factor
  }

  /// The map from where the points of the element were drawn to where they are now.
  package var similarity: Similarity {
    Similarity(scale: scale, degrees: rotation, about: center, translation: translation)
  }
}
