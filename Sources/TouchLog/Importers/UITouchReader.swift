import Files
import Geometry

/// Reads recordings of UIKit's touches: a JSON array with an object for each real event, prediction and late update.
///
/// Properties have UIKit's names (UITouch), `phase` and `type` UIKit's numbers.
public struct UITouchReader: EventReader {
  private var array: JSONArrayInput
  private var fields = ObjectFields(UITouchSlot.keys, spansLines: true)
  /// What the events that have been read still expect, by their index: what an update of theirs gives.
  private var expected: [Int: TouchProperties] = [:]

  /// The phase in the object of the event last returned.
  public private(set) var place: LogPlace

  /// - Parameter name: The file as the user named it, for messages.
  public init(_ source: any ByteSource, name: String) {
    self.init(InputBuffer(source), name: name)
  }

  init(_ input: InputBuffer, name: String) {
    array = JSONArrayInput(input, name: name)
    place = LogPlace(file: name, line: 1, column: 1)
  }

  /// The event of the next object, nil behind the array.
  ///
  /// - Throws: `LogReadError.malformed` where the object is wrong: the next call goes on with the one after it, or
  ///   returns nil where the brackets do not show where that begins; and `.file` where the source cannot be read.
  public mutating func next() throws(LogReadError) -> LogEvent? {
    guard try array.findObject() else { return nil }
    do throws(Fault) {
      let event = try event()
      place = array.place(of: fields[UITouchSlot.phase]?.start ?? array.object.lowerBound)
      return event
    } catch {
      throw array.located(error)
    }
  }

  private mutating func event() throws(Fault) -> LogEvent {
    let chunk = array.input.bytes
    let bytes = chunk.span.extracting(0..<array.object.upperBound)
    _ = try fields.scan(bytes, from: array.object.lowerBound)
    let isUpdate = try fields.boolean(UITouchSlot.isUpdate) ?? false
    return isUpdate ? .revision(try revision(bytes)) : .touch(try touchEvent(bytes))
  }

  /// A real event or a prediction.
  ///
  /// A prediction's index is that of the last real event, which alone is revised under it. The last event of a touch
  /// has a force of 0, which was not measured.
  private mutating func touchEvent(_ bytes: Span<UInt8>) throws(Fault) -> TouchEvent {
    let phase = try phase(bytes)
    guard let point = try point(bytes) else { throw missing("location") }
    let isPredicted = try fields.boolean(UITouchSlot.isPrediction) ?? false
    let index = isPredicted ? nil : try fields.integer(UITouchSlot.index, in: bytes)
    let expects = index == nil ? [] : try expectedProperties(bytes)
    if let index, !expects.isEmpty { expected[index] = expects }
    return TouchEvent(
      phase: phase, touch: try fields.touch(UITouchSlot.touch, in: bytes), point: point,
      pressure: phase == .ended || phase == .cancelled ? nil : try pressure(bytes),
      time: try fields.number(UITouchSlot.timestamp, in: bytes),
      altitude: try fields.number(UITouchSlot.altitude, in: bytes),
      azimuth: try azimuth(bytes), pointer: try pointer(bytes), predicted: isPredicted, index: index,
      expects: expects)
  }

  /// An update gives the properties that its event, or the update before, expected; UIKit repeats the others.
  private mutating func revision(_ bytes: Span<UInt8>) throws(Fault) -> TouchRevision {
    guard let index = try fields.integer(UITouchSlot.index, in: bytes) else {
      throw missing("estimationUpdateIndex", of: "isUpdate")
    }
    let given = expected.removeValue(forKey: index) ?? .pressure
    let expects = try expectedProperties(bytes)
    if !expects.isEmpty { expected[index] = expects }
    return TouchRevision(
      index: index, touch: try fields.touch(UITouchSlot.touch, in: bytes),
      point: given.contains(.point) ? try point(bytes) : nil,
      pressure: given.contains(.pressure) ? try pressure(bytes) : nil,
      altitude: given.contains(.altitude) ? try fields.number(UITouchSlot.altitude, in: bytes) : nil,
      azimuth: given.contains(.azimuth) ? try azimuth(bytes) : nil,
      expects: expects)
  }

  private func missing(_ key: String, of other: String = "phase") -> Fault {
    Fault(.missingKey("\"\(key)\"", of: other), at: array.object.lowerBound)
  }
}

/// UIKit's values, in the terms of the touch log.
extension UITouchReader {
  private func phase(_ bytes: Span<UInt8>) throws(Fault) -> TouchEvent.Phase {
    guard let token = fields.value(UITouchSlot.phase) else { throw missing("phase", of: "location") }
    switch try fields.integer(token, in: bytes) {
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
    let limit = LogLimits.coordinate
    let (x, y) = try fields.pair(
      token, slot: UITouchSlot.location, .between(-limit, limit), in: bytes, expected: .point)
    return Point(x, y)
  }

  /// A force of at most 0 is that of a device without a sensor. A Pencil's average force is 1 of a maximum of 4.17,
  /// which leaves its strokes room to become wider; the force of a finger is taken as it is.
  private func pressure(_ bytes: Span<UInt8>) throws(Fault) -> Double? {
    let maximum = try fields.number(UITouchSlot.maximumForce, in: bytes) ?? 0
    guard let force = try fields.number(UITouchSlot.force, .atLeast(0), in: bytes), maximum > 0 else { return nil }
    return min(1, try pointer(bytes) == .pencil ? 1.6 * force / maximum : force)
  }

  /// UIKit's azimuth goes from −π to π, the log's from 0 to 2π.
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

  /// The bits of UITouch.Properties.
  private func expectedProperties(_ bytes: Span<UInt8>) throws(Fault) -> TouchProperties {
    let bits = try fields.integer(UITouchSlot.expecting, in: bytes) ?? 0
    let properties: [TouchProperties] = [.pressure, .azimuth, .altitude, .point]
    return properties.enumerated().reduce(into: []) { if bits & 1 << $1.offset != 0 { $0.insert($1.element) } }
  }
}
