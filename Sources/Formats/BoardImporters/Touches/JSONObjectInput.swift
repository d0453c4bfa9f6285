import Files
import ImportCore
import JSON
import TouchLog

/// Finds the objects of a log one after another, in a stream of which only a part is in memory.
///
/// The objects are the elements of a JSON array or of an object's array `events`, or they follow each other with or
/// without commas, as in JSON Lines.
struct JSONObjectInput {
  private enum State {
    case beforeLog, beforeFirst, amongObjects, ended
  }

  /// The text around the objects.
  private enum Layout {
    case array, heldArray, sequence
  }

  /// The number of bytes at the end of the memory in which a fault may only mean that more must be read: those of the
  /// longest escape, and more than those of a literal.
  private static let uncertain = 16

  /// Whether the log must be an array.
  private let isArray: Bool
  /// Consumed up to the beginning of an object, or of the search for the next.
  private var text: StreamedText
  private var state = State.beforeLog
  private var layout = Layout.array
  /// Whether each object has a line of its own; nil until the first object shows it.
  private var hasLines: Bool?
  /// Whether the text after the object that was read last decides `hasLines`.
  private var learnsLines = false
  /// Whether an object was found that has not been read or taken.
  private var hasFound = false
  /// Whether the rest of a line is to be skipped, because it is damaged.
  private var isSkipping = false
  /// The number of bytes of the object that was read last, which have not been consumed.
  private var length = 0

  /// - Parameters:
  ///   - name: The file as the user named it, for messages.
  ///   - isArray: Whether the log must be an array.
  init(_ input: InputBuffer, name: String, isArray: Bool) {
    self.isArray = isArray
    text = StreamedText(input, name: name)
  }

  /// The bytes in memory.
  var bytes: [UInt8] { text.bytes }
  /// The bytes of the object that was read last.
  var object: Range<Int> { start..<start + length }
  /// The offset at which the object found last begins.
  var start: Int { text.position.offset }
  /// The line of that byte in the file, from 1.
  var line: Int { text.position.line }
  var column: Int { text.position.column }

  /// Reads the values of the object that was found.
  ///
  /// - Throws: `LogReadError.malformed` if the text is wrong. The next call of `findObject` continues after the object,
  ///   or returns false if brackets and lines do not show where the object ends.
  mutating func read(_ fields: inout ObjectFields) throws(LogReadError) {
    hasFound = false
    while true {
      do throws(JSONFault) {
        length = try fields.scan(bytes.span, from: start) - start
        learnsLines = hasLines == nil
        return
      } catch {
        if text.isAtEnd || error.offset < bytes.count - Self.uncertain { throw try skip(Fault(error)) }
      }
      if bytes.count - start > LogLimits.lineBytes {
        throw try skip(Fault(.objectTooLong(limit: LogLimits.lineBytes), at: start))
      }
      text.dropConsumed()
      try text.readMore()
    }
  }

  /// Takes the object that was found, up to `end`, instead of reading it.
  /// - Parameter hasNewlines: Whether the object has newlines.
  @inline(__always) mutating func take(to end: Int, hasNewlines: Bool) {
    if hasNewlines {
      text.consume(to: end)
    } else {
      text.position.offset = end
    }
    length = 0
    hasFound = false
  }

  /// Finds the next object if it is in memory and only the usual separators precede it.
  @inline(__always) mutating func findNearObject(_ bytes: Span<UInt8>) -> Bool {
    var next = text.position
    var mayHaveComma = true
    while next.offset < bytes.count {
      switch bytes[next.offset] {
      case ASCII.newline: (next.line, next.start) = (next.line + 1, next.offset + 1)
      case ASCII.comma where mayHaveComma: mayHaveComma = false
      case ASCII.space, ASCII.tab, ASCII.carriageReturn: break
      case ASCII.openBrace where layout == .sequence || !mayHaveComma:
        text.position = next
        hasFound = true
        return true
      default: return false
      }
      next.offset += 1
    }
    return false
  }

