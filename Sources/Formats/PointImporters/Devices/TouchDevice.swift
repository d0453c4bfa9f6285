import ImportCore
import TouchLog

/// Converts the input events of one device to touches.
///
/// The kernel reports changes, and ends each moment with SYN_REPORT. A value holds until it changes, also from one
/// touch to the next. There are three ways to report touches:
/// - protocol B: each contact has a slot, and a tracking id while it touches;
/// - protocol A: each frame lists all contacts, each ended by SYN_MT_REPORT;
/// - a pen or a single finger: BTN_TOUCH, and one position.
///
/// Devices of several contacts report the first one also as a single finger.
struct TouchDevice: Sendable {
  /// The most slots, and the most contacts in a frame.
  private static let contactLimit = 64

  /// State that the devices of a recording share.
  struct Sequence: Hashable, Sendable {
    /// The number of the next touch. Tracking ids may be used again, so they do not identify touches.
    var nextTouch = 0
    /// The time of the first touch, in microseconds.
    var origin: Int?
  }

  /// Counts for the report.
  struct Findings: Hashable, Sendable {
    /// Frames of a pen in the air.
    var hovering = 0
    /// Frames whose events the kernel has lost in part.
    var lostFrames = 0
    /// Events of slots and contacts beyond the limit.
    var surplus = 0
    /// How often the clock was set back.
    var clockSteps = 0
    var followsPositions = false
    var usesPackets = false
    /// Whether contacts had no tracking id: they began before the recording, or the device gives none.
    var hasUntracked = false
    /// Whether a frame was complete.
    var hasFrames = false
    /// The events of touches that were given.
    var touches = 0
    /// What made them.
    var pointers: Set<TouchEvent.Pointer> = []
  }

  var findings = Findings()

  // The ranges of the axes in the recording.
  var axes = [AxisRange?](repeating: nil, count: 64)
  let size: Size?
  /// By whether the device reports several contacts; nil until they are needed.
  var surfaces: (single: DeviceSurface?, multiple: DeviceSurface?)

  // Time.
  var lastTime: Int?
  /// Added to times since the clock was set back, in microseconds.
  var timeShift = 0

  // The frame.
  /// The line of its first event; 0 if it has none.
  var frameLine = 0
  var isDropping = false

  // A pen or a single finger.
  var pen = PenState()

  // Several contacts.
  var isMultitouch = false
  var usesSlots = false
  var hasTrackingIDs = false
  var hasContactPressure = false
  var slots = [ContactSlot()]
  /// The slot that events are about; −1 if it is beyond the limit.
  private var slot = 0
  /// The slots that changed in the frame.
  var changedSlots: UInt64 = 0
  var packets = PacketTracker()

  /// - Parameter size: The size of a device that does not report its resolution, in points.
  init(size: Size?) {
    self.size = size
  }

  mutating func setAxis(_ range: AxisRange, code: UInt16) {
    guard axes.indices.contains(Int(code)) else { return }
    axes[Int(code)] = range
    surfaces = (nil, nil)
  }

  /// Takes the next event. One that ends a frame appends the frame's touches.
  /// - Parameter line: The event's line, from 1.
  @inline(__always) mutating func take(
    _ event: InputEvent, line: Int, _ sequence: inout Sequence, into touches: inout [ImportedTouch]
  ) {
    if frameLine == 0 { frameLine = line }
    switch event.type {
    case InputEventType.absolute: if !isDropping { takeAxis(event.code, event.value) }
    case InputEventType.key: if !isDropping { takeKey(event.code, isDown: event.value != 0) }
    case InputEventType.synchronization:
      switch event.code {
      case InputEventCode.report: endFrame(event.time, &sequence, into: &touches)
      case InputEventCode.packetEnd: if !isDropping { endPacket() }
      case InputEventCode.dropped: isDropping = true
      default: break
      }
    default: break
    }
  }
}

/// Events.
extension TouchDevice {
  @inline(__always) private mutating func takeAxis(_ code: UInt16, _ value: Int32) {
    switch code {
    case InputEventCode.x:
      pen.x = value
      pen.hasMoved = true
    case InputEventCode.y:
      pen.y = value
      pen.hasMoved = true
    case InputEventCode.pressure:
      pen.pressure = value
      pen.hasPressure = true
      pen.hasChanged = true
    case InputEventCode.slot:
      usesSlots = true
      selectSlot(value)
    case InputEventCode.contactX...InputEventCode.contactDistance:
      takeContactAxis(code, value)
    case InputEventCode.tiltX:
      pen.tiltX = value
      setTilt()
    case InputEventCode.tiltY:
      pen.tiltY = value
      setTilt()
    default: break
    }
  }

  private mutating func setTilt() {
    pen.tilt = surface(isMultitouch: false).tilt(pen.tiltX, pen.tiltY)
    pen.hasChanged = true
  }

  private mutating func selectSlot(_ value: Int32) {
    guard value >= 0, value < Self.contactLimit else {
      slot = -1
      return
    }
    slot = Int(value)
    while slots.count <= slot { slots.append(ContactSlot()) }
  }

  @inline(__always) private mutating func takeContactAxis(_ code: UInt16, _ value: Int32) {
    guard slot >= 0 else {
      findings.surplus += 1
      return
    }
    changedSlots |= 1 << UInt64(slot)
    switch code {
    case InputEventCode.contactX:
      slots[slot].x = value
      slots[slot].hasPosition = true
      isMultitouch = true
    case InputEventCode.contactY:
      slots[slot].y = value
      slots[slot].hasPosition = true
      isMultitouch = true
    case InputEventCode.trackingID:
      hasTrackingIDs = true
      if slots[slot].id != value { (slots[slot].isNew, slots[slot].isReleased) = (true, false) }
      slots[slot].id = value < 0 ? -1 : value
      packets.id = value < 0 ? nil : value
    case InputEventCode.contactPressure:
      hasContactPressure = true
      slots[slot].pressure = value
    case InputEventCode.contactTool: slots[slot].tool = value
    case InputEventCode.contactDistance: slots[slot].distance = value
    default: break
    }
  }

  private mutating func takeKey(_ code: UInt16, isDown: Bool) {
    switch code {
    case InputEventCode.touch:
      pen.touchKey = isDown
      // A contact may keep its tracking id when it lifts, or have none.
      for index in slots.indices { slots[index].isReleased = !isDown }
      changedSlots |= UInt64.max >> UInt64(64 - slots.count)
    case InputEventCode.rubber: setTool(PenState.eraser, isNear: isDown)
    case InputEventCode.pen: setTool(PenState.eraser << 1, isNear: isDown)
    case InputEventCode.otherPens:
      setTool(PenState.eraser << (2 + UInt8(code - InputEventCode.otherPens.lowerBound)), isNear: isDown)
    default: break
    }
  }

  private mutating func setTool(_ tool: UInt8, isNear: Bool) {
    pen.hasTools = true
    if isNear { pen.tools |= tool } else { pen.tools &= ~tool }
  }

  /// Ends a contact of protocol A. A packet without a position is the absence of a contact.
  private mutating func endPacket() {
    guard !usesSlots else { return }
    findings.usesPackets = true
    let contact = slots[0]
    let isTouching = contact.distance <= 0 && contact.tool != ContactTool.palm
    if changedSlots != 0, contact.hasPosition, isTouching {
      if packets.frame.count < Self.contactLimit {
        packets.add(contactEvent(contact))
      } else {
        findings.surplus += 1
      }
    }
    packets.id = nil
    slots[0].hasPosition = false
    changedSlots = 0
  }
}
