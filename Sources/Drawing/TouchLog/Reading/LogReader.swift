import Files

/// Reads a touch log as a stream. Each line is one event and is checked by itself.
///
/// The reader holds one line and one chunk of the source. The drawing checks whether a line makes sense after the lines
/// before it; `location` and `location(ofTouch:)` give the locations for its warnings and errors.
package struct LogReader: EventReader {
  /// The keys that tell the kind of a line. Each line has one of them.
  package static var kinds: [String] { LogSlot.kindNames }
  /// The keys of a line of a touch.
  package static var touchKeys: Set<String> {
    let keys = LogSlot.keys.filter { key in
      key.slot == LogSlot.phase || LogSlot.touch...LogSlot.expects ~= key.slot || key.slot >= LogSlot.firstSensor
    }
    return Set(keys.map { $0.name })
  }

  /// The most touches in a batch: few enough to stay in the processor's cache.
  private static let batchSize = 64

  /// The file as the user named it, for messages.
  private let name: String
  private var lines: LineInput
  private var parser: LineParser
  private var scanner: TouchScanner
  /// Whether all lines so far were blank.
  private var isFirst = true
  /// The lines of the events that were returned last.
  private var last: Lines
  /// False for a line that fits a template, because a line with the same keys was read before.
  package private(set) var hasUnknownKeys = false
  /// True for a line that fits no template, and for all others if one of the touches from which templates are made has
  /// such keys.
  package private(set) var mayHaveOwnKeys = false
  private var touchesHaveOwnKeys = false
  /// Memory for a touch that `next` returns.
  private var single: [TouchEvent] = []

  /// The events that the last call returned.
  private enum Lines {
    /// `count` lines that follow each other, from the byte at `start` and the line `number`.
    case inMemory(start: Int, number: Int, count: Int)
    /// One event whose bytes have been dropped.
    case dropped(LogLocation)
  }

  /// - Parameters:
  ///   - name: The file as the user named it, for messages.
  ///   - names: Where names of touches are stored; nil for the life of the process.
  package init(_ source: some ByteSource, name: String, names: TouchNameScope? = nil) {
    self.init(InputBuffer(source), name: name, names: names)
  }

  init(_ input: InputBuffer, name: String, names: TouchNameScope? = nil) {
    (parser, scanner) = (LineParser(names: names), TouchScanner(names: names))
    lines = LineInput(input)
    self.name = name
    last = .dropped(LogLocation(file: name, line: 1, column: 1))
  }

  /// The event of the next line; nil at the end of the log.
  ///
  /// - Throws: `LogReadError.malformed` if the line is wrong; the next call continues with the line after it. `.file`
  ///   if the source cannot be read.
  package mutating func next() throws(LogReadError) -> LogEvent? {
    repeat {
      if !lines.hasLine {
        guard try readLines() else { return nil }
      }
    } while lines.skipBlankLine()
    hasUnknownKeys = false
    if let touch = nextTouch() { return .touch(touch) }
    do throws(Fault) {
      return try parseLine()
    } catch {
      isFirst = false
      let line = lines.skipLine()
      throw .malformed(located(line.count > LogLimits.lineBytes ? tooLong(line) : error, line))
    }
  }

  package mutating func nextTouches(into touches: inout [TouchEvent]) {
    scanTouches(atMost: Self.batchSize, into: &touches)
  }

  /// The touch of the next line if the line fits a learned template; otherwise nil.
  private mutating func nextTouch() -> TouchEvent? {
    var touches: [TouchEvent] = []
    swap(&touches, &single)
    defer { swap(&touches, &single) }
    scanTouches(atMost: 1, into: &touches)
    return touches.first
  }

  /// Reads complete lines up to the first that does not fit a learned template.
  private mutating func scanTouches(atMost count: Int, into touches: inout [TouchEvent]) {
    touches.removeAll(keepingCapacity: true)
    let start = lines.next
    var end = start
    let chunk = lines.bytes
    touches.append(addingCapacity: count) { end = scanner.scan(chunk.span, from: start, into: &$0) }
    if touches.isEmpty { return }
    mayHaveOwnKeys = touchesHaveOwnKeys
    last = .inMemory(start: start, number: lines.lineCount + 1, count: touches.count)
    lines.advance(to: end, count: touches.count)
  }

  /// Reads the next line with the parser, which accepts every valid line and finds what is wrong with others.
  private mutating func parseLine() throws(Fault) -> LogEvent {
    let chunk = lines.bytes
    let bytes = chunk.span
    let line = lines.next..<(try parser.scan(bytes, from: lines.next))
    if line.count > LogLimits.lineBytes { throw tooLong(line) }
    let event = try parser.event(bytes, isFirst: isFirst)
    if case .touch = event {
      touchesHaveOwnKeys = touchesHaveOwnKeys || parser.fields.hasKey(otherThan: KnownKeys.of(event).names)
      scanner.learn(line, of: bytes, fields: parser.fields)
    }
    mayHaveOwnKeys = true
    isFirst = false
    hasUnknownKeys = parser.fields.hasUnknownKeys
    last = .inMemory(start: line.lowerBound, number: lines.lineCount + 1, count: 1)
    lines.advance(to: line.upperBound + 1)
    return event
  }

  /// Reads until the next line is complete; returns false at the end.
  private mutating func readLines() throws(LogReadError) -> Bool {
    if lines.isAtEnd { return false }
    last = .dropped(location)
    let reading = try rethrowing(as: LogReadError.file) { () throws(FileError) in try lines.read() }
    switch reading {
    case .line: return true
    case .end: return false
    case .tooLong(let line): throw .malformed(located(tooLong(line), line))
    }
  }
}