  /// Finds the beginning of the next object. Returns false after the last.
  ///
  /// - Throws: `LogReadError.malformed` if something else than an object follows. The next call continues on the next
  ///   line, or returns false if the layout has no lines.
  mutating func findObject() throws(LogReadError) -> Bool {
    if hasFound { return true }
    let firstLine = text.position.line
    text.consume(to: object.upperBound)
    length = 0
    let lastLine = text.position.line
    if isSkipping { try text.skipLine() }
    switch state {
    case .ended: return false
    case .beforeLog: try begin()
    case .beforeFirst, .amongObjects: break
    }
    var next = try text.nextByte()
    while layout == .sequence, isSkipping, let byte = next, byte != ASCII.openBrace {
      try text.skipLine()
      next = try text.nextByte()
    }
    guard var byte = next else {
      if layout != .sequence, !isSkipping { throw end(state == .beforeFirst ? .object : .commaOrBracket) }
      state = .ended
      return false
    }
    if layout != .sequence, byte == ASCII.closeBracket {
      text.consume(to: start + 1)
      try finish()
      return false
    }
    if state == .amongObjects {
      if byte == ASCII.comma {
        text.consume(to: start + 1)
        guard let next = try text.nextByte() else {
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
    if learnsLines { hasLines = lastLine == firstLine && text.position.line > lastLine }
    learnsLines = false
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
    try text.dropMark()
    let byte = try text.nextByte()
    if byte == ASCII.openBracket {
      text.consume(to: start + 1)
    } else if isArray {
      throw end(.array)
    } else if byte == ASCII.openBrace, let array = try heldArray() {
      layout = .heldArray
      text.consume(to: array + 1)
    } else {
      layout = .sequence
    }
    state = .beforeFirst
  }

  /// The offset of the array that the object at `start` holds as its `events`; nil if it holds none.
  private mutating func heldArray() throws(LogReadError) -> Int? {
    while true {
      switch HeldArray(in: bytes.span, from: start) {
      case .begins(let offset): return offset
      case .none: return nil
      case .unknown(let offset):
        if text.isAtEnd || offset < bytes.count - Self.uncertain || bytes.count > LogLimits.lineBytes { return nil }
      }
      // Twice as much, so that the time does not depend on the sizes of the chunks.
      let count = bytes.count
      while bytes.count < 2 * count, !text.isAtEnd { try text.readMore() }
    }
  }

  /// Checks the text after the array.
  private mutating func finish() throws(LogReadError) {
    if layout == .heldArray {
      var brackets = BracketMatcher(depth: 1)
      repeat {
        guard try text.nextByte() != nil else { throw end(.commaOrBrace) }
        text.consume(to: start + 1)
      } while !brackets.closes(with: bytes[start - 1])
    }
    if try text.nextByte() != nil { throw end(.endOfFile) }
    state = .ended
  }
}

/// Errors, and how reading continues after them.
extension JSONObjectInput {
  /// The error of a fault in the current object.
  mutating func located(_ fault: Fault) -> LogReadError { text.located(fault) }

  /// The location of an offset after `start`.
  func location(of offset: Int) -> LogLocation { text.location(of: offset) }

  /// Prepares to continue after a fault: on the next line if objects have lines of their own, otherwise after the
  /// bracket that closes the object.
  private mutating func skip(_ fault: Fault) throws(LogReadError) -> LogReadError {
    let error = located(fault)
    if hasLines != true, bytes[start] == ASCII.openBrace {
      var brackets = BracketMatcher()
      var offset = start
      while true {
        while offset < bytes.count {
          offset += 1
          if brackets.closes(with: bytes[offset - 1]) {
            length = offset - start
            return error
          }
        }
        if text.isAtEnd || offset - start > LogLimits.lineBytes { break }
        try text.readMore()
      }
      if layout != .sequence {
        state = .ended
        return error
      }
      // The brackets do not match.
      hasLines = true
    }
    isSkipping = true
    return error
  }

  private func expected(_ expected: JSONError.Expected) -> Fault {
    Fault(JSONScanner(spansLines: true).unexpected(bytes.span, at: start, expected))
  }

  /// Ends reading with a fault after which no object can be found.
  private mutating func end(_ what: JSONError.Expected) -> LogReadError {
    state = .ended
    return located(expected(what))
  }
}
