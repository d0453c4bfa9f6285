import Geometry

extension ShapeGeometry {
  /// Two lines from a vertex, the arc between them and the angle's size; one line as long as there is no second.
  static func angle(from a: Point, vertex: Point, to c: Point?, _ style: ShapeStyle) -> ShapeGeometry {
    guard let c else { return line(from: a, to: vertex, style) }
    var geometry = ShapeGeometry(stroke: Path([a, vertex, c], isClosed: false), style: style.stroke)
    let (first, second) = (a - vertex, c - vertex)
    let shorter = Swift.min(first.length, second.length)
    guard shorter > 0 else { return geometry }
    // The turn from the first leg to the second, −180°...180°.
    let turn = Trigonometry.degrees(
      first.dx * second.dy - first.dy * second.dx, first.dx * second.dx + first.dy * second.dy)
    let start = Trigonometry.degrees(first.dy, first.dx)
    let radius = Swift.min(shorter / 2, largestArc)
    var arc = Path()
    arc.arc(center: vertex, radii: Vector(radius, radius), from: start, sweep: turn)
    geometry.stroke.append(arc)
    geometry.label = ShapeLabel(
      "\(Int(abs(turn).rounded()))°",
      center: vertex + Vector(degrees: start + turn / 2, length: radius + style.width / 2 + labelSize), size: labelSize)
    return geometry
  }

  /// The radius of an angle's arc where its legs are long, in points.
  private static let largestArc = 40.0
  /// In points.
  private static let labelSize = 16.0
}
