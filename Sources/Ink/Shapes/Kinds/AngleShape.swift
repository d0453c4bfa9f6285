import Geometry

extension ShapeGeometry {
  /// Two lines from a vertex, the mark between them and the angle's size; one line as long as there is no second.
  static func angle(from a: Point, vertex: Point, to c: Point?, _ style: ShapeStyle) -> ShapeGeometry {
    guard let c else { return line(from: a, to: vertex, style) }
    let legs = Path([a, vertex, c], isClosed: false)
    var geometry = ShapeGeometry(stroke: legs, style: style.stroke(along: legs))
    guard let angle = MarkedAngle(a - vertex, c - vertex) else { return geometry }
    let isClear = style.marks.clearsAngles
    let isSquare = isClear && angle.text == "90°"
    var mark = Path()
    var reach = angle.radius + style.width / 2
    if isSquare {
      let side = Swift.min(angle.shorterLeg / 3, 14 + 1.5 * style.width)
      let (first, second) = (angle.directions.first * side, angle.directions.second * side)
      mark = Path([vertex + first, vertex + first + second, vertex + second], isClosed: false)
      reach = (first + second).length + style.width / 2
    } else {
      mark.arc(center: vertex, radii: Vector(angle.radius, angle.radius), from: angle.start, sweep: angle.turn)
    }
    if isClear { geometry.mark = mark } else { geometry.stroke.append(mark) }
    let bisector = angle.start + angle.turn / 2
    var label = ShapeLabel(
      angle.text, center: vertex + Vector(degrees: bisector, length: reach + labelSize), size: labelSize)
    if isClear {
      let room = LabelRoom(label, style)
      let distance = room.distance(along: Vector(degrees: bisector), behind: reach, legs: [a - vertex, c - vertex])
      label.center = vertex + Vector(degrees: bisector, length: distance)
    }
    geometry.label = label
    return geometry
  }

  /// In points.
  private static let labelSize = 16.0
}

/// An angle's size and the arc that shows it.
private struct MarkedAngle {
  /// Where the first leg goes, and the turn from it to the second, in degrees, −180...180.
  var start, turn: Double
  var directions: (first: Vector, second: Vector)
  /// In points.
  var shorterLeg: Double

  /// The radius of an angle's arc where its legs are long, in points.
  private static let largestArc = 40.0

  /// Nil where a leg has no length.
  init?(_ first: Vector, _ second: Vector) {
    shorterLeg = Swift.min(first.length, second.length)
    guard shorterLeg > 0 else { return nil }
    turn = Trigonometry.degrees(
      first.dx * second.dy - first.dy * second.dx, first.dx * second.dx + first.dy * second.dy)
    start = Trigonometry.degrees(first.dy, first.dx)
    directions = (first / first.length, second / second.length)
  }

  var radius: Double { Swift.min(shorterLeg / 2, MarkedAngle.largestArc) }

  /// The size in whole degrees.
  var text: String { "\(Int(abs(turn).rounded()))°" }
}
