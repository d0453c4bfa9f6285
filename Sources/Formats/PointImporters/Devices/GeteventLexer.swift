import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// The output of Android's getevent.
  package static let getevent = LogFormat(
    "getevent", "input events of Android, as getevent prints them", leavesOpen: [.deviceSize]
  ) { glimpse in
    glimpse.lines.contains { line in
      if line.hasPrefix("add device ") { return true }
      let bytes = Array("\(line)\n".utf8)
      var (lexer, offset) = (GeteventLexer(), 0)
      guard GeteventLexer.beginsEvent(bytes.span, 0), let line = try? lexer.scan(bytes.span, &offset) else {
        return false
      }
      return if case .event = line { true } else { false }
    }
  } open: { input, name, options in
    TouchReader(InputEventSource(input, GeteventLexer(), name: name, options: options), name: name, options: options)
  }
}

/// Reads what getevent prints: for each event a line of its time, its device, its type, code and value.
///
/// The time is there with `-t`, the device if there are several; `-l` prints names instead of hexadecimal numbers.
/// Ranges of axes are there only with `-p` or where getevent lists the devices itself.
struct GeteventLexer: InputEventLexer {
  static let format = "getevent"

  private static let names = InputEventNames()
  private var devices = DevicePaths()
  private var isInAxes = false
  /// The device that is being described.
  private var described = 0

  private var prefix = LinePrefix()

