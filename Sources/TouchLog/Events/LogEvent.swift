import Geometry

/// One line of a touch log, read and checked by itself; what it means depends on the lines before it.
///
/// What is rare and large stands apart, so that a touch is copied with little more than itself.
public enum LogEvent: Hashable, Sendable {
  indirect case header(LogHeader)
  case touch(TouchEvent)
  case revision(TouchRevision)
  indirect case tool(ToolChange)
  indirect case command(LogCommand)
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
  /// The grid on which the device reports places, in points.
  public var grid: Double?

  public init(
    version: Int = LogHeader.newestVersion, size: Size? = nil, scale: Double? = nil, background: Background? = nil,
    model: String? = nil, grid: Double? = nil
  ) {
    self.version = version
    self.size = size
    self.scale = scale
    self.background = background
    self.model = model
    self.grid = grid
  }

  /// The same, with what it says nothing of as `other` has it.
  public func completed(by other: LogHeader) -> LogHeader {
    LogHeader(
      version: version, size: size ?? other.size, scale: scale ?? other.scale,
      background: background ?? other.background, model: model ?? other.model, grid: grid ?? other.grid)
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
  /// A PNG file, stretched to the canvas.
  case picture(path: String)
}
