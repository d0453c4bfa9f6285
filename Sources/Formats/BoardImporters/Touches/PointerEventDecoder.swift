import Geometry
import ImportCore
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
  static let twist: UInt8 = 27
  // The lists of a TouchEvent: the touches of which it tells, and all that are down.
  static let changedTouches: UInt8 = 28
  static let touches: UInt8 = 29
  static let tangentialPressure: UInt8 = 30
  static let width: UInt8 = 31
  static let height: UInt8 = 32
  static let radiusX: UInt8 = 33
  static let radiusY: UInt8 = 34

  /// The keys that can name an event. The first one that does is used.
  static let names = ["type", "eventType", "event", "name"]
  /// The keys for x and y. A log uses the first pair that its first event has.
  static let positions = [("x", "y"), ("clientX", "clientY"), ("offsetX", "offsetY"), ("pageX", "pageY")]
  /// The keys for the time, likewise.
  static let times = ["timeStamp", "time", "t", "timestamp", "currentTime"]

  /// Keys that are not needed. Known keys take less time than unknown ones.
  private static let ignored = [
    "isPrimary", "button", "isTrusted", "screenX", "screenY", "movementX", "movementY", "layerX", "layerY", "ctrlKey",
    "shiftKey", "altKey", "metaKey", "detail", "which",
    "bubbles", "cancelable", "defaultPrevented", "composed", "eventPhase", "returnValue", "cancelBubble",
    "description", "target", "rotationAngle",
  ]

  static let keys: [FieldKey] =
    names.enumerated().map { FieldKey(name: $1, slot: type + UInt8($0)) }
    + [
      FieldKey(name: "pointerId", slot: pointer), FieldKey(name: "identifier", slot: pointer),
      FieldKey(name: "pointerType", slot: pointerType), FieldKey(name: "touchType", slot: pointerType),
    ]
    + positions.flatMap { [$0.0, $0.1] }.enumerated().map { FieldKey(name: $1, slot: position + UInt8($0)) }
    + times.enumerated().map { FieldKey(name: $1, slot: time + UInt8($0)) }
    + [
      FieldKey(name: "pressure", slot: pressure), FieldKey(name: "force", slot: pressure),
      FieldKey(name: "buttons", slot: buttons),
      FieldKey(name: "tiltX", slot: tiltX), FieldKey(name: "tiltY", slot: tiltY),
      FieldKey(name: "altitudeAngle", slot: altitude), FieldKey(name: "azimuthAngle", slot: azimuth),
      FieldKey(name: "coalesced", slot: coalesced), FieldKey(name: "coalescedEvents", slot: coalesced),
      FieldKey(name: "predicted", slot: predicted), FieldKey(name: "predictedEvents", slot: predicted),
      FieldKey(name: "twist", slot: twist), FieldKey(name: "changedTouches", slot: changedTouches),
      FieldKey(name: "touches", slot: touches), FieldKey(name: "tangentialPressure", slot: tangentialPressure),
      FieldKey(name: "width", slot: width), FieldKey(name: "height", slot: height),
      FieldKey(name: "radiusX", slot: radiusX), FieldKey(name: "radiusY", slot: radiusY),
    ] + ignored.enumerated().map { FieldKey(name: $1, slot: radiusY + 1 + UInt8($0)) }
}

/// The numbers of an event; NaN for one that it does not have.
struct PointerEventValues {
  enum Number: UInt8 {
    case x, y, time, pressure, buttons, tiltX, tiltY, altitude, azimuth, pointer, twist
    case tangentialPressure, width, height, radiusX, radiusY
  }

  private var numbers = InlineArray<16, Double>(repeating: .nan)

  @inline(__always) subscript(number: Number) -> Double {
    get { numbers[Int(number.rawValue)] }
    set { numbers[Int(number.rawValue)] = newValue }
  }
}

/// The keys that are used in a log.
struct PointerEventSlots {
  /// The index of the keys for x and y in `PointerSlot.positions`.
  var position: Int?
  /// The index of the key for the time in `PointerSlot.times`.
  var time: Int?

  /// The meaning of a key's value.
  enum Value {
    case number(PointerEventValues.Number)
    /// A name or another value that is not a number.
    case fixed
    case unused
  }

