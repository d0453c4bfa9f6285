import Geometry
import TouchLog

/// Makes touches of the input events of one device.
///
/// The kernel reports changes, and ends each moment with SYN_REPORT. Values keep until they change, also from one touch
/// to the next. There are three ways to report touches:
/// - protocol B: each contact has a slot, and a tracking id while it touches;
/// - protocol A: each frame lists all contacts, each ended by SYN_MT_REPORT;
/// - a pen or a single finger: BTN_TOUCH, and one position.
///
/// Devices of several contacts report the first one also as a single finger.
struct TouchDevice: Sendable {
  /// The most slots, and the most contacts in a frame.
  private static let contactLimit = 64

  /// What touches of all devices of a recording share.
  struct Sequence: Hashable, Sendable {
    /// The number of the next touch. Tracking ids may be used again, so they do not identify touches.
    var nextTouch = 0
    /// The time of the first touch, in microseconds.
    var origin: Int?
  }

  /// What the device reported besides touches.
  struct Findings: Hashable, Sendable {
    /// Frames of a pen in the air.
    var hovering = 0
    /// Frames of which the kernel lost events.
    var lostFrames = 0
    /// Events of slots and contacts beyond the limit.
    var surplus = 0
    /// How often the clock was set back.
    var clockSteps = 0
    var followsPositions = false
    var usesPackets = false
    /// Whether contacts had no tracking id: they began before the recording, or the device gives none.
    var hasUntracked = false
    /// The events of touches that were given.
    var touches = 0
  }

  private(set) var findings = Findings()

  // What the recording says about the axes.
  private var axes = [AxisRange?](repeating: nil, count: 64)
  private let size: Size?
  /// By whether the device reports several contacts; nil until they are needed.
  private var surfaces: (single: DeviceSurface?, multiple: DeviceSurface?)

  // Time.
  private var lastTime: Int?
  /// What is added to times since the clock was set back.
  private var timeShift = 0

  // The frame.
  /// The line of its first event; 0 if it has none.
  private var frameLine = 0
  private var isDropping = false

  // A pen or a single finger.
  private var pen = Pen()

  // Several contacts.
  private var isMultitouch = false
  private var usesSlots = false
  private var hasTrackingIDs = false
  private var hasContactPressure = false
  private var slots = [Slot()]
  /// The slot that events are about; −1 if it is beyond the limit.
  private var slot = 0
  /// The slots that changed in the frame.
  private var changedSlots: UInt64 = 0
  private var packets = PacketTracker()

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

/// The state of a pen or a single finger.
private struct Pen {
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
  /// The pens that are near the surface, a bit each; the first one is an eraser.
  var tools: UInt8 = 0
  /// Whether the device tells which tool is near.
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
private struct Slot {
  var x: Int32 = 0
  var y: Int32 = 0
  var pressure: Int32 = 0
  var distance: Int32 = 0
  var tool = ContactTool.finger
  /// The tracking id; −1 if there is no contact; nil until the device has reported one.
  var id: Int32?
  /// Whether the id is another than that of `last`.
  var isNew = false
  var hasPosition = false
  /// The touch's last event while it is down.
  var last: TouchEvent?
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
    while slots.count <= slot { slots.append(Slot()) }
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
      if slots[slot].id != value { slots[slot].isNew = true }
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
      // Without tracking ids, this tells whether the contacts touch.
      if !hasTrackingIDs { changedSlots |= UInt64.max >> UInt64(64 - slots.count) }
    case InputEventCode.rubber: setTool(Pen.eraser, isNear: isDown)
    case InputEventCode.pen: setTool(Pen.eraser << 1, isNear: isDown)
    case InputEventCode.otherPens:
      setTool(Pen.eraser << (2 + UInt8(code - InputEventCode.otherPens.lowerBound)), isNear: isDown)
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

/// Frames.
extension TouchDevice {
  private mutating func endFrame(
    _ time: Int, _ sequence: inout Sequence, into touches: inout [ImportedTouch]
  ) {
    let line = frameLine
    frameLine = 0
    if isDropping {
      // What is known of the frame shows in the next one.
      isDropping = false
      findings.lostFrames += 1
      packets.dropFrame()
      return
    }
    let count = touches.count
    var output = FrameOutput(time: adjusted(time), line: line, sequence: sequence)
    if isMultitouch {
      // The device had reported only its first contact so far.
      if var last = pen.last {
        output.end(&last, into: &touches)
        pen.last = nil
      }
      if findings.usesPackets, !usesSlots {
        packets.endFrame(&output, into: &touches)
        if packets.followsPositions { findings.followsPositions = true }
      } else {
        endFrameOfSlots(&output, into: &touches)
      }
    } else {
      endFrameOfPen(&output, into: &touches)
    }
    sequence = output.sequence
    findings.touches += touches.count - count
  }