  mutating func scan(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> InputLine {
    if let end = prefix.end(in: bytes, at: offset) {
      offset = end
      return .event(try Self.event(bytes, &offset, prefix.time, prefix.device))
    }
    let start = offset
    bytes.skipSpace(&offset)
    if Self.beginsEvent(bytes, offset), offset == start || bytes.byte(at: offset) == ASCII.openBracket {
      try scanPrefix(bytes, start, &offset)
      return .event(try Self.event(bytes, &offset, prefix.time, prefix.device))
    }
    if bytes.byte(at: offset) == ASCII.newline { return .description }
    if bytes.has("add device", at: offset) {
      guard let path = bytes.offset(after: ": ", from: offset) else { return .unknown }
      described = devices.index(of: bytes, path..<bytes.endOfWord(from: path))
      isInAxes = false
      return .description
    }
    return offset > start ? try description(bytes, &offset) : .unknown
  }

  /// Whether a line begins like an event: with a time, a device, a name, or four digits.
  static func beginsEvent(_ bytes: Span<UInt8>, _ offset: Int) -> Bool {
    switch bytes.byte(at: offset) {
    case ASCII.openBracket: return true
    case UInt8(ascii: "/"): return bytes.has("/dev/", at: offset)
    case UInt8(ascii: "E"): return bytes.has("EV_", at: offset)
    case let byte: return ASCII.isDigit(byte)
    }
  }

  /// Reads the time and the device of an event.
  private mutating func scanPrefix(_ bytes: Span<UInt8>, _ start: Int, _ offset: inout Int) throws(Fault) {
    let time = try time(bytes, &offset)
    var device = devices.unnamed
    if bytes.byte(at: offset) == UInt8(ascii: "/") {
      let path = offset
      offset = bytes.endOfWord(from: path)
      guard bytes.byte(at: offset - 1) == ASCII.colon else {
        throw bytes.unexpected(at: path, expected: "a device and a colon")
      }
      device = devices.index(of: bytes, path..<offset - 1)
      bytes.skipSpace(&offset)
    }
    prefix.learn(bytes, start..<offset, time: time, device: device)
  }

  /// The type, code and value of an event.
  @inline(__always) private static func event(_ bytes: Span<UInt8>, _ offset: inout Int, _ time: Int, _ device: Int)
    throws(Fault) -> InputEvent
  {
    var next = offset
    let type = try type(bytes, &next)
    let code = try code(bytes, &next, of: type)
    let value = try value(bytes, &next, isKnown: type <= InputEventType.absolute && code != InputEventCode.other)
    offset = next
    return InputEvent(time: time, type: type, code: code, value: value, device: device)
  }

  /// `[ 12.345678]`, in early versions `12-345678:`, or nothing.
  private func time(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> Int {
    if bytes.byte(at: offset) == ASCII.openBracket {
      offset += 1
      bytes.skipSpace(&offset)
      let time = try bytes.time(&offset)
      bytes.skipSpace(&offset)
      guard bytes.byte(at: offset) == ASCII.closeBracket else {
        throw bytes.unexpected(at: offset, expected: "a closing bracket")
      }
      offset += 1
      bytes.skipSpace(&offset)
      return time
    }
    var end = offset
    guard let seconds = bytes.decimal(&end), bytes.byte(at: end) == ASCII.minus else { return InputEvent.noTime }
    end += 1
    guard let micros = bytes.decimal(&end), bytes.byte(at: end) == ASCII.colon else {
      throw bytes.unexpected(at: offset, expected: "seconds, a hyphen, microseconds and a colon")
    }
    let time = try bytes.time(seconds: seconds, micros: micros, at: offset)
    offset = end + 1
    bytes.skipSpace(&offset)
    return time
  }

  @inline(__always) private static func type(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> UInt16 {
    if let number = bytes.fourDigits(&offset) { return number }
    let start = offset
    if bytes.byte(at: offset + 1) == UInt8(ascii: "V") {
      let type = names.type(bytes, offset)
      offset = bytes.endOfWord(from: start)
      bytes.skipSpace(&offset)
      return type
    }
    guard let type = bytes.hexadecimal(&offset, limit: 4), offset - start == 4, bytes.endsWord(at: offset) else {
      throw bytes.unexpected(at: start, expected: "the event's type, EV_… or four hexadecimal digits")
    }
    bytes.skipSpace(&offset)
    return UInt16(truncatingIfNeeded: type)
  }

  @inline(__always) private static func code(
    _ bytes: Span<UInt8>, _ offset: inout Int, of type: UInt16
  ) throws(Fault) -> UInt16 {
    let start = offset
    if bytes.byte(at: start + 3) == UInt8(ascii: "_") {
      offset = bytes.endOfWord(from: start)
      let name = ShortName(bytes, start..<offset)
      bytes.skipSpace(&offset)
      return names.code(name, of: type)
    }
    if let number = bytes.fourDigits(&offset) { return number }
    if let code = bytes.hexadecimal(&offset, limit: 4), offset - start == 4, bytes.endsWord(at: offset) {
      bytes.skipSpace(&offset)
      return UInt16(truncatingIfNeeded: code)
    }
    let end = bytes.endOfWord(from: start)
    guard end > start, !ASCII.isDigit(bytes.byte(at: start)) else {
      throw bytes.unexpected(at: start, expected: "the event's code, a name or four hexadecimal digits")
    }
    offset = end
    bytes.skipSpace(&offset)
    return names.code(ShortName(bytes, start..<end), of: type)
  }

  /// Eight hexadecimal digits, or a name. 7fffffff stands for −1, too.
  @inline(__always) private static func value(
    _ bytes: Span<UInt8>, _ offset: inout Int, isKnown: Bool
  ) throws(Fault) -> Int32 {
    let start = offset
    if let value = bytes.hexadecimal(&offset, limit: 8), offset - start == 8, bytes.endsWord(at: offset) {
      return value == 0x7FFF_FFFF ? -1 : Int32(truncatingIfNeeded: value)
    }
    offset = bytes.endOfWord(from: start)
    if offset > start, let value = names.value(ShortName(bytes, start..<offset)) { return value }
    if isKnown || offset == start {
      throw bytes.unexpected(at: start, expected: "the event's value, eight hexadecimal digits")
    }
    return 0
  }
}

/// The description of devices.
extension GeteventLexer {
  /// An axis has a line `0035 : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0`, with its name instead of the
  /// number after `-l`. The first one follows `ABS (0003):`.
  private mutating func description(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> InputLine {
    if let axes = bytes.offset(after: "ABS (0003):", from: offset) ?? bytes.offset(after: "type 0003:", from: offset) {
      isInAxes = true
      offset = axes
      bytes.skipSpace(&offset)
    }
    guard isInAxes else { return .description }
    guard let minimum = bytes.offset(after: "min ", from: offset),
      let maximum = bytes.offset(after: "max ", from: offset)
    else {
      isInAxes = false
      return .description
    }
    var range = AxisRange(minimum: try Self.limit(bytes, minimum), maximum: try Self.limit(bytes, maximum))
    if let resolution = bytes.offset(after: "resolution ", from: offset) {
      range.resolution = try Self.limit(bytes, resolution)
    }
    let code = try Self.code(bytes, &offset, of: InputEventType.absolute)
    devices.note(code, of: described)
    return .axis(range, code: code, device: described)
  }

  private static func limit(_ bytes: Span<UInt8>, _ start: Int) throws(Fault) -> Int32 {
    var offset = start
    guard let value = bytes.decimalValue(&offset) else {
      throw bytes.unexpected(at: start, expected: "a decimal number of 32 bits")
    }
    return value
  }
}

/// The devices of a recording, by their paths.
private struct DevicePaths: Sendable {
  /// The most devices that are distinguished.
  private static let limit = 256

  private var paths: [[UInt8]] = []
  private var last = 0
  /// The devices that have positions of several contacts, and those with one position.
  private var multiple: Int?
  private var single: Int?

  /// The device of events without a path: the first one that is described as a touch screen or tablet.
  var unnamed: Int { multiple ?? single ?? 0 }

  mutating func note(_ code: UInt16, of device: Int) {
    if code == InputEventCode.contactX, multiple == nil { multiple = device }
    if code == InputEventCode.x, single == nil { single = device }
  }

  /// The number of the device with this path; a new one the first time.
  mutating func index(of bytes: Span<UInt8>, _ path: Range<Int>) -> Int {
    if last < paths.count, isLast(bytes, path) { return last }
    let path = bytes.array(path)
    if let known = paths.firstIndex(of: path) {
      last = known
    } else {
      guard paths.count < Self.limit else { return Self.limit }
      last = paths.count
      paths.append(path)
    }
    return last
  }

  /// Whether the path belongs to the device of the last call.
  private func isLast(_ bytes: Span<UInt8>, _ path: Range<Int>) -> Bool {
    let known = paths[last]
    guard known.count == path.count else { return false }
    for (index, byte) in known.enumerated() where bytes.byte(at: path.lowerBound &+ index) != byte { return false }
    return true
  }
}
