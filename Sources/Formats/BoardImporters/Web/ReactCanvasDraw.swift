import Files
import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// What `getSaveData()` of react-canvas-draw returns.
  package static let reactCanvasDraw = LogFormat(
    "react-canvas-draw", "lines of the web library react-canvas-draw", leavesOpen: [.index]
  ) { glimpse in
    glimpse.json?.contains { $0["lines"]?[0]?.has("points", "brushRadius") == true } ?? false
  } open: { (input, name, options) throws(LogReadError) in
    StrokeReader(try ReactCanvasDraw.ink(input, name: name, options: options), name: name)
  }
}

/// Drawings of react-canvas-draw: `lines` with points, a color and a radius, and the size of the canvas. Lines have one
/// width, and no times.
enum ReactCanvasDraw {
  static func ink(_ input: InputBuffer, name: String, options: ImportOptions) throws(LogReadError) -> ImportedInk {
    let document = try WebDocument(input, name: name, options: options)
    var report = ImportReport(format: "react-canvas-draw", ink: "lines", unit: "CSS pixels")
    let drawing = try document.drawing(of: "react-canvas-draw", options, &report) { $0["lines"]?.kind == .array }
    var ink = ImportedInk(report, name: name, options: options)
    // A size may also be a part of the page's, such as "100%".
    if let width = drawing["width"], let height = drawing["height"], width.kind == .number, height.kind == .number,
      let across = try drawing.number(of: "width", .positiveLength),
      let down = try drawing.number(of: "height", .positiveLength)
    {
      ink.header.size = Size(width: across, height: down)
    }
    var points = WebPoints(time: "")
    for line in try drawing["lines"]?.checkedElements() ?? drawing.elementSequence {
      try line.checkObject()
      var stroke = document.stroke(at: line)
      if let list = line["points"] {
        for point in try list.checkedElements() { try ink.append(points.point(point), to: &stroke) }
      }
      let radius = try line.number(of: "brushRadius", .length) ?? 10
      guard radius > 0 else {
        ink.report.omit("strokes of width 0", .unseen)
        continue
      }
      var style = StyleChange()
      style[StyleKeys.color] = .solid(try line.color(of: "brushColor", &ink.report) ?? .black)
      style[StyleKeys.width] = min(LogLimits.coordinate, 2 * radius)
      style[StyleKeys.thinning] = 0
      stroke.tool = ToolChange(name: "pen", style: style)
      try ink.append(stroke)
    }
    return ink
  }
}
