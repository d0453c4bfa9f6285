/// The bytes that JSON's grammar names.
@usableFromInline package enum ASCII {
  @inlinable package static var tab: UInt8 { UInt8(ascii: "\t") }
  @inlinable package static var newline: UInt8 { UInt8(ascii: "\n") }
  @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
  @inlinable package static var space: UInt8 { UInt8(ascii: " ") }
  @inlinable package static var quote: UInt8 { UInt8(ascii: "\"") }
  @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }
  @inlinable package static var comma: UInt8 { UInt8(ascii: ",") }
  @inlinable package static var colon: UInt8 { UInt8(ascii: ":") }
  @inlinable package static var minus: UInt8 { UInt8(ascii: "-") }
  @inlinable package static var plus: UInt8 { UInt8(ascii: "+") }
  @inlinable package static var dot: UInt8 { UInt8(ascii: ".") }
  @inlinable package static var zero: UInt8 { UInt8(ascii: "0") }
  @inlinable package static var openBrace: UInt8 { UInt8(ascii: "{") }
  @inlinable package static var closeBrace: UInt8 { UInt8(ascii: "}") }
  @inlinable package static var openBracket: UInt8 { UInt8(ascii: "[") }
  @inlinable package static var closeBracket: UInt8 { UInt8(ascii: "]") }

  @inlinable @inline(__always) package static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

  /// Whether the byte is JSON white space other than a newline.
  @inlinable @inline(__always) package static func isSpace(_ byte: UInt8) -> Bool {
    byte == space || byte == tab || byte == carriageReturn
  }

  /// Whether the byte stands for itself in a string.
  @inline(__always) static func isVerbatim(_ byte: UInt8) -> Bool {
    byte >= space && byte != quote && byte != backslash
  }

  package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  /// The value of a hexadecimal digit, in either case; nil for any other byte.
  package static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case zero...zero + 9: byte - zero
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Span<UInt8> {
  /// The byte at `offset`, or 0, which JSON allows nowhere, past the end.
  @inlinable @inline(__always) package func byte(at offset: Int) -> UInt8 {
    offset < count ? self[offset] : 0
  }

  /// The eight bytes at `offset`, the first in the lowest bits; nil if fewer than eight remain.
  @inlinable @inline(__always) package func word(at offset: Int) -> UInt64? {
    guard offset >= 0, offset < count &- 7 else { return nil }
    return unsafe word(uncheckedAt: offset)
  }

  /// The eight bytes at `offset`, the first in the lowest bits. All eight must lie within the span.
  @unsafe @inlinable @inline(__always) package func word(uncheckedAt offset: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  /// The offset of the first `byte` in a range; the end of the range if there is none.
  @inlinable @inline(__always) package func offset(of byte: UInt8, in range: Range<Int>) -> Int {
    var offset = range.lowerBound
    while offset &+ 8 <= range.upperBound, let word = word(at: offset) {
      let found = ByteWord.matches(word, byte)
      if found != 0 { return offset &+ found.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    while offset < range.upperBound, self[offset] != byte { offset &+= 1 }
    return offset
  }

  /// A copy of the bytes in `range`.
  package func array(_ range: Range<Int>) -> [UInt8] {
    unsafe extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// The text of the bytes in `range`, cut after `limit` bytes.
  package func text(_ range: Range<Int>, limit: Int = 40) -> String {
    if range.count <= limit { return String(decoding: array(range), as: UTF8.self) }
    return String(decoding: array(range.lowerBound..<range.lowerBound + limit), as: UTF8.self) + "…"
  }
}

/// Operations on eight bytes at a time, the first in the lowest bits (Warren, Hacker's Delight, chapter 6).
@usableFromInline package enum ByteWord {
  @inlinable static var ones: UInt64 { 0x0101_0101_0101_0101 }
  @inlinable static var highs: UInt64 { 0x8080_8080_8080_8080 }

  /// The number of bytes before the first that is not ASCII or must be escaped in a JSON string; 8 if there is none.
  ///
  /// Sets the high bit of each byte that is a quote, a backslash, below 0x20 or above 0x7F. A borrow can set the bit
  /// wrongly only in bytes above such a byte, so the lowest set bit is right.
  @inlinable @inline(__always) package static func plainCount(_ word: UInt64) -> Int {
    let quotes = word ^ 0x2222_2222_2222_2222
    let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
    let special =
      (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | (word &- 0x2020_2020_2020_2020) | word
    return (special & highs).trailingZeroBitCount &>> 3
  }

  /// The high bit of each byte that equals `byte`.
  ///
  /// Right up to the first such byte: a borrow can set the bit wrongly only above it.
  @inlinable @inline(__always) package static func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let difference = word ^ (UInt64(byte) &* ones)
    return (difference &- ones) & ~difference & highs
  }

  /// The first `count` bytes, 1...8, followed by zeros.
  @inlinable @inline(__always) package static func prefix(_ word: UInt64, count: Int) -> UInt64 {
    let rest = UInt64(truncatingIfNeeded: 64 &- count &* 8)
    return (word &<< rest) &>> rest
  }

  /// The number of bytes before the first that is not a decimal digit; 8 if all are digits.
  @inlinable @inline(__always) package static func digitCount(_ word: UInt64) -> Int {
    nonDigits(ofValues: digitValues(word)).trailingZeroBitCount &>> 3
  }

  /// The value of each digit, in its byte; other characters become 10 and above.
  @inlinable @inline(__always) package static func digitValues(_ word: UInt64) -> UInt64 {
    word ^ 0x3030_3030_3030_3030
  }

  /// The high bit of each byte that is not a decimal digit.
  ///
  /// Right up to the first byte above 0x7F, whose carry may set the bit of the next byte wrongly.
  @inlinable @inline(__always) package static func nonDigits(ofValues values: UInt64) -> UInt64 {
    ((values &+ 0x7676_7676_7676_7676) | values) & highs
  }

  /// The number that the first `count` bytes spell, 1...8, which must all be digits.
  @inlinable @inline(__always) package static func number(_ word: UInt64, count: Int) -> UInt64 {
    number(digitValues(word) &<< UInt64(truncatingIfNeeded: 64 &- count &* 8))
  }

  /// The number of eight digits, given by their values.
  ///
  /// Joins neighbors in three steps: to two, four and eight digits.
  @inlinable @inline(__always) package static func number(_ values: UInt64) -> UInt64 {
    var digits = (values &* 10 &+ values &>> 8) & 0x00FF_00FF_00FF_00FF
    digits = (digits &* 100 &+ digits &>> 16) & 0x0000_FFFF_0000_FFFF
    return (digits &* 10000 &+ digits &>> 32) & 0xFFFF_FFFF
  }
}

/// Well-formed UTF-8 (Unicode 16, table 3-7): no overlong forms, no surrogates, nothing beyond U+10FFFF.
enum UTF8Sequence {
  /// The length of the character at `offset`, 2...4 bytes; nil if it is ill-formed. It must not be ASCII.
  static func length(in bytes: Span<UInt8>, at offset: Int) -> Int? {
    let length: Int
    let second: ClosedRange<UInt8>
    switch bytes.byte(at: offset) {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard second.contains(bytes.byte(at: offset + 1)) else { return nil }
    for further in 2..<max(length, 2) where bytes.byte(at: offset + further) & 0xC0 != 0x80 { return nil }
    return length
  }
}

extension String {
  /// The text with A to Z in lower case; other letters stay. `lowercased()` needs the tables of Unicode.
  package var lowercasedASCII: String {
    String(decoding: utf8.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
