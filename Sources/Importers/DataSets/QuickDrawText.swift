import Files
import JSON
import TouchLog

/// Finds the drawings of a text one after another: JSON objects, one a line or otherwise separated, also in an array;
/// or the rows of a table. One chunk of the text or one drawing is in memory.
struct QuickDrawText: DrawingSource {
  private enum Shape {
    case unknown
    case objects
    case rows(QuickDrawColumns)
    case ended
  }

  private var input: InputBuffer
  private let name: String
  private let options: ImportOptions
  private var shape = Shape.unknown
  private(set) var parser: QuickDrawParser
  /// The offset of the next byte that belongs to no drawing yet.
  private var next = 0
  /// The byte up to which lines have been counted: the beginning of a drawing, or of the search for one.
  private var mark = LinePosition()

  init(_ input: InputBuffer, name: String, options: ImportOptions) {
    self.input = input
    self.name = name
    self.options = options
    parser = QuickDrawParser(memoryLimit: options.memoryLimit)
  }

  mutating func nextDrawing() throws(LogReadError) -> ImportedInk? {
    guard try findDrawing(), let item = try findEnd(isKept: true) else { return nil }
    // Whatever was read at once.
    try check(item.count)
    defer { next = item.upperBound }
    let bytes = input.bytes
    let drawing: QuickDrawing
    do throws(Fault) {
      let span = bytes.span.extracting(0..<item.upperBound)
      parser.position = mark
      if case .rows(let columns) = shape {
        drawing = try parser.drawing(ofRow: item, columns, in: span)
      } else {
        drawing = try parser.drawing(at: item.lowerBound, in: span)
      }
    } catch {
      throw located(error)
    }
    return try drawing.ink(name: name, options: options)
  }

  mutating func skipDrawing() throws(LogReadError) -> Bool {
    guard try findDrawing(), let rest = try findEnd(isKept: false) else { return false }
    next = rest.upperBound
    return true
  }

  var hasAnotherDrawing: Bool {
    let bytes = input.bytes
    var offset = next
    while offset < bytes.count, isSeparator(bytes[offset]) { offset += 1 }
    return offset < bytes.count && bytes[offset] != ASCII.closeBracket
  }

  var location: LogLocation { location(of: next) }

  /// Whether a byte can stand between two drawings.
  private func isSeparator(_ byte: UInt8) -> Bool {
    if case .rows = shape { return byte == ASCII.newline || byte == ASCII.carriageReturn }
    return ASCII.isSpace(byte) || byte == ASCII.newline || byte == ASCII.comma
  }
}

/// A long drawing, of which one stroke is in memory.
extension QuickDrawText {
  /// The largest size of a drawing that is read as a whole, in bytes.
  private var wholeLength: Int { min(1 << 20, options.fileLimit) }

  /// Begins to read the next drawing by its strokes, if it is long and has times.
  ///
  /// - Returns: The first stroke. Nil if the drawing is to be read as a whole; then
  ///   nothing of it has been passed.
  mutating func beginLongDrawing() throws(LogReadError) -> LongDrawingStroke? {
    guard try findDrawing(), case .objects = shape, try findEnd(isKept: true, within: wholeLength) == nil else {
      return nil
    }
    let start = (next, mark)
    var offset = next
    let isArray: Bool
    do throws(Fault) {
      let bytes = input.bytes
      parser.position = mark
      isArray = try parser.beginDrawing(bytes.span, &offset)
    } catch {
      return nil
    }
    next = offset
    // A first stroke that is long itself is read with the rest.
    guard isArray, let first = try? parseStroke(), parser.drawing.hasTimes else {
      (next, mark) = start
      return nil
    }
    return first
  }

  /// Reads the stroke at `next`. If it seems to be cut off, it is read again with more of the text.
  mutating func nextStroke() throws(LogReadError) -> LongDrawingStroke {
    _ = try nextByte()
    countLines(to: next)
    while true {
      let length = input.bytes.count - next
      do throws(Fault) {
        return try parseStroke()
      } catch {
        guard error.offset >= input.bytes.count - 64, try readMore(keeping: next) else { throw located(error) }
      }
      // Each attempt has twice as much.
      _ = try input.fill(2 * length)
      try check(length)
    }
  }

  private mutating func parseStroke() throws(Fault) -> LongDrawingStroke {
    let bytes = input.bytes
    var offset = next
    parser.position = mark
    let result = try parser.nextStroke(bytes.span, &offset)
    next = offset
    // Lines have been counted up to here.
    mark = parser.position
    return result
  }

