/// A canonical prefix code of DEFLATE (RFC 1951, 3.2.2).
struct HuffmanCode {
  /// The length of each symbol's code in bits; 0 for a symbol without a code.
  let lengths: [UInt8]
  /// The code of each symbol; its first bit is the lowest.
  let codes: [UInt16]

  /// The order in which a block's header lists the lengths of the code for code lengths (RFC 1951, 3.2.7).
  static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// The optimal code for these frequencies among those whose codes have at most `limit` bits.
  ///
  /// - Precondition: At most 2^`limit` symbols occur, and `limit` is at most 15.
  init(frequencies: [Int], limit: Int) {
    let symbols = RankedSymbols(frequencies)
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    for (symbol, length) in zip(symbols.symbols, symbols.codeLengths(limit: limit)) { lengths[symbol] = length }
    self.init(lengths: lengths)
  }

  /// The canonical code with these lengths, 0...15.
  init(lengths: [UInt8]) {
    self.lengths = lengths
    var counts = InlineArray<16, UInt16>(repeating: 0)
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    var next = InlineArray<17, UInt16>(repeating: 0)
    for length in 1...15 { next[length + 1] = (next[length] &+ counts[length]) &<< 1 }
    codes = lengths.map { length in
      guard length > 0 else { return 0 }
      let code = next[Int(length)]
      next[Int(length)] &+= 1
      return reversedBits(code) &>> (16 - UInt16(length))
    }
  }

  /// The number of bits that symbols of these frequencies take.
  func cost(of frequencies: [Int]) -> Int {
    var bits = 0
    for (frequency, length) in zip(frequencies, lengths) { bits += frequency * Int(length) }
    return bits
  }

  /// The first `count` codes, each with its length in the high half of the word.
  func entries(_ count: Int) -> [UInt64] {
    (0..<count).map { UInt64(codes[$0]) | UInt64(lengths[$0]) << 32 }
  }
}

/// The 16 bits in reverse order.
func reversedBits(_ bits: UInt16) -> UInt16 {
  var bits = bits
  bits = (bits & 0x5555) << 1 | (bits >> 1) & 0x5555
  bits = (bits & 0x3333) << 2 | (bits >> 2) & 0x3333
  bits = (bits & 0x0F0F) << 4 | (bits >> 4) & 0x0F0F
  return bits.byteSwapped
}
