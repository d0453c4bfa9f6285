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
    if let magnitude = ShortDecimal.magnitude(bytes, &next) {
      offset = next
      return sign == UInt8(ascii: "-") ? -magnitude : magnitude
    }
    return scanAny(bytes, &offset)
  }

  /// Reads a number in any notation, and near the end of the bytes.
  @inline(never) private static func scanAny(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
    let start = offset
    var next = start
    let sign = bytes.byte(at: next)
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { next &+= 1 }
    var digits: UInt64 = 0
    var count = scanDigits(bytes, &next, into: &digits)
    var exponent = 0
    if bytes.byte(at: next) == UInt8(ascii: ".") {
      next &+= 1
      exponent = -scanDigits(bytes, &next, into: &digits)
      count -= exponent
    }
    if count == 0 { return nil }
    if bytes.byte(at: next) | 0x20 == UInt8(ascii: "e") { exponent += scanExponent(bytes, &next) }
    offset = next
    // Up to 19 digits are exact.
    if count <= 19, let magnitude = DecimalFloat.double(digits: digits, exponent: exponent) {
      return sign == UInt8(ascii: "-") ? -magnitude : magnitude
    }
    return converted(bytes, start..<next)
  }

  /// Appends digits to a number, modulo 2^64, and returns how many there are.
  private static func scanDigits(_ bytes: Span<UInt8>, _ offset: inout Int, into number: inout UInt64) -> Int {
    let start = offset
    while offset < bytes.count {
      let digit = bytes[offset] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      number = number &* 10 &+ UInt64(digit)
      offset &+= 1
    }
    return offset &- start
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
