import Geometry

/// What a device reports of a touch at one moment, besides its position. Values that are nil are unknown.
///
/// Events, revisions and the points of other formats share it. A new sensor is a property here, in `details` unless it
/// changes ink, and a row of `sensors`.
package struct PenReading: Hashable, Sendable {
  /// 0 or more, 1 is full pressure.
  @NaNAsNil package var pressure: Double? = nil
  /// In seconds from an arbitrary origin.
  @NaNAsNil package var time: Double? = nil
  /// The pen's angle above the surface, in radians.
  @NaNAsNil package var altitude: Double? = nil
  /// The pen's direction, in radians from the x axis.
  @NaNAsNil package var azimuth: Double? = nil
  /// Hundredths of a degree of one turn, plus 1; 0 if unknown. So events have little space unused.
  private var turn: UInt16 = 0
  package var details = TouchDetails()

  package init(
    pressure: Double? = nil, time: Double? = nil, altitude: Double? = nil, azimuth: Double? = nil, twist: Double? = nil,
    details: TouchDetails = TouchDetails()
  ) {
    (self.pressure, self.time, self.altitude, self.azimuth) = (pressure, time, altitude, azimuth)
    self.details = details
    if let twist { self.twist = twist }
  }

  /// How far the pen is turned about its own axis, clockwise, in degrees of one turn, in steps of 1/100.
  package var twist: Double? {
    get { turn == 0 ? nil : Double(turn - 1) / 100 }
    set {
      let turns = (newValue ?? .nan) / 360
      let part = ((turns - turns.rounded(.down)) * 36_000).rounded()
      turn = part.isFinite ? UInt16(saturating: part) % 36_000 + 1 : 0
    }
  }

  /// The reading, with values that are unknown taken from another.
  package func completed(from other: PenReading) -> PenReading {
    var result = self
    result.pressure = pressure ?? other.pressure
    result.time = time ?? other.time
    result.altitude = altitude ?? other.altitude
    result.azimuth = azimuth ?? other.azimuth
    if turn == 0 { result.turn = other.turn }
    result.details = details.completed(from: other.details)
    return result
  }
}

/// What a device reports of a touch that does not change the ink, in 48 bits: events are many.
package struct TouchDetails: Hashable, Sendable {
  // The numbers of steps plus 1; 0 if unknown.
  private var pressure: UInt16 = 0
  private var width: UInt16 = 0
  private var height: UInt16 = 0

  /// Steps of a tangential pressure per 1, and those of a length per point.
  private static let (pressureSteps, lengthSteps) = (10_000.0, 50.0)

  package init() {}

  package var isKnown: Bool { pressure | width != 0 }

  /// The position of the wheel or slider on a pen's barrel, -1...1, in steps of 1/10000.
  package var tangentialPressure: Double? {
    get { pressure == 0 ? nil : (Double(pressure - 1) - Self.pressureSteps) / Self.pressureSteps }
    set { pressure = newValue.map { Self.code((min(1, $0) + 1) * Self.pressureSteps) } ?? 0 }
  }

  /// The width and height in which the touch meets the surface, in steps of 1/50 point up to 1310.68 points.
  package var contact: Size? {
    get {
      if width == 0 { return nil }
      return Size(width: Double(width - 1) / Self.lengthSteps, height: Double(height - 1) / Self.lengthSteps)
    }
    set {
      width = newValue.map { Self.code($0.width * Self.lengthSteps) } ?? 0
      height = newValue.map { Self.code($0.height * Self.lengthSteps) } ?? 0
    }
  }

  private static func code(_ steps: Double) -> UInt16 { min(UInt16(saturating: steps.rounded()), .max - 1) + 1 }

  /// The details, with those that are unknown taken from others.
  package func completed(from others: TouchDetails) -> TouchDetails {
    var result = self
    if pressure == 0 { result.pressure = others.pressure }
    if width == 0 { (result.width, result.height) = (others.width, others.height) }
    return result
  }
}

// MARK: Sensors

