/// The lengths of matches as DEFLATE codes them (RFC 1951, 3.2.5).
enum MatchLength {
  static let shortest = 3
  static let longest = 258

  /// A length's symbol, 257...285, and what follows its code: `extra` in `extraBits` bits, 0...5.
  struct Parts {
    var symbol: Int
    var extraBits: Int
    var extra: Int
  }

  /// - Parameter length: 3...258.
  static func parts(of length: Int) -> Parts {
    if length == longest { return Parts(symbol: 285, extraBits: 0, extra: 0) }
    let place = length - shortest
    if place < 8 { return Parts(symbol: 257 + place, extraBits: 0, extra: 0) }
    // Beyond the first eight, each doubling of the length has four symbols.
    let extraBits = (Int.bitWidth - 1 - place.leadingZeroBitCount) - 2
    return Parts(
      symbol: 261 + 4 * extraBits + place >> extraBits & 3, extraBits: extraBits, extra: place & ((1 << extraBits) - 1))
  }
}