/// Locations.
extension LogReader {
  package var line: Int {
    switch last {
    case .inMemory(_, let number, let count): number + count - 1
    case .dropped(let location): location.line
    }
  }

  /// The number of lines read, blank lines included.
  package var lineCount: Int { lines.lineCount }

  package var location: LogLocation {
    switch last {
    case .inMemory(_, _, let count): location(ofTouch: count - 1)
    case .dropped(let location): location
    }
  }

  package func line(ofTouch index: Int) -> Int {
    guard case .inMemory(_, let number, _) = last else { return line }
    return number + index
  }

  package func location(ofTouch index: Int) -> LogLocation {
    guard let line = lineInMemory(index) else { return location }
    // The line has been read before and cannot fail.
    var parser = parser
    let end = (try? parser.scan(lines.bytes.span, from: line.start)) ?? line.start
    return location(of: parser.kind.start, line: line.start..<end, number: line.number)
  }

  package func keys(ofTouch index: Int, where isMeant: (String) -> Bool) -> [LineKey] {
    guard let line = lineInMemory(index) else { return [] }
    let bytes = lines.bytes
    let (members, end) = LineParser.members(bytes.span, from: line.start)
    return members.compactMap { key, value in
      let name = key.string(in: bytes.span)
      guard isMeant(name) else { return nil }
      return LineKey(
        name: name, location: location(of: key.start, line: line.start..<end, number: line.number),
        member: Array(bytes[key.start..<value.end]), valueStart: value.start - key.start)
    }
  }

  /// The keys of a valid line, with the offsets of the quoted key and of the value.
  package static func members(
    of line: [UInt8]
  ) -> [(name: String, key: Range<Int>, value: Range<Int>)] {
    let bytes = line.last == ASCII.newline ? line : line + [ASCII.newline]
    return LineParser.members(bytes.span, from: 0).members.map { key, value in
      (key.string(in: bytes.span), key.start..<key.end, value.start..<value.end)
    }
  }

  /// The offset and the number of an event's line; nil if its bytes have been dropped.
  /// - Parameter index: The number of lines between it and the first that was returned last.
  private func lineInMemory(_ index: Int) -> (start: Int, number: Int)? {
    guard case .inMemory(var start, let number, _) = last else { return nil }
    let chunk = lines.bytes
    let bytes = unsafe chunk.span.bytes
    let newlines = SIMD16(repeating: ASCII.newline)
    for _ in 0..<index {
      // Sixteen bytes at a time, because `lint` asks for each touch of a batch.
      while start + 16 <= bytes.byteCount,
        unsafe !any(bytes.unsafeLoadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self) .== newlines)
      {
        start += 16
      }
      while chunk[start] != ASCII.newline { start += 1 }
      start += 1
    }
    return (start, number + index)
  }

  private func location(of offset: Int, line: Range<Int>, number: Int) -> LogLocation {
    LogLocation(
      file: name, line: number, column: offset - line.lowerBound + 1,
      excerpt: Excerpt(lines.bytes.span, line: line, at: offset))
  }

  /// The error of a fault in the line that was read last.
  private func located(_ fault: Fault, _ line: Range<Int>) -> LogError {
    LogError(location: location(of: fault.offset, line: line, number: lines.lineCount), reason: fault.reason)
  }

  /// The fault that a line exceeds the limit; it is at the line's first byte.
  private func tooLong(_ line: Range<Int>) -> Fault {
    Fault(.lineTooLong(limit: LogLimits.lineBytes), at: line.lowerBound)
  }
}
