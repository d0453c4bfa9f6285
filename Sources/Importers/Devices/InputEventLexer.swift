import JSON
import TouchLog

/// Reads the lines of one textual form of input events.
protocol InputEventLexer: Sendable {
  /// The form, for reports.
  static var format: String { get }

  /// Reads a line.
  /// - Parameters:
  ///   - bytes: The line and its newline, among others.
  ///   - offset: The line's first byte. Afterward a byte of the line, at most its newline.
  /// - Throws: A fault if the line begins like one that matters but is not one.
  mutating func scan(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> InputLine
}

/// What a line says.
enum InputLine: Hashable, Sendable {
  case event(InputEvent)
  /// What is known of an axis so far.
  case axis(AxisRange, code: UInt16, device: Int)
  case name(String, device: Int)
  /// A comment, an empty line, or part of a description that touches do not depend on.
  case description
  /// No line of the form.
  case unknown
}

/// Scanning of lines, byte by byte or eight bytes at a time. Each line must end in a newline.
extension Span<UInt8> {
  /// The offset of the first newline.
  @inline(__always) func endOfLine(from offset: Int) -> Int {
    var offset = offset
    while let word = word(at: offset) {
      let difference = word ^ 0x0A0A_0A0A_0A0A_0A0A
      let newlines = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
      if newlines != 0 { return offset &+ newlines.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    while offset < count, self[offset] != ASCII.newline { offset &+= 1 }
    return offset
  }

  @inline(__always) func skipSpace(_ offset: inout Int) {
    while ASCII.isSpace(byte(at: offset)) { offset &+= 1 }
  }

  /// The offset of the blank or newline that ends the word at `offset`.
  @inline(__always) func endOfWord(from offset: Int) -> Int {
    var offset = offset
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

  /// A decimal number of 32 bits. One that only fits without a sign stands for the number with the same bits.
  @inline(__always) func decimalValue(_ offset: inout Int) -> Int32? {
    let isNegative = byte(at: offset) == ASCII.minus
    if isNegative { offset &+= 1 }
    guard let magnitude = decimal(&offset), magnitude <= (isNegative ? 1 << 31 : 1 << 32 - 1) else { return nil }
    return Int32(truncatingIfNeeded: isNegative ? -magnitude : magnitude)
  }

  /// A hexadecimal number of 1 to `limit` digits.
  @inline(__always) func hexadecimal(_ offset: inout Int, limit: Int) -> UInt32? {
    let start = offset
    var number: UInt32 = 0
    while true {
      let byte = byte(at: offset)
      let digit: UInt8
      if ASCII.isDigit(byte) {
        digit = byte &- ASCII.zero
      } else {
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        if letter >= 6 { break }
        digit = letter &+ 10
      }
      number = number &<< 4 | UInt32(digit)
      offset &+= 1
    }
    return offset > start && offset - start <= limit ? number : nil
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

  /// A time in microseconds, of its two parts.
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
