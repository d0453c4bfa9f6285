import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// The output of evtest.
  package static let evtest = LogFormat(
    "evtest", "input events of Linux, as evtest prints them", leavesOpen: [.deviceSize]
  ) { glimpse in
    glimpse.lines.contains { $0.hasPrefix("Input driver version") || $0.hasPrefix("Event: time") }
  } open: { input, name, options in
    TouchReader(InputEventSource(input, EvtestLexer(), name: name, options: options), name: name, options: options)
  }
}

/// Reads what evtest prints: a description of the device, whose numbers have lines of their own, and the events.
struct EvtestLexer: InputEventLexer {
  static let format = "evtest"

  private var hasEvents = false
  private var isInAxes = false
  private var axis: (code: UInt16, range: AxisRange)?

  private var prefix = LinePrefix()

  /// "Event: t", the first byte in the lowest bits.
  private static let eventWord: UInt64 = 0x7420_3A74_6E65_7645

  mutating func scan(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> InputLine {
    if let end = prefix.end(in: bytes, at: offset) {
      offset = end
      return try Self.event(bytes, &offset, prefix.time)
    }
    let start = offset
    bytes.skipSpace(&offset)
    if bytes.word(at: offset) == Self.eventWord {
      offset += 8
      Self.skipWord(bytes, &offset)
      hasEvents = true
      let time = try bytes.time(&offset)
      guard bytes.byte(at: offset) == ASCII.comma else { throw bytes.unexpected(at: offset, expected: "a comma") }
      offset += 1
      bytes.skipSpace(&offset)
      prefix.learn(bytes, start..<offset, time: time, device: 0)
      return try Self.event(bytes, &offset, prefix.time)
    }
    if bytes.byte(at: offset) == ASCII.newline { return .description }
    return hasEvents ? .unknown : try description(bytes, &offset)
  }

  /// Reads the text after the time: a named mark, or `type 3 (EV_ABS), code 0 (ABS_X), value 38433`.
  @inline(__always) private static func event(_ bytes: Span<UInt8>, _ offset: inout Int, _ time: Int) throws(Fault)
    -> InputLine
  {
    var next = offset
    let mark = bytes.byte(at: next)
    if mark != UInt8(ascii: "t") {
      guard let code = synchronization(mark, bytes, next) else {
        throw bytes.unexpected(at: next, expected: "\"type\" and the event's type, or SYN_REPORT")
      }
      return .event(InputEvent(time: time, type: InputEventType.synchronization, code: code, value: 0))
    }
    let type = try number(bytes, &next, typeWord, "\"type\" and a number of 16 bits")
    try skipToComma(bytes, &next)
    let code = try number(bytes, &next, codeWord, "\"code\" and a number of 16 bits")
    try skipToComma(bytes, &next)
    // The values of scan codes are hexadecimal.
    if type > InputEventType.absolute { return .description }
    if bytes.word(at: next).map({ $0 & 0xFFFF_FFFF_FFFF }) == valueWord {
      next &+= 6
    } else {
      skipWord(bytes, &next)
    }
    let start = next
    guard let value = bytes.decimalValue(&next), bytes.endsWord(at: next) else {
      throw bytes.unexpected(at: start, expected: "\"value\" and a decimal number of 32 bits")
    }
    offset = next
    return .event(InputEvent(time: time, type: type, code: code, value: value))
  }

  /// "SYN_REPO", the first byte in the lowest bits.
  private static let reportWord: UInt64 = 0x4F50_4552_5F4E_5953

  /// The code of a mark between frames, by the characters that surround its name. Old versions name the mark by its code
  /// among the types of events, "EV_SYN" or "Sync", or call it "Report Sync".
  private static func synchronization(_ mark: UInt8, _ bytes: Span<UInt8>, _ offset: Int) -> UInt16? {
    switch mark {
    case ASCII.plus: return InputEventCode.packetEnd
    case UInt8(ascii: ">"): return InputEventCode.dropped
    case ASCII.minus:
      // The usual mark has 14 hyphens.
      if bytes.word(at: offset + 15) == reportWord { return InputEventCode.report }
      var name = offset
      while bytes.byte(at: name) == ASCII.minus { name += 1 }
      bytes.skipSpace(&name)
      for report in ["SYN_REPORT", "Report", "EV_SYN", "Sync"] where bytes.has(report, at: name) {
        return InputEventCode.report
      }
      return bytes.byte(at: name) == ASCII.newline ? nil : InputEventCode.other
    default: return nil
    }
  }

  /// Skips a word and the blank after it.
  @inline(__always) private static func skipWord(_ bytes: Span<UInt8>, _ offset: inout Int) {
    bytes.skipSpace(&offset)
    while !bytes.endsWord(at: offset) { offset &+= 1 }
    bytes.skipSpace(&offset)
  }

  /// "type ", "code " and "value ", the first byte in the lowest bits.
  private static let typeWord: UInt64 = 0x20_6570_7974
  private static let codeWord: UInt64 = 0x20_6564_6F63
  private static let valueWord: UInt64 = 0x2065_756C_6176

  /// A number of 16 bits after a word.
  @inline(__always) private static func number(
    _ bytes: Span<UInt8>, _ offset: inout Int, _ word: UInt64, _ expected: @autoclosure () -> String
  ) throws(Fault) -> UInt16 {
    if bytes.word(at: offset).map({ $0 & 0xFF_FFFF_FFFF }) == word {
      offset &+= 5
    } else {
      skipWord(bytes, &offset)
    }
    let start = offset
    guard let number = bytes.decimal(&offset), let number = UInt16(exactly: number) else {
      throw bytes.unexpected(at: start, expected: expected())
    }
    return number
  }

  /// Skips a name in parentheses, the comma after it and blanks.
  @inline(__always) private static func skipToComma(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) {
    guard let comma = bytes.comma(from: offset) else {
      throw bytes.unexpected(at: bytes.endOfLine(from: offset), expected: "a comma")
    }
    offset = comma &+ 1
    bytes.skipSpace(&offset)
  }
}

/// The description.
extension EvtestLexer {
  /// The events of a type are listed below it, and the numbers of an axis below the axis, without its code.
  private mutating func description(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> InputLine {
    if bytes.skip("Event type", &offset) {
      bytes.skipSpace(&offset)
      isInAxes = bytes.decimal(&offset) == Int(InputEventType.absolute)
      axis = nil
    } else if bytes.skip("Event code", &offset) {
      bytes.skipSpace(&offset)
      axis = nil
      if isInAxes, let code = bytes.decimal(&offset), code <= UInt16.max { axis = (UInt16(code), AxisRange()) }
    } else if var axis {
      if bytes.skip("Min", &offset) {
        axis.range.minimum = try Self.limit(bytes, &offset)
      } else if bytes.skip("Max", &offset) {
        axis.range.maximum = try Self.limit(bytes, &offset)
      } else if bytes.skip("Resolution", &offset) {
        axis.range.resolution = try Self.limit(bytes, &offset)
      } else {
        return .description
      }
      self.axis = axis
      return .axis(axis.range, code: axis.code, device: 0)
    }
    return .description
  }

  private static func limit(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> Int32 {
    bytes.skipSpace(&offset)
    let start = offset
    guard let value = bytes.decimalValue(&offset), bytes.endsWord(at: offset) else {
      throw bytes.unexpected(at: start, expected: "a decimal number of 32 bits")
    }
    return value
  }
}
