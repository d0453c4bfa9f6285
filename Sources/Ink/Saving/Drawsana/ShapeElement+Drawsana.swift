import Geometry
import Lettering
import TouchLog

extension ShapeElement {
  init(drawsana shape: JSONValue, _ type: DrawsanaType) throws(LogError) {
    let name = type.rawValue
    let width = try shape.required("strokeWidth", of: name).number(.positiveLength)
    var points = [try shape.required("a", of: name).point(), try shape.required("b", of: name).point()]
    var look = try ShapeLook(drawsana: shape)
    let tool: Tool
    switch type {
    case .line:
      tool = try shape["arrowStyle"].map { value throws(LogError) in try ArrowStyle(value).tool } ?? .line
      // Its arrows reach two widths beyond the end.
      let step = points[1] - points[0]
      if tool == .arrow, step.length > 0 { points[1] = points[1] + step * (2 * width / step.length) }
    case .angle:
      tool = .angle
      points.append(try shape.required("c", of: name).point())
    case .ellipse: tool = .ellipse
    case .star:
      tool = .star
      // Its points reach 5/8 of what the outline leaves of the square's width from the middle, out of the square.
      points = DrawsanaSquare(points[0], points[1]).box { ($0 - width) * 0.625 }
    case .ngon:
      tool = .polygon
      look.sides = try shape.required("sides", of: name).integer(.corners)
      points = DrawsanaSquare(points[0], points[1]).box { ($0 - width) / 2 }
    case .rectangle, .pen, .text: tool = .rect
    }
    self.init(
      pen: ToolSettings().pen(of: tool), look: look, points: points, isDragged: true, legs: [], hue: 0)
    pen.width = width
    pen.color = .solid(try ShapeElement.strokeColor(drawsana: shape, type))
  }

  /// Shapes that enclose something may have no outline: theirs is clear then.
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

    var tool: Tool { .arrow }
  }
}

/// The largest square that grows from one point towards another.
private struct DrawsanaSquare {
  var center: Point
  var width: Double
  /// Whether it grows to the left, or upwards.
  var isLeft: Bool
  var isUp: Bool

  init(_ a: Point, _ b: Point) {
    let step = b - a
    width = Swift.min(step.dx.magnitude, step.dy.magnitude)
    isLeft = step.dx < 0
    isUp = step.dy < 0
    center = a + Vector(isLeft ? -width / 2 : width / 2, isUp ? -width / 2 : width / 2)
  }

  /// Two corners of the box that has the same middle and reaches as far as `reach` says for the width.
  func box(_ reach: (Double) -> Double) -> [Point] {
    let reach = Swift.max(0, reach(width))
    return [center + Vector(-reach, -reach), center + Vector(reach, reach)]
  }
}

extension ShapeLook {
  fileprivate init(drawsana shape: JSONValue) throws(LogError) {
    self.init()
    if let value = shape["fillColor"] {
      let color = try value.drawsanaColor()
      fill = color.alpha == 0 ? .none : .color(color)
    }
    if let value = shape["capStyle"] { cap = [.butt, .round, .square][try value.integer(.between(0, 2))] }
    if let value = shape["joinStyle"] { join = [.miter, .round, .bevel][try value.integer(.between(0, 2))] }
    // Drawsana dashes a line only where it has both.
    if let phase = shape["dashPhase"], let lengths = shape["dashLengths"] {
      dashPhase = try phase.number(.coordinate)
      dash = try lengths.numbers(.length, counts: 0...Int.max, expected: .dash)
      if dash.allSatisfy({ $0 == 0 }) { dash = [] }
    }
  }
}

extension TextElement {
  /// A text in its box, which most often has the origin in its middle; without a box it is put there. Its font is not
  /// known here: the strokes are as heavy as that of a common one.
  init(drawsana shape: JSONValue) throws(LogError) {
    let wording = try shape.required("text", of: "Text").string()
    var look = TextLook()
    look.size = try shape.required("fontSize", of: "Text").number(.positiveLength)
    let wrap = try shape["explicitWidth"]?.number(.positiveLength)
    var pen = ToolSettings().pen(of: .text)
    pen.color = .solid(try shape.required("fillColor", of: "Text").drawsanaColor())
    pen.width = look.size * 0.08
    pen.thinning = 0
    self.init(
      wording, origin: try TextElement.origin(drawsana: shape, wording, look, wrap), wrap: wrap, pen: pen, look: look,
      hue: 0)
  }

  private static func origin(
    drawsana shape: JSONValue, _ wording: String, _ look: TextLook, _ wrap: Double?
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
