import TouchLog

/// The tool settings that the log has given so far. A key that a tool line omits keeps its last value; a value that was
/// never given is the tool's default.
struct ToolSettings {
  private(set) var tool = Tool.pen
  private(set) var mode = EraserMode.pixel
  /// The text that the text tool writes.
  private(set) var text: String?
  /// The name of the next element.
  var nextID: String?
  /// The model that draws the ink.
  var model = StrokeModel.newest
  /// The grid of the log's header.
  var grid: Double?
  /// All style values given so far.
  private var style = StyleChange()
  /// The last width given by a tool other than markers and erasers, whose width is that of a broad tip. Texts have it.
  private var fineWidth: Double?

  /// Applies a tool line. If this throws, nothing has changed.
  mutating func apply(_ change: ToolChange) throws(EditError) {
    guard let tool = Tool(rawValue: change.name) else { throw .unknownTool(change.name) }
    var mode = self.mode
    if let name = change.mode {
      guard let named = EraserMode(rawValue: name) else { throw .unknownEraserMode(name) }
      mode = named
    }
    try ToolSettings.checkFont(change.style)
    if tool == .text, change.text ?? text == nil { throw .missingText }
    self.tool = tool
    self.mode = mode
    text = change.text ?? text
    nextID = change.id ?? nextID
    style.override(with: change.style)
    if tool != .marker, tool != .eraser { fineWidth = change.style.width ?? fineWidth }
  }

  /// Throws if a style names another font than the built-in one.
  static func checkFont(_ style: StyleChange) throws(EditError) {
    if let font = style.font, font != TextElement.font { throw .unknownFont(font) }
  }

  /// The style of an element that begins now.
  var pen: ToolStyle { pen(of: tool) }

  /// The pen of a tool: its defaults, overridden by the settings and then by `change`.
  func pen(of tool: Tool, with change: StyleChange = StyleChange()) -> ToolStyle {
    var result = ToolStyle(
      tool: tool, color: .solid(.black), width: 4, opacity: tool == .marker ? 0.47 : 1, thinning: 0.6,
      smoothing: model.defaultSmoothing, taper: Taper(start: 0, end: 0), grid: grid)
    let usualWidth = result.width
    result.apply(style)
    if tool == .text { result.width = fineWidth ?? usualWidth }
    result.apply(change)
    if tool == .marker { result.thinning = 0 }
    return result
  }

  var shapeLook: ShapeLook {
    var look = ShapeLook()
    look.apply(style)
    return look
  }

  func textLook(with change: StyleChange = StyleChange()) -> TextLook {
    var look = TextLook()
    look.apply(style)
    look.apply(change)
    return look
  }
}

extension StyleChange {
  /// Replaces the values that `other` gives.
  fileprivate mutating func override(with other: StyleChange) {
    color = other.color ?? color
    width = other.width ?? width
    opacity = other.opacity ?? opacity
    thinning = other.thinning ?? thinning
    smoothing = other.smoothing ?? smoothing
    taper = other.taper ?? taper
    grid = other.grid ?? grid
    fill = other.fill ?? fill
    dash = other.dash ?? dash
    dashPhase = other.dashPhase ?? dashPhase
    cap = other.cap ?? cap
    join = other.join ?? join
    radius = other.radius ?? radius
    sides = other.sides ?? sides
    points = other.points ?? points
    size = other.size ?? size
    font = other.font ?? font
    align = other.align ?? align
  }
}
