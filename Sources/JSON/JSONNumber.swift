extension JSONScanner {
  /// Scans a number (RFC 8259, section 6).
  @inline(__always) func scanNumber(_ bytes: Span<UInt8>, at start: Int) throws(JSONFault) -> JSONToken {
    let isNegative = bytes.byte(at: start) == ASCII.minus
    let whole = isNegative ? start &+ 1 : start
    var offset = whole
    var digits = scanDigits(bytes, &offset, after: 0)
    var count = offset &- whole
    if count == 0 { throw notAValue(bytes, at: start) }
    if count > 1 && bytes.byte(at: whole) == ASCII.zero { throw JSONFault(.leadingZero, at: whole) }

    var exponent = 0
    var byte = bytes.byte(at: offset)
    if byte == ASCII.dot {
      offset &+= 1
      let fraction = offset
      digits = scanDigits(bytes, &offset, after: digits)
      exponent = fraction &- offset
      count &-= exponent
      if exponent == 0 { throw unexpected(bytes, at: offset, .digit) }
      byte = bytes.byte(at: offset)
    }
    if byte | 0x20 == UInt8(ascii: "e") { exponent &+= try scanExponent(bytes, &offset) }

    var token = JSONToken(.number, start: start, end: offset)
    token.word = digits
    token.exponent = Int32(truncatingIfNeeded: exponent)
    token.isNegative = isNegative
    token.isPlain = count <= 19
    return token
  }

  /// Scans digits and returns them appended to those of `number`, modulo 2^64.
  @inline(__always) private func scanDigits(
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
  @inline(never) private func scanLastDigits(
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

  /// Scans the `e` of a number and the exponent after it, which is clamped to ±100,000,000.
  private func scanExponent(_ bytes: Span<UInt8>, _ offset: inout Int) throws(JSONFault) -> Int {
    offset += 1
    let sign = bytes.byte(at: offset)
    if sign == ASCII.minus || sign == ASCII.plus { offset += 1 }
    guard ASCII.isDigit(bytes.byte(at: offset)) else { throw unexpected(bytes, at: offset, .digit) }
    var value = 0
    while ASCII.isDigit(bytes.byte(at: offset)) {
      value = min(value * 10 + Int(bytes.byte(at: offset) - ASCII.zero), 100_000_000)
      offset += 1
    }
    return sign == ASCII.minus ? -value : value
  }
}

extension JSONToken {
  /// The Double nearest to a number, ties to even; nil if the number is beyond the largest Double.
  ///
  /// `DecimalFloat` converts most numbers exactly. The standard library converts the rest; it rounds correctly too, and
  /// independently of the locale.
  package func double(in bytes: Span<UInt8>) -> Double? {
    if isPlain, let magnitude = DecimalFloat.double(digits: word, exponent: Int(exponent)) {
      return isNegative ? -magnitude : magnitude
    }
    return convertedDouble(in: bytes)
  }

  private func convertedDouble(in bytes: Span<UInt8>) -> Double? {
    guard let value = Double(String(decoding: bytes.array(start..<end), as: UTF8.self)) else { return nil }
    return value.isFinite ? value : nil
  }

  /// Why a number is not an `Int`.
  package enum IntegerFault: Error {
    case fraction, beyondRange
  }

  /// The value of a whole number in any notation: 1, 1.0, 10e-1.
  package func integer(in bytes: Span<UInt8>) throws(IntegerFault) -> Int {
    if isPlain && exponent == 0 && word <= UInt64(Int.max) {
      return isNegative ? -Int(word) : Int(word)
    }
    return try convertedInteger(in: bytes)
  }

  private func convertedInteger(in bytes: Span<UInt8>) throws(IntegerFault) -> Int {
    var digits: [UInt8] = []
    for byte in bytes.array(start..<end) where byte != ASCII.minus && byte != ASCII.dot {
      guard ASCII.isDigit(byte) else { break }
      if !digits.isEmpty || byte != ASCII.zero { digits.append(byte - ASCII.zero) }
    }
    if digits.isEmpty { return 0 }
    var power = Int(exponent)
    while digits.last == 0 {
      digits.removeLast()
      power += 1
    }
    if power < 0 { throw .fraction }
    if digits.count + power > 19 { throw .beyondRange }
    digits.append(contentsOf: repeatElement(0, count: power))
    let magnitude = digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
    guard let value = isNegative ? Int(exactly: -Int128(magnitude)) : Int(exactly: magnitude) else {
      throw .beyondRange
    }
    return value
  }
}

/// Decimal numbers to binary, rounded to nearest, ties to even.
package enum DecimalFloat {
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
  @inline(__always) package static func double(digits: UInt64, exponent: Int) -> Double? {
    if digits <= 1 << 53 {
      if exponent <= 0 && exponent >= -22 { return Double(digits) / powers[-exponent] }
      if exponent > 0 && exponent <= 22 { return Double(digits) * powers[exponent] }
      if digits == 0 { return 0 }
    }
    return exponent <= 0 && exponent >= -19 ? quotient(digits, integerPowers[-exponent]) : nil
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
