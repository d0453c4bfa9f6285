/// A prefix code of limited length in DEFLATE's canonical form (RFC 1951, 3.2.2).
struct HuffmanCode {
  /// The length of each symbol's code in bits; 0 where it has none.
  let lengths: [UInt8]
  /// The codes, the first bit of each in the lowest place.
  let codes: [UInt16]

  /// The code that takes the fewest bits for symbols of these frequencies, of those in which none is longer than
  /// `limit`.
  ///
  /// - Precondition: At most 2^`limit` symbols occur; `limit` is at most 15.
  init(frequencies: [Int], limit: Int) {
    self.init(lengths: PackageMerge.lengths(for: frequencies, limit: limit))
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
      return Self.reversed(code) &>> (16 - UInt16(length))
    }
  }

  /// How many bits symbols of these frequencies take.
  func cost(of frequencies: [Int]) -> Int {
    var bits = 0
    for symbol in frequencies.indices { bits += frequencies[symbol] * Int(lengths[symbol]) }
    return bits
  }

  private static func reversed(_ code: UInt16) -> UInt16 {
    var code = code
    code = (code & 0x5555) << 1 | (code >> 1) & 0x5555
    code = (code & 0x3333) << 2 | (code >> 2) & 0x3333
    code = (code & 0x0F0F) << 4 | (code >> 4) & 0x0F0F
    return code.byteSwapped
  }
}
