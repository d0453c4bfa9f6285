import JSON
import TouchLog

/// Scanning of lines, byte by byte or eight bytes at a time. Each line must end in a newline.
extension Span<UInt8> {
  /// The offset of the first newline.
  @inline(__always) func endOfLine(from offset: Int) -> Int {
    self.offset(of: ASCII.newline, in: offset..<Swift.max(offset, count))
  }

  /// The offset of the first comma of a line; nil if it has none.
  @inline(__always) func comma(from offset: Int) -> Int? {
    var offset = offset
    while let word = word(at: offset) {
      let commas = ByteWord.matches(word, ASCII.comma)
      let newlines = ByteWord.matches(word, ASCII.newline)
      if commas | newlines != 0 {
        let comma = commas.trailingZeroBitCount
        return comma < newlines.trailingZeroBitCount ? offset &+ comma &>> 3 : nil
      }
      offset &+= 8
    }
    while offset < count, self[offset] != ASCII.newline {
      if self[offset] == ASCII.comma { return offset }
      offset &+= 1
    }
    return nil
  }

  @inline(__always) func skipSpace(_ offset: inout Int) {
    // Most often there is one blank or none.
    if byte(at: offset) > ASCII.space { return }
    if byte(at: offset) == ASCII.space {
      offset &+= 1
      if byte(at: offset) > ASCII.space { return }
    }
    while let word = word(at: offset) {
      let others = word ^ 0x2020_2020_2020_2020
      offset &+= others == 0 ? 8 : others.trailingZeroBitCount &>> 3
      if others != 0 { break }
    }
    while ASCII.isSpace(byte(at: offset)) { offset &+= 1 }
  }

  /// The offset of the blank or newline that ends the word at `offset`.
  @inline(__always) func endOfWord(from offset: Int) -> Int {
    var offset = offset
    while let word = word(at: offset) {
      // The high bit is set in bytes below 0x21; exact up to the first such byte.
      let blanks = (word &- 0x2121_2121_2121_2121) & ~word & 0x8080_8080_8080_8080
      offset &+= blanks == 0 ? 8 : blanks.trailingZeroBitCount &>> 3
      if blanks != 0 { break }
    }
    while offset < count, !endsWord(at: offset) { offset &+= 1 }
    return offset
  }

  /// Whether a word ends at `offset`.
  @inline(__always) func endsWord(at offset: Int) -> Bool {
    let byte = byte(at: offset)
    return ASCII.isSpace(byte) || byte == ASCII.newline
  }

  /// Whether these bytes are at `offset`.
  func has(_ text: String, at offset: Int) -> Bool {
    var end = offset
    return skip(text, &end)
  }

  /// Advances past these bytes; returns false if other ones are there.
  func skip(_ text: String, _ offset: inout Int) -> Bool {
    var next = offset
    for byte in text.utf8 {
      guard self.byte(at: next) == byte else { return false }
      next &+= 1
    }
    offset = next
    return true
  }

  /// The offset after the first occurrence of a text in a line; nil if there is none.
  func offset(after text: String, from offset: Int) -> Int? {
    var next = offset
    while next < count, self[next] != ASCII.newline {
      var end = next
      if skip(text, &end) { return end }
      next += 1
    }
    return nil
  }

  /// A decimal number without a sign, of 1 to 18 digits.
  @inline(__always) func decimal(_ offset: inout Int) -> Int? {
    if let word = word(at: offset) {
      let digits = ByteWord.digitCount(word)
      if digits == 0 { return nil }
      if digits < 8 {
        offset &+= digits
        return Int(truncatingIfNeeded: ByteWord.number(word, count: digits))
      }
    }
    let start = offset
    var number = 0
    while ASCII.isDigit(byte(at: offset)) {
      number = number &* 10 &+ Int(byte(at: offset) &- ASCII.zero)
      offset &+= 1
    }
    return offset > start && offset - start <= 18 ? number : nil
  }

  /// A decimal number of 32 bits. A number that fits only without a sign stands for the negative number with the same
  /// bits.
  @inline(__always) func decimalValue(_ offset: inout Int) -> Int32? {
    let isNegative = byte(at: offset) == ASCII.minus
    if isNegative { offset &+= 1 }
    guard let magnitude = decimal(&offset), magnitude <= (isNegative ? 1 << 31 : 1 << 32 - 1) else { return nil }
    return Int32(truncatingIfNeeded: isNegative ? -magnitude : magnitude)
  }

