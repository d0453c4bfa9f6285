/// A location in a file, with an excerpt of the line to show it.
public struct LogLocation: Hashable, Sendable {
  /// The file as the user named it.
  public var file: String
  /// The line number, from 1; 0 in a file that has no lines.
  public var line: Int
  /// The byte in the line, or in a file that has no lines, from 1.
  public var column: Int
  /// The line's bytes around the location.
  package var excerpt: Excerpt

  package init(file: String, line: Int, column: Int, excerpt: Excerpt = Excerpt()) {
    self.file = file
    self.line = line
    self.column = column
    self.excerpt = excerpt
  }

  /// A location in a file that has no lines.
  /// - Parameter byte: The offset of the byte, from 0.
  package init(file: String, byte: Int) {
    self.init(file: file, line: 0, column: byte + 1)
  }

  /// The location as the beginning of messages: `FILE:LINE:COLUMN`, or `FILE: byte OFFSET`, the offset from 0.
  var text: String {
    line == 0 ? "\(file): byte \(column - 1)" : "\(file):\(line):\(column)"
  }

  /// Makes a message about this location.
  package func diagnostic(_ severity: Diagnostic.Severity, message: String) -> Diagnostic {
    Diagnostic(severity: severity, location: self, message: message)
  }
}

/// A line, or the part of a long line around a location.
package struct Excerpt: Hashable, Sendable {
  /// The most bytes kept before and after the location.
  package static let reach = (before: 60, after: 60)

  /// The line's bytes, which may be invalid UTF-8.
  package var bytes: [UInt8] = []
  /// The index of the location in `bytes`; it may be one past the last.
  package var offset = 0
  /// Whether the line continues before the first byte.
  package var isCutBefore = false
  /// Whether the line continues after the last byte.
  package var isCutAfter = false

  package init() {}

  /// - Parameters:
  ///   - line: The line's bytes, without its newline.
  ///   - offset: The location.
  package init(_ bytes: Span<UInt8>, line: Range<Int>, at offset: Int) {
    let center = min(max(offset, line.lowerBound), line.upperBound)
    var window = max(line.lowerBound, center - Self.reach.before)..<min(line.upperBound, center + Self.reach.after)
    isCutBefore = window.lowerBound > line.lowerBound
    isCutAfter = window.upperBound < line.upperBound
    // Where a cut splits a character, its remaining bytes are left out.
    while isCutBefore, window.lowerBound < center, bytes[window.lowerBound] & 0xC0 == 0x80 {
      window = window.lowerBound + 1..<window.upperBound
    }
    while isCutAfter, window.upperBound > center, bytes[window.upperBound] & 0xC0 == 0x80 {
      window = window.lowerBound..<window.upperBound - 1
    }
    self.bytes = bytes.array(window)
    self.offset = center - window.lowerBound
  }

  /// The excerpt on one line, and a caret under the location on the next.
  ///
  /// Characters that would control the terminal are replaced (see `visible`), invalid UTF-8 by U+FFFD.
  package var description: String { description(columns: nil) }

  /// The same, cut around the location to fit into a number of columns.
  /// - Parameter columns: At least 10; nil for no limit.
  package func description(columns: Int?) -> String {
    var before = visible(String(decoding: bytes[..<offset], as: UTF8.self)).unicodeScalars[...]
    var after = visible(String(decoding: bytes[offset...], as: UTF8.self)).unicodeScalars[...]
    var (lead, end) = (isCutBefore ? "…" : "", isCutAfter ? "…" : "")
    if let columns, before.count + after.count + lead.count + end.count > columns {
      // At least a third of the line shows the text after the location.
      let room = columns - 2
      let rest = Swift.min(after.count, Swift.max(room / 3, room - before.count))
      if rest < after.count { (after, end) = (after.prefix(rest), "…") }
      if room - rest < before.count { (before, lead) = (before.suffix(room - rest), "…") }
    }
    let caret = String(repeating: " ", count: lead.count + before.count) + "^"
    return lead + String(before) + String(after) + end + "\n" + caret
  }
}

/// The text with the characters escaped that control a terminal, break a line, change the direction of text or are
/// invisible.
package func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: result += scalar.escaped(asASCII: true)
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// The text of an excerpt, each of whose characters becomes one: those that control a terminal become their symbols (from
/// U+2400), those that change the direction of text or have no width U+FFFD.
private func visible(_ text: String) -> String {
  var shown = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0..<0x20: shown.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
    case 0x7F: shown.append("\u{2421}")
    case 0x80..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF: shown.append("\u{FFFD}")
    default: shown.append(scalar)
    }
  }
  return String(shown)
}
