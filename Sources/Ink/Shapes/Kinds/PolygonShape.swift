import Geometry

extension ShapeGeometry {
  /// A regular polygon in the largest square that grows from the first point towards the last, its first corner up.
  static func polygon(from a: Point, to b: Point, _ style: ShapeStyle) -> ShapeGeometry {
    let (center, radius) = DragBox.circle(a, b)
    let sides = Swift.max(3, Swift.min(1000, style.sides))
    let corners = (0..<sides).map { i in
      center + Vector(degrees: Double(i) * 360 / Double(sides) - 90, length: radius)
    }
    return ShapeGeometry(outline: Path(corners, isClosed: true), style)
  }
}
