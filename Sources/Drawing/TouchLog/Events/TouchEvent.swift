import Geometry

/// A report from a touch screen, a pen or a mouse at one moment.
public struct TouchEvent: Hashable, Sendable {
  /// The phase of the touch at this event.
  public enum Phase: String, Sendable, CaseIterable {
    case began, moved, stationary, ended, cancelled
  }

  /// The kind of device that made the touch.
  public enum Pointer: String, Sendable, CaseIterable {
    case finger, pencil, mouse
  }

  /// The position in points. Each coordinate is at most `LogLimits.coordinate` from zero.
  public var point: Point
  /// 0 or more, 1 is full pressure; nil if the device does not report it.
  @NaNAsNil public var pressure: Double?
  /// In seconds from an arbitrary origin; nil if the recording has no times.
  @NaNAsNil public var time: Double?
  /// The pen's angle above the surface, in radians; nil if the device does not report it.
  @NaNAsNil public var altitude: Double?
  /// The pen's direction, in radians from the x axis; nil if the device does not report it.
  @NaNAsNil public var azimuth: Double?
  public var touch: TouchID
  public var phase: Phase
  public var pointer: Pointer?
  /// Whether the event is a prediction of the device, which the touch's next real event replaces.
  public var predicted: Bool
  /// The properties whose values are preliminary: a later revision gives the final ones.
  public var expects: TouchProperties
  // With this order, the properties leave little space unused.
  /// How far the pen is turned about its own axis, clockwise, in degrees of one turn; nil if the device does not report
  /// it.
  @Hundredths package var twist: Double?
  /// The number by which a revision refers to this event.
  public var index: LogInteger?
  package var details = TouchDetails()

  public init(
    phase: Phase, touch: TouchID = .number(0), point: Point, pressure: Double? = nil, time: Double? = nil,
    altitude: Double? = nil, azimuth: Double? = nil, pointer: Pointer? = nil, predicted: Bool = false,
    index: LogInteger? = nil, expects: TouchProperties = []
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

/// The properties of an event that a device can deliver late.
public struct TouchProperties: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let pressure = TouchProperties(rawValue: 1)
  public static let point = TouchProperties(rawValue: 2)
  public static let altitude = TouchProperties(rawValue: 4)
  public static let azimuth = TouchProperties(rawValue: 8)
  package static let twist = TouchProperties(rawValue: 16)
}

/// New values for an earlier event. Properties that are nil stay unchanged.
public struct TouchRevision: Hashable, Sendable {
  /// The `index` of the revised event.
  public var index: LogInteger
  @NaNAsNil public var pressure: Double?
  @NaNAsNil public var time: Double?
  @NaNAsNil public var altitude: Double?
  @NaNAsNil public var azimuth: Double?
  /// In degrees; see `TouchEvent.twist`.
  @Hundredths package var twist: Double?
  package var details = TouchDetails()
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
    self.pressure = pressure
    self.time = time
    self.altitude = altitude
    self.azimuth = azimuth
    self.expects = expects
  }
}

/// Stores an angle in hundredths of a degree of one turn, which fits between the other properties of an event.
@propertyWrapper
package struct Hundredths: Hashable, Sendable {
  /// 1 more than the angle; 0 if unknown.
  private var code: UInt16 = 0

  package init() {}

  /// In degrees.
  package var wrappedValue: Double? {
    get { code == 0 ? nil : Double(code - 1) / 100 }
    set {
      let turns = (newValue ?? .nan) / 360
      let part = ((turns - turns.rounded(.down)) * 36_000).rounded()
      code = part.isFinite ? UInt16(saturating: part) % 36_000 + 1 : 0
    }
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
