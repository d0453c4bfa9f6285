import JSON
import TouchLog

extension LogFormat {
  /// The drawings of the data set Quick, Draw!, as text.
  package static let quickDraw = LogFormat("quickdraw", "Quick, Draw! drawings, .ndjson or .csv", leavesOpen: [.index])
  {
    glimpse in
    if glimpse.first == ASCII.openBrace || glimpse.first == ASCII.openBracket {
      return glimpse.firstObject.map { QuickDrawText.recognizes($0, in: glimpse.bytes) } ?? false
    }
    guard let head = glimpse.lines.first, let columns = QuickDrawColumns(Array(head.utf8)) else { return false }
    return columns.isDataSet
  } open: { input, name, options throws(LogReadError) in
    var drawings = QuickDrawText(input, name: name, options: options)
    try drawings.skipDrawings(options.index ?? 0)
    if let first = try drawings.beginLongDrawing() {
      return try QuickDrawStrokes(drawings, first: first, name: name, options: options)
    }
    return StrokeReader(try drawings.drawing(at: options.index, afterSkipping: true), name: name)
  }
}

extension QuickDrawText {
  /// Whether an object is a drawing: it has a drawing of arrays of arrays, or the other keys of the data set.
  fileprivate static func recognizes(_ object: JSONGlimpse, in bytes: [UInt8]) -> Bool {
    guard let drawing = object["drawing"] else { return false }
    if drawing.elements.contains(where: { $0.elements.first?.isArray == true }) { return true }
    if drawing.elements.contains(where: { !$0.isArray || !$0.elements.isEmpty }) { return false }
    if object.has("word") || object.has("key_id") { return true }
    // A string of which only the beginning is known.
    return !drawing.isObject && bytes.contains(text: "\"[[[")
  }
}

extension [UInt8] {
  fileprivate func contains(text: StaticString) -> Bool {
    let text = Array("\(text)".utf8)
    return indices.contains { self[$0] == text[0] && self[$0...].starts(with: text) }
  }
}

/// The columns of a table of drawings, comma-separated values (RFC 4180), of which each row is one line.
struct QuickDrawColumns {
  private(set) var drawing: Int
  private(set) var word: Int?
  private(set) var key: Int?
  private(set) var recognized: Int?
  /// Whether the table has other columns of the data set, too.
  private(set) var isDataSet: Bool

  /// - Parameter head: The first line.
  /// - Returns: Nil if no column is named "drawing".
  init?(_ head: [UInt8]) {
    let names = head.split(separator: ASCII.comma, omittingEmptySubsequences: false).map { name in
      String(decoding: name.filter { $0 != ASCII.quote && !ASCII.isSpace($0) }, as: UTF8.self)
    }
    guard let drawing = names.firstIndex(of: "drawing") else { return nil }
    self.drawing = drawing
    word = names.firstIndex(of: "word")
    key = names.firstIndex(of: "key_id")
    recognized = names.firstIndex(of: "recognized")
    isDataSet = ["word", "key_id", "countrycode", "recognized"].contains { names.contains($0) }
  }

  /// A row's fields, without their quotes, as far as they are read.
  func fields(of row: Range<Int>, in bytes: Span<UInt8>) -> [Range<Int>] {
    let count = max(drawing, word ?? 0, key ?? 0, recognized ?? 0) + 1
    var fields: [Range<Int>] = []
    var offset = row.lowerBound
    while fields.count < count {
      let isQuoted = bytes.byte(at: offset) == ASCII.quote && offset < row.upperBound
      let start = isQuoted ? offset + 1 : offset
      var end = start
      while end < row.upperBound {
        if isQuoted, bytes[end] == ASCII.quote {
          guard end + 1 < row.upperBound, bytes[end + 1] == ASCII.quote else { break }
          end += 1
        } else if !isQuoted, bytes[end] == ASCII.comma {
          break
        }
        end += 1
      }
      fields.append(start..<end)
      offset = min(end + (isQuoted ? 1 : 0), row.upperBound)
      // What follows a closing quote belongs to no field.
      while offset < row.upperBound, bytes[offset] != ASCII.comma { offset += 1 }
      if offset >= row.upperBound { break }
      offset += 1
    }
    return fields
  }
}
