import JSON

/// Reads decimal numbers without an exponent.
enum ShortDecimal {
  /// The powers of ten that a Double holds exactly, as far as they are needed.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
  private static let integers: [UInt64] = [1, 10, 100, 1000, 10000, 100_000, 1_000_000, 10_000_000, 100_000_000]

  /// The nearest Double to the number at `offset`, which is advanced past it; nil for numbers with an exponent, with
  /// more than 19 digits, or at the end of the bytes.
  @inline(__always) static func read(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
    if bytes.byte(at: offset) != ASCII.minus { return magnitude(bytes, &offset) }
    var end = offset &+ 1
    guard let number = magnitude(bytes, &end) else { return nil }
    offset = end
    return -number
  }

  /// Reads a number that fits into eight bytes, with the byte after it, without branches for its length: the digits
  /// are padded with zeros to eight, so that the divisor depends only on the place of the point.
  ///
  /// Digits and divisor are exact as Doubles, so their quotient is rounded once (Clinger, How to Read Floating Point
  /// Numbers Accurately, PLDI 1990).
  @inline(__always) static func magnitude(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
    guard let word = bytes.word(at: offset) else { return nil }
    let values = ByteWord.digitValues(word)
    let others = ByteWord.nonDigits(ofValues: values)
    if others == 0 { return long(bytes, &offset) }
    // The bits of the first byte that is not a digit, and of those before it.
    let first = others & (0 &- others)
    let whole = others.trailingZeroBitCount &>> 3
    let before = (first &>> 7) &- 1
    let byte = UInt8(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: whole &<< 3))
    if whole == 0 || values & 0xFF == 0 && whole > 1 { return nil }
    if byte != ASCII.dot {
      if byte | 0x20 == UInt8(ascii: "e") { return nil }
      offset &+= whole
      return Double(ByteWord.number(word, count: whole))
    }
    let rest = others ^ first
    // The digits without the point.
    let closed = values & before | (values &>> 8) & ~before
    if rest == 0 { return second(bytes, &offset, closed & 0x00FF_FFFF_FFFF_FFFF, whole: whole) }
    let end = rest.trailingZeroBitCount &>> 3
    let last = UInt8(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: end &<< 3))
    if end == whole &+ 1 || last | 0x20 == UInt8(ascii: "e") { return nil }
    let digits = closed & ((1 &<< UInt64(truncatingIfNeeded: end &<< 3 &- 8)) &- 1)
    offset &+= end
    return Double(ByteWord.number(digits)) / powers[8 &- whole]
  }

  /// Reads the rest of a number that fits into sixteen bytes, with the byte after it.
  ///
  /// It has at most 14 digits. Padded to sixteen, they are a multiple of 100 below 10^16, which a Double holds exactly.
  /// - Parameter closed: The values of the first seven digits.
  @inline(__always) private static func second(
    _ bytes: Span<UInt8>, _ offset: inout Int, _ closed: UInt64, whole: Int
  ) -> Double? {
    guard let word = bytes.word(at: offset &+ 8) else { return nil }
    let others = ByteWord.nonDigits(ofValues: ByteWord.digitValues(word))
    // Directly after the point there must be a digit.
    if others == 0 || whole == 7 && others & 0x80 != 0 { return long(bytes, &offset) }
    let end = others & (0 &- others)
    let count = others.trailingZeroBitCount &>> 3
    let last = UInt8(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: count &<< 3))
    if last | 0x20 == UInt8(ascii: "e") { return nil }
    let values = ByteWord.digitValues(word) & ((end &>> 7) &- 1)
    let high = ByteWord.number(closed | values &<< 56)
    let low = ByteWord.number(values &>> 8)
    offset &+= 8 &+ count
    return Double(high &* 100_000_000 &+ low) / powers[16 &- whole]
  }

  /// Reads a number of any length.
  @inline(never) private static func long(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
    let whole = offset
    var end = offset
    var digits: UInt64 = 0
    guard add(bytes, &end, to: &digits), end > whole else { return nil }
    if bytes.byte(at: whole) == ASCII.zero, end > whole &+ 1 { return nil }
    var exponent = 0
    if bytes.byte(at: end) == ASCII.dot {
      end &+= 1
      let fraction = end
      guard add(bytes, &end, to: &digits), end > fraction else { return nil }
      exponent = fraction &- end
    }
    if bytes.byte(at: end) | 0x20 == UInt8(ascii: "e") || end &- whole > 19 { return nil }
    guard let double = DecimalFloat.double(digits: digits, exponent: exponent) else { return nil }
    offset = end
    return double
  }

  /// Appends digits to a number, modulo 2^64; returns false near the end of the bytes.
  @inline(__always) private static func add(
    _ bytes: Span<UInt8>, _ offset: inout Int, to digits: inout UInt64
  ) -> Bool {
    while let word = bytes.word(at: offset) {
      let count = ByteWord.digitCount(word)
      offset &+= count
      if count < 8 {
        if count > 0 { digits = digits &* integers[count] &+ ByteWord.number(word, count: count) }
        return true
      }
      digits = digits &* integers[8] &+ ByteWord.number(ByteWord.digitValues(word))
    }
    return false
  }
}
