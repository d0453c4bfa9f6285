import Files
import JSON
import TouchLog

/// Finds the objects of a JSON array one after another, in a stream of which only a part is in memory.
struct JSONArrayInput {
  private enum State {
    case beforeArray, beforeFirst, amongObjects, ended
  }

  /// The number of bytes before an object that stay in memory, for the excerpt of its line.
  private static let kept = 2 * Excerpt.reach.before

  private let name: String
  private var input: InputBuffer
  private var state = State.beforeArray
  /// The bytes of the object found last.
  private(set) var object = 0..<0
  /// The offset up to which the bytes have been consumed: the beginning of an object, or of the search for the next.
  private var consumed = 0
  /// The number of the line of `consumed`, from 1.
  private var lineNumber = 1
  /// The offset of that line; negative if its beginning has been dropped.
  private var lineStart = 0

  init(_ input: InputBuffer, name: String) {
    self.name = name
    self.input = input
  }

  /// The bytes in memory.
  var bytes: [UInt8] { input.bytes }

  /// Finds the next object, by its brackets alone. Returns false after the array, and after an error that leaves the
  /// beginning of the next object unclear.
  mutating func findObject() throws(LogReadError) -> Bool {
    if state == .ended { return false }
    if state == .beforeArray {
      if try nextByte() != ASCII.openBracket { throw end(.array) }
      consume(to: consumed + 1)
      state = .beforeFirst
    } else {
      consume(to: object.upperBound)
    }
    let byte = try nextByte()
    if byte == ASCII.closeBracket {
      consume(to: consumed + 1)
      if try nextByte() != nil { throw end(.endOfFile) }
      state = .ended
      return false
    }
    if state == .amongObjects {
      if byte != ASCII.comma { throw end(.commaOrBracket) }
      consume(to: consumed + 1)
    }
    if try nextByte() != ASCII.openBrace { throw end(.object) }
    state = .amongObjects
    let end = try objectEnd()
    object = consumed..<end
    return true
  }

  /// The error of a fault in the current object.
  mutating func located(_ fault: Fault) -> LogReadError {
    // The excerpt must not depend on the sizes of the chunks.
    while !input.isAtEnd, input.bytes.count <= fault.offset + Excerpt.reach.after {
      do { try input.read() } catch { break }
    }
    return .malformed(LogError(location: location(of: fault.offset), reason: fault.reason))
  }

  /// The location of an offset after `consumed`.
  func location(of offset: Int) -> LogLocation {
    var (line, start) = (lineNumber, lineStart)
    for passed in consumed..<max(consumed, offset) where input.bytes[passed] == ASCII.newline {
      (line, start) = (line + 1, passed + 1)
    }
    let end = input.bytes[max(start, 0)...].firstIndex(of: ASCII.newline) ?? input.bytes.count
    return LogLocation(
      file: name, line: line, column: offset - start + 1,
      excerpt: Excerpt(input.bytes.span, line: max(start, 0)..<end, at: offset))
  }

  /// Consumes the bytes up to `offset`.
  private mutating func consume(to offset: Int) {
    for passed in consumed..<offset where input.bytes[passed] == ASCII.newline {
      lineNumber += 1
      lineStart = passed + 1
    }
    consumed = offset
    object = offset..<offset
  }

  /// Consumes white space, reading as needed, and returns the byte after it; nil at the end.
  private mutating func nextByte() throws(LogReadError) -> UInt8? {
    while true {
      while consumed < input.bytes.count {
        let byte = input.bytes[consumed]
        switch byte {
        case ASCII.space, ASCII.tab, ASCII.carriageReturn, ASCII.newline: consume(to: consumed + 1)
        case 0xEF where state == .beforeArray && skipByteOrderMark(): break
        default: return byte
        }
      }
      if input.isAtEnd { return nil }
      dropConsumed()
      try read()
    }
  }

  /// Skips a byte-order mark at the beginning of the file, which counts in no column. Returns whether there was one.
  private mutating func skipByteOrderMark() -> Bool {
    consumed == 0 && input.dropMark()
  }

  /// Drops bytes that are no longer needed.
  private mutating func dropConsumed() {
    let count = max(consumed - Self.kept, 0)
    input.drop(count)
    consumed -= count
    lineStart -= count
    object = consumed..<consumed
  }

  private mutating func read() throws(LogReadError) {
    try rethrowing(as: LogReadError.file) { () throws(FileError) in try input.read() }
  }

  /// The end of the object at `consumed`, by its brackets; the end of the file if they do not match.
  private mutating func objectEnd() throws(LogReadError) -> Int {
    dropConsumed()
    var brackets = BracketMatcher()
    var offset = consumed
    while true {
      while offset < input.bytes.count {
        offset += 1
        if brackets.closes(with: input.bytes[offset - 1]) { return offset }
      }
      if offset - consumed > LogLimits.lineBytes {
        throw end(Fault(.objectTooLong(limit: LogLimits.lineBytes), at: consumed))
      }
      if input.isAtEnd { return offset }
      try read()
    }
  }

  private mutating func end(_ expected: JSONError.Expected) -> LogReadError {
    end(Fault(JSONScanner(spansLines: true).unexpected(input.bytes.span, at: consumed, expected)))
  }

  /// Ends the reading with a fault after which no object can be found.
  private mutating func end(_ fault: Fault) -> LogReadError {
    state = .ended
    return located(fault)
  }
}

/// Tracks brackets and strings to find the bracket that closes the first one.
private struct BracketMatcher {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Takes the next byte and returns whether it closes the first bracket.
  mutating func closes(with byte: UInt8) -> Bool {
    if isInString {
      // A string cannot contain a newline. One that is not closed ends there, so that the rest can still be read.
      isInString = isEscaped || byte != ASCII.quote && byte != ASCII.newline
      isEscaped = !isEscaped && byte == ASCII.backslash
      return false
    }
    switch byte {
    case ASCII.quote: isInString = true
    case ASCII.openBrace, ASCII.openBracket: depth += 1
    case ASCII.closeBrace, ASCII.closeBracket: depth -= 1
    default: break
    }
    return depth == 0
  }
}
