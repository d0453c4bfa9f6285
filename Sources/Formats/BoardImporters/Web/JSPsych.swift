import Files
import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// The strokes that jsPsych's sketchpad plugin stores with a trial.
  package static let jspsych = LogFormat("jspsych", "drawings of jsPsych's sketchpad plugin", leavesOpen: [.index]) {
    glimpse in
    glimpse.json?.contains(where: JSPsych.isDrawing) ?? false
  } open: { (input, name, options) throws(LogReadError) in
    StrokeReader(try JSPsych.ink(input, name: name, options: options), name: name)
  }
}

/// Drawings of jsPsych's sketchpad plugin: the `strokes` of a trial, each an array of actions.
///
/// `start` has a position, the time and the color, `move` a position, `end` the time. Times are in milliseconds of the
/// trial. The plugin draws lines of a constant width, which is a parameter of the trial and not stored by default.
enum JSPsych {
  /// The plugin's default width of lines.
  private static let width = 2.0

  static func isDrawing(_ value: JSONGlimpse) -> Bool {
    // The data of any jsPsych experiment. Its first 4 KiB may hold other trials, or a trial's picture.
    if value.has("trial_type", "trial_index") || value.has("rt", "png") { return true }
    guard let strokes = value.isObject ? value["strokes"] : value else { return false }
    return strokes[0]?[0]?["action"]?.text != nil
  }

  private static func isDrawing(_ value: JSONValue) -> Bool {
    if value.kind == .object {
      guard let strokes = value["strokes"], strokes.kind == .array else { return false }
      return strokes.count == 0 && value["trial_type"] != nil || areStrokes(strokes)
    }
    return areStrokes(value)
  }

  private static func areStrokes(_ value: JSONValue) -> Bool {
    let stroke = value.elementSequence.first { $0.kind != .array || $0.count > 0 }
    return stroke?.elementSequence.first { _ in true }?["action"]?.kind == .string
  }

  static func ink(_ input: InputBuffer, name: String, options: ImportOptions) throws(LogReadError) -> ImportedInk {
    let document = try WebDocument(input, name: name, options: options)
    var report = ImportReport(
      format: "jsPsych sketchpad", ink: "strokes of actions", unit: "CSS pixels",
      timeBase: "milliseconds of the trial, per start and end of a stroke")
    report.assume("between a stroke's start and end, the times are evenly spread")
    let trial = try document.drawing(of: "jsPsych's sketchpad", options, &report, where: isDrawing)
    var ink = ImportedInk(report, name: name, options: options)
    if let width = try trial.number(of: "canvas_width", .positiveLength),
      let height = try trial.number(of: "canvas_height", .positiveLength)
    {
      ink.header.size = Size(width: width, height: height)
    }
    let width = try trial.number(of: "stroke_width", .positiveLength)
    if width == nil { ink.report.assume("the lines are 2 pixels wide, the plugin's default") }
    var actions = WebPoints(time: "t")
    for value in trial["strokes"]?.elementSequence ?? trial.elementSequence {
      var stroke = document.stroke(at: value)
      var color: Color?
      for action in try value.checkedElements() {
        var point = try actions.point(action)
        if action["x"] == nil, action["y"] == nil, try action.text(of: "action") == "end" {
          // The lift, at the last position.
          guard stroke.points.count > 1 else { continue }
          point.x = stroke.points[stroke.points.count - 1].x
          point.y = stroke.points[stroke.points.count - 1].y
          stroke.points.removeLast()
        } else if color == nil {
          color = try action.color(of: "color", &ink.report)
        }
        try ink.append(point, to: &stroke)
      }
      spreadTimes(&stroke.points)
      var style = StyleChange()
      style[StyleKeys.color] = .solid(color ?? .black)
      style[StyleKeys.width] = width ?? Self.width
      style[StyleKeys.thinning] = 0
      stroke.tool = ToolChange(name: "pen", style: style)
      try ink.append(stroke)
    }
    return ink
  }

  /// Gives the points between two that have times even times between them.
  private static func spreadTimes(_ points: inout [ImportedPoint]) {
    var known: (index: Int, time: Double)?
    for index in points.indices {
      guard let time = points[index].time else { continue }
      if let known {
        let step = (time - known.time) / Double(index - known.index)
        for between in known.index + 1..<index {
          points[between].time = known.time + step * Double(between - known.index)
        }
      }
      known = (index, time)
    }
  }
}
