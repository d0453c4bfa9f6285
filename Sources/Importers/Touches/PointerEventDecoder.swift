import Geometry
import JSON
import TouchLog

/// The slots for the values of a PointerEvent's keys.
enum PointerSlot {
  // The name of the event.
  static let type: UInt8 = 0
  static let name: UInt8 = 3

  static let pointer: UInt8 = 4
  static let pointerType: UInt8 = 5
  /// The first of the slots for `positions`.
  static let position: UInt8 = 6
  /// The first of the slots for `times`.
  static let time: UInt8 = 14
  static let pressure: UInt8 = 19
  static let buttons: UInt8 = 20
  static let tiltX: UInt8 = 21
  static let tiltY: UInt8 = 22
  static let altitude: UInt8 = 23
  static let azimuth: UInt8 = 24
  static let coalesced: UInt8 = 25
  static let predicted: UInt8 = 26

  /// The keys that can name an event. The first that names one counts.
  static let names = ["type", "eventType", "event", "name"]
  /// The keys for x and y. A log uses the first pair that its first event has.
  static let positions = [("x", "y"), ("clientX", "clientY"), ("offsetX", "offsetY"), ("pageX", "pageY")]
  /// The keys for the time, likewise.
  static let times = ["timeStamp", "time", "t", "timestamp", "currentTime"]

  /// Keys that are not needed. Those that are known take less time than others.
  private static let ignored = [
    "isPrimary", "width", "height", "tangentialPressure", "twist", "button", "isTrusted", "screenX", "screenY",
    "movementX", "movementY", "layerX", "layerY", "ctrlKey", "shiftKey", "altKey", "metaKey", "detail", "which",
    "bubbles", "cancelable", "defaultPrevented", "composed", "eventPhase", "returnValue", "cancelBubble",
    "description", "target",
  ]

  static let keys: [FieldKey] =
    names.enumerated().map { FieldKey(name: $1, slot: type + UInt8($0)) }
    + [
      FieldKey(name: "pointerId", slot: pointer), FieldKey(name: "identifier", slot: pointer),
      FieldKey(name: "pointerType", slot: pointerType),
    ]
    + positions.flatMap { [$0.0, $0.1] }.enumerated().map { FieldKey(name: $1, slot: position + UInt8($0)) }
    + times.enumerated().map { FieldKey(name: $1, slot: time + UInt8($0)) }
    + [
      FieldKey(name: "pressure", slot: pressure), FieldKey(name: "buttons", slot: buttons),
      FieldKey(name: "tiltX", slot: tiltX), FieldKey(name: "tiltY", slot: tiltY),
      FieldKey(name: "altitudeAngle", slot: altitude), FieldKey(name: "azimuthAngle", slot: azimuth),
      FieldKey(name: "coalesced", slot: coalesced), FieldKey(name: "coalescedEvents", slot: coalesced),
      FieldKey(name: "predicted", slot: predicted), FieldKey(name: "predictedEvents", slot: predicted),
    ] + ignored.enumerated().map { FieldKey(name: $1, slot: predicted + 1 + UInt8($0)) }
}

/// Converts the values of PointerEvents to those of touches. The first event decides which keys count.
struct PointerEventDecoder {
  /// The index of the keys for x and y in `PointerSlot.positions`.
  private var position: Int?
  /// The index of the key for the time in `PointerSlot.times`, and the first time.
  private var time: (key: Int, origin: Double)?
  private var tilt = PenTilt()

  private static let pointers = NameTable(["mouse", "pen", "touch"])

  /// A sentence about the unit of the coordinates.
  var unit: String? {
    position.map { "CSS pixels, \(PointerSlot.positions[$0].0) and \(PointerSlot.positions[$0].1)" }
  }

  /// A sentence about the times.
  var timeBase: String {
    time.map { "milliseconds, \(PointerSlot.times[$0.key])" } ?? "none; strokes 0.2 s apart"
  }

