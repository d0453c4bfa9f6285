import Geometry
import Lettering

extension ShapeGeometry {
  /// The two legs of an angle, a mark between them, and the size of the angle as a label; a single line if the second
  /// leg is missing.
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
      let distance = room.distance(along: Vector(degrees: bisector), beyond: reach, legs: [a - vertex, c - vertex])
      label.center = vertex + Vector(degrees: bisector, length: distance)
    }
    geometry.label = label
    return geometry
  }

  /// In points.
  private static let labelSize = 16.0
}

/// The size of an angle and its arc.
private struct MarkedAngle {
  /// The direction of the first leg, in degrees from the x axis.
  var start: Double
  /// The angle from the first leg to the second, in degrees, −180...180.
  var turn: Double
  /// The unit directions of the legs.
  var directions: (first: Vector, second: Vector)
  /// The length of the shorter leg, in points.
  var shorterLeg: Double

  /// The largest radius of an arc, in points.
  private static let largestArc = 40.0

  /// Nil if a leg has length 0.
  init?(_ first: Vector, _ second: Vector) {
    shorterLeg = Swift.min(first.length, second.length)
    guard shorterLeg > 0 else { return nil }
    turn = Trigonometry.degrees(
      first.dx * second.dy - first.dy * second.dx, first.dx * second.dx + first.dy * second.dy)
    start = Trigonometry.degrees(first.dy, first.dx)
    directions = (first / first.length, second / second.length)
  }

  /// The radius of the arc, in points.
  var radius: Double { Swift.min(shorterLeg / 2, MarkedAngle.largestArc) }

  /// The size in whole degrees.
  var text: String { "\(Int(saturating: abs(turn).rounded()))°" }
}

/// The box around a label's ink and a margin around it, which must not overlap the lines of its shape.
private struct LabelRoom {
  /// Half of the box's width and height, in points.
  private var half: Vector
  /// Half of the width of the shape's line, in points.
  private var radius: Double

  /// The margin around the ink, in ems.
  private static let white = 0.25

  init(_ label: ShapeLabel, _ style: ShapeStyle) {
    let layout = TextLayout(label.text, size: label.size, font: .standard(style.marks.hand))
    let middle = layout.bounds.center
    half = Vector(0, 0)
    for sample in layout.strokes.lazy.flatMap({ $0.samples }) {
      let step = sample.point - middle
      half = Vector(Swift.max(half.dx, abs(step.dx)), Swift.max(half.dy, abs(step.dy)))
    }
    let margin = Swift.min(style.width, label.size * ShapeLabel.heaviestPen) / 2 + label.size * LabelRoom.white
    half = half + Vector(margin, margin)
    radius = style.width / 2
  }

  /// The smallest distance of the box's center from a vertex at which the box clears the vertex's legs and mark.
  /// - Parameters:
  ///   - direction: The unit direction from the vertex to the box.
  ///   - reach: How far the mark extends in that direction.
  ///   - legs: The vectors from the vertex to the ends of the legs.
  func distance(along direction: Vector, beyond reach: Double, legs: [Vector]) -> Double {
    legs.reduce(reach + extent(along: direction)) { Swift.max($0, exit(from: $1, along: direction)) }
  }

  /// Half of the box's extent in a direction.
  private func extent(along direction: Vector) -> Double {
    half.dx * abs(direction.dx) + half.dy * abs(direction.dy)
  }

  /// The distance from which on the box is disjoint from a leg.
  ///
  /// Two convex figures are disjoint if they are along the normal of a side of either, here the sides of the box and
  /// the leg (separating axis theorem; Gottschalk, Lin and Manocha, "OBBTree", 1996).
  private func exit(from leg: Vector, along direction: Vector) -> Double {
    let axes = [Vector(1, 0), Vector(0, 1), Vector(-leg.dy, leg.dx) / leg.length]
    return axes.map { axis in
      let pace = direction.dx * axis.dx + direction.dy * axis.dy
      let end = leg.dx * axis.dx + leg.dy * axis.dy
      let reach = extent(along: axis) + radius
      // The leg covers 0...end. A box that hardly moves along the axis never leaves it.
      guard abs(pace) > 1e-9 else { return Double.infinity }
      return ((pace > 0 ? Swift.max(0, end) : Swift.min(0, end)) / pace) + reach / abs(pace)
    }.min() ?? 0
  }
}
