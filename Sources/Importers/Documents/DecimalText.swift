import JSON

/// Decimal numbers in text, read from its bytes.
enum DecimalText {
  /// Reads a number, which ends at the first byte that cannot continue it. It may have a sign, a fraction and an
  /// exponent. The nearest Double is returned, ties to even; infinity if the number is too large.
  /// - Returns: Nil, without advancing, if no number begins at `offset`.
  @inline(__always) static func scan(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
    var next = offset
    let sign = next < bytes.count ? bytes[next] : 0
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { next &+= 1 }
    let start = next
    var digits: UInt64 = 0
    while next < bytes.count {
      let digit = bytes[next] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      digits = digits &* 10 &+ UInt64(digit)
      next &+= 1
    }
    let last = next < bytes.count ? bytes[next] : 0
    if next &- start &- 1 < 15, next > start, last != UInt8(ascii: "."), last | 0x20 != UInt8(ascii: "e") {
      offset = next
      let magnitude = Double(Int64(truncatingIfNeeded: digits))
      return sign == UInt8(ascii: "-") ? -magnitude : magnitude
    }
    return scanRest(
      bytes, &offset, from: next, digits: digits, count: next &- start, isNegative: sign == UInt8(ascii: "-"))
  }

  /// Reads the rest of a number that may have a fraction or an exponent, from the end of its whole digits.
  private static func scanRest(
    _ bytes: Span<UInt8>, _ offset: inout Int, from end: Int, digits: UInt64, count: Int, isNegative: Bool
  ) -> Double? {
    let start = offset
    var (next, digits, count, exponent) = (end, digits, count, 0)
    if next < bytes.count, bytes[next] == UInt8(ascii: ".") {
      next &+= 1
      let point = next
      while next < bytes.count {
        let digit = bytes[next] &- UInt8(ascii: "0")
        guard digit < 10 else { break }
        digits = digits &* 10 &+ UInt64(digit)
        next &+= 1
      }
      count += next - point
      exponent = point - next
    }
    if count == 0 { return nil }
    if next < bytes.count, bytes[next] | 0x20 == UInt8(ascii: "e") { exponent += scanExponent(bytes, &next) }
    offset = next
    // Up to 19 digits are exact.
    if count <= 19, let magnitude = DecimalFloat.double(digits: digits, exponent: exponent) {
      return isNegative ? -magnitude : magnitude
    }
    return converted(bytes, start..<next)
  }

  /// Reads the exponent that begins with an `e`; 0, without advancing, if no digits follow.
  private static func scanExponent(_ bytes: Span<UInt8>, _ offset: inout Int) -> Int {
    var next = offset + 1
    var isNegative = false
    if next < bytes.count, bytes[next] == UInt8(ascii: "-") || bytes[next] == UInt8(ascii: "+") {
      isNegative = bytes[next] == UInt8(ascii: "-")
      next += 1
    }
    let first = next
    var value = 0
    while next < bytes.count, bytes[next] &- UInt8(ascii: "0") < 10 {
      value = min(value * 10 + Int(bytes[next] - UInt8(ascii: "0")), 100_000_000)
      next += 1
    }
    if next == first { return 0 }
    offset = next
    return isNegative ? -value : value
  }

  /// The conversion of the standard library, which rounds correctly, too.
  @inline(never) private static func converted(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    for offset in range { text.append(bytes[offset]) }
    return Double(String(decoding: text, as: UTF8.self)) ?? .nan
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  @inline(__always) static func skipSpace(_ bytes: Span<UInt8>, _ offset: inout Int) {
    while offset < bytes.count, isSpace(bytes[offset]) { offset += 1 }
  }

  /// Reads the next of the numbers that white space divides; NaN for a word that is no number, nil at the end.
  static func scanWord(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
    skipSpace(bytes, &offset)
    if offset >= bytes.count { return nil }
    let number = scan(bytes, &offset)
    if offset >= bytes.count || isSpace(bytes[offset]) { return number ?? .nan }
    while offset < bytes.count, !isSpace(bytes[offset]) { offset += 1 }
    return .nan
  }
}
