import Geometry
import Lettering
import TouchLog

/// A shape whose points are set by one drag, or by two for an angle.
package struct ShapeElement: Sendable {
  package var look: Look
  /// The start of the drag and its current or last position, in points; for an angle, then also the end of the second
  /// leg. Before it was stretched.
  var dragged: [Point]
  /// Nil if it was not stretched.
  var stretch: Stretch?
  /// Whether the drag went further than `Shape.tapReach`.
  package var isDragged: Bool
  /// The strokes that drag the points: one, or two for an angle. Empty in a saved drawing.
  var legs: [StrokeIndex]
  /// The number of events of rainbow ink before the shape began, which determines its hue.
  package var hue: Int

  package init(look: Look, points: [Point], isDragged: Bool, legs: [StrokeIndex], hue: Int) {
    (self.look, dragged, self.isDragged, self.legs, self.hue) = (look, points, isDragged, legs, hue)
  }

  /// The points of the drag, stretched, in points.
  package var points: [Point] { stretch.map { dragged.map($0.apply) } ?? dragged }

  package var kind: Shape.Kind { look.tool.shape ?? .line }

  /// Whether the drag is still a tap, which makes no shape.
  var isTap: Bool { shape(.newest).isTap }

  /// The shape with the arrow heads and labels of a stroke model.
  package func shape(_ model: StrokeModel) -> Shape {
    let points = points
    return Shape(
      kind, from: points[0], to: points[1], c: points.count > 2 ? points[2] : nil,
      style: ShapeStyle(
        width: look.width, cap: look.cap, join: look.join, dash: look.dash, dashPhase: look.dashPhase,
        radius: look.radius, sides: look.sides, points: look.points, isFilled: look.fill != .none,
        marks: model.rules.marks),
      isDragged: isDragged)
  }

  /// The ink of a label, in points, before the shape is moved by its placement. The text is centered on the label's
  /// position, and its pen is thin enough to read.
  /// - Parameter options: The options of the drawing.
  package func labelInk(_ label: ShapeLabel, _ options: ModelOptions) -> [TextElement.Ink] {
    let model = options.model ?? .newest
    var options = model.rules.marks.refinesLabels ? options : ModelOptions(model: model)
    options.fonts = FontSet()
    var look = look
    look.font = Look.builtInFont
    look.size = label.size
    look.align = .left
    look.width = Swift.min(look.width, label.size * ShapeLabel.heaviestPen)
    var text = TextElement(label.text, origin: Point(0, 0), wrap: nil, look: look, hue: hue)
    var (modeler, kernings) = (SpanModeler(options: options), Kernings())
    text.model(options: options, modeler: &modeler, kernings: &kernings)
    let box = text.bounds
    text.origin = label.center + Vector(-(box.minX + box.maxX) / 2, -(box.minY + box.maxY) / 2)
    text.model(options: options, modeler: &modeler, kernings: &kernings)
    return text.ink
  }
}
