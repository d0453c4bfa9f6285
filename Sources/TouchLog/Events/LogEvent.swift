import Geometry

/// One line of a touch log, read and checked by itself; what it means depends on the lines before it.
///
/// What is rare and large stands apart, so that a touch is copied with little more than itself.
public enum LogEvent: Hashable, Sendable {
  indirect case header(LogHeader)
  case touch(TouchEvent)
  case revision(TouchRevision)
  indirect case tool(ToolChange)
  case command(LogCommand)
}

/// The optional first line: what the picture is drawn on.
public struct LogHeader: Hashable, Sendable {
  /// The newest version of the format that this program reads.
  public static let newestVersion = 1

  public var version: Int
  /// The canvas in points; nil where the ink's bounds decide.
  public var size: Size?
  /// Pixels a point.
  public var scale: Double?
  public var background: Background?
  /// The stroke model that draws the ink, "ink-1" say.
  public var model: String?

  public init(
    version: Int = LogHeader.newestVersion, size: Size? = nil, scale: Double? = nil, background: Background? = nil,
    model: String? = nil
  ) {
    self.version = version
    self.size = size
    self.scale = scale
    self.background = background
    self.model = model
  }
}

/// A width and a height in points, both positive.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// What lies under the ink.
public enum Background: Hashable, Sendable {
  case none
  case color(Color)
}

/// The tool for the strokes that begin from here on; nil keeps what was said last.
public struct ToolChange: Hashable, Sendable {
  /// The tool's name as the log gives it; the drawing knows which there are.
  public var name: String
  public var color: InkColor?
  /// In points, positive.
  public var width: Double?
  /// 0...1.
  public var opacity: Double?
  /// How much the width follows pressure or speed, 0...1.
  public var thinning: Double?
  /// The reach of the smoothing in points along the path, 0 and up.
  public var smoothing: Double?
  /// Lengths in points over which the ink's start and end taper to nothing.
  public var taper: Taper?
  /// The eraser's "pixel" or "stroke".
  public var mode: String?

  public init(
    name: String, color: InkColor? = nil, width: Double? = nil, opacity: Double? = nil, thinning: Double? = nil,
    smoothing: Double? = nil, taper: Taper? = nil, mode: String? = nil
  ) {
    self.name = name
    self.color = color
    self.width = width
    self.opacity = opacity
    self.thinning = thinning
    self.smoothing = smoothing
    self.taper = taper
    self.mode = mode
  }
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

/// Something done to the drawing as a whole.
public struct LogCommand: Hashable, Sendable {
  /// The command's name as the log gives it; the drawing knows which there are.
  public var name: String

  public init(name: String) {
    self.name = name
  }
}