  /// A hexadecimal number of 1 to `limit` digits, at most 8. Further digits are not read.
  @inline(__always) func hexadecimal(_ offset: inout Int, limit: Int) -> UInt32? {
    if let word = word(at: offset) {
      let digits = HexadecimalWord(word)
      guard digits.count > 0, digits.count <= limit else { return nil }
      offset &+= digits.count
      return digits.number
    }
    var number: UInt32 = 0
    let start = offset
    while offset &- start < 8, let digit = ASCII.hexDigit(byte(at: offset)) {
      number = number &<< 4 | UInt32(digit)
      offset &+= 1
    }
    return offset > start && offset - start <= limit ? number : nil
  }

  /// Four hexadecimal digits, and the blank after them; nil if there is anything else, or too little in memory.
  @inline(__always) func fourDigits(_ offset: inout Int) -> UInt16? {
    guard let word = word(at: offset), UInt8(truncatingIfNeeded: word &>> 32) == ASCII.space else { return nil }
    let digits = HexadecimalWord(word)
    guard digits.count == 4 else { return nil }
    offset &+= 5
    return UInt16(truncatingIfNeeded: digits.number)
  }

  /// A time in microseconds: seconds and a decimal fraction.
  @inline(__always) func time(_ offset: inout Int) throws(Fault) -> Int {
    let start = offset
    guard let seconds = decimal(&offset), byte(at: offset) == ASCII.dot else {
      throw unexpected(at: start, expected: "a time, such as 12.345678")
    }
    offset &+= 1
    let fraction = offset
    guard var micros = decimal(&offset) else {
      throw unexpected(at: start, expected: "a time, such as 12.345678")
    }
    var digits = offset - fraction
    while digits < 6 { (micros, digits) = (micros * 10, digits + 1) }
    while digits > 6 { (micros, digits) = (micros / 10, digits - 1) }
    return try time(seconds: seconds, micros: micros, at: start)
  }

  /// A time in microseconds from its two parts.
  @inline(__always) func time(seconds: Int, micros: Int, at start: Int) throws(Fault) -> Int {
    guard seconds < 100_000_000_000, micros < 1_000_000 else {
      throw unexpected(at: start, expected: "seconds below 100000000000 and microseconds below 1000000")
    }
    return seconds &* 1_000_000 &+ micros
  }

  /// The fault that something else is expected at `offset`.
  func unexpected(at offset: Int, expected: String) -> Fault {
    let end = endOfWord(from: offset)
    let found =
      end > offset
      ? "\"\(text(offset..<end))\"" : byte(at: offset) == ASCII.newline ? "the end of the line" : "a blank"
    return Fault(.unexpected(found, expected: expected), at: offset)
  }
}

/// The hexadecimal digits that eight bytes begin with, the first in the lowest bits.
struct HexadecimalWord {
  /// The number of digits, 0...8.
  let count: Int
  /// The value of each digit in its byte; other bytes have any value.
  private let values: UInt64

  @inline(__always) init(_ word: UInt64) {
    // Adds 0x80 − bound to each byte below 0x80: the high bit tells which bytes reach the bound, and no byte carries.
    let plain = word & 0x7F7F_7F7F_7F7F_7F7F
    let lower = plain | 0x2020_2020_2020_2020
    let decimal = (plain &+ 0x5050_5050_5050_5050) & ~(plain &+ 0x4646_4646_4646_4646)
    let letter = (lower &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(lower &+ 0x1919_1919_1919_1919)
    let others = ~(decimal | letter) | word
    count = (others & 0x8080_8080_8080_8080).trailingZeroBitCount &>> 3
    values = (word & 0x0F0F_0F0F_0F0F_0F0F) &+ (letter &>> 7 & 0x0101_0101_0101_0101) &* 9
  }

  /// The number that the digits spell; there must be at least one.
  @inline(__always) var number: UInt32 {
    // Shifts zeros in before the digits; then joins neighbors in three steps, to two, four and eight digits.
    var digits = values &<< UInt64(truncatingIfNeeded: 64 &- count &* 8)
    digits = (digits &<< 4 | digits &>> 8) & 0x00FF_00FF_00FF_00FF
    digits = (digits &<< 8 | digits &>> 16) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: digits &<< 16 | digits &>> 32)
  }
}
