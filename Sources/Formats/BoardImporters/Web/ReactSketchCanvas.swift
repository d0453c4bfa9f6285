import Files
import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// What `exportPaths()` of react-sketch-canvas returns.
  package static let reactSketchCanvas = LogFormat(
    "react-sketch-canvas", "paths of the web library react-sketch-canvas", leavesOpen: [.index]
  ) { glimpse in
    glimpse.json?.contains { $0.elements.contains { $0.has("drawMode", "paths") } } ?? false
  } open: { (input, name, options) throws(LogReadError) in
    StrokeReader(try ReactSketchCanvas.ink(input, name: name, options: options), name: name)
  }
}

/// Drawings of react-sketch-canvas: an array of paths, of which those without `drawMode` erase. Lines have one width.
///
/// A path has the times of its start and end in milliseconds since 1970 if the page asked for them.
enum ReactSketchCanvas {
  static func ink(_ input: InputBuffer, name: String, options: ImportOptions) throws(LogReadError) -> ImportedInk {
    let document = try WebDocument(input, name: name, options: options)
    var report = ImportReport(format: "react-sketch-canvas", ink: "paths", unit: "CSS pixels")
    let drawing = try document.drawing(of: "react-sketch-canvas", options, &report) { value in
      value.elementSequence.contains { $0["paths"]?.kind == .array && $0["drawMode"] != nil }
    }
    var ink = ImportedInk(report, name: name, options: options)
    var points = WebPoints(time: "")
    var clock = TimeOrigin()
    for path in drawing.elementSequence {
      try path.checkObject()
      var stroke = document.stroke(at: path)
      for point in try path["paths"]?.checkedElements() ?? path.elementSequence {
        try ink.append(points.point(point), to: &stroke)
      }
      let width = try path.number(of: "strokeWidth", .length) ?? 4
      guard width > 0 else {
        ink.report.omit("strokes of width 0", .unseen)
        continue
      }
      let start = try path.number(of: "startTimestamp", .atLeast(0)) ?? 0
      let end = try path.number(of: "endTimestamp", .atLeast(0)) ?? 0
      if start > 0, end >= start { spread(clock(start) ?? 0, clock(end) ?? 0, &stroke.points, &ink.report) }
      var style = StyleChange()
      style[StyleKeys.color] = .solid(try path.color(of: "strokeColor", &ink.report) ?? .black)
      // The library draws a dot as a disc of this width, and a line of one pixel around it.
      style[StyleKeys.width] = stroke.points.count == 1 ? min(LogLimits.coordinate, width + 1) : width
      style[StyleKeys.thinning] = 0
      let isEraser = path["drawMode"].map { !$0.isTrue } ?? false
      stroke.tool = ToolChange(name: isEraser ? "eraser" : "pen", style: style, mode: isEraser ? "pixel" : nil)
      try ink.append(stroke)
    }
    return ink
  }

  /// Spreads the time of a stroke, in milliseconds, evenly over its points.
  private static func spread(
    _ start: Double, _ end: Double, _ points: inout [ImportedPoint], _ report: inout ImportReport
  ) {
    let step = (end - start) / Double(max(1, points.count - 1))
    for index in points.indices { points[index].time = (start + step * Double(index)) / 1000 }
    report.timeBase = "milliseconds since 1970, per start and end of a stroke"
    report.assume("between a stroke's start and end, the times are evenly spread")
  }
}
