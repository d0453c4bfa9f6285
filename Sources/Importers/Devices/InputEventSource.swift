import Files
import JSON
import TouchLog

/// Reads touches from a recording of input events, as a stream. It holds a chunk of the text, and one frame.
struct InputEventSource<Lexer: InputEventLexer>: TouchSource {
  /// The most devices whose events are read.
  private static var deviceLimit: Int { 64 }

  private var lines: LineInput
  private var lexer: Lexer
  private let name: String
  private let size: Size?
  /// The device whose touches are given; nil for all.
  private let only: Int?

  private var devices: [TouchDevice] = []
  private var deviceNames: [Int: String] = [:]
  private var sequence = TouchDevice.Sequence()
  private var hasEvents = false
  private var hasTimes = false
  /// Lines after the first event that are no events.
  private var unknownLines = 0
  private var skippedEvents = 0

  /// - Parameters:
  ///   - name: The file as the user named it, for messages.
  ///   - only: The device whose touches are given; nil for all.
  init(_ input: InputBuffer, _ lexer: Lexer, name: String, only: Int? = nil, options: ImportOptions) {
    // The bytes that have been read already are the first ones of this source.
    lines = LineInput(InputBuffer(input))
    (self.lexer, self.name, self.only) = (lexer, name, only)
    size = options.deviceSize
  }

  mutating func read(into touches: inout [ImportedTouch]) throws(LogReadError) {
    let count = touches.count
    while touches.count == count {
      if !lines.hasLine {
        guard try readLines() else { return }
      }
      try scanLines(into: &touches)
    }
  }

  /// Reads until the next line is complete; false at the end.
  private mutating func readLines() throws(LogReadError) -> Bool {
    switch try rethrowing(as: LogReadError.file, { () throws(FileError) in try lines.read() }) {
    case .line: return true
    case .end: return false
    case .tooLong(let line): throw located(Self.tooLong(line), line, number: lines.lineCount)
    }
  }

  /// Reads all complete lines in memory, up to one that is wrong.
  private mutating func scanLines(into touches: inout [ImportedTouch]) throws(LogReadError) {
    let chunk = lines.bytes
    let bytes = chunk.span
    let end = (chunk.lastIndex(of: ASCII.newline) ?? -1) + 1
    var start = lines.next
    var number = lines.lineCount
    while start < end {
      number += 1
      var offset = start
      do throws(Fault) {
        let line = try lexer.scan(bytes, &offset)
        if case .event(let event) = line {
          hasEvents = true
          take(event, line: number, into: &touches)
        } else {
          note(line, bytes)
        }
        offset = bytes.endOfLine(from: offset)
        if offset - start > LogLimits.lineBytes { throw Self.tooLong(start..<offset) }
      } catch {
        offset = bytes.endOfLine(from: offset)
        let error = located(error, start..<offset, number: number)
        lines.advance(to: offset + 1, count: number - lines.lineCount)
        throw error
      }
      start = offset + 1
    }
    lines.advance(to: end, count: number - lines.lineCount)
  }

  @inline(__always) private mutating func take(_ event: InputEvent, line: Int, into touches: inout [ImportedTouch]) {
    guard only == nil || only == event.device, hasDevice(event.device) else {
      skippedEvents += 1
      return
    }
    devices[event.device].take(event, line: line, &sequence, into: &touches)
    if event.time != InputEvent.noTime { hasTimes = true }
  }

  /// Notes a line that is no event.
  private mutating func note(_ line: InputLine, _ bytes: Span<UInt8>) {
    switch line {
    case .axis(let range, let code, let device):
      if hasDevice(device) { devices[device].setAxis(range, code: code) }
    case .name(let name, let device):
      if hasDevice(device) { deviceNames[device] = bytes.text(name) }
    case .unknown:
      if hasEvents { unknownLines += 1 }
    case .event, .description: break
    }
  }

  /// Makes the device of this number, unless there is one or it is beyond the limit.
  @inline(__always) private mutating func hasDevice(_ index: Int) -> Bool {
    if index < devices.count { return true }
    guard index < Self.deviceLimit else { return false }
    while devices.count <= index { devices.append(TouchDevice(size: size)) }
    return true
  }

  private static func tooLong(_ line: Range<Int>) -> Fault {
    Fault(.lineTooLong(limit: LogLimits.lineBytes), at: line.lowerBound)
  }

  private func located(_ fault: Fault, _ line: Range<Int>, number: Int) -> LogReadError {
    let location = LogLocation(
      file: name, line: number, column: fault.offset - line.lowerBound + 1,
      excerpt: Excerpt(lines.bytes.span, line: line, at: fault.offset))
    return .malformed(LogError(location: location, reason: fault.reason))
  }
}

/// What the recording says.
extension InputEventSource {
  /// The numbers of events of touches, by device.
  var touchCounts: [Int] { devices.map(\.findings.touches) }

  /// The size of the surface of the device that gave touches, or that would give them.
  var header: LogHeader { LogHeader(size: shownDevice?.surface.size) }

  private var shownDevice: TouchDevice? {
    if let only { return devices.indices.contains(only) ? devices[only] : nil }
    return devices.first { $0.findings.touches > 0 } ?? devices.first { $0.hasPositionAxis }
  }

  var report: ImportReport {
    var report = ImportReport(
      format: Lexer.format, unit: shownDevice?.surface.unit, timeBase: hasTimes ? "microseconds, per frame" : nil)
    let shown = devices.filter { $0.findings.touches > 0 }
    if let only, devices.count > 1 {
      let name = deviceNames[only].map { ", \"\($0)\"" } ?? ""
      report.assume("of \(devices.count) devices, number \(only + 1)\(name) is meant: it has the most ink")
    } else if shown.count > 1 {
      report.assume("the touches of \(shown.count) devices are on one surface")
    }
    for device in shown { add(device, to: &report) }
    let lost = devices.reduce(0) { $0 + $1.findings.lostFrames }
    report.omit("frames of which the recording says that events were lost", count: lost, isDamage: true)
    report.omit("hovering events", count: devices.reduce(0) { $0 + $1.findings.hovering })
    report.omit("events of other devices", count: skippedEvents)
    report.omit("events of contacts beyond 64", count: devices.reduce(0) { $0 + $1.findings.surplus }, isDamage: true)
    if lines.isAtEnd, !lines.hasLine {
      let unfinished = devices.filter { $0.hasUnfinishedFrame }.count
      report.omit("frames that the file ends in", count: unfinished, isDamage: true)
    }
    report.omit("lines that are no events", count: unknownLines, isDamage: true)
    return report
  }

  /// Adds what was assumed about a device.
  private func add(_ device: TouchDevice, to report: inout ImportReport) {
    let surface = device.surface
    if surface.x.unit == .points || surface.y.unit == .points {
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
