import JSON
import TouchLog

extension LogFormat {
  /// The output of Android's getevent.
  public static let getevent = LogFormat("getevent", "input events of Android, as getevent prints them") { glimpse in
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
/// The time is there with `-t`, the device if there are several; `-l` prints names instead of hexadecimal numbers. Ranges
/// of axes are there only with `-p` or where getevent lists the devices itself.
struct GeteventLexer: InputEventLexer {
  static let format = "Android's getevent"

  private let names = InputEventNames()
  private var devices = DevicePaths()
  private var isInAxes = false
  /// The device that the description is about.
  private var described = 0

  mutating func scan(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> InputLine {
    let start = offset
    bytes.skipSpace(&offset)
    if Self.beginsEvent(bytes, offset), offset == start || bytes.byte(at: offset) == ASCII.openBracket {
      return .event(try event(bytes, &offset))
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

  @inline(__always) private mutating func event(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> InputEvent {
    let time = try time(bytes, &offset)
    let device: Int
    if bytes.byte(at: offset) == UInt8(ascii: "/") {
      let start = offset
      offset = bytes.endOfWord(from: offset)
      guard bytes.byte(at: offset - 1) == ASCII.colon else {
        throw bytes.unexpected(at: start, expected: "a device and a colon")
      }
      device = devices.index(of: bytes, start..<offset - 1)
      bytes.skipSpace(&offset)
    } else {
      device = devices.unnamed
    }
    let type = try type(bytes, &offset)
    bytes.skipSpace(&offset)
    let code = try code(bytes, &offset, of: type)
    bytes.skipSpace(&offset)
    let value = try value(bytes, &offset, isKnown: type <= InputEventType.absolute && code != InputEventCode.other)
    return InputEvent(time: time, type: type, code: code, value: value, device: device)
  }

  /// `[ 12.345678]`, in early versions `12-345678:`, or nothing.
  @inline(__always) private func time(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> Int {
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

  @inline(__always) private func type(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> UInt16 {
    let start = offset
    if bytes.byte(at: offset + 1) == UInt8(ascii: "V") {
      offset = bytes.endOfWord(from: offset)
      return names.type(ShortName(bytes, start..<offset))
    }
    guard let type = bytes.hexadecimal(&offset, limit: 4), offset - start == 4, bytes.endsWord(at: offset) else {
      throw bytes.unexpected(at: start, expected: "the event's type, EV_… or four hexadecimal digits")
    }
    return UInt16(truncatingIfNeeded: type)
  }

  @inline(__always) private func code(
    _ bytes: Span<UInt8>, _ offset: inout Int, of type: UInt16
  ) throws(Fault) -> UInt16 {
    let start = offset
    if let code = bytes.hexadecimal(&offset, limit: 4), offset - start == 4, bytes.endsWord(at: offset) {
      return UInt16(truncatingIfNeeded: code)
    }
    offset = bytes.endOfWord(from: start)
    guard offset > start, !ASCII.isDigit(bytes.byte(at: start)) else {
      throw bytes.unexpected(at: start, expected: "the event's code, a name or four hexadecimal digits")
    }
    return names.code(ShortName(bytes, start..<offset), of: type)
  }

  /// Eight hexadecimal digits, or a name. 7fffffff stands for −1, too.
  @inline(__always) private func value(
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
    let code = try code(bytes, &offset, of: InputEventType.absolute)
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
  /// The most devices that are told apart.
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
  @inline(__always) mutating func index(of bytes: Span<UInt8>, _ path: Range<Int>) -> Int {
    if last < paths.count, isPath(last, bytes, path) { return last }
    return find(bytes, path)
  }

  private mutating func find(_ bytes: Span<UInt8>, _ path: Range<Int>) -> Int {
    if let known = paths.indices.first(where: { isPath($0, bytes, path) }) {
      last = known
    } else if paths.count < Self.limit {
      last = paths.count
      paths.append(bytes.array(path))
    } else {
      return Self.limit
    }
    return last
  }

  @inline(__always) private func isPath(_ index: Int, _ bytes: Span<UInt8>, _ path: Range<Int>) -> Bool {
    let known = paths[index]
    guard known.count == path.count else { return false }
    var offset = 0
    while offset < path.count {
      if known[offset] != bytes.byte(at: path.lowerBound &+ offset) { return false }
      offset &+= 1
    }
    return true
  }
}
