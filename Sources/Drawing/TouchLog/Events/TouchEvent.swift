import Geometry

/// A report from a touch screen, a pen or a mouse at one moment.
public struct TouchEvent: Hashable, Sendable, Sensed {
  /// The phase of the touch at this event.
  public enum Phase: String, Sendable, CaseIterable {
    case began, moved, stationary, ended, cancelled
  }

  /// The kind of device that made the touch.
  public enum Pointer: String, Sendable, CaseIterable {
    case finger, pencil, mouse
    /// The eraser end of a pencil.
    case eraser
  }

  /// The position in points. Each coordinate is at most `LogLimits.coordinate` from zero.
  public var point: Point
  package var reading = PenReading()
  public var touch: TouchID
  public var phase: Phase
  public var pointer: Pointer?
  /// Whether the event is a prediction of the device, which the touch's next real event replaces.
  public var predicted: Bool
  /// The properties whose values are preliminary: a later revision gives the final ones.
  public var expects: TouchProperties
  // With this order, and the index in two parts, the properties leave little space unused.
  private var hasIndex = false
  private var indexNumber: LogInteger = 0

  public init(
    phase: Phase, touch: TouchID = .number(0), point: Point, pressure: Double? = nil, time: Double? = nil,
    altitude: Double? = nil, azimuth: Double? = nil, pointer: Pointer? = nil, predicted: Bool = false,
    index: LogInteger? = nil, expects: TouchProperties = []
  ) {
    self.phase = phase
    self.touch = touch
    self.point = point
    reading = PenReading(pressure: pressure, time: time, altitude: altitude, azimuth: azimuth)
    self.pointer = pointer
    self.predicted = predicted
    self.expects = expects
    self.index = index
  }

  /// 0 or more, 1 is full pressure; nil if the device does not report it.
  public var pressure: Double? {
    get { reading.pressure }
    set { reading.pressure = newValue }
  }
  /// In seconds from an arbitrary origin; nil if the recording has no times.
  public var time: Double? {
    get { reading.time }
    set { reading.time = newValue }
  }
  /// The pen's angle above the surface, in radians; nil if the device does not report it.
  public var altitude: Double? {
    get { reading.altitude }
    set { reading.altitude = newValue }
  }
  /// The pen's direction, in radians from the x axis; nil if the device does not report it.
  public var azimuth: Double? {
    get { reading.azimuth }
    set { reading.azimuth = newValue }
  }
  /// The number by which a revision refers to this event.
  public var index: LogInteger? {
    get { hasIndex ? indexNumber : nil }
    set { (hasIndex, indexNumber) = (newValue != nil, newValue ?? 0) }
  }
}

/// The properties of an event that a device can deliver late.
public struct TouchProperties: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let pressure = TouchProperties(rawValue: 1)
  public static let point = TouchProperties(rawValue: 2)
  public static let altitude = TouchProperties(rawValue: 4)
  public static let azimuth = TouchProperties(rawValue: 8)
  package static let twist = TouchProperties(rawValue: 16)

  /// The names of each in a log, in the order in which they are written.
  static let named: [(property: TouchProperties, names: [String])] = [
    (.pressure, ["pressure", "force"]), (.point, ["point", "position", "location"]), (.altitude, ["altitude"]),
    (.azimuth, ["azimuth"]), (.twist, ["twist"]),
  ]
}

/// New values for an earlier event. Properties that are nil stay unchanged.
public struct TouchRevision: Hashable, Sendable, Sensed {
  /// The `index` of the revised event.
  public var index: LogInteger
  package var reading = PenReading()
  public var point: Point?
  /// The properties that another revision will change again.
  public var expects: TouchProperties
  public var touch: TouchID

  public init(
    index: LogInteger, touch: TouchID = .number(0), point: Point? = nil, pressure: Double? = nil, time: Double? = nil,
    altitude: Double? = nil, azimuth: Double? = nil, expects: TouchProperties = []
  ) {
    self.index = index
    self.touch = touch
    self.point = point
    reading = PenReading(pressure: pressure, time: time, altitude: altitude, azimuth: azimuth)
    self.expects = expects
  }

  /// As `TouchEvent.pressure`.
  public var pressure: Double? {
    get { reading.pressure }
    set { reading.pressure = newValue }
  }
  /// As `TouchEvent.time`.
  public var time: Double? {
    get { reading.time }
    set { reading.time = newValue }
  }
  /// As `TouchEvent.altitude`.
  public var altitude: Double? {
    get { reading.altitude }
    set { reading.altitude = newValue }
  }
  /// As `TouchEvent.azimuth`.
  public var azimuth: Double? {
    get { reading.azimuth }
    set { reading.azimuth = newValue }
  }
}

/// Stores a `Double?` as a Double, with NaN for nil.
///
/// Events have many numbers that a device may not report. This keeps them small and lets them be copied as plain bytes.
@propertyWrapper
public struct NaNAsNil: Hashable, Sendable {
  @usableFromInline var number: Double

  @inlinable public init(wrappedValue: Double?) {
    number = wrappedValue ?? .nan
  }

  @inlinable public var wrappedValue: Double? {
    get { number.isNaN ? nil : number }
    set { number = newValue ?? .nan }
  }

  @inlinable public static func == (one: NaNAsNil, other: NaNAsNil) -> Bool {
    one.wrappedValue == other.wrappedValue
  }

  @inlinable public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}
