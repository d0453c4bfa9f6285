import Files
import JSON
import TouchLog

/// Finds the objects of a log one after another, in a stream of which only a part is in memory.
///
/// They are the elements of a JSON array, of an array that an object holds as its `events`, or follow each other, with
/// or without commas: JSON Lines and its relatives.
struct JSONObjectInput {
  private enum State {
    case beforeLog, beforeFirst, amongObjects, ended
  }

  /// What surrounds the objects.
  private enum Layout {
    case array, heldArray, sequence
  }

  /// The number of bytes to read at a time.
  private static let chunk = 1 << 17
  /// The number of bytes before an object that stay in memory, for the excerpt of its line.
  private static let kept = 2 * Excerpt.reach.before
  /// The number of bytes at the end of the memory in which a fault may only mean that more must be read: those of the
  /// longest escape, and more than those of a literal.
  private static let uncertain = 16

  private let name: String
  /// Whether the log must be an array.
  private let isArray: Bool
  private var source: InputBuffer
  private var isAtEnd = false
  private var state = State.beforeLog
  private var layout = Layout.array
  /// Whether each object has a line of its own; nil until an object tells.
  private var hasLines: Bool?
  /// Whether an object was found that has not been read or taken.
  private var hasFound = false
  /// Whether the rest of a line is to be skipped, because it is damaged.
  private var isSkipping = false

  /// The bytes in memory.
  private(set) var bytes: [UInt8] = []
  /// The bytes of the object found last.
  private(set) var object = 0..<0
  /// The offset up to which the bytes have been consumed: the beginning of an object, or of the search for the next.
  private var consumed = 0
  /// The number of the line of `consumed`, from 1.
  private var lineNumber = 1
  /// The offset of that line; negative if its beginning has been dropped.
  private var lineStart = 0

  /// - Parameter isArray: Whether the log must be an array.
  init(_ input: InputBuffer, name: String, isArray: Bool) {
    self.name = name
    self.isArray = isArray
    source = input
  }

  /// The offset at which the object found last begins.
  var start: Int { consumed }
  /// Where that is in the file, from 1.
  var line: Int { lineNumber }
  var column: Int { consumed - lineStart + 1 }

  /// Reads the values of the object that was found.
  ///
  /// - Throws: `LogReadError.malformed` if the text is wrong. The next call of `findObject` continues after the object,
  ///   or returns false if the brackets and lines do not tell where that is.
  mutating func read(_ fields: inout ObjectFields) throws(LogReadError) {
    hasFound = false
    while true {
      do throws(JSONFault) {
        object = consumed..<(try fields.scan(bytes.span, from: consumed))
        if hasLines == nil { learnLines() }
        return
      } catch {
        if isAtEnd || error.offset < bytes.count - Self.uncertain { throw try skip(Fault(error)) }
      }
      if bytes.count - consumed > LogLimits.lineBytes {
        throw try skip(Fault(.objectTooLong(limit: LogLimits.lineBytes), at: consumed))
      }
      dropConsumed()
      try readMore()
    }
  }

  /// Takes the object that was found, up to `end`, instead of reading it.
  /// - Parameter hasNewlines: Whether the object has newlines.
  @inline(__always) mutating func take(to end: Int, hasNewlines: Bool) {
    if hasNewlines {
      consume(to: end)
    } else {
      consumed = end
    }
    object = consumed..<end
    hasFound = false
  }

  /// Finds the next object if it is in memory, and follows the one that was taken without anything unusual between.
  @inline(__always) mutating func findNearObject(_ bytes: Span<UInt8>) -> Bool {
    var offset = consumed
    var (line, start) = (lineNumber, lineStart)
    var mayHaveComma = true
    while offset < bytes.count {
      switch bytes[offset] {
      case ASCII.newline: (line, start) = (line + 1, offset + 1)
      case ASCII.comma where mayHaveComma: mayHaveComma = false
      case ASCII.space, ASCII.tab, ASCII.carriageReturn: break
      case ASCII.openBrace where layout == .sequence || !mayHaveComma:
        (consumed, lineNumber, lineStart) = (offset, line, start)
        object = offset..<offset
        hasFound = true
        return true
      default: return false
      }
      offset += 1
    }
    return false
  }

