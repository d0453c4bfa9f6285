extension JSONScanner {
  /// Passes a number (RFC 8259, section 6).
  @inline(__always) func scanNumber(_ bytes: Span<UInt8>, at start: Int) throws(Fault) -> JSONToken {
    let isNegative = bytes.byte(at: start) == ASCII.minus
    let whole = isNegative ? start &+ 1 : start
    var offset = whole
    var digits = scanDigits(bytes, &offset, behind: 0)
    var count = offset &- whole
    if count == 0 { throw notAValue(bytes, at: start) }
    if count > 1 && bytes.byte(at: whole) == ASCII.zero { throw Fault(.leadingZero, at: whole) }

    var exponent = 0
    var byte = bytes.byte(at: offset)
    if byte == ASCII.dot {
      offset &+= 1
      let fraction = offset
      digits = scanDigits(bytes, &offset, behind: digits)
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

  /// Passes digits, and returns the number that has them behind those of `number`; what overflows is lost.
  @inline(__always) private func scanDigits(_ bytes: Span<UInt8>, _ offset: inout Int, behind number: UInt64) -> UInt64
  {
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
    return scanLastDigits(bytes, &offset, behind: number)
  }

  /// The same, byte by byte.
  @inline(never) private func scanLastDigits(
    _ bytes: Span<UInt8>, _ offset: inout Int, behind number: UInt64
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

  /// Passes the `e` of a number and what follows it; the value is held to ±100,000,000.
  private func scanExponent(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Fault) -> Int {
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
  /// A number's nearest Double, ties to even; nil where it is beyond the largest.
  ///
  /// Most take one of the two exact ways of `DecimalFloat`; the rest go through the standard library's conversion,
  /// which rounds correctly too and knows no locale.
  @inline(__always) func double(in bytes: Span<UInt8>) -> Double? {
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
  enum IntegerFault: Error {
    case fraction, beyondRange
  }

  /// A number's value where it is a whole one, however it is written: 1, 1.0, 10e-1.
  @inline(__always) func integer(in bytes: Span<UInt8>) throws(IntegerFault) -> Int {
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
