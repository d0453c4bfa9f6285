import ImportCore
import TouchLog

/// Frames.
extension TouchDevice {
  mutating func endFrame(
    _ time: Int, _ sequence: inout Sequence, into touches: inout [ImportedTouch]
  ) {
    let line = frameLine
    frameLine = 0
    findings.hasFrames = true
    if isDropping {
      // The state after the lost events is complete only in the next frame.
      isDropping = false
      findings.lostFrames += 1
      packets.dropFrame()
      return
    }
    let count = touches.count
    var output = FrameOutput(time: adjusted(time), line: line, sequence: sequence)
    if isMultitouch {
      // The device has reported only its first contact.
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
    if output.sequence.nextTouch > sequence.nextTouch {
      for touch in touches[count...] where touch.event.phase == .began {
        findings.pointers.insert(touch.isEraser ? .eraser : touch.event.pointer ?? .finger)
      }
    }
    sequence = output.sequence
    findings.touches += touches.count - count
  }

  /// The time of a frame. It never runs backward: if the clock is set back, times continue from the last one.
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
      let isPresent = slots[index].id.map { $0 >= 0 && !slots[index].isReleased } ?? pen.touchKey ?? true
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
    let isErasing = pen.tools & PenState.eraser != 0
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
  mutating func contactEvent(_ contact: ContactSlot) -> TouchEvent {
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

  /// The surface for one contact or for several.
  mutating func surface(isMultitouch: Bool) -> DeviceSurface {
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

  /// The surface of the touches, or the one that the recording's description of the device implies.
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