  /// The time of a frame, which does not run backward: a clock that is set back goes on from there.
  private mutating func adjusted(_ time: Int) -> Int {
    if time == InputEvent.noTime { return time }
    if let lastTime, time &+ timeShift < lastTime {
      timeShift = lastTime &- time
      findings.clockSteps += 1
    }
    lastTime = time &+ timeShift
    return time &+ timeShift
  }

  private mutating func endFrameOfSlots(_ output: inout FrameOutput, into touches: inout [ImportedTouch]) {
    while changedSlots != 0 {
      let index = changedSlots.trailingZeroBitCount
      changedSlots &= changedSlots &- 1
      let isPalm = slots[index].tool == ContactTool.palm
      let isPresent = slots[index].id.map { $0 >= 0 } ?? pen.touchKey ?? true
      let isDown = isPresent && slots[index].distance <= 0 && !isPalm
      if slots[index].isNew || !isDown, var last = slots[index].last {
        output.end(&last, isCancelled: isPalm, into: &touches)
        slots[index].last = nil
      }
      slots[index].isNew = false
      guard isDown, slots[index].hasPosition else { continue }
      var event = contactEvent(slots[index])
      if let last = slots[index].last {
        output.move(&event, of: last, into: &touches)
      } else {
        if slots[index].id == nil { findings.hasUntracked = true }
        output.begin(&event, into: &touches)
      }
      slots[index].last = event
    }
  }

  private mutating func endFrameOfPen(_ output: inout FrameOutput, into touches: inout [ImportedTouch]) {
    let isErasing = pen.tools & Pen.eraser != 0
    let isDown = pen.isDown
    let isHovering = !isDown && pen.last == nil && pen.hasMoved && pen.tools != 0
    if var last = pen.last, !isDown || isErasing != pen.isErasing {
      output.end(&last, isEraser: pen.isErasing, into: &touches)
      pen.last = nil
    }
    if isDown, pen.last == nil || pen.hasMoved || pen.hasChanged {
      pen.isErasing = isErasing
      var event = penEvent()
      if let last = pen.last {
        output.move(&event, of: last, isEraser: isErasing, into: &touches)
      } else {
        output.begin(&event, isEraser: isErasing, into: &touches)
      }
      pen.last = event
    } else if isHovering {
      findings.hovering += 1
    }
    pen.hasMoved = false
    pen.hasChanged = false
  }
}

/// Touches.
extension TouchDevice {
  private mutating func contactEvent(_ contact: Slot) -> TouchEvent {
    let surface = surface(isMultitouch: true)
    return TouchEvent(
      phase: .moved, point: surface.point(contact.x, contact.y),
      pressure: hasContactPressure ? surface.pressure(contact.pressure) : nil,
      pointer: contact.tool == ContactTool.pen ? .pencil : .finger)
  }

  private mutating func penEvent() -> TouchEvent {
    let surface = surface(isMultitouch: false)
    return TouchEvent(
      phase: .moved, point: surface.point(pen.x, pen.y),
      pressure: pen.hasPressure ? surface.pressure(pen.pressure) : nil,
      altitude: pen.tilt?.altitude, azimuth: pen.tilt?.azimuth,
      pointer: pen.hasTools || pen.tilt != nil ? .pencil : .finger)
  }

  /// How the axes are understood, of one contact or of several.
  private mutating func surface(isMultitouch: Bool) -> DeviceSurface {
    if let surface = isMultitouch ? surfaces.multiple : surfaces.single { return surface }
    let surface = makeSurface(isMultitouch: isMultitouch)
    if isMultitouch { surfaces.multiple = surface } else { surfaces.single = surface }
    return surface
  }

  private func makeSurface(isMultitouch: Bool) -> DeviceSurface {
    func axis(_ multiple: UInt16, _ single: UInt16) -> AxisRange? {
      (isMultitouch ? axes[Int(multiple)] : nil) ?? axes[Int(single)]
    }
    return DeviceSurface(
      x: axis(InputEventCode.contactX, InputEventCode.x), y: axis(InputEventCode.contactY, InputEventCode.y),
      pressure: axis(InputEventCode.contactPressure, InputEventCode.pressure),
      tiltX: axes[Int(InputEventCode.tiltX)], tiltY: axes[Int(InputEventCode.tiltY)], size: size)
  }

  /// How the axes are understood that the touches have, or would have as the recording describes the device.
  var surface: DeviceSurface { makeSurface(isMultitouch: isMultitouch || isDescribedAsMultitouch) }

  private var isDescribedAsMultitouch: Bool { axes[Int(InputEventCode.contactX)] != nil && findings.touches == 0 }

  /// Whether the recording describes an axis for positions.
  var hasPositionAxis: Bool {
    axes[Int(InputEventCode.x)] != nil || axes[Int(InputEventCode.contactX)] != nil
  }

  /// Whether the pressure of touches was left out because its range is unknown.
  var lacksPressureRange: Bool { (pen.hasPressure || hasContactPressure) && !surface.hasPressureRange }

  /// Whether events followed the last complete frame.
  var hasUnfinishedFrame: Bool { frameLine != 0 }
}
