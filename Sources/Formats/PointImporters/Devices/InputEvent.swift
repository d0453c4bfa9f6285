/// An event of Linux's input subsystem, with the members of its `input_event`.
struct InputEvent: Hashable, Sendable {
  /// The time of an event of a recording without times.
  static let noTime = Int.min

  /// In microseconds from any origin, or `noTime`.
  var time: Int
  var type: UInt16
  var code: UInt16
  var value: Int32
  /// The device, from 0 in the order of the file.
  var device = 0
}

/// The types of input events that touches are made of.
enum InputEventType {
  static let synchronization: UInt16 = 0
  static let key: UInt16 = 1
  static let absolute: UInt16 = 3
  /// A type that is given by a name and means nothing here.
  static let other: UInt16 = .max
}

/// The codes of input events that touches are made of.
enum InputEventCode {
  // Synchronization.
  /// SYN_REPORT ends a frame: the events of one moment.
  static let report: UInt16 = 0
  /// SYN_MT_REPORT ends a packet: one contact of protocol A.
  static let packetEnd: UInt16 = 2
  /// SYN_DROPPED: the kernel's buffer was full, and events are lost.
  static let dropped: UInt16 = 3

  // Axes of a pen or of a single touch.
  static let x: UInt16 = 0
  static let y: UInt16 = 1
  static let pressure: UInt16 = 24
  static let tiltX: UInt16 = 26
  static let tiltY: UInt16 = 27

  // Axes of a contact of several.
  static let slot: UInt16 = 47
  static let contactX: UInt16 = 53
  static let contactY: UInt16 = 54
  static let contactTool: UInt16 = 55
  static let trackingID: UInt16 = 57
  static let contactPressure: UInt16 = 58
  static let contactDistance: UInt16 = 59

  // Keys.
  static let pen: UInt16 = 320
  static let rubber: UInt16 = 321
  /// BTN_TOOL_BRUSH, BTN_TOOL_PENCIL and BTN_TOOL_AIRBRUSH, which draw like a pen.
  static let otherPens: ClosedRange<UInt16> = 322...324
  static let touch: UInt16 = 330

  /// A code that is given by a name and means nothing here.
  static let other: UInt16 = .max
}

/// The values of ABS_MT_TOOL_TYPE.
enum ContactTool {
  static let finger: Int32 = 0
  static let pen: Int32 = 1
  static let palm: Int32 = 2
}

/// The properties of an axis in a recording.
struct AxisRange: Hashable, Sendable {
  var minimum: Int32 = 0
  var maximum: Int32 = 0
  /// In units per millimeter, of a tilt in units per radian; 0 if it is unknown.
  var resolution: Int32 = 0

  /// The distance from the minimum to the maximum; nil if there is none.
  var extent: Double? { maximum > minimum ? Double(maximum) - Double(minimum) : nil }
}
