import ImportCore
import JSON
import TouchLog

/// Reads drawings of the data set Quick, Draw!: `[[[x…],[y…],[t…]]…]`, t in milliseconds, within an object or a row of a table.
///
/// The arrays of numbers are read into memory that all strokes share.
package struct QuickDrawParser {
  /// The line of the drawing, and then of the stroke that is read.
  var position = LinePosition()

  private let memoryLimit: Int
  private var json = JSONScanner(spansLines: true)
  private var x = NumberArray()
  private var y = NumberArray()
  private var t = NumberArray()
  private(set) var drawing = QuickDrawSketch()
  private var hasDrawing = false
  private var pointCount = 0
  /// The first time of the drawing, in milliseconds.
  private var origin: Double?

  package init(memoryLimit: Int = 1 << 30) {
    self.memoryLimit = memoryLimit
  }

  /// The fault of a stroke that is a list of points instead of an array for each number. The reader of points reads it.
  package static let rowsOfPoints = LogError.Reason.unexpected("a list of points", expected: "an array for each number")

  /// Reads a line, which is one object and nothing else.
  /// - Throws: `Fault` with an offset in the line.
  package mutating func drawing(ofLine line: Span<UInt8>) throws(Fault) -> QuickDrawSketch {
    let json = JSONScanner(spansLines: false)
    var offset = 0
    guard json.skipSpace(line, &offset) == ASCII.openBrace else {
      throw Fault(
        .unexpected(offset < line.count ? "other text" : "a blank line", expected: "an object, {…}"), at: offset)
    }
    position = LinePosition()
    let drawing = try drawing(from: &offset, in: line)
    _ = json.skipSpace(line, &offset)
    if offset < line.count { throw Fault(.unexpected("more text", expected: "the end of the line"), at: offset) }
    return drawing
  }

  /// Reads the object at an offset, and moves the offset to its end. `position` must be before it.
  mutating func drawing(from offset: inout Int, in bytes: Span<UInt8>) throws(Fault) -> QuickDrawSketch {
    begin()
    let start = offset
    offset += 1
    if json.skipSpace(bytes, &offset) == ASCII.closeBrace {
      offset += 1
    } else {
      _ = try readMembers(bytes, &offset)
    }
    if !hasDrawing { throw Fault(.missingKey("\"drawing\"", of: "word"), at: start) }
    return drawing
  }

  /// Reads the object at an offset up to the first stroke. `position` must be before it.
  /// - Returns: False if the object has no array of strokes.
  mutating func beginDrawing(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> Bool {
    begin()
    offset += 1
    guard try readMembers(bytes, &offset, stopsAtStrokes: true) else { return false }
    return json.skipSpace(bytes, &offset) == ASCII.openBracket
  }

  /// Reads the stroke at an offset, and the comma or bracket after it. `position` must be there.
  /// - Throws: `Fault`; nothing of the stroke is kept then.
  mutating func nextStroke(
    _ bytes: Span<UInt8>, _ offset: inout Int
  ) throws(Fault) -> (stroke: ImportedStroke, isLast: Bool) {
    pointCount = 0
    let before = drawing
    do throws(Fault) {
      _ = json.skipSpace(bytes, &offset)
      try readStroke(bytes, &offset)
      let isLast = try !json.hasNextItem(bytes, &offset, until: ASCII.closeBracket)
      return (drawing.strokes.removeLast(), isLast)
    } catch {
      drawing = before
      throw error
    }
  }

  /// Reads what follows the strokes, up to the end of the object.
  mutating func endDrawing(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) {
    if try json.hasNextItem(bytes, &offset, until: ASCII.closeBrace) { _ = try readMembers(bytes, &offset) }
  }

  /// Reads the rest of an object.
  /// - Parameter stopsAtStrokes: Whether to stop after the bracket that opens the array of strokes.
  /// - Returns: Whether it stopped.
  private mutating func readMembers(
    _ bytes: Span<UInt8>, _ offset: inout Int, stopsAtStrokes: Bool = false
  ) throws(Fault) -> Bool {
    repeat {
      let key = try json.readKey(bytes, &offset)
      switch key.string(in: bytes) {
      case "drawing":
        if hasDrawing { throw Fault(.syntax(.duplicateKey("drawing")), at: key.start) }
        hasDrawing = true
        if stopsAtStrokes, bytes.byte(at: offset) == ASCII.openBracket {
          offset += 1
          return true
        }
        try readDrawing(bytes, &offset)
      case let name where name == "word" || drawing.word == nil && ["label", "class", "truth"].contains(name):
        if name != "word" { drawing.hasOthers = true }
        let value = try json.readValue(bytes, &offset)
        if value.kind == .string { drawing.word = value.string(in: bytes) }
      case "key_id":
        let value = try json.readValue(bytes, &offset)
        drawing.key = value.kind == .string ? value.string(in: bytes) : bytes.text(value.start..<value.end)
      case "recognized":
        let value = try json.readValue(bytes, &offset)
        if value.kind == .boolean { drawing.isRecognized = bytes[value.start] == UInt8(ascii: "t") }
      case let name:
        if name != "countrycode" && name != "timestamp" { drawing.hasOthers = true }
        _ = try json.readValue(bytes, &offset)
      }
    } while try json.hasNextItem(bytes, &offset, until: ASCII.closeBrace)
    return false
  }

  /// Reads a row of a table. `position` must be before it.
  mutating func drawing(
    ofRow row: Range<Int>, _ columns: QuickDrawColumns, in bytes: Span<UInt8>
  ) throws(Fault) -> QuickDrawSketch {
    begin()
    var end = row.upperBound
    if end > row.lowerBound, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
    let fields = columns.fields(of: row.lowerBound..<end, in: bytes)
    guard let text = fields["drawing"] else {
      throw Fault(.unexpected("\(fields.count) columns", expected: "the column \"drawing\""), at: row.upperBound)
    }
    func name(_ column: String) -> String? {
      fields[column].map { bytes.text($0, limit: 1000) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    (drawing.word, drawing.key) = (name("word"), name("key_id"))
    drawing.isRecognized = name("recognized").map { $0.lowercased() == "true" }
    try readText(bytes, text)
    return drawing
  }

  private mutating func begin() {
    drawing = QuickDrawSketch()
    hasDrawing = false
    pointCount = 0
    origin = nil
    json.reset()
  }

  /// The space for points that the memory limit leaves. A stroke counts as one.
  private var pointLimit: Int { memoryLimit / MemoryLayout<ImportedPoint>.stride }
}

/// The arrays.
extension QuickDrawParser {
  /// Reads the value of the key "drawing": an array, or a string of it.
  private mutating func readDrawing(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) {
    if bytes.byte(at: offset) == ASCII.openBracket { return try readStrokes(bytes, &offset) }
    drawing.hasOthers = true
    let value = try json.readValue(bytes, &offset)
    guard value.kind == .string else {
      throw Fault(.wrongType(key: "drawing", found: value.kind, expected: .array), at: value.start)
    }
    let text = value.utf8(in: bytes)
    // Without escapes it is read where it is, so that locations are exact.
    if text.count == value.content.count { return try readText(bytes, value.content) }
    let outer = position
    do throws(Fault) {
      position = LinePosition()
      try readText(text.span, 0..<text.count)
    } catch {
      throw Fault(error.reason, at: value.start)
    }
    position = outer
    for index in drawing.strokes.indices {
      (drawing.strokes[index].line, drawing.strokes[index].column) = (outer.line, 1)
    }
  }

  /// Reads a text that is an array of strokes and nothing else.
  private mutating func readText(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(Fault) {
    let text = bytes.extracting(0..<range.upperBound)
    var offset = range.lowerBound
    _ = json.skipSpace(text, &offset)
    try readStrokes(text, &offset)
    _ = json.skipSpace(text, &offset)
    if offset < range.upperBound { throw Fault(json.unexpected(text, at: offset, .endOfLine)) }
  }

  private mutating func readStrokes(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) {
    try openArray(bytes, &offset)
    if json.skipSpace(bytes, &offset) == ASCII.closeBracket {
      offset += 1
      return
    }
    repeat {
      _ = json.skipSpace(bytes, &offset)
      position.advance(to: offset, in: bytes)
      try readStroke(bytes, &offset)
    } while try json.hasNextItem(bytes, &offset, until: ASCII.closeBracket)
  }

  private mutating func readStroke(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) {
    x.removeAll()
    y.removeAll()
    t.removeAll()
    try openArray(bytes, &offset)
    if json.skipSpace(bytes, &offset) == ASCII.closeBracket {
      offset += 1
    } else {
      var count = 0
      repeat {
        _ = json.skipSpace(bytes, &offset)
        if count < 3 { try openArray(bytes, &offset) }
        switch count {
        case 0: try x.read(bytes, &offset, memoryLimit: memoryLimit, &json)
        case 1: try y.read(bytes, &offset, memoryLimit: memoryLimit, &json)
        case 2: try t.read(bytes, &offset, memoryLimit: memoryLimit, &json)
        default:
          if count == 4, [x, y, t].allSatisfy({ 2...3 ~= $0.numbers.count }) {
            throw Fault(Self.rowsOfPoints, at: offset)
          }
          _ = try json.readValue(bytes, &offset)
          drawing.surplusArrays += 1
        }
        count += 1
      } while try json.hasNextItem(bytes, &offset, until: ASCII.closeBracket)
      if count >= 3 { drawing.hasTimes = true }
    }
    try append(strokeOfNumbers())
  }

  /// Makes points of the numbers. What has no partner is counted.
  private mutating func strokeOfNumbers() -> [ImportedPoint] {
    let (x, y, t) = (x.numbers, y.numbers, t.numbers)
    let count = min(x.count, y.count)
    drawing.surplusCoordinates += max(x.count, y.count) - count
    if drawing.hasTimes { drawing.missingTimes += abs(t.count - count) }
    if origin == nil { origin = t.first { $0.isFinite } }
    let start = origin ?? 0
    var points: [ImportedPoint] = []
    points.append(addingCapacity: count) { span in
      for (index, (x, y)) in zip(x, y).enumerated() {
        span.append(ImportedPoint(x, y, time: index < t.count ? (t[index] - start) / 1000 : nil))
      }
    }
    return points
  }

  private mutating func append(_ points: [ImportedPoint]) throws(Fault) {
    pointCount += points.count + 1
    if pointCount > pointLimit {
      throw Fault(.tooMuchMemory("the drawing", limit: memoryLimit), at: position.offset)
    }
    drawing.strokes.append(ImportedStroke(points: points, line: position.line, column: position.column))
  }

  /// Reads the bracket that opens an array.
  private mutating func openArray(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) {
    guard bytes.byte(at: offset) != ASCII.openBracket else {
      offset += 1
      return
    }
    let start = offset
    let kind = try json.readValue(bytes, &offset).kind
    throw Fault(.wrongType(key: "drawing", found: kind, expected: .array), at: start)
  }
}
