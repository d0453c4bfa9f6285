/// A displacement. Two points cannot be added; a point and a vector can.
public struct Vector: Hashable, Sendable {
  public var dx: Double
  public var dy: Double

  @inlinable public init(_ dx: Double, _ dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  @inlinable public var length: Double { (dx * dx + dy * dy).squareRoot() }

  @inlinable public static func + (a: Vector, b: Vector) -> Vector { Vector(a.dx + b.dx, a.dy + b.dy) }
  @inlinable public static func - (a: Vector, b: Vector) -> Vector { Vector(a.dx - b.dx, a.dy - b.dy) }
  @inlinable public static func * (vector: Vector, factor: Double) -> Vector {
    Vector(vector.dx * factor, vector.dy * factor)
  }
  @inlinable public static func / (vector: Vector, divisor: Double) -> Vector {
    Vector(vector.dx / divisor, vector.dy / divisor)
  }
}
