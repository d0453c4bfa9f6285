import Files
import ImportCore
import JSON
import TouchLog

/// A page of OneNote as Microsoft Graph sends it: a multipart body (RFC 2046) with the page in HTML and its ink in InkML.
///
/// The boundary is in the header of the response, which is not part of the file. The first line repeats it.
enum InkMLMultipart {
  static func recognizes(_ glimpse: Glimpse) -> Bool {
    let lines = glimpse.contentLines.prefix(3)
    return lines.first?.hasPrefix("--") == true
      && lines.dropFirst().contains { $0.lowercased().hasPrefix("content-type:") }
  }

  /// The InkML of a body, each part at its offset in the file: everything else is blank. Other text is returned
  /// unchanged.
  /// - Parameter report: Counts the other parts.
  /// - Throws: `LogReadError.malformed` if no part is InkML.
  static func ink(
    in text: [UInt8], name: String, _ report: inout ImportReport
  ) throws(LogReadError) -> [UInt8] {
    guard recognizes(Glimpse(text)) else { return text }
    var parts: [Range<Int>] = []
    var (boundary, kind): (ArraySlice<UInt8>?, String?) = (nil, nil)
    // Where the contents of the part begin; nil in its header.
    var body: Int?
    var isKind = false
    var isComplete = false
    func end(at offset: Int) {
      guard let start = body else { return }
      guard let kind else { return report.omit("parts without a kind") }
      guard kind.has("inkml") else { return report.omit("parts that are \(kind)") }
      parts.append(withoutDeclaration(text, start..<offset))
    }
    for range in lines(of: text) {
      let line = trimmed(text[range])
      if boundary == nil {
        if !line.isEmpty { boundary = line }
      } else if let boundary, line.starts(with: boundary) {
        end(at: range.lowerBound)
        (body, kind) = (nil, nil)
        isComplete = line.count >= boundary.count + 2 && line.suffix(2).elementsEqual("--".utf8)
      } else if body == nil, line.isEmpty {
        body = range.upperBound
      } else if body == nil {
        let field = String(decoding: line, as: UTF8.self).lowercased()
        // A line that begins with a blank continues the one before.
        isKind = field.hasPrefix("content-type:") || isKind && field.first?.isWhitespace == true
        if isKind, kind == nil {
          let value = field.hasPrefix("content-type:") ? field.dropFirst(13) : field[...]
          kind = value.split(whereSeparator: { $0 == ";" || $0.isWhitespace }).first.map(String.init)
        }
      }
    }
    end(at: text.count)
    if !isComplete { report.omit("ends of a file that is cut off", .damage) }
    guard !parts.isEmpty else {
      throw .malformed(
        LogError(
          location: LogLocation(file: name, line: 1, column: 1),
          reason: .unexpected("a multipart body without it", expected: "a part that is InkML: ?includeInkML=true")))
    }
    return text.blank(outside: parts)
  }

  /// The lines, with their ends.
  private static func lines(of text: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: ASCII.newline).map { $0 + 1 } ?? text.count
      lines.append(start..<end)
      start = end
    }
    return lines
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let last = line.last, ASCII.isSpace(last) || last == ASCII.newline { line.removeLast() }
    return line
  }

  /// The part's contents after its mark and its XML declaration, which may only begin a file.
  private static func withoutDeclaration(_ text: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    if text[start..<range.upperBound].starts(with: [0xEF, 0xBB, 0xBF]) { start += 3 }
    if text[start..<range.upperBound].starts(with: "<?xml".utf8),
      let end = text[start..<range.upperBound].firstIndex(of: UInt8(ascii: ">"))
    {
      start = end + 1
    }
    return start..<range.upperBound
  }
}
