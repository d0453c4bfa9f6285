import Geometry

/// What a screen, pen or mouse reported at one moment.
public struct TouchEvent: Hashable, Sendable {
  public enum Phase: String, Sendable, CaseIterable {
    case began, moved, stationary, ended, cancelled
  }

  public enum Pointer: String, Sendable, CaseIterable {
    case finger, pencil, mouse
  }

  /// In points, each coordinate finite and at most `LogLimits.coordinate` from zero.
  public var point: Point
  /// 0 and up, 1 is full; nil where the device has none.
  @NaNAsNil public var pressure: Double?
  /// Seconds from any origin; nil where the recording has none.
  @NaNAsNil public var time: Double?
  /// Radians above the surface.
  @NaNAsNil public var altitude: Double?
  /// Radians from the x axis.
  @NaNAsNil public var azimuth: Double?
  public var touch: TouchID
  public var phase: Phase
  public var pointer: Pointer?
  /// A guess of where the touch will go, forgotten at the touch's next real event.
  public var predicted: Bool
  /// The properties whose values are placeholders until a revision brings them.
  public var expects: TouchProperties
  /// The name under which a later line may revise this event.
  public var index: Int?

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
  @NaNAsNil public var pressure: Double?
  @NaNAsNil public var time: Double?
  @NaNAsNil public var altitude: Double?
  @NaNAsNil public var azimuth: Double?
  public var point: Point?
  /// The properties that will be revised yet again.
  public var expects: TouchProperties
  public var touch: TouchID

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
