extension JSONScanner {
  /// Scans a number (RFC 8259, section 6).
  @inline(__always) package func scanNumber(_ bytes: Span<UInt8>, at start: Int) throws(JSONFault) -> JSONToken {
    let number = DecimalNumber(bytes, at: start)
    let whole = number.isNegative ? start &+ 1 : start
    if number.point == whole || bytes.byte(at: start) == ASCII.plus { throw notAValue(bytes, at: start) }
    if number.point > whole &+ 1 && bytes.byte(at: whole) == ASCII.zero { throw JSONFault(.leadingZero, at: whole) }
    if number.fraction == 0 { throw unexpected(bytes, at: number.point &+ 1, .digit) }
    if !number.hasExponent, let end = DecimalNumber.exponentStart(bytes, at: number.end) {
      throw unexpected(bytes, at: end, .digit)
    }
    var token = JSONToken(.number, start: start, end: number.end)
    token.word = number.digits
    token.exponent = Int32(truncatingIfNeeded: number.exponent)
    token.isNegative = number.isNegative
    token.isPlain = number.isPlain
    return token
  }
}

extension JSONToken {
  /// The Double nearest to a number, ties to even; nil if the number is beyond the largest Double.
  package func double(in bytes: Span<UInt8>) -> Double? {
    if isPlain, let magnitude = DecimalFloat.double(digits: word, exponent: Int(exponent)) {
      return isNegative ? -magnitude : magnitude
    }
    let number = DecimalFloat.double(bytes, start..<end)
    return number.isFinite ? number : nil
  }

  /// Why a number is not an integer of 64 bits.
  package enum IntegerFault: Error {
    case fraction, beyondRange
  }

  /// The value of a whole number in any notation: 1, 1.0, 10e-1. Of 64 bits, also where `Int` has 32.
  package func integer(in bytes: Span<UInt8>) throws(IntegerFault) -> Int64 {
    if isPlain && exponent == 0 && word <= UInt64(Int64.max) {
      return isNegative ? -Int64(word) : Int64(word)
    }
    return try convertedInteger(in: bytes)
  }

  private func convertedInteger(in bytes: Span<UInt8>) throws(IntegerFault) -> Int64 {
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
    guard let value = isNegative ? Int64(exactly: -Int128(magnitude)) : Int64(exactly: magnitude) else {
      throw .beyondRange
    }
    return value
  }
}
