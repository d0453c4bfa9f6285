import Files
import Geometry
import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// UIKit's touches: a JSON array.
  package static let uitouch = LogFormat("uitouch", "UIKit's touches, an array of objects") { glimpse in
    guard glimpse.json?.isArray == true else { return false }
    guard let object = glimpse.firstObject else { return glimpse.json?.elements.isEmpty == true }
    return object["phase"]?.isNumber == true || object.keys.contains { $0 == "touchIdentifier" }
  } open: { input, name, _ in
    UITouchReader(input, name: name)
  }
}

/// Reads recordings of UIKit's touches: a JSON array with one object for each real event, prediction or late update.
///
/// The keys are the names of UITouch's properties; `phase` and `type` have UIKit's numbers.
package struct UITouchReader: EventReader {
  private var array: JSONObjectInput
  private var fields = ObjectFields(UITouchSlot.keys, spansLines: true)
  /// For each event, by its index, the properties that an update will give.
  private var expected: [Int: TouchProperties] = [:]

  /// The brush of the last ink that was named.
  private var brush: Brush?
  /// The touch that begins after a tool line.
  private var held: TouchEvent?

  /// The brushes of PencilKit's inks, by the last part of their identifiers.
  private static let inks: [(name: String, brush: Brush)] = [
    ("pen", .ink), ("pencil", .pencil), ("marker", .chisel), ("monoline", .monoline), ("fountainPen", .fountain),
    ("watercolor", .watercolor), ("crayon", .crayon), ("reed", .nib),
  ]

  /// The location of the phase of the event returned last.
  package private(set) var location: LogLocation

  package let report = ImportReport(
    format: "UITouch", ink: "touches that begin and move", unit: "points", timeBase: "seconds, per point")

  /// - Parameter name: The file as the user named it, for messages.
  package init(_ source: any ByteSource, name: String) {
    self.init(InputBuffer(source), name: name)
  }

  init(_ input: InputBuffer, name: String) {
    array = JSONObjectInput(input, name: name, isArray: true)
    location = LogLocation(file: name, line: 1, column: 1)
  }

  /// The event of the next object; nil after the array.
  ///
  /// - Throws: `LogReadError.malformed` if the object is wrong; the next call continues with the object after it, or
  ///   returns nil if the brackets do not show where that begins. `.file` if the source cannot be read.
  package mutating func next() throws(LogReadError) -> LogEvent? {
    if let touch = held.take() { return .touch(touch) }
    guard try array.findObject() else { return nil }
    try array.read(&fields)
    do throws(Fault) {
      let event = try event()
      location = array.location(of: fields[UITouchSlot.phase]?.start ?? array.object.lowerBound)
      return event
    } catch {
      throw array.located(error)
    }
  }

  private mutating func event() throws(Fault) -> LogEvent {
    let chunk = array.bytes
    let bytes = chunk.span.extracting(0..<array.object.upperBound)
    let isUpdate = try fields.boolean(UITouchSlot.isUpdate) ?? false
    if isUpdate { return .revision(try revision(bytes)) }
    let touch = try touchEvent(bytes)
    guard touch.phase == .began, let named = try namedBrush(bytes), named != brush else { return .touch(touch) }
    (brush, held) = (named, touch)
    var tool = ToolChange(name: "pen")
    tool.style[StyleKeys.brush] = named
    return .tool(tool)
  }

  /// The brush of the ink that a touch names; nil for none, and for unknown inks.
  private func namedBrush(_ bytes: Span<UInt8>) throws(Fault) -> Brush? {
    guard let token = fields.value(UITouchSlot.inkType) else { return nil }
    let name = try token.string(in: bytes, key: "inkType").split(separator: ".").last ?? ""
    return Self.inks.first { $0.name == name }?.brush
  }

  /// A real event or a prediction.
  ///
  /// A prediction repeats the index of the last real event. Revisions refer to the real event, so the prediction gets
  /// no index. The force of the last event of a touch is always 0 and was not measured, so that event gets no pressure.
  private mutating func touchEvent(_ bytes: Span<UInt8>) throws(Fault) -> TouchEvent {
    let phase = try phase(bytes)
    guard let point = try point(bytes) else { throw missing("location") }
    let isPredicted = try fields.boolean(UITouchSlot.isPrediction) ?? false
    let index = isPredicted ? nil : try fields.integer(UITouchSlot.index, in: bytes)
    let expects = index == nil ? [] : try expectedProperties(bytes)
    if let index, !expects.isEmpty { expected[index] = expects }
    var event = TouchEvent(
      phase: phase, touch: try fields.touch(UITouchSlot.touch, in: bytes), point: point,
      pressure: phase == .ended || phase == .cancelled ? nil : try pressure(bytes),
      time: try fields.number(UITouchSlot.timestamp, in: bytes),
      altitude: try fields.number(UITouchSlot.altitude, in: bytes),
      azimuth: try azimuth(bytes), pointer: try pointer(bytes), predicted: isPredicted, index: index,
      expects: expects)
    event.twist = try twist(bytes)
    if let radius = try fields.number(UITouchSlot.majorRadius, .atLeast(0), in: bytes), radius > 0 {
      event.details.contact = Size(width: 2 * radius, height: 2 * radius)
    }
    return event
  }

  /// An update gives the properties that its event or the update before it expected. UIKit repeats the others.
  private mutating func revision(_ bytes: Span<UInt8>) throws(Fault) -> TouchRevision {
    guard let index = try fields.integer(UITouchSlot.index, in: bytes) else {
      throw missing("estimationUpdateIndex", of: "isUpdate")
    }
    let given = expected.removeValue(forKey: index) ?? .pressure
    let expects = try expectedProperties(bytes)
    if !expects.isEmpty { expected[index] = expects }
    var revision = TouchRevision(
      index: index, touch: try fields.touch(UITouchSlot.touch, in: bytes),
      point: given.contains(.point) ? try point(bytes) : nil,
      pressure: given.contains(.pressure) ? try pressure(bytes) : nil,
      altitude: given.contains(.altitude) ? try fields.number(UITouchSlot.altitude, in: bytes) : nil,
      azimuth: given.contains(.azimuth) ? try azimuth(bytes) : nil,
      expects: expects)
    if given.contains(.twist) { revision.twist = try twist(bytes) }
    return revision
  }

  /// In degrees; nil for a pencil that does not measure its roll, which reports 0.
  private func twist(_ bytes: Span<UInt8>) throws(Fault) -> Double? {
    try fields.number(UITouchSlot.roll, in: bytes).flatMap { $0 == 0 ? nil : $0 * 180 / .pi }
  }

  private func missing(_ key: String, of other: String = "phase") -> Fault {
    Fault(.missingKey("\"\(key)\"", of: other), at: array.object.lowerBound)
  }
}

