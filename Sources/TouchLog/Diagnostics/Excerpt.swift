/// A line, or a window of it where it is long.
public struct Excerpt: Hashable, Sendable {
  /// How many bytes are kept before and after the place, at most.
  static let reach = (before: 60, after: 60)

  /// The line's bytes, not yet checked to be UTF-8.
  public var bytes: [UInt8] = []
  /// Which of them the place is at; it may be one past the last.
  public var offset = 0
  /// Whether the line has more before the first.
  public var isCutBefore = false
  /// Whether the line has more after the last.
  public var isCutAfter = false

  public init() {}

  /// The window about `offset` of the line that takes up `line` of the bytes.
  init(_ bytes: Span<UInt8>, line: Range<Int>, at offset: Int) {
    let place = min(max(offset, line.lowerBound), line.upperBound)
    var window = max(line.lowerBound, place - Self.reach.before)..<min(line.upperBound, place + Self.reach.after)
    isCutBefore = window.lowerBound > line.lowerBound
    isCutAfter = window.upperBound < line.upperBound
    // A cut through a character leaves its continuation bytes out.
    while isCutBefore, window.lowerBound < place, bytes[window.lowerBound] & 0xC0 == 0x80 {
      window = window.lowerBound + 1..<window.upperBound
    }
    while isCutAfter, window.upperBound > place, bytes[window.upperBound] & 0xC0 == 0x80 {
      window = window.lowerBound..<window.upperBound - 1
    }
    self.bytes = bytes.array(window)
    self.offset = place - window.lowerBound
  }

  /// The window on one line of the terminal, and below it a caret under the place.
  ///
  /// Control characters are shown as their pictures (U+2400 and on), so that none reaches the terminal; bytes that are
  /// not UTF-8 are shown as U+FFFD.
  public var description: String {
    let before = visible(String(decoding: bytes[..<offset], as: UTF8.self))
    let after = visible(String(decoding: bytes[offset...], as: UTF8.self))
    let lead = isCutBefore ? "…" : ""
    let caret = String(repeating: " ", count: lead.count + before.unicodeScalars.count) + "^"
    return lead + before + after + (isCutAfter ? "…" : "") + "\n" + caret
  }
}

/// The text with no character in it that a terminal obeys: control characters become their pictures, those that turn
/// the direction of text or take no room U+FFFD.
func visible(_ text: String) -> String {
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
