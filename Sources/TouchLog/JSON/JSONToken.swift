/// The kinds of JSON value (RFC 8259, section 3).
public enum JSONKind: String, Hashable, Sendable {
  case string, number, boolean, null, array, object
}

/// A JSON value that the scanner has passed and found well formed: what it is, and where it stands.
///
/// Offsets count from the start of the bytes that were scanned. Values are converted only when they are asked for.
struct JSONToken {
  /// The value's first byte; of a string, its opening quote.
  var start: Int
  /// One past the value's last byte.
  var end: Int
  /// A number's decimal digits, valid where `isPlain`; a string's first eight bytes, the first in the lowest bits;
  /// of a boolean, 1 for true; of an array, how many elements it has.
  var word: UInt64 = 0
  /// A number is its digits times ten to this power.
  var exponent: Int32 = 0
  var kind: JSONKind
  /// Of a number: a minus stands before it.
  var isNegative = false
  /// Of a number: all its digits fit in `word`. Of a string: it holds no escapes.
  var isPlain = true
  /// Which of a name table's names the value stands under.
  var key: UInt8 = 0

  init(_ kind: JSONKind, start: Int, end: Int) {
    self.kind = kind
    self.start = start
    self.end = end
  }

  /// A string's bytes between the quotes.
  var content: Range<Int> { start + 1..<end - 1 }
}

/// What is wrong with the bytes, and at which of them.
struct Fault: Error {
  var reason: LogError.Reason
  /// Counted from the start of the bytes that were scanned.
  var offset: Int

  init(_ reason: LogError.Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension Span<UInt8> {
  /// The byte at `offset`, or 0, which JSON nowhere allows, beyond the end.
  @inline(__always) func byte(at offset: Int) -> UInt8 {
    offset < count ? self[offset] : 0
  }

  /// A copy of the bytes in `range`.
  func array(_ range: Range<Int>) -> [UInt8] {
    var copy: [UInt8] = []
    copy.reserveCapacity(range.count)
    for offset in range { copy.append(self[offset]) }
    return copy
  }

  /// The text of the bytes in `range`, of which at most `limit` are shown.
  func text(_ range: Range<Int>, limit: Int = 40) -> String {
    if range.count <= limit { return String(decoding: array(range), as: UTF8.self) }
    return String(decoding: array(range.lowerBound..<range.lowerBound + limit), as: UTF8.self) + "…"
  }
}

/// The bytes that JSON's grammar names.
enum ASCII {
  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let dot = UInt8(ascii: ".")
  static let zero = UInt8(ascii: "0")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")

  @inline(__always) static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

  /// JSON's white space, but for the newline.
  @inline(__always) static func isSpace(_ byte: UInt8) -> Bool {
    byte == space || byte == tab || byte == carriageReturn
  }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
}
