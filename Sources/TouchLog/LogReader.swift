import Files

/// Reads a touch log as a stream: one event a line, each checked by itself.
///
/// It holds no more than a line and a chunk of the source. What a line means in the light of those before it, the
/// drawing judges; `place` is where its warnings and errors belong.
public struct LogReader: EventReader {
  let name: String
  var input: InputBuffer
  private var reading = LogLine()
  /// Where the next line begins in the input's bytes, and where the last whole one ends.
  var unread = 0
  var wholeEnd = 0
  /// The line read last, without its newline, and its number.
  var line = 0..<0
  var lineNumber = 0
  /// The line, its number and the offset in it of the event last returned.
  private var event = (line: 0..<0, number: 1, offset: 0)
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
    repeat {
      if unread == wholeEnd {
        guard try readLines() else { return nil }
      }
    } while skipBlankLine()
    do throws(Fault) {
      let chunk = input.bytes
      let bytes = chunk.span
      try scanLine(bytes)
      if reading.isTouch {
        let touch = try reading.touchEvent(bytes)
        endEvent()
        return .touch(touch)
      }
      let event = try reading.sessionEvent(bytes, isFirst: isBlank)
      endEvent()
      return event
    } catch {
      throw .malformed(skipLine(error))
    }
  }

  /// Where the event last returned stands: its line, and the value of the key that says what it is.
  public var place: LogPlace {
    keptPlace ?? place(of: event.offset, line: event.line, number: event.number)
  }

  /// Reads the fields of the line at `unread`.
  @inline(__always) private mutating func scanLine(_ bytes: Span<UInt8>) throws(Fault) {
    line = unread..<unread
    lineNumber &+= 1
    line = unread..<(try reading.scan(bytes, from: unread))
    if line.count > LogLimits.lineBytes { throw tooLong }
  }

  /// Goes on behind a line that gave an event.
  @inline(__always) private mutating func endEvent() {
    unread = line.upperBound &+ 1
    isBlank = false
    event = (line, lineNumber, reading.kind.start)
    if keptPlace != nil { keptPlace = nil }
  }

  /// Passes the line at `unread` if it is blank.
  @inline(__always) private mutating func skipBlankLine() -> Bool {
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
