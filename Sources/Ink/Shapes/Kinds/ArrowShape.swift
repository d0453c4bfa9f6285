import Geometry

extension ShapeGeometry {
  /// A straight line with a filled head, whose tip is two widths beyond the end.
  ///
  /// The line ends at `b`: there the head is wider than any of its ends.
  static func arrow(from a: Point, to b: Point, _ style: ShapeStyle) -> ShapeGeometry {
    var geometry = line(from: a, to: b, style)
    let step = b - a
    guard step.length > 0 else { return geometry }
    let tip = b + step * (2 * style.width / step.length)
    // The sides go back from the tip at half of 45° to either side.
    let heading = Trigonometry.degrees(-step.dy, -step.dx)
    let sides = [22.5, -22.5].map { Vector(degrees: heading + $0, length: 4 * style.width) }
    geometry.solid = Path([tip, tip + sides[0], tip + sides[1]], isClosed: true)
    return geometry
  }
}
