import Geometry

/// Sets the tool for touches that begin later. Values that are nil stay as last set.
public struct ToolChange: Hashable, Sendable {
  /// The tool's name in the log. The drawing decides which names are valid.
  public var name: String
  public var style: StyleChange
  /// The eraser's mode, "pixel" or "stroke".
  public var mode: String?
  /// The text that the text tool writes.
  public var text: String?
  /// The id of the next element.
  public var id: String?

  public init(
    name: String, style: StyleChange = StyleChange(), mode: String? = nil, text: String? = nil, id: String? = nil
  ) {
    self.name = name
    self.style = style
    self.mode = mode
    self.text = text
    self.id = id
  }
}
