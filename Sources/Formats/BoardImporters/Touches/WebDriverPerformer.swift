import Geometry
import ImportCore
import JSON
import TouchLog

/// Performs actions of several sources (W3C WebDriver, section 17): tick by tick, each source one action per tick. A
/// tick is as long as its longest action.
struct WebDriverPerformer {
  /// A source of actions.
  private struct Source {
    /// Where the action of the next tick begins.
    var action: LinePosition
    /// Nil for keys, wheels and pauses.
    var pointer: Pointer?
    var hasEnded = false
  }

  private struct Pointer {
    let id: TouchID
    let kind: TouchEvent.Pointer?
    var point = Point(0, 0)
    var isEraser = false
  }

  private let text: [UInt8]
  private let json = JSONScanner(spansLines: true)
  private var fields = ObjectFields(ActionSlot.keys, spansLines: true)
  /// The sources that have an action left.
  private var sources: [Source] = []
  private(set) var report = ImportReport(format: "WebDriver", ink: "pointerDown actions", unit: "CSS pixels")
  /// The time at which the tick begins, in milliseconds.
  private(set) var clock = 0.0
  private var tilt = PenTilt()

  /// Finds the sources.
  /// - Parameter text: Without a byte-order mark.
  init(_ text: [UInt8]) throws(Fault) {
    self.text = text
    let bytes = text.span
    let root = try Self.value(of: bytes)
    guard root.kind == .object else { throw root.wrongType(.object, key: "") }
    _ = try scan(bytes, from: root.start)
    var list = fields.value(ActionSlot.actions)
    if list == nil, let parameters = fields.value(ActionSlot.params), parameters.kind == .object {
      _ = try scan(bytes, from: parameters.start)
      list = fields.value(ActionSlot.actions)
    }
    guard let list else { throw Fault(.missingKey("\"actions\"", of: "the object"), at: root.start) }
    guard list.kind == .array else { throw list.wrongType(.array, key: "actions") }
    var found: [Source] = []
    var position = LinePosition()
    var next = element(bytes, from: list.start + 1)
    var id = 0
    while let start = next {
      position.advance(to: start, in: bytes)
      let (source, end) = try source(bytes, at: position, id: id)
      if let source { found.append(source) }
      next = element(bytes, from: end)
      id += 1
    }
    sources = found
  }

  /// Checks a whole text, and returns its value.
  private static func value(of bytes: Span<UInt8>) throws(Fault) -> JSONToken {
    var json = JSONScanner(spansLines: true)
    var offset = 0
    do throws(JSONFault) {
      _ = json.skipSpace(bytes, &offset)
      let value = try json.scanValue(bytes, at: offset, depth: 0)
      offset = value.end
      _ = json.skipSpace(bytes, &offset)
      if offset < bytes.count { throw json.unexpected(bytes, at: offset, .endOfFile) }
      return value
    } catch {
      throw Fault(error)
    }
  }

  /// Reads the values of an element, which must be an object, and returns the offset after it.
  private mutating func scan(_ bytes: Span<UInt8>, from start: Int) throws(Fault) -> Int {
    let token: JSONToken
    do throws(JSONFault) {
      if bytes[start] == ASCII.openBrace { return try fields.scan(bytes, from: start) }
      var json = json
      token = try json.scanValue(bytes, at: start, depth: 1)
    } catch {
      throw Fault(error)
    }
    throw token.wrongType(.object, key: "")
  }

  /// Where the first element of an array begins, after its bracket, or the next one, after an element; nil at the end.
  private func element(_ bytes: Span<UInt8>, from offset: Int) -> Int? {
    var offset = offset
    var byte = json.skipSpace(bytes, &offset)
    if byte == ASCII.comma {
      offset += 1
      byte = json.skipSpace(bytes, &offset)
    }
    return byte == ASCII.closeBracket ? nil : offset
  }

  private func required(_ slot: UInt8, _ key: String, of owner: String) throws(Fault) -> JSONToken {
    guard let value = fields.value(slot) else { throw Fault(.missingKey("\"\(key)\"", of: owner), at: fields.start) }
    return value
  }

  /// The source at a position, nil if it has no actions, and the offset after it.
  private mutating func source(
    _ bytes: Span<UInt8>, at position: LinePosition, id: Int
  ) throws(Fault) -> (Source?, end: Int) {
    let end = try scan(bytes, from: position.offset)
    let isPointer = try required(ActionSlot.type, "type", of: "the source").string(in: bytes, key: "type") == "pointer"
    guard let actions = fields.value(ActionSlot.actions) else { return (nil, end) }
    guard actions.kind == .array else { throw actions.wrongType(.array, key: "actions") }
    guard let first = element(bytes, from: actions.start + 1) else { return (nil, end) }
    var source = Source(action: position)
    source.action.advance(to: first, in: bytes)
    if isPointer {
      var name: String?
      if let parameters = fields.value(ActionSlot.parameters), parameters.kind == .object {
        _ = try scan(bytes, from: parameters.start)
        name = try fields.string(ActionSlot.pointerType, in: bytes)
      }
      let kind: TouchEvent.Pointer? =
        switch name {
        case "mouse", nil: .mouse
        case "pen": .pencil
        case "touch": .finger
        default: nil
        }
      source.pointer = Pointer(id: .number(id), kind: kind)
    }
    return (source, end)
  }

