import TouchLog
import XML

extension ExportFormat {
  /// The W3C's ink markup language.
  ///
  /// A trace has the points that a device reported. Programs fit curves to them, unless the brush says otherwise.
  package static let inkml = ExportFormat("inkml", "InkML with x, y, pressure and time", fileExtension: "inkml") {
    drawing, losses in
    losses.lose(.tilts, .details, .layers, .erasures, .background, of: drawing)
    var document = InkMLDocument(canvas: drawing.hasSize ? drawing.size : nil)
    document.annotate("truth", drawing.label)
    document.annotate("doodle-scale", drawing.scale.map { "\($0)" })
    document.annotate("doodle-grid", drawing.grid.map { "\($0)" })
    for stroke in drawing.inkStrokes { document.add(stroke) }
    return document.file()
  }
}

/// An InkML file. Each distinct brush and each set of channels is defined once, before the traces.
private struct InkMLDocument {
  /// The size of the canvas, in points; nil for a canvas without bounds.
  let canvas: Size?
  /// The brush's properties in XML, with its number.
  private var brushes: [(properties: String, number: Int)] = []
  private var numbers: [String: Int] = [:]
  /// Whether a trace has pressure, and whether one has none.
  private var hasPressure = false
  private var lacksPressure = false
  private var traces: [UInt8] = []
  private var annotations: [UInt8] = []

  init(canvas: Size?) { self.canvas = canvas }

  /// Adds an annotation, unless its text is nil.
  mutating func annotate(_ type: String, _ text: String?) {
    guard let text else { return }
    annotations.append("  <annotation type=\"\(type)\">\(xmlEscaped(text))</annotation>\n")
  }

  mutating func add(_ stroke: ExportedStroke) {
    let pressure = stroke.hasPressure
    if pressure { hasPressure = true } else { lacksPressure = true }
    traces.append("  <trace contextRef=\"#\(pressure ? "xyft" : "xyt")\" brushRef=\"#brush\(brush(of: stroke))\">")
    for (index, point) in stroke.points.enumerated() {
      if index > 0 { traces.append(", ") }
      traces.append(point.point.x)
      traces.append(" ")
      traces.append(point.point.y)
      if pressure {
        traces.append(" ")
        if let value = point.pressure { traces.append(value) } else { traces.append("?") }
      }
      traces.append(" ")
      traces.append(point.time * 1000, places: 3)
    }
    traces.append("</trace>\n")
  }

  /// The number of the stroke's brush.
  private mutating func brush(of stroke: ExportedStroke) -> Int {
    var width: [UInt8] = []
    width.append(max(finestWidth, stroke.width * 2.54 / 96), places: 9)
    let size = String(decoding: width, as: UTF8.self)
    var color = stroke.color
    color.alpha = 255
    var list = [
      ("width", size, " units=\"cm\""), ("height", size, " units=\"cm\""), ("color", color.description, ""),
      ("transparency", "\(255 - Int(stroke.color.alpha))", ""), ("tip", "ellipse", ""),
      ("rasterOp", stroke.kind == .marker ? "maskPen" : "copyPen", ""),
    ]
    // Without pressure, the width of other ink follows the speed.
    if stroke.kind == .pen, !stroke.hasPressure, stroke.hasConstantWidth { list.append(("ignorePressure", "true", "")) }
    if !stroke.isSmoothed { list.append(("fitToCurve", "false", "")) }
    let properties = list.map { "      <brushProperty name=\"\($0)\" value=\"\($1)\"\($2)/>\n" }.joined()
    if let number = numbers[properties] { return number }
    let number = brushes.count + 1
    numbers[properties] = number
    brushes.append((properties, number))
    return number
  }

  func file() -> [UInt8] {
    var file: [UInt8] = []
    file.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ink xmlns=\"http://www.w3.org/2003/InkML\">\n")
    file.append("  <definitions>\n")
    if let canvas { file += bounds(of: canvas) }
    if hasPressure { file.append(context("xyft", pressure: true)) }
    if lacksPressure { file.append(context("xyt", pressure: false)) }
    for brush in brushes {
      file.append("    <brush xml:id=\"brush\(brush.number)\">\n\(brush.properties)    </brush>\n")
    }
    file.append("  </definitions>\n")
    file += annotations + traces
    file.append("</ink>\n")
    return file
  }

  /// The bounds of the canvas, in units of 1/72 inch.
  private func bounds(of canvas: Size) -> [UInt8] {
    var text: [UInt8] = []
    text.append("    <canvas xml:id=\"canvas\">\n      <traceFormat>\n")
    for (name, side) in [("X", canvas.width), ("Y", canvas.height)] {
      text.append("        <channel name=\"\(name)\" type=\"decimal\" min=\"0\" max=\"")
      text.append(side * 72 / 96, places: 9)
      text.append("\" units=\"pt\"/>\n")
    }
    text.append("      </traceFormat>\n    </canvas>\n")
    return text
  }

  /// A set of channels. A coordinate of 96 is an inch.
  private func context(_ id: String, pressure: Bool) -> String {
    let channels =
      [("X", ""), ("Y", "")] + (pressure ? [("F", " max=\"1\"")] : []) + [("T", " units=\"ms\"")]
    let properties = ["X", "Y"].map {
      "          <channelProperty channel=\"\($0)\" name=\"resolution\" value=\"96\" units=\"1/in\"/>\n"
    }
    let reference = canvas == nil ? "" : " canvasRef=\"#canvas\""
    return "    <context xml:id=\"\(id)\"\(reference)>\n"
      + "      <inkSource xml:id=\"\(id)-source\">\n        <traceFormat>\n"
      + channels.map { "          <channel name=\"\($0)\" type=\"decimal\"\($1)/>\n" }.joined()
      + "        </traceFormat>\n        <channelProperties>\n" + properties.joined()
      + "        </channelProperties>\n      </inkSource>\n    </context>\n"
  }
}
