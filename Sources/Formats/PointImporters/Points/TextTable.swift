import ImportCore
import JSON
import TouchLog

/// A text in memory as lines of words that white space separates. Lines end with LF, CR LF or CR.
struct TextTable {
  let bytes: [UInt8]
  private let name: String
  /// The line that `nextLine` found last.
  private(set) var line = 0..<0
  /// The number of that line, from 1.
  private(set) var lineNumber = 0
  private var next: Int
  /// The offset after the last word.
  private var wordEnd = 0

  /// - Parameters:
  ///   - text: May begin with a byte-order mark.
  ///   - name: The file as the user named it, for messages.
  init(_ text: [UInt8], name: String) {
    bytes = text
    self.name = name
    next = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Advances to the next line. Returns false at the end.
  mutating func nextLine() -> Bool {
    guard next < bytes.count else { return false }
    let start = next
    while next < bytes.count, bytes[next] != ASCII.newline, bytes[next] != ASCII.carriageReturn { next += 1 }
    line = start..<next
    wordEnd = start
    lineNumber += 1
    if next < bytes.count {
      let isPair = bytes[next] == ASCII.carriageReturn && next + 1 < bytes.count && bytes[next + 1] == ASCII.newline
      next += isPair ? 2 : 1
    }
    return true
  }

  /// Whether the line found last is the file's last and has no newline: it may be cut off.
  var isCutOff: Bool { line.upperBound == bytes.count }

  /// The next word of the line; nil at its end.
  mutating func nextWord() -> Range<Int>? {
    var start = wordEnd
    while start < line.upperBound, Self.isSpace(bytes[start]) { start += 1 }
    var end = start
    while end < line.upperBound, !Self.isSpace(bytes[end]) { end += 1 }
    wordEnd = end
    return start < end ? start..<end : nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { ASCII.isSpace(byte) || byte == 0x0B || byte == 0x0C }

  /// The text of a word, of which messages show the beginning.
  func text(_ word: Range<Int>) -> String { bytes.span.text(word) }

  /// A word as a decimal number; NaN for the spellings of NaN and the infinities; nil for other words.
  func number(_ word: Range<Int>) -> Double? {
    var end = word.lowerBound
    if let number = DecimalText.scan(bytes.span, &end), end == word.upperBound { return number }
    switch bytes.span.text(word).lowercased() {
    case "nan", "-nan", "+nan", "inf", "-inf", "+inf", "infinity", "-infinity", "+infinity": return .nan
    default: return nil
    }
  }

  /// The number of a word's line and of its byte, from 1.
  func column(_ word: Range<Int>) -> Int { word.lowerBound - line.lowerBound + 1 }

  /// The error at a byte of the line.
  func error(at offset: Int, _ reason: LogError.Reason) -> LogReadError {
    .malformed(
      LogError(
        location: LogLocation(
          file: name, line: max(1, lineNumber), column: offset - line.lowerBound + 1,
          excerpt: Excerpt(bytes.span, line: line, at: offset)),
        reason: reason))
  }
}