  /// Reads what follows the last stroke of a drawing.
  mutating func endLongDrawing() throws(LogReadError) {
    var offset = next
    repeat {
      do throws(Fault) {
        let bytes = input.bytes
        try parser.endDrawing(bytes.span, &offset)
        next = offset
        return
      } catch {
        if input.isAtEnd || input.bytes.count - next > LogLimits.lineBytes { throw located(error) }
      }
      _ = try readMore(keeping: next)
      offset = next
    } while true
  }
}

/// The search for drawings.
extension QuickDrawText {
  /// Advances `next` to the beginning of a drawing. Returns false at the end.
  private mutating func findDrawing() throws(LogReadError) -> Bool {
    if case .unknown = shape { try begin() }
    if case .ended = shape { return false }
    guard let byte = try nextByte() else {
      shape = .ended
      return false
    }
    countLines(to: next)
    guard case .objects = shape, byte != ASCII.openBrace else { return true }
    defer { shape = .ended }
    if byte == ASCII.closeBracket { return false }
    let bytes = input.bytes
    throw located(
      Fault(
        .unexpected("\"\(bytes.span.text(next..<min(next + 1, bytes.count)))\"", expected: "an object, {…}"), at: next))
  }

  /// Recognizes how the drawings are separated.
  private mutating func begin() throws(LogReadError) {
    _ = try input.fill(3)
    _ = input.dropMark()
    shape = .objects
    guard let byte = try nextByte() else { return }
    if byte == ASCII.openBracket {
      next += 1
    } else if byte != ASCII.openBrace {
      let head = try findLine(isKept: true)
      guard let columns = QuickDrawColumns(Array(input.bytes[head])) else {
        throw located(
          Fault(
            .unexpected("\"\(input.bytes.span.text(head))\"", expected: "an object or a column \"drawing\""), at: next))
      }
      shape = .rows(columns)
      next = head.upperBound
    }
  }

  /// The next byte that separates nothing; nil at the end.
  private mutating func nextByte() throws(LogReadError) -> UInt8? {
    while true {
      let count = input.bytes.count
      while next < count, isSeparator(input.bytes[next]) { next += 1 }
      if next < count { return input.bytes[next] }
      guard try readMore(keeping: next) else { return nil }
    }
  }

  /// Finds the end of the drawing at `next`.
  /// - Parameters:
  ///   - isKept: Whether all of the drawing is to be in memory.
  ///   - limit: The length at which the search ends.
  /// - Returns: Its bytes; its last bytes if it is not kept; nil if it is longer than the limit.
  private mutating func findEnd(isKept: Bool, within limit: Int = .max) throws(LogReadError) -> Range<Int>? {
    if case .rows = shape { return try findLine(isKept: isKept) }
    var object = ObjectSearch()
    var start = next
    var offset = next
    while true {
      if let end = object.end(in: input.bytes, from: &offset) { return start..<end }
      let kept = isKept ? start : offset
      let hasMore = try readMore(keeping: kept)
      offset -= kept
      start = 0
      if !hasMore { return start..<offset }
      if offset > limit { return nil }
      try check(offset)
    }
  }

  /// Finds the end of the line at `next`, without its newline.
  private mutating func findLine(isKept: Bool) throws(LogReadError) -> Range<Int> {
    var start = next
    var offset = next
    while true {
      offset = input.bytes.offset(ofNewlineFrom: offset)
      if offset < input.bytes.count { return start..<offset }
      let kept = isKept ? start : offset
      let hasMore = try readMore(keeping: kept)
      offset -= kept
      start = 0
      if !hasMore { return start..<offset }
      try check(offset)
    }
  }

  /// Throws if a drawing has too many bytes.
  private func check(_ length: Int) throws(LogReadError) {
    guard length > options.fileLimit else { return }
    throw located(Fault(.tooMuchMemory("the drawing", limit: options.memoryLimit), at: 0))
  }

  /// Drops the bytes before `kept` and reads the next ones. Returns false at the end.
  private mutating func readMore(keeping kept: Int) throws(LogReadError) -> Bool {
    countLines(to: kept)
    mark.drop(kept)
    next = max(0, next - kept)
    if kept > 0 { input.drop(kept) }
    let count = input.bytes.count
    return try input.fill(count + 1)
  }
}

/// Locations.
extension QuickDrawText {
  private mutating func countLines(to offset: Int) {
    let bytes = input.bytes
    mark.advance(to: offset, in: bytes.span)
  }

  private func location(of offset: Int) -> LogLocation {
    let bytes = input.bytes
    return mark.location(of: min(offset, bytes.count), in: bytes.span, file: name)
  }

  private func located(_ fault: Fault) -> LogReadError {
    .malformed(LogError(location: location(of: fault.offset), reason: fault.reason))
  }
}

extension [UInt8] {
  /// The offset of the first newline from `start` on; the number of bytes if there is none.
  fileprivate func offset(ofNewlineFrom start: Int) -> Int { span.offset(of: ASCII.newline, in: start..<count) }
}
