import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// Recordings of evemu-record.
  package static let evemu = LogFormat("evemu", "input events of Linux, recorded with evemu", leavesOpen: [.deviceSize])
  { glimpse in
    let lines = glimpse.lines.lazy.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    if lines.first?.hasPrefix("# EVEMU") == true { return true }
    guard let first = lines.first(where: { !$0.hasPrefix("#") }) else { return false }
    if first.hasPrefix("E: ") { return EvemuLexer.isEvent(first) }
    return first.hasPrefix("N: ") && lines.contains { line in EvemuLexer.keys.contains { line.hasPrefix($0) } }
  } open: { input, name, options in
    TouchReader(InputEventSource(input, EvemuLexer(), name: name, options: options), name: name, options: options)
  }
}

/// Reads evemu's lines: a letter, which tells the kind of line, a colon, and values. Comments begin with `#`.
struct EvemuLexer: InputEventLexer {
  static let format = "evemu"

  /// The lines that follow the device's name.
  static let keys = ["I: ", "P: ", "B: ", "A: ", "E: "]

  /// Whether a line is that of an event: a time, a type and a code of four hexadecimal digits, and a value.
  fileprivate static func isEvent(_ line: Substring) -> Bool {
    let words = line.dropFirst(3).split { $0 == " " || $0 == "\t" }
    guard words.count >= 4, words[0].allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }) else { return false }
    return words[1...2].allSatisfy { $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) } && Int32(words[3]) != nil
  }

  private var prefix = LinePrefix()

  mutating func scan(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> InputLine {
    if let end = prefix.end(in: bytes, at: offset) {
      offset = end
      return .event(try Self.event(bytes, &offset, prefix.time))
    }
    let start = offset
    bytes.skipSpace(&offset)
    let letter = bytes.byte(at: offset)
    if letter == UInt8(ascii: "#") || letter == ASCII.newline { return .description }
    guard bytes.byte(at: offset + 1) == ASCII.colon else { return .unknown }
    switch letter {
    case UInt8(ascii: "E"):
      offset += 2
      bytes.skipSpace(&offset)
      let time = try bytes.time(&offset)
      guard bytes.endsWord(at: offset) else { throw bytes.unexpected(at: offset, expected: "a blank after the time") }
      bytes.skipSpace(&offset)
      prefix.learn(bytes, start..<offset, time: time, device: 0)
      return .event(try Self.event(bytes, &offset, prefix.time))
    case UInt8(ascii: "A"):
      offset += 2
      return try axis(bytes, &offset)
    case UInt8(ascii: "N"), UInt8(ascii: "I"), UInt8(ascii: "P"), UInt8(ascii: "B"), UInt8(ascii: "L"),
      UInt8(ascii: "S"):
      return .description
    default: return .unknown
    }
  }

  /// `type code value` after the time of the prefix: type and code are hexadecimal, the value is decimal.
  @inline(__always) private static func event(_ bytes: Span<UInt8>, _ offset: inout Int, _ time: Int) throws(Fault)
    -> InputEvent
  {
    var next = offset
    let type = try number(bytes, &next, "the event's type, four hexadecimal digits")
    let code = try number(bytes, &next, "the event's code, four hexadecimal digits")
    let value = try value(bytes, &next, "the event's value, a decimal number of 32 bits")
    offset = next
    return InputEvent(time: time, type: type, code: code, value: value)
  }

  /// `code minimum maximum fuzz flat resolution`; early versions have no resolution.
  private func axis(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> InputLine {
    let code = try Self.number(bytes, &offset, "the axis, hexadecimal digits")
    var numbers: [Int32] = []
    while numbers.count < 4 {
      numbers.append(try Self.value(bytes, &offset, "the axis's minimum, maximum, fuzz and flat"))
    }
    bytes.skipSpace(&offset)
    let resolution =
      bytes.byte(at: offset) == ASCII.newline ? 0 : try Self.value(bytes, &offset, "the axis's resolution")
    return .axis(AxisRange(minimum: numbers[0], maximum: numbers[1], resolution: resolution), code: code, device: 0)
  }

  @inline(__always) private static func number(
    _ bytes: Span<UInt8>, _ offset: inout Int, _ expected: @autoclosure () -> String
  ) throws(Fault) -> UInt16 {
    if let number = bytes.fourDigits(&offset) { return number }
    bytes.skipSpace(&offset)
    let start = offset
    guard let number = bytes.hexadecimal(&offset, limit: 4), bytes.endsWord(at: offset) else {
      throw bytes.unexpected(at: start, expected: expected())
    }
    return UInt16(truncatingIfNeeded: number)
  }

  @inline(__always) private static func value(
    _ bytes: Span<UInt8>, _ offset: inout Int, _ expected: @autoclosure () -> String
  ) throws(Fault) -> Int32 {
    bytes.skipSpace(&offset)
    let start = offset
    guard let value = bytes.decimalValue(&offset), bytes.endsWord(at: offset) else {
      throw bytes.unexpected(at: start, expected: expected())
    }
    return value
  }
}
