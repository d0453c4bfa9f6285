/// A decimal number in a text, in any notation: perhaps a sign, digits, a point and an exponent.
///
/// It ends at the first byte that cannot continue it. A point may be its first or last byte.
package struct DecimalNumber {
  private let start: Int
  /// The offset after it; the start if there is no number.
  package private(set) var end: Int
  let isNegative: Bool
  /// All digits in a row, modulo 2^64, and the power of ten that multiplies them.
  private(set) var digits: UInt64 = 0
  private(set) var exponent = 0
  /// The offset after the digits before the point.
  private(set) var point: Int
  /// The number of digits after the point; nil without a point.
  private(set) var fraction: Int?
  private(set) var hasExponent = false
  /// Whether `digits` has all digits.
  private(set) var isPlain = true

  @inline(__always) package init(_ bytes: Span<UInt8>, at start: Int) {
    self.start = start
    let sign = bytes.byte(at: start)
    isNegative = sign == ASCII.minus
    let whole = isNegative || sign == ASCII.plus ? start &+ 1 : start
    end = whole
    digits = Self.scanDigits(bytes, &end, after: 0)
    point = end
    var count = point &- whole
    if bytes.byte(at: point) == ASCII.dot {
      end &+= 1
      digits = Self.scanDigits(bytes, &end, after: digits)
      exponent = point &+ 1 &- end
      fraction = -exponent
      count &-= exponent
    }
    if count == 0 {
      end = start
      return
    }
    isPlain = count <= 19
    if let first = Self.exponentStart(bytes, at: end), ASCII.isDigit(bytes.byte(at: first)) {
      hasExponent = true
      scanExponent(bytes, from: first)
    }
  }

  /// The Double nearest to the number, ties to even; infinity if it is too large, nil if there is no number.
  package func double(in bytes: Span<UInt8>) -> Double? {
    if end == start { return nil }
    if isPlain, let magnitude = DecimalFloat.double(digits: digits, exponent: exponent) {
      return isNegative ? -magnitude : magnitude
    }
    return DecimalFloat.double(bytes, start..<end)
  }

  /// The offset where the digits of the exponent belong whose `e` is at an offset; nil if there is no `e`.
  @inline(__always) static func exponentStart(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
    guard bytes.byte(at: offset) | 0x20 == UInt8(ascii: "e") else { return nil }
    let sign = bytes.byte(at: offset &+ 1)
    return sign == ASCII.minus || sign == ASCII.plus ? offset &+ 2 : offset &+ 1
  }

  /// Adds an exponent, which is clamped to ±100,000,000.
  private mutating func scanExponent(_ bytes: Span<UInt8>, from first: Int) {
    var value = 0
    end = first
    while ASCII.isDigit(bytes.byte(at: end)) {
      value = min(value * 10 + Int(bytes.byte(at: end) - ASCII.zero), 100_000_000)
      end += 1
    }
    exponent += bytes.byte(at: first - 1) == ASCII.minus ? -value : value
  }

  /// Scans digits and returns them appended to those of `number`, modulo 2^64.
  @inline(__always) private static func scanDigits(
    _ bytes: Span<UInt8>, _ offset: inout Int, after number: UInt64
  ) -> UInt64 {
    var number = number
    while let word = bytes.word(at: offset) {
      let count = ByteWord.digitCount(word)
      offset &+= count
      if count == 8 {
        number = number &* 100_000_000 &+ ByteWord.number(ByteWord.digitValues(word))
        continue
      }
      return count == 0 ? number : number &* DecimalFloat.power(count) &+ ByteWord.number(word, count: count)
    }
    return scanLastDigits(bytes, &offset, after: number)
  }

  /// `scanDigits` near the end of the bytes, where no whole word can be loaded.
  @inline(never) private static func scanLastDigits(
    _ bytes: Span<UInt8>, _ offset: inout Int, after number: UInt64
  ) -> UInt64 {
    var number = number
    var byte = bytes.byte(at: offset)
    while ASCII.isDigit(byte) {
      number = number &* 10 &+ UInt64(byte &- ASCII.zero)
      offset &+= 1
      byte = bytes.byte(at: offset)
    }
    return number
  }
}

/// Decimal numbers to binary, rounded to nearest, ties to even.
enum DecimalFloat {
  /// The powers of ten that a Double holds exactly.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  private static let integerPowers: [UInt64] = [
    1, 10, 100, 1000, 10000, 100000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  /// 10 to a power of 0...19.
  @inline(__always) static func power(_ exponent: Int) -> UInt64 { integerPowers[exponent] }

  /// `digits` · 10^`exponent`; nil if neither of the two methods here is exact.
  ///
  /// If digits and power are both exact as Doubles, one operation rounds once (Clinger, How to Read Floating Point
  /// Numbers Accurately, PLDI 1990). `quotient` divides other digits by a power up to 10^19.
  @inline(__always) static func double(digits: UInt64, exponent: Int) -> Double? {
    if digits <= 1 << 53 {
      if exponent <= 0 && exponent >= -22 { return Double(digits) / powers[-exponent] }
      if exponent > 0 && exponent <= 22 { return Double(digits) * powers[exponent] }
      if digits == 0 { return 0 }
    }
    return exponent <= 0 && exponent >= -19 ? quotient(digits, integerPowers[-exponent]) : nil
  }

  /// The conversion of the standard library, which rounds correctly too, and independently of the locale; infinity if
  /// the number is too large.
  @inline(never) static func double(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double {
    Double(String(decoding: bytes.array(range), as: UTF8.self)) ?? .nan
  }

  /// `dividend` / `divisor`, neither zero, by integer division to at least 63 bits.
  ///
  /// The lowest bit is set if there is a remainder. It lies below the 53 bits of a Double, so the single conversion
  /// rounds as the exact quotient would.
  private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
    let shift = (dividend: dividend.leadingZeroBitCount, divisor: divisor.leadingZeroBitCount)
    let high = dividend << UInt64(shift.dividend)
    let (quotient, remainder) = (divisor << UInt64(shift.divisor)).dividingFullWidth((high >> 1, high << 63))
    let power = Double(sign: .plus, exponent: shift.divisor - shift.dividend - 63, significand: 1)
    return Double(quotient | (remainder == 0 ? 0 : 1)) * power
  }
}
