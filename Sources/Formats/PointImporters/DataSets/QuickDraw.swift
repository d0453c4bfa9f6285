import ImportCore
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
    let hasPoints = drawing.elements.contains { stroke in
      stroke.elements.count > 4 && stroke.elements.allSatisfy { 2...3 ~= $0.elements.count }
    }
    if hasPoints { return false }
    if drawing.elements.contains(where: { $0.elements.first?.isArray == true }) { return true }
    if drawing.elements.contains(where: { !$0.isArray || !$0.elements.isEmpty }) { return false }
    if object.has("word") || object.has("key_id") { return true }
    // A string of which only the beginning is known.
    return !drawing.isObject && bytes.contains(text: "\"[[[")
  }
}

/// The columns of a table of drawings, comma-separated values (RFC 4180), of which each row is one line.
struct QuickDrawColumns {
  private let names: [String]

  /// - Parameter head: The first line.
  /// - Returns: Nil if no column is named "drawing".
  init?(_ head: [UInt8]) {
    names = head.split(separator: ASCII.comma, omittingEmptySubsequences: false).map { name in
      String(decoding: name.filter { $0 != ASCII.quote && !ASCII.isSpace($0) }, as: UTF8.self)
    }
    if !names.contains("drawing") { return nil }
  }

  /// Whether the table has other columns of the data set, too.
  var isDataSet: Bool { ["word", "key_id", "countrycode", "recognized"].contains { names.contains($0) } }

  /// A row's fields by the names of their columns, without their quotes.
  func fields(of row: Range<Int>, in bytes: Span<UInt8>) -> [String: Range<Int>] {
    var fields: [String: Range<Int>] = [:]
    var offset = row.lowerBound
    for name in names {
      let isQuoted = offset < row.upperBound && bytes[offset] == ASCII.quote
      let start = isQuoted ? offset + 1 : offset
      var end = start
      while end < row.upperBound,
        bytes[end] != (isQuoted ? ASCII.quote : ASCII.comma)
          || isQuoted && end + 1 < row.upperBound && bytes[end + 1] == ASCII.quote
      {
        end += bytes[end] == ASCII.quote && isQuoted ? 2 : 1
      }
      if fields[name] == nil { fields[name] = start..<end }
      // What follows a closing quote belongs to no field.
      offset = bytes.offset(of: ASCII.comma, in: min(end + (isQuoted ? 1 : 0), row.upperBound)..<row.upperBound) + 1
      if offset > row.upperBound { break }
    }
    return fields
  }
}
