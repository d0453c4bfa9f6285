import Geometry

/// One line of a touch log, read and checked by itself; what it means depends on the lines before it.
public enum LogEvent: Hashable, Sendable {
  case header(LogHeader)
  case touch(TouchEvent)
  case revision(TouchRevision)
  case tool(ToolChange)
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

/// Which finger, pen or mouse button an event is of.
public enum TouchID: Hashable, Sendable {
  case number(Int)
  case name(String)
}

extension TouchID: CustomStringConvertible {
  /// As messages name a touch: a number as it is, a name in quotes.
  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .name(let name): "\"\(name)\""
    }
  }
}

/// What a screen, pen or mouse reported at one moment.
public struct TouchEvent: Hashable, Sendable {
  public enum Phase: String, Sendable, CaseIterable {
    case began, moved, stationary, ended, cancelled
  }

  public enum Pointer: String, Sendable, CaseIterable {
    case finger, pencil, mouse
  }

  public var phase: Phase
  public var touch: TouchID
  /// In points, each coordinate finite and at most `LogLimits.coordinate` from zero.
  public var point: Point
  /// 0 and up, 1 is full; nil where the device has none.
  public var pressure: Double?
  /// Seconds from any origin; nil where the recording has none.
  public var time: Double?
  /// Radians above the surface.
  public var altitude: Double?
  /// Radians from the x axis.
  public var azimuth: Double?
  public var pointer: Pointer?
  /// A guess of where the touch will go, forgotten at the touch's next real event.
  public var predicted: Bool
  /// The name under which a later line may revise this event.
  public var index: Int?
  /// The properties whose values are placeholders until a revision brings them.
  public var expects: TouchProperties

  public init(
    phase: Phase, touch: TouchID = .number(0), point: Point, pressure: Double? = nil, time: Double? = nil,
    altitude: Double? = nil, azimuth: Double? = nil, pointer: Pointer? = nil, predicted: Bool = false,
    index: Int? = nil, expects: TouchProperties = []
  ) {
    self.phase = phase
    self.touch = touch
    self.point = point
    self.pressure = pressure
    self.time = time
    self.altitude = altitude
    self.azimuth = azimuth
    self.pointer = pointer
    self.predicted = predicted
    self.index = index
    self.expects = expects
  }
}

/// Properties of an event that a device may deliver late.
public struct TouchProperties: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let pressure = TouchProperties(rawValue: 1)
  public static let point = TouchProperties(rawValue: 2)
  public static let altitude = TouchProperties(rawValue: 4)
  public static let azimuth = TouchProperties(rawValue: 8)
}

/// New values for an event of the past; nil leaves a property as it was.
public struct TouchRevision: Hashable, Sendable {
  /// The `index` of the event that is revised.
  public var index: Int
  public var touch: TouchID
  public var point: Point?
  public var pressure: Double?
  public var time: Double?
  public var altitude: Double?
  public var azimuth: Double?
  /// The properties that will be revised yet again.
  public var expects: TouchProperties

  public init(
    index: Int, touch: TouchID = .number(0), point: Point? = nil, pressure: Double? = nil, time: Double? = nil,
    altitude: Double? = nil, azimuth: Double? = nil, expects: TouchProperties = []
  ) {
    self.index = index
    self.touch = touch
    self.point = point
    self.pressure = pressure
    self.time = time
    self.altitude = altitude
    self.azimuth = azimuth
    self.expects = expects
  }
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