/// Conversion of UIKit's values to those of the touch log.
extension UITouchReader {
  private func phase(_ bytes: Span<UInt8>) throws(Fault) -> TouchEvent.Phase {
    guard let token = fields.value(UITouchSlot.phase) else { throw missing("phase", of: "location") }
    switch try token.integer(in: bytes, key: "phase") {
    case 0: return .began
    case 1: return .moved
    case 2: return .stationary
    case 3: return .ended
    case 4: return .cancelled
    case let phase:
      throw Fault(.outOfRange(key: "phase", value: Double(phase), allowed: .between(0, 4)), at: token.start)
    }
  }

  private func point(_ bytes: Span<UInt8>) throws(Fault) -> Point? {
    guard let token = fields.value(UITouchSlot.location) else { return nil }
    let (x, y) = try fields.pair(token, slot: UITouchSlot.location, .coordinate, in: bytes, expected: .point)
    return Point(x, y)
  }

  /// A maximum force of 0 or less means that the device has no sensor. A Pencil's average force is 1, its maximum 4.17:
  /// 1.6 · force / maximum is the pressure, so that an average stroke can still become wider. The force of a finger is
  /// its pressure.
  private func pressure(_ bytes: Span<UInt8>) throws(Fault) -> Double? {
    let maximum = try fields.number(UITouchSlot.maximumForce, in: bytes) ?? 0
    guard let force = try fields.number(UITouchSlot.force, .atLeast(0), in: bytes), maximum > 0 else { return nil }
    return min(1, try pointer(bytes) == .pencil ? 1.6 * force / maximum : force)
  }

  /// UIKit's azimuth is in −π...π, the log's in 0...2π.
  private func azimuth(_ bytes: Span<UInt8>) throws(Fault) -> Double? {
    try fields.number(UITouchSlot.azimuth, in: bytes).map { $0 < 0 ? $0 + 2 * .pi : $0 }
  }

  private func pointer(_ bytes: Span<UInt8>) throws(Fault) -> TouchEvent.Pointer? {
    switch try fields.integer(UITouchSlot.type, in: bytes) {
    case 0: .finger
    case 2: .pencil
    case 3: .mouse
    default: nil
    }
  }

  /// Converts the bits of UITouch.Properties.
  private func expectedProperties(_ bytes: Span<UInt8>) throws(Fault) -> TouchProperties {
    let bits = try fields.integer(UITouchSlot.expecting, in: bytes) ?? 0
    let properties: [TouchProperties] = [.pressure, .azimuth, .altitude, .point, .twist]
    return properties.enumerated().reduce(into: []) { if bits & 1 << $1.offset != 0 { $0.insert($1.element) } }
  }
}

/// The slots for the values of a UIKit touch's keys.
private enum UITouchSlot {
  static let phase: UInt8 = 0
  static let touch: UInt8 = 1
  static let timestamp: UInt8 = 2
  static let type: UInt8 = 3
  static let force: UInt8 = 4
  static let maximumForce: UInt8 = 5
  /// The coordinates have the next two slots.
  static let location: UInt8 = 6
  static let azimuth: UInt8 = 9
  static let altitude: UInt8 = 10
  static let index: UInt8 = 11
  static let expecting: UInt8 = 12
  static let isUpdate: UInt8 = 13
  static let isPrediction: UInt8 = 14
  static let roll: UInt8 = 15
  /// Not a key of UITouch: the identifier of PencilKit's ink.
  static let inkType: UInt8 = 16
  static let majorRadius: UInt8 = 17

  static let keys: [FieldKey] = [
    FieldKey(name: "phase", slot: phase),
    FieldKey(name: "touchIdentifier", slot: touch),
    FieldKey(name: "timestamp", slot: timestamp),
    FieldKey(name: "type", slot: type),
    FieldKey(name: "force", slot: force),
    FieldKey(name: "maximumPossibleForce", slot: maximumForce),
    FieldKey(name: "location", slot: location, isPair: true),
    FieldKey(name: "azimuth", slot: azimuth),
    FieldKey(name: "altitudeAngle", slot: altitude),
    FieldKey(name: "estimationUpdateIndex", slot: index),
    FieldKey(name: "estimatedPropertiesExpectingUpdates", slot: expecting),
    FieldKey(name: "isUpdate", slot: isUpdate),
    FieldKey(name: "isPrediction", slot: isPrediction),
    FieldKey(name: "rollAngle", slot: roll),
    FieldKey(name: "inkType", slot: inkType),
    FieldKey(name: "majorRadius", slot: majorRadius),
  ]
}
