import Files
import ImportCore
import JSON
import TouchLog

/// Finds the drawings of a text one after another: JSON objects, one a line or otherwise separated, also in an array;
/// or the rows of a table. One chunk of the text or one drawing is in memory.
struct QuickDrawText: SketchSource {
  private enum Notation {
    case unknown
    case objects
    case rows(QuickDrawColumns)
    case ended
  }

  /// Consumed up to the next drawing.
  private var text: StreamedText
  private let name: String
  private let options: ImportOptions
  private var shape = Notation.unknown
  private(set) var parser: QuickDrawParser

  init(_ input: InputBuffer, name: String, options: ImportOptions) {
    text = StreamedText(input, name: name)
    self.name = name
    self.options = options
    parser = QuickDrawParser(memoryLimit: options.memoryLimit)
  }

  mutating func nextDrawing() throws(LogReadError) -> ImportedInk? {
    guard try findDrawing(), let end = try findEnd(isKept: true) else { return nil }
    var offset = text.position.offset
    // Whatever was read at once.
    try check(end - offset)
    let drawing: QuickDrawSketch
    do throws(Fault) {
      let bytes = text.bytes
      let span = bytes.span.extracting(0..<end)
      parser.position = text.position
      if case .rows(let columns) = shape {
        drawing = try parser.drawing(ofRow: offset..<end, columns, in: span)
      } else {
        drawing = try parser.drawing(from: &offset, in: span)
      }
    } catch {
      defer { text.consume(to: end) }
      if error.reason == QuickDrawParser.rowsOfPoints, case .objects = shape {
        let object = Array(text.bytes[text.position.offset..<end])
        return try PointInks(object, name: name, options: ImportOptions()).first
      }
      throw text.located(error)
    }
    text.consume(to: end)
    return try drawing.ink(name: name, options: options)
  }

  mutating func skipDrawing() throws(LogReadError) -> Bool {
    guard try findDrawing(), let end = try findEnd(isKept: false) else { return false }
    text.consume(to: end)
    return true
  }

  var hasAnotherDrawing: Bool {
    let next = text.bytes[text.position.offset...].first { byte in
      !ASCII.isSpace(byte) && byte != ASCII.newline && byte != ASCII.comma
    }
    return next != nil && next != ASCII.closeBracket
  }

  var location: LogLocation { text.location(of: text.position.offset) }
}

/// A long drawing, of which one stroke is in memory.
extension QuickDrawText {
  /// The largest size of a drawing that is read as a whole, in bytes.
  private var wholeLength: Int { min(1 << 20, options.fileLimit) }

  /// Begins to read the next drawing by its strokes, if it is long and has times.
  ///
  /// - Returns: The first stroke. Nil if the drawing is to be read as a whole; then nothing of it has been passed.
  mutating func beginLongDrawing() throws(LogReadError) -> (stroke: ImportedStroke, isLast: Bool)? {
    guard try findDrawing(), case .objects = shape, try findEnd(isKept: true, within: wholeLength) == nil else {
      return nil
    }
    let start = text.position
    var offset = start.offset
    let bytes = text.bytes
    parser.position = start
    guard (try? parser.beginDrawing(bytes.span, &offset)) == true else { return nil }
    text.consume(to: offset)
    // A first stroke that is long itself is read with the rest.
    if let first = try? readStroke(), parser.drawing.hasTimes { return first }
    text.position = start
    return nil
  }

  /// Reads the next stroke. If it seems to be cut off, it is read again with more of the text.
  mutating func nextStroke() throws(LogReadError) -> (stroke: ImportedStroke, isLast: Bool) {
    _ = try text.nextByte()
    while true {
      let length = text.bytes.count - text.position.offset
      do throws(Fault) {
        return try readStroke()
      } catch {
        guard !text.isAtEnd, error.offset >= text.bytes.count - 64 else { throw text.located(error) }
      }
      try check(length)
      text.dropConsumed()
      // Each attempt has twice as much.
      while !text.isAtEnd, text.bytes.count - text.position.offset < 2 * length { try text.readMore() }
    }
  }

