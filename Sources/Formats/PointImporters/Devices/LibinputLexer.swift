import Files
import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// Recordings of `libinput record`.
  package static let libinput = LogFormat(
    "libinput", "input events of Linux, recorded with libinput record", leavesOpen: [.deviceSize]
  ) {
    glimpse in
    LibinputLexer.deviceCount(glimpse) != nil
  } open: { input, name, options throws(LogReadError) in
    var input = input
    _ = try input.fill(Glimpse.length)
    func source(_ input: InputBuffer, only: Int?) -> InputEventSource<LibinputLexer> {
      InputEventSource(input, LibinputLexer(), name: name, only: only, options: options)
    }
    if LibinputLexer.deviceCount(Glimpse(input.bytes)) ?? 1 == 1 {
      return TouchReader(source(input, only: 0), name: name, options: options)
    }
    // The devices follow each other, so the file is read first to find the one with the most ink.
    let bytes = try input.readAll(name: name, options: options)
    let device = mostInk(in: source(InputBuffer(MemorySource(bytes)), only: nil), options.pointers)
    return TouchReader(source(InputBuffer(MemorySource(bytes)), only: device), name: name, options: options)
  }

  /// The device with the most events of touches, of the pointers that are read. Errors are left to the reader that gives
  /// the events.
  private static func mostInk(in source: InputEventSource<LibinputLexer>, _ pointers: Set<PointerKind>) -> Int {
    var source = source
    var touches: [ImportedTouch] = []
    while true {
      touches.removeAll(keepingCapacity: true)
      do throws(LogReadError) {
        try source.read(into: &touches)
      } catch {
        if case .file = error { break }
        continue
      }
      if touches.isEmpty { break }
    }
    return source.devices.inkiest(of: pointers)
  }
}

/// Reads the lines of libinput's recordings, which are YAML: for each device a description and a list of events.
///
/// Of a description only the lines of `absinfo` matter, of the events the lists below `evdev`.
struct LibinputLexer: InputEventLexer {
  static let format = "libinput record"

  /// The number of devices that a file gives in its first lines; nil if it gives none.
  static func deviceCount(_ glimpse: Glimpse) -> Int? {
    for line in glimpse.lines.prefix(10) where line.hasPrefix("ndevices:") {
      return Int(line.dropFirst("ndevices:".count).filter { $0 != " " }) ?? 1
    }
    return nil
  }

  /// The current device; −1 before the first.
  private var device = -1
  private var isInAxes = false
  private var isInEvents = false

  private var prefix = LinePrefix()

