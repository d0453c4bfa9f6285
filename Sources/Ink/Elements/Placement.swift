import Geometry

/// Where an element has been taken since it was made: turned and scaled about its centre, and moved.
///
/// Moves are kept in steps of 2⁻¹⁶ points and turns as degrees, so that there and back is back exactly.
public struct Placement: Hashable, Sendable {
  /// In points.
  public private(set) var translation: Vector
  /// In degrees, clockwise on the screen, -180 up to 180.
  public private(set) var rotation: Double
  /// Positive.
  public private(set) var scale: Double
  /// What it is turned and scaled about, in points of the element as it was made.
  public let center: Point

  /// What has not been moved, about `center` from now on.
  public init(about center: Point) {
    translation = Vector(0, 0)
    rotation = 0
    scale = 1
    self.center = center
  }

  public init(translation: Vector, rotation: Double, scale: Double, center: Point) {
    self.init(about: center)
    move(by: translation)
    rotate(by: rotation)
    self.scale = scale
  }

  /// Whether every point is where it was made.
  public var isIdentity: Bool { translation == Vector(0, 0) && rotation == 0 && scale == 1 }

  public mutating func move(by step: Vector) {
    translation = Vector(
      Placement.stepped(translation.dx + step.dx), Placement.stepped(translation.dy + step.dy))
  }

  private static func stepped(_ length: Double) -> Double { (length * 65_536).rounded(.toNearestOrEven) / 65_536 }

  /// - Parameter degrees: Clockwise on the screen.
  public mutating func rotate(by degrees: Double) {
    let turned = Placement.stepped(rotation + degrees)
    rotation = turned - ((turned + 180) / 360).rounded(.down) * 360
  }

  public mutating func scale(by factor: Double) {
    scale *= factor
  }

  /// From the element's points as they were made to where they are.
  public var similarity: Similarity {
    Similarity(scale: scale, degrees: rotation, about: center, translation: translation)
  }
}