  /// Performs the next action of each source; returns false if there is none.
  /// - Parameter touches: Becomes the touches of the tick, in the order of their times.
  mutating func performTick(_ touches: inout [ImportedTouch]) throws(Fault) -> Bool {
    touches.removeAll(keepingCapacity: true)
    guard !sources.isEmpty else { return false }
    let text = text
    let bytes = text.span
    var length = 0.0
    var hasEnded = false
    for index in sources.indices {
      var source = sources[index]
      let end = try scan(bytes, from: source.action.offset)
      let duration = try fields.number(ActionSlot.duration, .atLeast(0), in: bytes) ?? 0
      length = max(length, duration)
      try perform(bytes, duration, &source, &touches)
      if let next = element(bytes, from: end) {
        source.action.advance(to: next, in: bytes)
      } else {
        (source.hasEnded, hasEnded) = (true, true)
      }
      sources[index] = source
    }
    // Sources that have ended take no more time, however many there are.
    if hasEnded { sources.removeAll { $0.hasEnded } }
    if touches.count > 1 { touches.sort { $0.event.time ?? 0 < $1.event.time ?? 0 } }
    clock += length
    return true
  }

  /// Performs an action of a pointer; other sources do nothing but take time.
  private mutating func perform(
    _ bytes: Span<UInt8>, _ duration: Double, _ source: inout Source, _ touches: inout [ImportedTouch]
  ) throws(Fault) {
    guard var pointer = source.pointer else { return }
    let type = try required(ActionSlot.type, "type", of: "the action")
    let phase: TouchEvent.Phase
    var time = clock
    switch try type.string(in: bytes, key: "type") {
    case "pause": return
    case "pointerDown":
      phase = .began
      let button = try fields.value(ActionSlot.button)?.integer(
        .between(Double(Int.min), Double(Int.max)), in: bytes, key: "button")
      pointer.isEraser = button == 5
    case "pointerUp": phase = .ended
    case "pointerCancel": phase = .cancelled
    case "pointerMove":
      phase = .moved
      pointer.point = try point(bytes, from: pointer.point)
      time += duration
    case let name:
      throw Fault(
        .unknownName(
          key: "type", name: name, allowed: ["pointerDown", "pointerMove", "pointerUp", "pointerCancel", "pause"]),
        at: type.start)
    }
    source.pointer = pointer
    var event = TouchEvent(
      phase: phase, touch: pointer.id, point: pointer.point,
      pressure: try fields.number(ActionSlot.pressure, .unit, in: bytes), time: time / 1000, pointer: pointer.kind)
    event.details.setTangentialPressure(
      ofPointer: try fields.number(ActionSlot.tangentialPressure, .signedUnit, in: bytes) ?? 0)
    event.details.setContact(
      ofPointer: try fields.number(ActionSlot.width, .atLeast(0), in: bytes) ?? 1,
      try fields.number(ActionSlot.height, .atLeast(0), in: bytes) ?? 1)
    try setTilt(of: &event, bytes)
    touches.append(
      ImportedTouch(event, isEraser: pointer.isEraser, line: source.action.line, column: source.action.column))
  }

  /// The point to which an action moves.
  private mutating func point(_ bytes: Span<UInt8>, from point: Point) throws(Fault) -> Point {
    let x = try required(ActionSlot.x, "x", of: "pointerMove").number(.coordinate, in: bytes, key: "x")
    let y = try required(ActionSlot.y, "y", of: "pointerMove").number(.coordinate, in: bytes, key: "y")
    guard let origin = fields.value(ActionSlot.origin) else { return Point(x, y) }
    if origin.kind == .object {
      report.assume("the positions in an element are those in the page")
      return Point(x, y)
    }
    switch try origin.string(in: bytes, key: "origin") {
    case "viewport": return Point(x, y)
    case "pointer": return Point(point.x + x, point.y + y)
    case let name:
      throw Fault(.unknownName(key: "origin", name: name, allowed: ["viewport", "pointer"]), at: origin.start)
    }
  }

  private mutating func setTilt(of event: inout TouchEvent, _ bytes: Span<UInt8>) throws(Fault) {
    // Pens that do not measure it report 0.
    if let twist = try fields.number(ActionSlot.twist, in: bytes), twist != 0 { event.twist = twist }
    if let altitude = try fields.number(ActionSlot.altitude, in: bytes) {
      (event.altitude, event.azimuth) = (altitude, try fields.number(ActionSlot.azimuth, in: bytes) ?? 0)
      return
    }
    let x = try fields.number(ActionSlot.tiltX, in: bytes)
    let y = try fields.number(ActionSlot.tiltY, in: bytes)
    if x != nil || y != nil { (event.altitude, event.azimuth) = tilt.angles(x: x ?? 0, y: y ?? 0) }
  }
}

/// The slots of the values of actions, and of the objects around them.
private enum ActionSlot {
  static let actions: UInt8 = 0
  static let params: UInt8 = 1
  static let parameters: UInt8 = 2
  static let pointerType: UInt8 = 3
  static let type: UInt8 = 4
  static let duration: UInt8 = 5
  static let button: UInt8 = 6
  static let x: UInt8 = 7
  static let y: UInt8 = 8
  static let origin: UInt8 = 9
  static let pressure: UInt8 = 10
  static let tangentialPressure: UInt8 = 11
  static let width: UInt8 = 12
  static let height: UInt8 = 13
  static let twist: UInt8 = 14
  static let altitude: UInt8 = 15
  static let azimuth: UInt8 = 16
  static let tiltX: UInt8 = 17
  static let tiltY: UInt8 = 18

  /// In the order of the slots.
  static let keys = [
    "actions", "params", "parameters", "pointerType", "type", "duration", "button", "x", "y", "origin", "pressure",
    "tangentialPressure", "width", "height", "twist", "altitudeAngle", "azimuthAngle", "tiltX", "tiltY",
  ].enumerated().map { FieldKey(name: $1, slot: UInt8($0)) }
}
