import Geometry
import Lettering
import TouchLog

extension ShapeElement {
  init(drawsana shape: JSONValue, _ type: DrawsanaType) throws(LogError) {
    let name = type.rawValue
    let width = try shape.required("strokeWidth", of: name).number(.positiveLength)
    var points = [try shape.required("a", of: name).point(), try shape.required("b", of: name).point()]
    var sides = Look().sides
    let kind: Shape.Kind
    switch type {
    case .line:
      kind = try shape["arrowStyle"].map { value throws(LogError) in try ArrowStyle(value).shape } ?? .line
      // Drawsana's arrows end two widths beyond b.
      let step = points[1] - points[0]
      if kind == .arrow, step.length > 0 { points[1] = points[1] + step * (2 * width / step.length) }
    case .angle:
      kind = .angle
      points.append(try shape.required("c", of: name).point())
    case .ellipse: kind = .ellipse
    case .star:
      kind = .star
      // The points of Drawsana's stars have a distance of 5/8 (square's width − outline's width) from the center, which
      // is outside the square.
      points = DrawsanaSquare(points[0], points[1]).box { ($0 - width) * 0.625 }
    case .ngon:
      kind = .polygon
      sides = try shape.required("sides", of: name).integer(.corners)
      points = DrawsanaSquare(points[0], points[1]).box { ($0 - width) / 2 }
    case .rectangle, .pen, .text: kind = .rect
    }
    self.init(
      look: try Look(drawsana: shape, kind), points: points, isDragged: true, legs: [], hue: 0)
    (look.width, look.sides) = (width, sides)
    look.color = .solid(try ShapeElement.strokeColor(drawsana: shape, type))
  }

  /// The outline's color. Closed shapes may have no outline; it is transparent then.
  private static func strokeColor(drawsana shape: JSONValue, _ type: DrawsanaType) throws(LogError) -> Color {
    switch type {
    case .line, .angle: return try shape.required("strokeColor", of: type.rawValue).drawsanaColor()
    case .rectangle, .ellipse, .star, .ngon, .pen, .text:
      return try shape["strokeColor"]?.drawsanaColor() ?? Color(red: 0, green: 0, blue: 0, alpha: 0)
    }
  }

  private enum ArrowStyle: String, CaseIterable {
    case standard

    init(_ value: JSONValue) throws(LogError) { self = try value.choice() }

    var shape: Shape.Kind { .arrow }
  }
}

/// The largest square with a corner in one point that fits into the box up to another.
private struct DrawsanaSquare {
  var center: Point
  var width: Double
  /// Whether the square is to the left of the first point.
  var isLeft: Bool
  /// Whether the square is above the first point.
  var isUp: Bool

  init(_ a: Point, _ b: Point) {
    let step = b - a
    width = Swift.min(step.dx.magnitude, step.dy.magnitude)
    isLeft = step.dx < 0
    isUp = step.dy < 0
    center = a + Vector(isLeft ? -width / 2 : width / 2, isUp ? -width / 2 : width / 2)
  }

  /// Opposite corners of a square with the same center. `reach` computes half of its side from the width of this
  /// square; negative results count as 0.
  func box(_ reach: (Double) -> Double) -> [Point] {
    let reach = Swift.max(0, reach(width))
    return [center + Vector(-reach, -reach), center + Vector(reach, reach)]
  }
}

extension Look {
  fileprivate init(drawsana shape: JSONValue, _ kind: Shape.Kind) throws(LogError) {
    self.init(.shape(kind))
    if let value = shape["fillColor"] {
      let color = try value.drawsanaColor()
      fill = color.alpha == 0 ? .none : .color(color)
    }
    if let value = shape["capStyle"] { cap = [.butt, .round, .square][try value.integer(.between(0, 2))] }
    if let value = shape["joinStyle"] { join = [.miter, .round, .bevel][try value.integer(.between(0, 2))] }
    // Drawsana dashes a line only if it has both.
    if let phase = shape["dashPhase"], let lengths = shape["dashLengths"] {
      dashPhase = try phase.number(.coordinate)
      dash = try lengths.numbers(.length, counts: 0...Int.max, expected: .dash)
      if dash.allSatisfy({ $0 == 0 }) { dash = [] }
    }
  }
}

extension TextElement {
  /// A text in its bounding rectangle, or centered on the origin if it has none. Drawsana's font is not known here; the
  /// width of the strokes is that of a common font.
  init(drawsana shape: JSONValue) throws(LogError) {
    let wording = try shape.required("text", of: "Text").string()
    var look = Look(.text)
    look.size = try shape.required("fontSize", of: "Text").number(.positiveLength)
    let wrap = try shape["explicitWidth"]?.number(.positiveLength)
    look.color = .solid(try shape.required("fillColor", of: "Text").drawsanaColor())
    look.width = look.size * 0.08
    look.thinning = 0
    self.init(
      wording, origin: try TextElement.origin(drawsana: shape, wording, look, wrap), wrap: wrap, look: look,
      hue: 0)
  }

  private static func origin(
    drawsana shape: JSONValue, _ wording: String, _ look: Look, _ wrap: Double?
  ) throws(LogError) -> Point {
    if let value = shape["boundingRect"] {
      let parts = try value.array(.box)
      guard parts.count == 2 else { throw value.error(.wrongCount(key: value.key, found: parts.count, expected: .box)) }
      let origin = try parts[0].point()
      let (width, height) = try parts[1].pair(.coordinate, expected: .size)
      if width > 0, height > 0 { return origin }
    }
    let box = TextLayout(wording, size: look.size, width: wrap).bounds
    return Point(-box.width / 2, -box.height / 2)
  }
}
