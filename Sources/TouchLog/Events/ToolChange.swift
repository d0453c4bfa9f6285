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

extension ToolChange {
  /// The names of the keys that the line has besides the tool's name.
  package var keys: [String] {
    let own = [("id", id), ("mode", mode), ("text", text)].filter { $0.1 != nil }.map { $0.0 }
    return own + StyleKeys.all.filter { $0.isGiven(style) }.map { $0.schema.names[0] }
  }
}

/// Changes to the style of an element. Values that are nil stay unchanged.
///
/// `StyleKey` describes each value: its key in the log, type, range and default.
public struct StyleChange: Hashable, Sendable {
  public var color: InkColor?
  /// In points, positive.
  public var width: Double?
  /// 0...1.
  public var opacity: Double?
  /// The share of the width that follows pressure or speed, 0...1.
  public var thinning: Double?
  /// The smoothing of the path, 0 or more: a distance in points in `ink-1`, a factor in `ink-2`.
  public var smoothing: Double?
  /// The lengths over which the start and end of the ink narrow to nothing.
  public var taper: Taper?
  /// The spacing of the positions that the device reports, in points, positive.
  public var grid: Double?
  /// The fill of a shape.
  public var fill: Fill?
  /// The alternating lengths of dashes and gaps, in points; empty for a solid line.
  public var dash: [Double]?
  /// The length of the dash pattern that is skipped at the start of a line, in points.
  public var dashPhase: Double?
  public var cap: LineCap?
  public var join: LineJoin?
  /// The radius of a rectangle's corners, in points, 0 or more.
  public var radius: Double?
  /// The sides of a polygon, 3 or more.
  public var sides: Int?
  /// The points of a star, 3 or more.
  public var points: Int?
  /// The font size in points, positive.
  public var size: Double?
  public var font: String?
  public var align: TextAlignment?

  public init() {}

  /// Whether nothing changes.
  public var isEmpty: Bool { self == StyleChange() }
}

/// The lengths over which the start and end of ink narrow to nothing, in points, 0 or more.
public struct Taper: Hashable, Sendable {
  public var start: Double
  public var end: Double

  public init(start: Double, end: Double) {
    self.start = start
    self.end = end
  }
}

/// The horizontal alignment of the lines of a text.
public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
  case left, center, right
}
