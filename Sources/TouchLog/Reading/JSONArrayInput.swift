import Files

/// The objects of one JSON array, found one after the other in a stream that is never held whole.
struct JSONArrayInput {
  private enum State {
    case beforeArray, beforeFirst, amongObjects, ended
  }

  /// How many passed bytes are kept to show the line that an object begins in.
  private static let kept = 2 * Excerpt.reach.before

  private let name: String
  private(set) var input: InputBuffer
  private var state = State.beforeArray
  /// The object found last, in the input's bytes.
  private(set) var object = 0..<0
  /// What has been passed: an object's beginning, or where the next is looked for.
  private var position = 0
  /// The line of `position`, and where it begins; below 0 where its beginning has been dropped.
  private var lineNumber = 1
  private var lineStart = 0

  init(_ input: InputBuffer, name: String) {
    self.name = name
    self.input = input
  }

  /// Finds the next object, by its brackets only; false behind the array, or where nothing more can be found.
  mutating func findObject() throws(LogReadError) -> Bool {
    if state == .ended { return false }
    if state == .beforeArray {
      if try nextByte() != ASCII.openBracket { throw end(.array) }
      pass(to: position + 1)
      state = .beforeFirst
    } else {
      pass(to: object.upperBound)
    }
    let byte = try nextByte()
    if byte == ASCII.closeBracket {
      pass(to: position + 1)
      if try nextByte() != nil { throw end(.endOfFile) }
      state = .ended
      return false
    }
    if state == .amongObjects {
      if byte != ASCII.comma { throw end(.commaOrBracket) }
      pass(to: position + 1)
    }
    if try nextByte() != ASCII.openBrace { throw end(.object) }
    state = .amongObjects
    let end = try objectEnd()
    object = position..<end
    return true
  }

  /// The error of a fault in the current object.
  mutating func located(_ fault: Fault) -> LogReadError {
    // The excerpt must not depend on how much happens to have been read.
    while !input.isAtEnd, input.bytes.count <= fault.offset + Excerpt.reach.after {
      do { try input.read() } catch { break }
    }
    return .malformed(LogError(place: place(of: fault.offset), reason: fault.reason))
  }

  /// The place of an offset behind `position`.
  func place(of offset: Int) -> LogPlace {
    var (line, start) = (lineNumber, lineStart)
    for passed in position..<max(position, offset) where input.bytes[passed] == ASCII.newline {
      (line, start) = (line + 1, passed + 1)
    }
    let end = input.bytes[max(start, 0)...].firstIndex(of: ASCII.newline) ?? input.bytes.count
    return LogPlace(
      file: name, line: line, column: offset - start + 1,
      excerpt: Excerpt(input.bytes.span, line: max(start, 0)..<end, at: offset))
  }

  private mutating func pass(to offset: Int) {
    for passed in position..<offset where input.bytes[passed] == ASCII.newline {
      lineNumber += 1
      lineStart = passed + 1
    }
    position = offset
    object = offset..<offset
  }

  /// The byte after white space, read where it is missing; nil at the end.
  private mutating func nextByte() throws(LogReadError) -> UInt8? {
    while true {
      while position < input.bytes.count {
        let byte = input.bytes[position]
        switch byte {
        case ASCII.space, ASCII.tab, ASCII.carriageReturn, ASCII.newline: pass(to: position + 1)
        case 0xEF where state == .beforeArray && skipByteOrderMark(): break
        default: return byte
        }
      }
      if input.isAtEnd { return nil }
      dropPassed()
      try read()
    }
  }

  /// Skips a byte-order mark at the beginning of the file, which counts in no column; false where none is there.
  private mutating func skipByteOrderMark() -> Bool {
    guard position == 0, input.bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return false }
    input.drop(3)
    return true
  }

  private mutating func dropPassed() {
    let count = max(position - Self.kept, 0)
    input.drop(count)
    position -= count
    lineStart -= count
    object = position..<position
  }

  private mutating func read() throws(LogReadError) {
    do throws(FileError) {
      try input.read()
    } catch {
      throw .file(error)
    }
  }

  /// Where the object at `position` ends, by its brackets; the end of the file where they do not match.
  private mutating func objectEnd() throws(LogReadError) -> Int {
    dropPassed()
    var brackets = BracketMatcher()
    var offset = position
    while true {
      while offset < input.bytes.count {
        offset += 1
        if brackets.closes(after: input.bytes[offset - 1]) { return offset }
      }
      if offset - position > LogLimits.lineBytes {
        throw end(Fault(.objectTooLong(limit: LogLimits.lineBytes), at: position))
      }
      if input.isAtEnd { return offset }
      try read()
    }
  }

  private mutating func end(_ expected: LogError.Expected) -> LogReadError {
    end(JSONScanner(spansLines: true).unexpected(input.bytes.span, at: position, expected))
  }

  /// Ends the reading: behind this fault no object can be found.
  private mutating func end(_ fault: Fault) -> LogReadError {
    state = .ended
    return located(fault)
  }
}

/// Follows brackets and strings up to the bracket that closes the first.
private struct BracketMatcher {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  mutating func closes(after byte: UInt8) -> Bool {
    if isInString {
      // A string cannot hold a newline: one that is not closed ends there, so that the rest can still be read.
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
