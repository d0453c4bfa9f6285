import Files
import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// What `toData()` of signature_pad returns, versions 1.6 to 5.
  package static let signaturePad = LogFormat(
    "signature-pad", "strokes of the web library signature_pad", leavesOpen: [.index]
  ) { glimpse in
    glimpse.json?.contains(where: SignaturePad.isDrawing) ?? false
  } open: { (input, name, options) throws(LogReadError) in
    StrokeReader(try SignaturePad.ink(input, name: name, options: options), name: name)
  }
}

/// Signatures of the web library signature_pad: an array of groups, each of which is a stroke or a dot.
///
/// A group is an array of points up to version 2, and an object with the `points` and their style since version 3.
/// Times are in milliseconds since 1970.
///
/// The library draws discs along a curve. With v the speed in points per millisecond, their radius is
/// `maxWidth`/(1 + v), but at least `minWidth`: both are radii. Pressure is stored but not drawn.
enum SignaturePad {
  /// The radii of strokes without a style: the library's defaults.
  private static let radii = (least: 0.5, greatest: 2.5)

  /// The thinning of a pen without pressure, as a share of the relative spread of the radii.
  ///
  /// The library's ink becomes thinnest at `maxWidth`/`minWidth` − 1 points per millisecond, usually 4; doodle's ink is
  /// thinnest already at 100 widths per second, usually 0.3 points per millisecond, which is the speed of handwriting.
  /// With the whole spread, handwriting would be half as thick as in the library. With this share, ink at usual speeds
  /// is 0.8 to 1.1 times as thick as the tool's width, and slow ink is up to a third finer than in the library.
  private static let thinningPerSpread = 0.3

  static func isDrawing(_ value: JSONGlimpse) -> Bool {
    guard let group = value.elements.first(where: { !$0.isArray || !$0.elements.isEmpty }) else { return false }
    if group.isArray { return group[0].map { isPoint(keys: $0.keys) } ?? false }
    return isGroup(keys: group.keys) && group["points"]?.isObject == false
  }

  private static func isDrawing(_ value: JSONValue) -> Bool {
    guard let group = value.elementSequence.first(where: { $0.kind != .array || $0.count > 0 }) else { return false }
    if group.kind == .array { return group.elementSequence.first { _ in true }.map(isPoint) ?? false }
    return group.kind == .object && isGroup(keys: group.members.map(\.key))
  }

  private static func isPoint(_ value: JSONValue) -> Bool { isPoint(keys: value.members.map(\.key)) }

  /// A point has no kind, unlike an event of a web page.
  private static func isPoint(keys: [String]) -> Bool {
    ["x", "y", "time"].allSatisfy(keys.contains)
      && !keys.contains { StrokeMembers.events.contains($0) }
  }

  /// Version 3 has a color and points alone, unlike strokes of other pages that have a width, too.
  private static func isGroup(keys: [String]) -> Bool {
    keys.contains("points") && !StrokeMembers.widths.contains { keys.contains($0) }
      && keys.contains { ["color", "penColor", "dotSize", "minWidth", "velocityFilterWeight"].contains($0) }
  }

  static func ink(_ input: InputBuffer, name: String, options: ImportOptions) throws(LogReadError) -> ImportedInk {
    let document = try WebDocument(input, name: name, options: options)
    var report = ImportReport(
      format: "signature_pad", ink: "groups of points", unit: "CSS pixels",
      timeBase: "milliseconds since 1970, per point")
    let drawing = try document.drawing(of: "signature_pad", options, &report, where: isDrawing)
    var ink = ImportedInk(report, name: name, options: options)
    var points = WebPoints(time: "time", pressure: options.usesStoredPressure ? "pressure" : nil)
    for group in drawing.elementSequence {
      var stroke = document.stroke(at: group)
      var style = Style()
      if group.kind == .array {
        style.isComplete = false
        for point in group.elementSequence {
          if stroke.points.isEmpty { style.color = try point.color(of: "color", &ink.report) ?? .black }
          try ink.append(points.point(point), to: &stroke)
        }
      } else {
        try group.checkObject()
        try style.read(group, &ink.report)
        if let list = group["points"] {
          for point in try list.checkedElements() { try ink.append(points.point(point), to: &stroke) }
        }
      }
      if !style.isComplete {
        ink.report.assume("missing widths are the library's defaults: radii from \(radii.least) to \(radii.greatest)")
      }
      stroke.tool = style.tool(isDot: stroke.points.count == 1, hasPressure: options.usesStoredPressure)
      guard stroke.tool?.style[StyleKeys.width] ?? 0 > 0 else {
        ink.report.omit("strokes of width 0", .unseen)
        continue
      }
      try ink.append(stroke)
    }
    return ink
  }

  /// How a group is drawn.
  private struct Style {
    var color = Color.black
    var least = radii.least
    var greatest = radii.greatest
    /// The radius of a dot; 0 for the middle of the other two.
    var dot = 0.0
    var erases = false
    /// Whether the file gives the radii.
    var isComplete = true

    mutating func read(_ group: JSONValue, _ report: inout ImportReport) throws(LogReadError) {
      color = try group.color(of: group["penColor"] == nil ? "color" : "penColor", &report) ?? .black
      let given = (
        least: try group.number(of: "minWidth", .length), greatest: try group.number(of: "maxWidth", .length)
      )
      isComplete = given.least != nil && given.greatest != nil
      least = given.least ?? radii.least
      greatest = max(least, given.greatest ?? radii.greatest)
      dot = try group.number(of: "dotSize", .length) ?? 0
      switch try group.text(of: "compositeOperation") {
      case "destination-out": erases = true
      case "source-over", nil: break
      case .some:
        report.assume("ink of composite operations other than destination-out is drawn over the ink below")
      }
    }

    func tool(isDot: Bool, hasPressure: Bool) -> ToolChange {
      var style = StyleChange()
      style[StyleKeys.color] = .solid(color)
      style[StyleKeys.width] = min(LogLimits.coordinate, isDot && dot > 0 ? 2 * dot : least + greatest)
      // With pressure, the radius at pressure 0 is the least and at pressure 1 the greatest.
      let spread = greatest > 0 ? (greatest - least) / (greatest + least) : 0
      let thinning = hasPressure ? spread : thinningPerSpread * spread
      style[StyleKeys.thinning] = isDot ? 0 : (thinning * 1000).rounded() / 1000
      return ToolChange(name: erases ? "eraser" : "pen", style: style, mode: erases ? "pixel" : nil)
    }
  }
}
