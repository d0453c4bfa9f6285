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
  /// The style of pens where the log gives no other.
  var pen = PenStyle()
  /// The grid of the log's header.
  var grid: Double?
  /// All style values given so far.
  private var style = StyleChange()
  /// Those given by pens: their dashes and fills are their own.
  private var penStyle = StyleChange()
  /// The last width given by a tool whose tip is not broad. Texts have it.
  private var fineWidth: Double?

  /// Applies a tool line. If this throws, nothing has changed.
  mutating func apply(_ change: ToolChange) throws(EditError) {
    guard let tool = Tool(named: change.name) else { throw .unknownTool(change.name) }
    var mode = self.mode
    if let name = change.mode {
      guard let named = EraserMode(rawValue: name) else { throw .unknownEraserMode(name) }
      mode = named
    }
    if tool.makes == .text, change.text ?? text == nil { throw .missingText }
    self.tool = tool
    self.mode = mode
    text = change.text ?? text
    nextID = change.id ?? nextID
    style.override(with: change.style)
    if tool.isNib { penStyle.override(with: change.style) }
    if !tool.isBroad { fineWidth = change.style[StyleKeys.width] ?? fineWidth }
  }

  /// The look of an element that begins now.
  var look: Look { look(of: tool) }

  /// The look of a tool's elements: its defaults, overridden by the settings and then by `change`.
  func look(of tool: Tool, with change: StyleChange = StyleChange()) -> Look {
    var look = Look(tool)
    look.smoothing = model.defaultSmoothing
    look.grid = grid
    if tool.isNib {
      if let brush = change[StyleKeys.brush] ?? style[StyleKeys.brush] ?? pen.brush {
        (look.brush, look.width) = (brush, brush.width)
      }
      (look.pressureCurve, look.minWidth) = (pen.pressureCurve, pen.minWidth)
    }
    look.apply(style)
    if tool.makesStrokes {
      look.fill = tool.isNib ? penStyle[StyleKeys.fill] ?? .none : .none
      look.dash = tool.isNib ? penStyle[StyleKeys.dash] ?? [] : []
      look.dashPhase = tool.isNib ? penStyle[StyleKeys.dashPhase] ?? 0 : 0
    }
    if tool.makes == .text { look.width = fineWidth ?? Look(tool).width }
    look.apply(change)
    return look
  }
}
