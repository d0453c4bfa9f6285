import Geometry

/// The boxes that a drag spans.
enum DragBox {
  /// The box between two points.
  static func whole(_ a: Point, _ b: Point) -> Rect {
    Rect(minX: Swift.min(a.x, b.x), minY: Swift.min(a.y, b.y), maxX: Swift.max(a.x, b.x), maxY: Swift.max(a.y, b.y))
  }

  /// The circle in the largest square of that box with a corner at `a`.
  static func circle(_ a: Point, _ b: Point) -> (center: Point, radius: Double) {
    let step = b - a
    let radius = Swift.min(abs(step.dx), abs(step.dy)) / 2
    return (a + Vector(step.dx < 0 ? -radius : radius, step.dy < 0 ? -radius : radius), radius)
  }
}
