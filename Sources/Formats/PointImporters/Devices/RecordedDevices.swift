import ImportCore
import JSON
import TouchLog

/// The devices of a recording, and its descriptions of them.
struct RecordedDevices: Sendable {
  /// The most devices whose events are read.
  private static let limit = 64

  private let size: Size?
  /// The device whose touches are given; nil for all.
  private let only: Int?

  private var devices: [TouchDevice] = []
  private var names: [Int: String] = [:]
  private var sequence = TouchDevice.Sequence()
  private var hasEvents = false
  private var hasTimes = false
  /// The number of lines after the first event that are not events.
  private var unknownLines = 0
  private var skippedEvents = 0
  /// Whether the file has been read to its end.
  var isAtEnd = false

  /// - Parameters:
  ///   - size: The size of a device that does not report its resolution, in points.
  ///   - only: The device whose touches are given; nil for all.
  init(size: Size?, only: Int?) {
    (self.size, self.only) = (size, only)
  }

  /// Takes the content of a line.
  /// - Parameters:
  ///   - number: The line's number, from 1.
  ///   - bytes: The bytes that ranges in the line refer to.
  @inline(__always) mutating func take(
    _ line: InputLine, number: Int, _ bytes: Span<UInt8>, into touches: inout [ImportedTouch]
  ) {
    if case .event(let event) = line {
      take(event, line: number, into: &touches)
    } else {
      note(line, bytes)
    }
  }

  @inline(__always) private mutating func take(_ event: InputEvent, line: Int, into touches: inout [ImportedTouch]) {
    hasEvents = true
    guard only == nil || only == event.device, hasDevice(event.device) else {
      skippedEvents += 1
      return
    }
    devices[event.device].take(event, line: line, &sequence, into: &touches)
    if event.time != InputEvent.noTime { hasTimes = true }
  }

  /// Handles a line that is not an event.
  private mutating func note(_ line: InputLine, _ bytes: Span<UInt8>) {
    switch line {
    case .axis(let range, let code, let device):
      if hasDevice(device) { devices[device].setAxis(range, code: code) }
    case .name(let name, let device):
      if hasDevice(device) { names[device] = bytes.text(name) }
    case .unknown:
      if hasEvents { unknownLines += 1 }
    case .event, .description: break
    }
  }

  /// Makes the device of this number, unless there is one or it is beyond the limit.
  @inline(__always) private mutating func hasDevice(_ index: Int) -> Bool {
    if index < devices.count { return true }
    guard index < Self.limit else { return false }
    while devices.count <= index { devices.append(TouchDevice(size: size)) }
    return true
  }
}

/// Summaries of the recording.
extension RecordedDevices {
  /// Whether there are events, but no frame of them is complete.
  var lacksFrames: Bool { hasEvents && !devices.isEmpty && !devices.contains { $0.findings.hasFrames } }

  /// The device with the most events of touches among those that have a pointer of some kinds.
  /// - Parameter kinds: Empty for all.
  func inkiest(of kinds: Set<PointerKind>) -> Int {
    let counts = devices.map { device in
      let isMeant = kinds.isEmpty || device.findings.pointers.contains { pointer in kinds.contains { $0.has(pointer) } }
      return isMeant ? device.findings.touches : 0
    }
    return counts.indices.max { (counts[$0], $1) < (counts[$1], $0) } ?? 0
  }

  /// The size of the surface of the device that gave touches, or that would give them.
  var header: LogHeader { LogHeader(size: shownDevice?.surface.size) }

  private var shownDevice: TouchDevice? {
    if let only { return devices.indices.contains(only) ? devices[only] : nil }
    return devices.first { $0.findings.touches > 0 } ?? devices.first { $0.hasPositionAxis }
  }

  /// - Parameter format: The format of the recording.
  func report(format: String) -> ImportReport {
    var report = ImportReport(
      format: format, ink: "contacts (ABS_MT_POSITION_X), and BTN_TOUCH with ABS_X", unit: shownDevice?.surface.unit,
      timeBase: hasTimes ? "microseconds, per frame" : ImportRules.noTimes)
    let shown = devices.filter { $0.findings.touches > 0 }
    if let only, devices.count > 1 {
      let name = names[only].map { ", \"\($0)\"" } ?? ""
      report.assume("device \(only + 1) of \(devices.count)\(name) is read: it has the most ink")
    } else if shown.count > 1 {
      report.assume("the touches of \(shown.count) devices are on one surface")
    }
    for device in shown { add(device, to: &report) }
    let lost = devices.reduce(0) { $0 + $1.findings.lostFrames }
    report.omit("frames of which the recording says that events were lost", count: lost, .damage)
    report.omit("hovering events", count: devices.reduce(0) { $0 + $1.findings.hovering }, .unseen)
    report.omit("events of other devices", count: skippedEvents)
    report.omit("events of contacts beyond 64", count: devices.reduce(0) { $0 + $1.findings.surplus }, .damage)
    if isAtEnd {
      let unfinished = devices.filter { $0.hasUnfinishedFrame }.count
      report.omit("frames that are cut off", count: unfinished, .damage)
    }
    report.omit("lines that are no events", count: unknownLines, .damage)
    return report
  }

  /// Adds what was assumed about a device.
  private func add(_ device: TouchDevice, to report: inout ImportReport) {
    let surface = device.surface
    if surface.isGuessed {
      let side = plain(DeviceSurface.guessedSide)
      report.assume(
        "the file does not give the resolution: the surface is \(side) points wide or high; the size of the device says otherwise"
      )
    } else if surface.x.unit == .points || surface.y.unit == .points {
      let why = "the file does not give the resolution"
      report.assume(
        size == nil
          ? "\(why): one unit is one point" : "\(why), nor the range that the size is that of: one unit is one point")
    }
    if device.lacksPressureRange {
      report.assume("the file does not give the range of the pressure, which is left out")
    }
    if device.findings.hasUntracked {
      report.assume("contacts without a tracking id are those that touched before, or the only ones")
    }
    if device.findings.followsPositions {
      report.assume("contacts without ids are told apart by their positions")
    }
    if device.findings.clockSteps > 0 {
      report.assume("the clock was set back \(device.findings.clockSteps) times: time goes on from there")
    }
  }
}
