import JSON

/// Decimal numbers in text, read from its bytes.
@usableFromInline package enum DecimalText {
  /// Reads a number, which ends at the first byte that cannot continue it. It may have a sign, a fraction and an
  /// exponent. The nearest Double is returned, ties to even; infinity if the number is too large.
  /// - Returns: Nil, without advancing, if no number begins at `offset`.
  @inlinable @inline(__always) package static func scan(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
    let start = offset
    if let number = ShortNumber.read(bytes, &offset), bytes.byte(at: offset) | 0x20 != UInt8(ascii: "e") {
      return number
    }
    offset = start
    return scanAny(bytes, &offset)
  }

  /// `scan` of a number that is long, or near the end of the bytes.
  @usableFromInline @inline(never) package static func scanAny(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
    let number = DecimalNumber(bytes, at: offset)
    offset = number.end
    return number.double(in: bytes)
  }

  @inlinable package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  @inlinable @inline(__always) package static func skipSpace(_ bytes: Span<UInt8>, _ offset: inout Int) {
    while offset < bytes.count, isSpace(bytes[offset]) { offset += 1 }
  }

  /// Reads the next of the numbers that white space divides, which may have a comma for a dot: programs in the languages
  /// that write so do. NaN for a word that is no number, nil at the end.
  package static func scanWord(_ bytes: Span<UInt8>, _ offset: inout Int) -> Double? {
    skipSpace(bytes, &offset)
    if offset >= bytes.count { return nil }
    let start = offset
    let number = scan(bytes, &offset)
    if offset >= bytes.count || isSpace(bytes[offset]) { return number ?? .nan }
    while offset < bytes.count, !isSpace(bytes[offset]) { offset += 1 }
    let word = (start..<offset).map { bytes[$0] == ASCII.comma ? ASCII.dot : bytes[$0] }
    var end = 0
    let decimal = scan(word.span, &end)
    return end == word.count ? decimal ?? .nan : .nan
  }
}