  /// Sets what an event tells about its touch; the rest stays.
  /// - Parameter hasButtons: Whether buttons tell whether the pointer is down.
  mutating func decode(
    _ fields: ObjectFields, in bytes: Span<UInt8>, hasButtons: Bool, to touch: inout ImportedTouch
  ) throws(Fault) {
    if position == nil { choosePosition(fields) }
    if time == nil { chooseTime(fields, in: bytes) }
    if let position {
      let slot = PointerSlot.position + UInt8(truncatingIfNeeded: position &* 2)
      touch.event.point = Point(
        try coordinate(fields, slot, in: bytes), try coordinate(fields, slot &+ 1, in: bytes))
    }
    if let time, let token = fields.value(PointerSlot.time + UInt8(truncatingIfNeeded: time.key)) {
      touch.event.time =
        token.kind == .number ? token.double(in: bytes).map { ($0 - time.origin) / 1000 } : nil
    }
    if fields[PointerSlot.pointer] != nil { touch.event.touch = try fields.touch(PointerSlot.pointer, in: bytes) }
    if let token = fields.value(PointerSlot.pointerType) { touch.event.pointer = try pointer(token, in: bytes) }
    if let pressure = try fields.number(PointerSlot.pressure, in: bytes) { touch.event.pressure = pressure }
    if hasButtons, let buttons = try fields.integer(PointerSlot.buttons, in: bytes) {
      // Buttons other than the tip and the eraser do not draw, but the pen may touch while they are pressed.
      touch.isDown = buttons == 0 ? false : buttons & 33 != 0 ? true : nil
      touch.isEraser = buttons & 32 != 0
    }
    try decodeTilt(fields, in: bytes, to: &touch.event)
  }

  private mutating func choosePosition(_ fields: ObjectFields) {
    for index in PointerSlot.positions.indices {
      let slot = PointerSlot.position + UInt8(index * 2)
      if fields[slot]?.kind == .number, fields[slot + 1]?.kind == .number {
        position = index
        return
      }
    }
  }

  private mutating func chooseTime(_ fields: ObjectFields, in bytes: Span<UInt8>) {
    for index in PointerSlot.times.indices {
      if let token = fields[PointerSlot.time + UInt8(index)], token.kind == .number,
        let origin = token.double(in: bytes)
      {
        time = (index, origin)
        return
      }
    }
  }

  /// A coordinate; NaN if it is missing, null or beyond Double.
  @inline(__always) private func coordinate(
    _ fields: ObjectFields, _ slot: UInt8, in bytes: Span<UInt8>
  ) throws(Fault) -> Double {
    guard let token = fields.value(slot) else { return .nan }
    guard token.kind == .number else { throw token.wrongType(.number, key: fields.name(of: token)) }
    return token.double(in: bytes) ?? .nan
  }

  private func pointer(_ token: JSONToken, in bytes: Span<UInt8>) throws(Fault) -> TouchEvent.Pointer? {
    guard token.kind == .string else { throw token.wrongType(.string, key: "pointerType") }
    return switch Self.pointers.index(of: token, in: bytes) {
    case 0: .mouse
    case 1: .pencil
    case 2: .finger
    default: nil
    }
  }

  private mutating func decodeTilt(
    _ fields: ObjectFields, in bytes: Span<UInt8>, to event: inout TouchEvent
  ) throws(Fault) {
    if let altitude = try fields.number(PointerSlot.altitude, in: bytes) {
      let azimuth = try fields.number(PointerSlot.azimuth, in: bytes) ?? 0
      event.altitude = altitude
      event.azimuth = azimuth < 0 ? azimuth + 2 * .pi : azimuth
      return
    }
    let x = try fields.number(PointerSlot.tiltX, in: bytes)
    let y = try fields.number(PointerSlot.tiltY, in: bytes)
    if x == nil, y == nil { return }
    (event.altitude, event.azimuth) = tilt.angles(x: x ?? 0, y: y ?? 0)
  }
}
