/// A position: x to the right, y downward. In points on the drawing's canvas, unless a name says pixels.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  @inlinable public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  @inlinable public static func + (point: Point, offset: Vector) -> Point {
    Point(point.x + offset.dx, point.y + offset.dy)
  }

  @inlinable public static func - (point: Point, origin: Point) -> Vector {
    Vector(point.x - origin.x, point.y - origin.y)
  }

  /// The Euclidean distance to another point; each operation rounds to nearest.
  @inlinable public func distance(to other: Point) -> Double { (self - other).length }
}

/// A displacement. Two points cannot be added; a point and a vector can.
public struct Vector: Hashable, Sendable {
  public var dx: Double
  public var dy: Double

  @inlinable public init(_ dx: Double, _ dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  @inlinable package var length: Double { (dx * dx + dy * dy).squareRoot() }

  @inlinable package static func + (a: Vector, b: Vector) -> Vector { Vector(a.dx + b.dx, a.dy + b.dy) }
  @inlinable package static func - (a: Vector, b: Vector) -> Vector { Vector(a.dx - b.dx, a.dy - b.dy) }
  @inlinable package static func * (vector: Vector, factor: Double) -> Vector {
    Vector(vector.dx * factor, vector.dy * factor)
  }
  @inlinable package static func / (vector: Vector, divisor: Double) -> Vector {
    Vector(vector.dx / divisor, vector.dy / divisor)
  }
}
