import Files
import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// The strokes of MyScript's web library iink.
  package static let iink = LogFormat("iink", "strokes of MyScript's web library iink", leavesOpen: [.index]) {
    glimpse in
    glimpse.json?.contains(where: IInk.isDrawing) ?? false
  } open: { (input, name, options) throws(LogReadError) in
    StrokeReader(try IInk.ink(input, name: name, options: options), name: name)
  }
}

/// Drawings of MyScript's web library iink: an array of symbols, of which the strokes have `pointers`.
///
/// The pressure of a pointer, `p`, was not sensed: the library computes it from the distance to the pointer before. It
/// draws a stroke with the radius p · `width`.
enum IInk {
  /// The library's style for strokes that give none.
  private static let style = (color: Color.black, width: 4.0, opacity: 1.0)
  /// The tool's width for a width of 1. In handwriting p is 0.68 to 0.79, and 0.73 on average.
  private static let widthFactor = 1.45
  /// Makes the width follow the speed as much as p does.
  private static let thinning = 0.15
  /// The diameter of strokes of one or two points, which the library draws as dots, for a width of 1.
  private static let dotFactor = 1.2

  static func isDrawing(_ value: JSONGlimpse) -> Bool {
    value.elements.contains { $0["pointers"]?.isArray == true }
  }

  private static func isDrawing(_ value: JSONValue) -> Bool {
    value.elementSequence.contains { $0["pointers"]?.kind == .array }
  }

  static func ink(_ input: InputBuffer, name: String, options: ImportOptions) throws(LogReadError) -> ImportedInk {
    let document = try WebDocument(input, name: name, options: options)
    var report = ImportReport(format: "iink", ink: "symbols with pointers", unit: "CSS pixels")
    let drawing = try document.drawing(of: "iink", options, &report, where: isDrawing)
    var ink = ImportedInk(report, name: name, options: options)
    var points = WebPoints(time: "t", pressure: "p")
    var hasPressure = false
    for symbol in drawing.elementSequence {
      try symbol.checkObject()
      guard let pointers = symbol["pointers"], try symbol.text(of: "type") ?? "stroke" == "stroke" else {
        ink.report.omit("symbols that are not strokes")
        continue
      }
      var stroke = document.stroke(at: symbol)
      for pointer in try pointers.checkedElements() {
        var point = try points.point(pointer)
        hasPressure = hasPressure || point.pressure != nil
        point.pressure = nil
        try ink.append(point, to: &stroke)
      }
      if stroke.points.contains(where: { $0.time != nil }) {
        ink.report.timeBase = "milliseconds since 1970, per point"
      }
      stroke.pointer = try pointer(symbol)
      stroke.tool = try tool(symbol, isDot: stroke.points.count < 3, &ink.report)
      guard stroke.tool?.style[StyleKeys.width] ?? 0 > 0 else {
        ink.report.omit("strokes of width 0", .unseen)
        continue
      }
      try ink.append(stroke)
    }
    if hasPressure { ink.report.assume("the pressure is computed from the path, not sensed; it is not used") }
    return ink
  }

  private static func pointer(_ symbol: JSONValue) throws(LogReadError) -> TouchEvent.Pointer? {
    switch try symbol.text(of: "pointerType")?.lowercased() {
    case "pen": .pencil
    case "touch": .finger
    case "mouse": .mouse
    default: nil
    }
  }

  private static func tool(
    _ symbol: JSONValue, isDot: Bool, _ report: inout ImportReport
  ) throws(LogReadError) -> ToolChange {
    let given = symbol["style"]
    try given?.checkObject()
    let width = try given?.number(of: "width", .length) ?? style.width
    var change = StyleChange()
    change[StyleKeys.color] = .solid(try given?.color(of: "color", &report) ?? style.color)
    change[StyleKeys.opacity] = try given?.number(of: "opacity", .unit) ?? style.opacity
    change[StyleKeys.width] = min(LogLimits.coordinate, width * (isDot ? dotFactor : widthFactor))
    change[StyleKeys.thinning] = isDot ? 0 : thinning
    return ToolChange(name: "pen", style: change)
  }
}
