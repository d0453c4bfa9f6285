import ImportCore
import TouchLog
import XML

extension LogFormat {
  /// The forms of IAM-OnDB, a data set of handwriting on a whiteboard.
  package static let iam = LogFormat("iam", "IAM-OnDB, handwriting on a whiteboard") { glimpse in
    glimpse.xmlRoot == "WhiteboardCaptureSession"
  } open: { input, name, options throws(LogReadError) in
    let bytes = try input.readAll(name: name, options: options)
    return StrokeReader(try readWhiteboard(bytes, name: name, options: options), name: name)
  }
}

/// Reads a `WhiteboardCaptureSession`: its strokes of points with `x`, `y` and `time` in seconds. y grows downward.
private func readWhiteboard(
  _ bytes: [UInt8], name: String, options: ImportOptions
) throws(LogReadError) -> ImportedInk {
  var document = try XMLDocument(bytes, name: name)
  var ink = ImportedInk(
    ImportReport(format: "IAM-OnDB", ink: "<Stroke> elements with <Point> elements", timeBase: "seconds, per point"),
    name: name,
    options: options)
  ink.hasUnit = false
  var stroke: ImportedStroke?
  var lines: [String] = []
  while let event = try document.next(&ink.report) {
    switch event {
    case .text: break
    case .start(let element):
      if document.reader.has(element, "Stroke") {
        let (line, column) = document.position()
        var style = StyleChange()
        let color = Color(document.reader.value("colour") ?? "black")
        if color == nil { ink.report.assume("unknown colors are black") }
        style[StyleKeys.color] = .solid(color ?? .black)
        stroke = ImportedStroke(tool: ToolChange(name: "pen", style: style), line: line, column: column)
      } else if document.reader.has(element, "Point") {
        stroke?.points.append(
          ImportedPoint(
            document.number("x") ?? .nan, document.number("y") ?? .nan, time: document.number("time")))
      } else if document.reader.has(element, "Text") {
        let text = try document.text(&ink.report)
        ink.header.addNote("label", String(decoding: text.bytes[text.range], as: UTF8.self))
      } else if document.reader.has(element, "TextLine"), let text = document.reader.value("text") {
        lines.append(text)
      }
    case .end(let element):
      guard document.reader.has(element, "Stroke"), let ended = stroke else { continue }
      stroke = nil
      try ink.append(ended)
    }
  }
  if let cut = stroke { try ink.append(cut) }
  ink.header.addNote("label", lines.joined(separator: "\n"))
  return ink
}
