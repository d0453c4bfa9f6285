/// A place on the canvas: x to the right, y downwards, in points unless a name says pixels.
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

  /// The straight distance to another point, exactly rounded at each step.
  @inlinable public func distance(to other: Point) -> Double { (self - other).length }
}