  private mutating func readStroke() throws(Fault) -> (stroke: ImportedStroke, isLast: Bool) {
    let bytes = text.bytes
    var offset = text.position.offset
    parser.position = text.position
    let stroke = try parser.nextStroke(bytes.span, &offset)
    text.consume(to: offset)
    return stroke
  }

  /// Reads what follows the last stroke of a drawing.
  mutating func endLongDrawing() throws(LogReadError) {
    while true {
      do throws(Fault) {
        let bytes = text.bytes
        var offset = text.position.offset
        try parser.endDrawing(bytes.span, &offset)
        text.consume(to: offset)
        return
      } catch {
        let length = text.bytes.count - text.position.offset
        if text.isAtEnd || length > LogLimits.lineBytes { throw text.located(error) }
      }
      text.dropConsumed()
      try text.readMore()
    }
  }
}

/// The search for drawings.
extension QuickDrawText {
  /// Goes to the beginning of a drawing. Returns false at the end.
  private mutating func findDrawing() throws(LogReadError) -> Bool {
    if case .unknown = shape { try begin() }
    if case .ended = shape { return false }
    var next = try text.nextByte()
    while case .objects = shape, next == ASCII.comma {
      text.consume(to: text.position.offset + 1)
      next = try text.nextByte()
    }
    if case .rows = shape, next != nil { return true }
    if next == ASCII.openBrace { return true }
    shape = .ended
    if next == nil || next == ASCII.closeBracket { return false }
    throw unexpected(to: text.position.offset + 1, "an object, {…}")
  }

  /// Recognizes how the drawings are separated.
  private mutating func begin() throws(LogReadError) {
    try text.dropMark()
    shape = .objects
    guard let byte = try text.nextByte() else { return }
    if byte == ASCII.openBracket {
      text.consume(to: text.position.offset + 1)
    } else if byte != ASCII.openBrace {
      let end = try findEnd(isLine: true, isKept: true) ?? 0
      guard let columns = QuickDrawColumns(Array(text.bytes[text.position.offset..<end])) else {
        throw unexpected(to: end, "an object or a column \"drawing\"")
      }
      shape = .rows(columns)
      text.consume(to: end)
    }
  }

  private mutating func unexpected(to end: Int, _ expected: String) -> LogReadError {
    let start = text.position.offset
    let found = text.bytes.span.text(start..<end)
    return text.located(Fault(.unexpected("\"\(found)\"", expected: expected), at: start))
  }

  /// Finds the end of the drawing at the position.
  /// - Parameters:
  ///   - isLine: Whether it is the next newline, in any case.
  ///   - isKept: Whether all of the drawing is to be in memory.
  ///   - limit: The length at which the search ends.
  /// - Returns: Nil if it is longer than the limit.
  private mutating func findEnd(
    isLine: Bool = false, isKept: Bool, within limit: Int = .max
  ) throws(LogReadError) -> Int? {
    let isRow = if case .rows = shape { true } else { isLine }
    var object = ObjectSearch()
    var offset = text.position.offset
    while true {
      if isRow {
        offset = text.bytes.span.offset(of: ASCII.newline, in: offset..<text.bytes.count)
        if offset < text.bytes.count { return offset }
      } else if let end = object.end(in: text.bytes, from: &offset) {
        return end
      }
      if text.isAtEnd { return offset }
      if !isKept { text.consume(to: offset) }
      let length = offset - text.position.offset
      if length > limit { return nil }
      try check(length)
      text.dropConsumed()
      offset = text.position.offset + length
      try text.readMore()
    }
  }

  /// Throws if a drawing has too many bytes.
  private mutating func check(_ length: Int) throws(LogReadError) {
    guard length > options.fileLimit else { return }
    throw text.located(
      Fault(.tooMuchMemory("the drawing", limit: options.memoryLimit), at: text.position.offset))
  }
}