  mutating func scan(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> InputLine {
    if isInEvents, let end = prefix.end(in: bytes, at: offset) {
      offset = end
      return .event(try Self.event(bytes, &offset, prefix.time, prefix.device))
    }
    let start = offset
    bytes.skipSpace(&offset)
    let byte = bytes.byte(at: offset)
    if byte == ASCII.minus {
      offset += 1
      bytes.skipSpace(&offset)
      if bytes.byte(at: offset) == ASCII.openBracket {
        if !isInEvents { return .description }
        offset += 1
        try scanTime(bytes, start, &offset)
        return .event(try Self.event(bytes, &offset, prefix.time, prefix.device))
      }
      isInAxes = false
      isInEvents = bytes.has("evdev:", at: offset)
      if bytes.has("node:", at: offset) { device += 1 }
    } else if ASCII.isDigit(byte) {
      if isInAxes { return try axis(bytes, &offset) }
    } else if byte != UInt8(ascii: "#"), byte != ASCII.newline {
      isInAxes = bytes.has("absinfo:", at: offset)
      if bytes.skip("name:", &offset) { return .name(name(bytes, offset), device: max(device, 0)) }
    }
    return .description
  }

  /// Reads `seconds, micros,` of an event.
  private mutating func scanTime(_ bytes: Span<UInt8>, _ start: Int, _ offset: inout Int) throws(Fault) {
    bytes.skipSpace(&offset)
    let first = offset
    let seconds = try Self.number(bytes, &offset, "the event's seconds")
    let micros = try Self.number(bytes, &offset, "the event's microseconds")
    let time = try bytes.time(seconds: seconds, micros: micros, at: first)
    bytes.skipSpace(&offset)
    prefix.learn(bytes, start..<offset, time: time, device: max(device, 0))
  }

  /// `type, code, value]` of an event, all decimal.
  @inline(__always) private static func event(_ bytes: Span<UInt8>, _ offset: inout Int, _ time: Int, _ device: Int)
    throws(Fault) -> InputEvent
  {
    var next = offset
    let type = try code(bytes, &next, "the event's type, a number of 16 bits")
    let code = try code(bytes, &next, "the event's code, a number of 16 bits")
    let value = try value(bytes, &next, end: ASCII.closeBracket, "the event's value, a number of 32 bits")
    offset = next
    return InputEvent(time: time, type: type, code: code, value: value, device: device)
  }

  /// `code: [minimum, maximum, fuzz, flat, resolution]`
  private func axis(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> InputLine {
    let start = offset
    guard let code = bytes.decimal(&offset), code <= UInt16.max, bytes.byte(at: offset) == ASCII.colon else {
      throw bytes.unexpected(at: start, expected: "an axis and a colon")
    }
    offset += 1
    bytes.skipSpace(&offset)
    guard bytes.byte(at: offset) == ASCII.openBracket else {
      throw bytes.unexpected(at: offset, expected: "the axis's numbers in brackets")
    }
    offset += 1
    var numbers: [Int32] = []
    while numbers.count < 5 {
      let end = numbers.count == 4 ? ASCII.closeBracket : ASCII.comma
      numbers.append(
        try Self.value(bytes, &offset, end: end, "the axis's minimum, maximum, fuzz, flat and resolution"))
    }
    let range = AxisRange(minimum: numbers[0], maximum: numbers[1], resolution: numbers[4])
    return .axis(range, code: UInt16(code), device: max(device, 0))
  }

  /// The range of a text in quotes.
  private func name(_ bytes: Span<UInt8>, _ offset: Int) -> Range<Int> {
    var start = offset
    var end = bytes.endOfLine(from: offset)
    bytes.skipSpace(&start)
    if bytes.byte(at: start) == ASCII.quote { start += 1 }
    while end > start, ASCII.isSpace(bytes.byte(at: end - 1)) || bytes.byte(at: end - 1) == ASCII.quote { end -= 1 }
    return start..<end
  }

  /// A number without a sign and the comma after it.
  @inline(__always) private static func number(
    _ bytes: Span<UInt8>, _ offset: inout Int, _ expected: @autoclosure () -> String
  ) throws(Fault) -> Int {
    bytes.skipSpace(&offset)
    let start = offset
    guard let number = bytes.decimal(&offset) else { throw bytes.unexpected(at: start, expected: expected()) }
    try skip(ASCII.comma, bytes, &offset)
    return number
  }

  @inline(__always) private static func code(
    _ bytes: Span<UInt8>, _ offset: inout Int, _ expected: @autoclosure () -> String
  ) throws(Fault) -> UInt16 {
    bytes.skipSpace(&offset)
    let start = offset
    guard let code = UInt16(exactly: try number(bytes, &offset, expected())) else {
      throw bytes.unexpected(at: start, expected: expected())
    }
    return code
  }

  @inline(__always) private static func value(
    _ bytes: Span<UInt8>, _ offset: inout Int, end: UInt8, _ expected: @autoclosure () -> String
  ) throws(Fault) -> Int32 {
    bytes.skipSpace(&offset)
    let start = offset
    guard let value = bytes.decimalValue(&offset) else { throw bytes.unexpected(at: start, expected: expected()) }
    try skip(end, bytes, &offset)
    return value
  }

  /// Skips a punctuation mark and the blanks before it.
  @inline(__always) private static func skip(
    _ mark: UInt8, _ bytes: Span<UInt8>, _ offset: inout Int
  ) throws(Fault) {
    bytes.skipSpace(&offset)
    guard bytes.byte(at: offset) == mark else {
      throw bytes.unexpected(at: offset, expected: mark == ASCII.comma ? "a comma" : "a closing bracket")
    }
    offset += 1
  }
}