  func value(of slot: UInt8) -> Value {
    if let position, slot == PointerSlot.position + UInt8(position * 2) { return .number(.x) }
    if let position, slot == PointerSlot.position + UInt8(position * 2 + 1) { return .number(.y) }
    if let time, slot == PointerSlot.time + UInt8(time) { return .number(.time) }
    return switch slot {
    case PointerSlot.pressure: .number(.pressure)
    case PointerSlot.buttons: .number(.buttons)
    case PointerSlot.tiltX: .number(.tiltX)
    case PointerSlot.tiltY: .number(.tiltY)
    case PointerSlot.altitude: .number(.altitude)
    case PointerSlot.azimuth: .number(.azimuth)
    case PointerSlot.twist: .number(.twist)
    case PointerSlot.tangentialPressure: .number(.tangentialPressure)
    case PointerSlot.width: .number(.width)
    case PointerSlot.height: .number(.height)
    case PointerSlot.radiusX: .number(.radiusX)
    case PointerSlot.radiusY: .number(.radiusY)
    case PointerSlot.pointer: .number(.pointer)
    case PointerSlot.type...PointerSlot.name, PointerSlot.pointerType, PointerSlot.coalesced, PointerSlot.predicted,
      PointerSlot.changedTouches, PointerSlot.touches:
      .fixed
    default: .unused
    }
  }
}

/// Converts the values of PointerEvents to those of touches. The first event decides which keys are used.
struct PointerEventDecoder {
  private(set) var slots = PointerEventSlots()
  /// The first time.
  private var origin = 0.0
  private var tilt = PenTilt()

  private static let details: [(UInt8, PointerEventValues.Number)] = [
    (PointerSlot.tangentialPressure, .tangentialPressure), (PointerSlot.width, .width), (PointerSlot.height, .height),
    (PointerSlot.radiusX, .radiusX), (PointerSlot.radiusY, .radiusY),
  ]
  private static let pointers = NameTable(["mouse", "pen", "touch", "stylus", "direct"])

  /// A sentence about the unit of the coordinates.
  var unit: String? {
    slots.position.map { "CSS pixels, \(PointerSlot.positions[$0].0) and \(PointerSlot.positions[$0].1)" }
  }

  /// A sentence about the times.
  var timeBase: String {
    slots.time.map { "milliseconds, \(PointerSlot.times[$0])" } ?? ImportRules.noTimes
  }

  /// Sets the properties of a touch that the event has; the others stay.
  /// - Parameter hasButtons: Whether buttons show whether the pointer is down.
  mutating func decode(
    _ fields: ObjectFields, in bytes: Span<UInt8>, hasButtons: Bool, to touch: inout ImportedTouch
  ) throws(Fault) {
    if slots.position == nil { choosePosition(fields) }
    if slots.time == nil { chooseTime(fields, in: bytes) }
    var values = PointerEventValues()
    if let position = slots.position {
      let slot = PointerSlot.position + UInt8(position * 2)
      values[.x] = try number(fields, slot, in: bytes)
      values[.y] = try number(fields, slot + 1, in: bytes)
    }
    if let time = slots.time, let token = fields.value(PointerSlot.time + UInt8(time)), token.kind == .number {
      values[.time] = token.double(in: bytes) ?? .nan
    }
    values[.pressure] = try number(fields, PointerSlot.pressure, in: bytes)
    if let buttons = try fields.integer(PointerSlot.buttons, in: bytes) { values[.buttons] = Double(buttons) }
    values[.tiltX] = try number(fields, PointerSlot.tiltX, in: bytes)
    values[.tiltY] = try number(fields, PointerSlot.tiltY, in: bytes)
    values[.altitude] = try number(fields, PointerSlot.altitude, in: bytes)
    values[.azimuth] = try number(fields, PointerSlot.azimuth, in: bytes)
    values[.twist] = try number(fields, PointerSlot.twist, in: bytes)
    for (slot, number) in Self.details {
      // Values of these keys that are no numbers may be the page's own.
      if let token = fields[slot], token.kind == .number { values[number] = token.double(in: bytes) ?? .nan }
    }
    if fields[PointerSlot.pointer] != nil { touch.event.touch = try fields.touch(PointerSlot.pointer, in: bytes) }
    if let token = fields.value(PointerSlot.pointerType) {
      guard token.kind == .string else { throw token.wrongType(.string, key: "pointerType") }
      touch.event.pointer = Self.pointer(token, in: bytes)
    }
    _ = apply(values, hasButtons: hasButtons, to: &touch)
  }

