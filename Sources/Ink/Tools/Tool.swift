import TouchLog

/// What a touch makes.
public enum Tool: String, Sendable, CaseIterable {
  case pen
  /// Ink of constant width, multiplied onto the ink below it.
  case marker
  /// Takes away the ink that it covers, of the strokes that began before it.
  case eraser
}

/// A tool with all that decides the look of its ink.
public struct ToolStyle: Hashable, Sendable {
  public var tool: Tool
  public var color: Color
  /// The ink's width at full effect ½, in points.
  public var width: Double
  /// 0...1.
  public var opacity: Double
  /// How much of the width follows pressure or speed, 0...1; 0 is a constant width.
  public var thinning: Double
  /// How far along the path the smoothing reaches to either side, in points; 0 for none.
  public var smoothing: Double
  /// The lengths over which the ends narrow to nothing, in points.
  public var taper: Taper
}

/// What the log has said of tools so far: keys that a tool line leaves out keep their last value, and a value never
/// given is the tool's own default.
struct ToolSettings {
  private var tool = Tool.pen
  private var color = Color.black
  private var width = 4.0
  private var opacity: Double?
  private var thinning: Double?
  private var smoothing = 6.0
  private var taper = Taper(start: 0, end: 0)

  /// Takes over what `change` gives. Nothing has changed where it throws.
  mutating func apply(_ change: ToolChange) throws(EditError) {
    guard let tool = Tool(rawValue: change.name) else { throw .unsupportedTool(change.name) }
    if tool == .eraser, let mode = change.mode, mode != "pixel" { throw .unsupportedEraserMode(mode) }
    switch change.color {
    case .rainbow: throw .unsupportedColor("rainbow")
    case .solid(let color): self.color = color
    case nil: break
    }
    self.tool = tool
    width = change.width ?? width
    opacity = change.opacity ?? opacity
    thinning = change.thinning ?? thinning
    smoothing = change.smoothing ?? smoothing
    taper = change.taper ?? taper
  }

  /// The style of a stroke that begins now.
  var style: ToolStyle {
    ToolStyle(
      tool: tool, color: color, width: width, opacity: opacity ?? (tool == .marker ? 0.47 : 1),
      thinning: tool == .marker ? 0 : thinning ?? 0.6, smoothing: smoothing, taper: taper)
  }
}