  /// Finds the beginning of the next object. Returns false after the last.
  ///
  /// - Throws: `LogReadError.malformed` if there is something else. The next call continues on the next line, or
  ///   returns false if that is of no use.
  mutating func findObject() throws(LogReadError) -> Bool {
    if hasFound { return true }
    consume(to: object.upperBound)
    if isSkipping { try skipLine() }
    switch state {
    case .ended: return false
    case .beforeLog: try begin()
    case .beforeFirst, .amongObjects: break
    }
    var next = try nextByte()
    while layout == .sequence, isSkipping, let byte = next, byte != ASCII.openBrace {
      try skipLine()
      next = try nextByte()
    }
    guard var byte = next else {
      if layout != .sequence, !isSkipping { throw end(state == .beforeFirst ? .object : .commaOrBracket) }
      state = .ended
      return false
    }
    if layout != .sequence, byte == ASCII.closeBracket {
      consume(to: consumed + 1)
      try finish()
      return false
    }
    if state == .amongObjects {
      if byte == ASCII.comma {
        consume(to: consumed + 1)
        guard let next = try nextByte() else {
          if layout != .sequence { throw end(.object) }
          state = .ended
          return false
        }
        byte = next
      } else if layout != .sequence, !isSkipping {
        throw end(.commaOrBracket)
      }
    }
    isSkipping = false
    guard byte == ASCII.openBrace else {
      if layout != .sequence { throw end(.object) }
      state = .amongObjects
      throw try skip(expected(.object))
    }
    state = .amongObjects
    hasFound = true
    return true
  }

  /// Recognizes the layout and goes to the first object.
  private mutating func begin() throws(LogReadError) {
    while bytes.count < 3, !isAtEnd { try readMore() }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let byte = try nextByte()
    if byte == ASCII.openBracket {
      consume(to: consumed + 1)
    } else if isArray {
      throw end(.array)
    } else if byte == ASCII.openBrace, let array = try heldArray() {
      layout = .heldArray
      consume(to: array + 1)
    } else {
      layout = .sequence
    }
    state = .beforeFirst
  }

  /// The offset of the array that the object at `consumed` holds as its `events`; nil if it holds none.
  private mutating func heldArray() throws(LogReadError) -> Int? {
    while true {
      switch HeldArray(in: bytes.span, from: consumed) {
      case .begins(let offset): return offset
      case .none: return nil
      case .unknown(let offset):
        if isAtEnd || offset < bytes.count - Self.uncertain || bytes.count > LogLimits.lineBytes { return nil }
      }
      // Twice as much, so that the time does not depend on the sizes of the chunks.
      let count = bytes.count
      while bytes.count < 2 * count, !isAtEnd { try readMore() }
    }
  }

  /// Checks what follows the array.
  private mutating func finish() throws(LogReadError) {
    if layout == .heldArray {
      var brackets = BracketMatcher(depth: 1)
      repeat {
        guard try nextByte() != nil else { throw end(.commaOrBrace) }
        consume(to: consumed + 1)
      } while !brackets.closes(with: bytes[consumed - 1])
    }
    if try nextByte() != nil { throw end(.endOfFile) }
    state = .ended
  }
}

/// Errors, and what follows them.
extension JSONObjectInput {
  /// The error of a fault in the current object.
  mutating func located(_ fault: Fault) -> LogReadError {
    // The excerpt must not depend on the sizes of the chunks.
    while !isAtEnd, bytes.count <= fault.offset + Excerpt.reach.after {
      do { try readMore() } catch { break }
    }
    return .malformed(LogError(location: location(of: fault.offset), reason: fault.reason))
  }

  /// The location of an offset after `consumed`.
  func location(of offset: Int) -> LogLocation {
    var (line, start) = (lineNumber, lineStart)
    for passed in consumed..<max(consumed, min(offset, bytes.count)) where bytes[passed] == ASCII.newline {
      (line, start) = (line + 1, passed + 1)
    }
    let end = bytes[max(start, 0)...].firstIndex(of: ASCII.newline) ?? bytes.count
    return LogLocation(
      file: name, line: line, column: offset - start + 1,
      excerpt: Excerpt(bytes.span, line: max(start, 0)..<end, at: offset))
  }

  /// Notes whether the object has a line of its own.
  private mutating func learnLines() {
    if bytes[object].contains(ASCII.newline) {
      hasLines = false
    } else if let next = bytes[object.upperBound...].first(where: { !ASCII.isSpace($0) && $0 != ASCII.comma }) {
      hasLines = next == ASCII.newline
    }
  }