  /// Sets the properties of a touch that are numbers; the others stay.
  /// - Returns: False if a number that must be whole is not.
  @inline(__always) mutating func apply(
    _ values: PointerEventValues, hasButtons: Bool, to touch: inout ImportedTouch
  ) -> Bool {
    touch.event.point = Point(values[.x], values[.y])
    if !values[.time].isNaN { touch.event.time = (values[.time] - origin) / 1000 }
    if !values[.pressure].isNaN { touch.event.pressure = values[.pressure] }
    if !values[.pointer].isNaN {
      guard let pointer = Int(exactly: values[.pointer]) else { return false }
      touch.event.touch = .number(pointer)
    }
    if hasButtons, !values[.buttons].isNaN {
      guard let buttons = Int(exactly: values[.buttons]) else { return false }
      // Buttons other than the tip and the eraser do not draw, but the pen may touch while they are pressed.
      touch.isDown = buttons == 0 ? false : buttons & 33 != 0 ? true : nil
      touch.isEraser = buttons & 32 != 0
    }
    // Pens that do not measure it report 0.
    if !values[.twist].isNaN { touch.event.twist = values[.twist] == 0 ? nil : values[.twist] }
    if !values[.tangentialPressure].isNaN {
      touch.event.details.setTangentialPressure(ofPointer: values[.tangentialPressure])
    }
    if !values[.width].isNaN { touch.event.details.setContact(ofPointer: values[.width], values[.height]) }
    if !values[.radiusX].isNaN { touch.event.details.setContact(radii: values[.radiusX], values[.radiusY]) }
    if !values[.altitude].isNaN {
      touch.event.altitude = values[.altitude]
      let azimuth = values[.azimuth].isNaN ? 0 : values[.azimuth]
      touch.event.azimuth = azimuth < 0 ? azimuth + 2 * .pi : azimuth
    } else if !values[.tiltX].isNaN || !values[.tiltY].isNaN {
      (touch.event.altitude, touch.event.azimuth) = tilt.angles(
        x: values[.tiltX].isNaN ? 0 : values[.tiltX], y: values[.tiltY].isNaN ? 0 : values[.tiltY])
    }
    return true
  }

  private mutating func choosePosition(_ fields: ObjectFields) {
    slots.position = PointerSlot.positions.indices.first { index in
      let slot = PointerSlot.position + UInt8(index * 2)
      return fields[slot]?.kind == .number && fields[slot + 1]?.kind == .number
    }
  }

  private mutating func chooseTime(_ fields: ObjectFields, in bytes: Span<UInt8>) {
    for index in PointerSlot.times.indices {
      if let token = fields[PointerSlot.time + UInt8(index)], token.kind == .number,
        let first = token.double(in: bytes)
      {
        slots.time = index
        origin = first
        return
      }
    }
  }

  /// A number; NaN if it is missing, null or beyond Double.
  @inline(__always) private func number(
    _ fields: ObjectFields, _ slot: UInt8, in bytes: Span<UInt8>
  ) throws(Fault) -> Double {
    guard let token = fields.value(slot) else { return .nan }
    guard token.kind == .number else { throw token.wrongType(.number, key: fields.name(of: token)) }
    return token.double(in: bytes) ?? .nan
  }

  /// The kind of pointer that a `pointerType` names; nil for another string.
  static func pointer(_ token: JSONToken, in bytes: Span<UInt8>) -> TouchEvent.Pointer? {
    switch pointers.index(of: token, in: bytes) {
    case 0: .mouse
    case 1, 3: .pencil
    case 2, 4: .finger
    default: nil
    }
  }
}

extension TouchDetails {
  /// Sets the tangential pressure of a PointerEvent. Pens that do not measure it report 0.
  mutating func setTangentialPressure(ofPointer pressure: Double) {
    tangentialPressure = pressure == 0 ? nil : pressure
  }

  /// Sets the width and height of a PointerEvent, in points. Devices that do not measure them report 0 or 1.
  mutating func setContact(ofPointer width: Double, _ height: Double) {
    let isMeasured = width >= 0 && height >= 0 && width + height > 0 && (width != 1 || height != 1)
    contact = isMeasured ? Size(width: width, height: height) : nil
  }

  /// Sets the radii of a Touch, in points. Devices that do not measure them report 0 or 1.
  mutating func setContact(radii x: Double, _ y: Double) {
    setContact(ofPointer: x, y)
    contact = contact.map { Size(width: 2 * $0.width, height: 2 * $0.height) }
  }
}
