/// Decimal numbers to binary, rounded to nearest, ties to even.
enum DecimalFloat {
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

  /// 10 to a power of 0...22, which is exact.
  @inline(__always) static func floatPower(_ exponent: Int) -> Double { powers[exponent] }

  /// `digits` · 10^`exponent`, or nil where neither of the ways here is exact.
  ///
  /// Where digits and power are both exact as Doubles, one operation rounds once (Clinger, How to Read Floating Point
  /// Numbers Accurately, PLDI 1990). For other digits over a power up to 10^19, `quotient` does.
  @inline(__always) static func double(digits: UInt64, exponent: Int) -> Double? {
    if digits <= 1 << 53 {
      if exponent <= 0 && exponent >= -22 { return Double(digits) / powers[-exponent] }
      if exponent > 0 && exponent <= 22 { return Double(digits) * powers[exponent] }
      if digits == 0 { return 0 }
    }
    return exponent <= 0 && exponent >= -19 ? quotient(digits, integerPowers[-exponent]) : nil
  }

  /// `dividend` / `divisor`, neither zero, by integer division to 63 bits or more.
  ///
  /// The lowest bit is set where a remainder is left: it lies below the 53 bits that a Double keeps, so that the one
  /// conversion rounds as the true quotient would.
  private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
    let shift = (dividend: dividend.leadingZeroBitCount, divisor: divisor.leadingZeroBitCount)
    let high = dividend << UInt64(shift.dividend)
    let (quotient, remainder) = (divisor << UInt64(shift.divisor)).dividingFullWidth((high >> 1, high << 63))
    let power = Double(sign: .plus, exponent: shift.divisor - shift.dividend - 63, significand: 1)
    return Double(quotient | (remainder == 0 ? 0 : 1)) * power
  }
}