/// A value of a reading: its key in log lines, and what other formats need to know of it.
package struct Sensor: Sendable {
  package let field: Field<PenReading>
  /// Its values in the plural, for what a conversion loses; nil if other names stand for it there.
  package let plural: String?
  /// The key under which saved drawings have the values of all samples of a stroke; nil for what samples contain.
  package let column: FieldSchema?
  /// The least value; in a column, 1 less stands for an unknown one.
  package let least: Double
  package let isPair: Bool
  /// The one or two numbers of the value; none if it is unknown.
  package let numbers: @Sendable (TouchDetails) -> [Double]
  package let setNumbers: @Sendable (inout TouchDetails, [Double]) -> Void

  fileprivate init<Value: SensorValue>(
    _ name: String, _ type: ValueType<Value>, _ meaning: String, also: [String] = [], unit: String? = nil,
    default usual: String = "unknown", plural: String? = nil, column: (name: String, meaning: String)? = nil,
    least: Double = 0, _ get: @escaping @Sendable (PenReading) -> Value?,
    _ set: @escaping @Sendable (inout PenReading, Value) -> Void
  ) {
    field = Field(name, type, meaning, also: also, unit: unit, default: usual, get, set)
    (self.plural, self.least, isPair) = (plural, least, Value.isPair)
    let element = isPair ? ValueSchema.pair(nil) : .number(nil)
    self.column = column.map { FieldSchema($0.name, .array(of: element), $0.meaning) }
    numbers = { get(PenReading(details: $0))?.numbers ?? [] }
    setNumbers = { details, numbers in
      var reading = PenReading(details: details)
      set(&reading, Value(numbers: numbers))
      details = reading.details
    }
  }
}

/// A number or a pair.
private protocol SensorValue: Sendable {
  static var isPair: Bool { get }
  var numbers: [Double] { get }
  init(numbers: [Double])
}

extension Double: SensorValue {
  fileprivate static var isPair: Bool { false }
  fileprivate var numbers: [Double] { [self] }
  fileprivate init(numbers: [Double]) { self = numbers[0] }
}

extension Size: SensorValue {
  fileprivate static var isPair: Bool { true }
  fileprivate var numbers: [Double] { [width, height] }
  fileprivate init(numbers: [Double]) { self.init(width: numbers[0], height: numbers[1]) }
}

extension PenReading {
  /// All sensors, in the order in which they are read, written and described. The first five are plain numbers, which
  /// `TouchScanner` reads by itself.
  package static let sensors: [Sensor] = [
    Sensor(
      "pressure", .number(.atLeast(0)), "the pressure, 1 for full pressure", also: ["force"],
      default: "the width follows the speed", { $0.pressure }, { $0.pressure = $1 }),
    Sensor(
      "time", .number, "the time, from an arbitrary origin", also: ["t", "timestamp"], unit: "seconds",
      default: "a fixed step after the touch's last event", { $0.time }, { $0.time = $1 }),
    Sensor(
      "altitude", .number, "the pen's angle above the surface", unit: "radians", { $0.altitude }, { $0.altitude = $1 }),
    Sensor(
      "azimuth", .number, "the pen's direction, from the x axis", unit: "radians", { $0.azimuth }, { $0.azimuth = $1 }),
    Sensor(
      "twist", .number, "how far the pen is turned about its own axis, clockwise, which turns a broad tip",
      unit: "degrees", plural: "twists", { $0.twist }, { $0.twist = $1 }),
    Sensor(
      "tangentialPressure", .number(.signedUnit),
      "the position of the wheel or slider on the pen's barrel, which is kept but draws nothing",
      plural: "tangential pressures",
      column: (
        "tangentialPressures",
        "the position of the wheel or slider on the pen's barrel at each sample, -1 to 1; below -1 if unknown"
      ), least: -1, { $0.details.tangentialPressure }, { $0.details.tangentialPressure = $1 }),
    Sensor(
      "contact", .size(.atLeast(0)),
      "the width and height in which the touch meets the surface, which are kept but draw nothing", unit: "points",
      plural: "sizes of contacts",
      column: (
        "contacts",
        "the width and height in which the touch meets the surface at each sample, in points; below 0 if unknown"
      ), { $0.details.contact }, { $0.details.contact = $1 }),
  ]
}

/// A moment of which a device has reported something.
package protocol Sensed {
  var reading: PenReading { get set }
}

extension Sensed {
  package var pressure: Double? {
    get { reading.pressure }
    set { reading.pressure = newValue }
  }
  package var time: Double? {
    get { reading.time }
    set { reading.time = newValue }
  }
  package var altitude: Double? {
    get { reading.altitude }
    set { reading.altitude = newValue }
  }
  package var azimuth: Double? {
    get { reading.azimuth }
    set { reading.azimuth = newValue }
  }
  package var twist: Double? {
    get { reading.twist }
    set { reading.twist = newValue }
  }
  package var details: TouchDetails {
    get { reading.details }
    set { reading.details = newValue }
  }
}
