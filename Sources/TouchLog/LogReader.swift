import Files

/// Reads a touch log as a stream: one event a line, each checked by itself.
///
/// It holds no more than a line and a chunk of the source. What a line means in the light of those before it, the
/// drawing judges; `place` is where its warnings and errors belong.
public struct LogReader: EventReader {
  /// The keys of which each line has one.
  package static var kinds: [String] { LogSlot.kindNames }

  let name: String
  var input: InputBuffer
  var reading = LogLine()
  /// Where the next line begins in the input's bytes, and where the last whole one ends.
  var unread = 0
  var wholeEnd = 0
  /// The line read last, without its newline, and its number.
  var line = 0..<0
  var lineNumber = 0
  var scanner = TouchScanner()
  /// The touches that were read ahead, and how many of them have been returned.
  var ahead: [TouchEvent] = []
  var taken = 0
  /// How many touches `nextTouches` gave last.
  var given = 0
  /// Of the touches that were read together, the first one's line; of another event, its own.
  var run = (start: 0, number: 1)
  /// By how many lines the event last returned is behind that one.
  var behind = 0
  /// The place of that event, once its bytes are dropped.
  var keptPlace: LogPlace?
  /// Whether all lines so far were blank.
  private var isBlank = true
  var hasBegun = false
  /// Whether the rest of an over-long line is still to be dropped.
  var isDropping = false

  /// - Parameter name: The file as the user named it, for messages.
  public init(_ source: any ByteSource, name: String) {
    self.init(InputBuffer(source), name: name)
  }

  init(_ input: InputBuffer, name: String) {
    self.input = input
    self.name = name
  }

  /// The next line's event, nil at the end of the log.
  ///
  /// - Throws: `LogReadError.malformed` where the line is wrong: the next call goes on with the line after it; and
  ///   `.file` where the source cannot be read.
  public mutating func next() throws(LogReadError) -> LogEvent? {
    if let touch = nextAhead() { return .touch(touch) }
    repeat {
      if unread == wholeEnd {
        guard try readLines() else { return nil }
      }
    } while skipBlankLine()
    readAhead()
    if let touch = nextAhead() { return .touch(touch) }
    do throws(Fault) {
      return try readLine()
    } catch {
      throw .malformed(skipLine(error))
    }
  }

  /// Reads the line at `unread` in the way that knows all lines, and what is wrong with them.
  private mutating func readLine() throws(Fault) -> LogEvent {
    let chunk = input.bytes
    let bytes = chunk.span
    line = unread..<unread
    lineNumber += 1
    line = unread..<(try reading.scan(bytes, from: unread))
    if line.count > LogLimits.lineBytes { throw tooLong }
    let event = try reading.event(bytes, isFirst: isBlank)
    if case .touch = event { scanner.learn(line, of: bytes, fields: reading.fields) }
    unread = line.upperBound + 1
    isBlank = false
    run = (line.lowerBound, lineNumber)
    behind = 0
    keptPlace = nil
    return event
  }

  /// Passes the line at `unread` if it is blank.
  private mutating func skipBlankLine() -> Bool {
    var offset = unread
    while ASCII.isSpace(input.bytes[offset]) { offset += 1 }
    guard input.bytes[offset] == ASCII.newline, offset - unread <= LogLimits.lineBytes else { return false }
    unread = offset + 1
    lineNumber += 1
    return true
  }

  /// Goes on behind a line that is wrong.
  private mutating func skipLine(_ fault: Fault) -> LogError {
    let end = input.bytes[line.lowerBound...].firstIndex(of: ASCII.newline) ?? input.bytes.count
    line = line.lowerBound..<end
    unread = min(end + 1, input.bytes.count)
    isBlank = false
    return located(line.count > LogLimits.lineBytes ? tooLong : fault)
  }
}
