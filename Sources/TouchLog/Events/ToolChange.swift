import Geometry

/// The tool for what touches make that begin from here on; nil keeps what was said last.
public struct ToolChange: Hashable, Sendable {
  /// The tool's name as the log gives it; the drawing knows which there are.
  public var name: String
  public var style: StyleChange
  /// The eraser's "pixel" or "stroke".
  public var mode: String?
  /// What the text tool writes.
  public var text: String?
  /// The name of the next element that begins.
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

/// New values for some of what decides the look of an element; nil keeps the value that it has.
public struct StyleChange: Hashable, Sendable {
  public var color: InkColor?
  /// In points, positive.
  public var width: Double?
  /// 0...1.
  public var opacity: Double?
  /// How much the width follows pressure or speed, 0...1.
  public var thinning: Double?
  /// How much the path is smoothed, 0 and up: points in `ink-1`, a factor in `ink-2`.
  public var smoothing: Double?
  /// Lengths in points over which the ink's start and end taper to nothing.
  public var taper: Taper?
  /// The grid on which the device reports places, in points, positive.
  public var grid: Double?
  /// What fills a shape.
  public var fill: Fill?
  /// The lengths of dashes and gaps in turn, in points; none for a whole line.
  public var dash: [Double]?
  /// How far into the dashes a line begins, in points.
  public var dashPhase: Double?
  public var cap: LineCap?
  public var join: LineJoin?
  /// Of a rectangle's corners, in points, 0 and up.
  public var radius: Double?
  /// Of a polygon, 3 and up.
  public var sides: Int?
  /// Of a star, 3 and up.
  public var points: Int?
  /// The height of a line of text, in points, positive.
  public var size: Double?
  public var font: String?
  public var align: TextAlignment?

  public init() {}

  /// Whether nothing is to change.
  public var isEmpty: Bool { self == StyleChange() }
}

/// Lengths in points, 0 and up.
public struct Taper: Hashable, Sendable {
  public var start: Double
  public var end: Double

  public init(start: Double, end: Double) {
    self.start = start
    self.end = end
  }
}

/// What ink is drawn in.
public enum InkColor: Hashable, Sendable {
  case solid(Color)
  /// The hue turns with each event.
  case rainbow
}

/// What a shape is filled with.
public enum Fill: Hashable, Sendable {
  case none
  case color(Color)
}

/// Where the lines of a text stand in its width.
public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
  case left, center, right
}
