import ImportCore
import TouchLog

/// The state of a pen or a single finger.
struct PenState: Sendable {
  var x: Int32 = 0
  var y: Int32 = 0
  var pressure: Int32 = 0
  var tiltX: Int32 = 0
  var tiltY: Int32 = 0
  /// Computed when the tilt changes.
  var tilt: PenTilt.Angles?
  var hasPressure = false
  /// The state of BTN_TOUCH; nil until the device has reported it.
  var touchKey: Bool?
  /// A bit for each tool that is near the surface; the first bit is the eraser.
  var tools: UInt8 = 0
  /// Whether the device reports which tool is near.
  var hasTools = false
  var hasMoved = false
  var hasChanged = false
  /// The touch's last event while it is down.
  var last: TouchEvent?
  var isErasing = false

  static let eraser: UInt8 = 1

  var isDown: Bool { touchKey == true && (tools != 0 || !hasTools) }
}

/// A contact of protocol B.
struct ContactSlot: Sendable {
  var x: Int32 = 0
  var y: Int32 = 0
  var pressure: Int32 = 0
  var distance: Int32 = 0
  var tool = ContactTool.finger
  /// The tracking id; −1 if there is no contact; nil until the device has reported one.
  var id: Int32?
  /// Whether the id differs from that of `last`.
  var isNew = false
  /// Whether the device has reported since that nothing touches it.
  var isReleased = false
  var hasPosition = false
  /// The touch's last event while it is down.
  var last: TouchEvent?
}