  /// Prepares to continue after a fault: on the next line if objects have lines of their own, otherwise after the
  /// bracket that closes the object.
  private mutating func skip(_ fault: Fault) throws(LogReadError) -> LogReadError {
    let error = located(fault)
    if hasLines != true, bytes[consumed] == ASCII.openBrace {
      var brackets = BracketMatcher()
      var offset = consumed
      while true {
        while offset < bytes.count {
          offset += 1
          if brackets.closes(with: bytes[offset - 1]) {
            object = consumed..<offset
            return error
          }
        }
        if isAtEnd || offset - consumed > LogLimits.lineBytes { break }
        try readMore()
      }
      if layout != .sequence {
        state = .ended
        return error
      }
      // The brackets are of no use.
      hasLines = true
    }
    isSkipping = true
    return error
  }

  /// Consumes the rest of the line.
  private mutating func skipLine() throws(LogReadError) {
    while true {
      if let newline = bytes[consumed...].firstIndex(of: ASCII.newline) { return consume(to: newline) }
      consume(to: bytes.count)
      if isAtEnd { return }
      dropConsumed()
      try readMore()
    }
  }

  private func expected(_ expected: JSONError.Expected) -> Fault {
    Fault(JSONScanner(spansLines: true).unexpected(bytes.span, at: consumed, expected))
  }

  /// Ends the reading with a fault after which no object can be found.
  private mutating func end(_ what: JSONError.Expected) -> LogReadError {
    state = .ended
    return located(expected(what))
  }
}

/// Consuming and reading.
extension JSONObjectInput {
  /// Consumes the bytes up to `offset`.
  private mutating func consume(to offset: Int) {
    var passed = consumed
    while let newline = bytes.span.newline(from: passed, to: offset) {
      lineNumber += 1
      lineStart = newline + 1
      passed = newline + 1
    }
    consumed = offset
    object = offset..<offset
  }

  /// Consumes white space, reading as needed, and returns the byte after it; nil at the end.
  private mutating func nextByte() throws(LogReadError) -> UInt8? {
    while true {
      var offset = consumed
      while offset < bytes.count, bytes[offset] == ASCII.newline || ASCII.isSpace(bytes[offset]) { offset += 1 }
      consume(to: offset)
      if offset < bytes.count { return bytes[offset] }
      if isAtEnd { return nil }
      dropConsumed()
      try readMore()
    }
  }

  /// Drops bytes that are no longer needed.
  private mutating func dropConsumed() {
    let count = max(consumed - Self.kept, 0)
    bytes.removeFirst(count)
    consumed -= count
    lineStart -= count
    object = consumed..<consumed
  }

  private mutating func readMore() throws(LogReadError) {
    if try rethrowing(
      as: LogReadError.file, { () throws(FileError) in try source.read(into: &bytes, atMost: Self.chunk) }) == 0
    {
      isAtEnd = true
    }
  }
}

extension Span<UInt8> {
  /// The offset of the first newline between two offsets; nil if there is none.
  fileprivate func newline(from start: Int, to end: Int) -> Int? {
    var offset = start
    // A byte of zero marks a newline; the subtraction borrows only from a byte above one (Warren, Hacker's Delight,
    // chapter 6).
    while offset &+ 8 <= end, let word = word(at: offset) {
      let other = word ^ 0x0A0A_0A0A_0A0A_0A0A
      let found = (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
      if found != 0 { return offset &+ found.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    while offset < end {
      if byte(at: offset) == ASCII.newline { return offset }
      offset &+= 1
    }
    return nil
  }
}

/// Whether an object holds an array of objects as its `events`.
private enum HeldArray {
  case begins(Int)
  case none
  /// The text ends, or is wrong, at this offset.
  case unknown(Int)

  init(in bytes: Span<UInt8>, from start: Int) {
    var json = JSONScanner(spansLines: true)
    var offset = start + 1
    do throws(JSONFault) {
      self = .none
      if json.skipSpace(bytes, &offset) == ASCII.closeBrace { return }
      repeat {
        let key = try json.scanKey(bytes, &offset)
        if bytes.byte(at: offset) == ASCII.openBracket, key.string(in: bytes) == "events" {
          self = .begins(offset)
          return
        }
        offset = try json.scanValue(bytes, at: offset, depth: 1).end
      } while try json.hasNext(bytes, &offset, until: ASCII.closeBrace)
    } catch {
      self = .unknown(error.offset)
    }
  }
}

/// Tracks brackets and strings to find the bracket that closes the first one.
private struct BracketMatcher {
  private var depth: Int
  private var isInString = false
  private var isEscaped = false

  /// - Parameter depth: The number of brackets that are open.
  init(depth: Int = 0) { self.depth = depth }

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
