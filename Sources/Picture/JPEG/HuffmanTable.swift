import PNG

/// A Huffman code (ITU-T T.81, annex C): symbols of 8 bits by codes of up to 16 bits.
struct HuffmanTable: Sendable {
  /// Codes of up to as many bits are found at once.
  static let shortLength = 10

  /// For each value of the next `shortLength` bits, the length of the code that they begin with, in the high byte, and
  /// its symbol. 0 where the code is longer, or where there is none.
  let short: [UInt16]
  /// For each length, the end of its codes and of those that are shorter, aligned to 16 bits.
  private let ends: [Int]
  /// For each length, what is added to a code to find the place of its symbol.
  private let places: [Int]
  private let symbols: [UInt8]

  /// - Throws: `ImageError.corrupt` if the segment ends early, or there are more codes than their lengths allow.
  init(_ segment: inout JPEGSegment) throws(ImageError) {
    var counts = [0]
    for _ in 1...16 { counts.append(try segment.byte()) }
    var short = [UInt16](repeating: 0, count: 1 << Self.shortLength)
    var ends = [0]
    var places = [0]
    var symbols: [UInt8] = []
    var code = 0
    for length in 1...16 {
      code <<= 1
      places.append(symbols.count - code)
      guard code + counts[length] <= 1 << length else { throw segment.damage("a Huffman table has too many codes") }
      for _ in 0..<counts[length] {
        let symbol = UInt8(try segment.byte())
        symbols.append(symbol)
        if length <= Self.shortLength {
          let first = code << (Self.shortLength - length)
          for index in first..<first + 1 << (Self.shortLength - length) {
            short[index] = UInt16(length) << 8 | UInt16(symbol)
          }
        }
        code += 1
      }
      ends.append(code << (16 - length))
    }
    (self.short, self.ends, self.places, self.symbols) = (short, ends, places, symbols)
  }

  /// Finds a code that is longer than `shortLength`.
  ///
  /// - Parameter bits: The next 16 bits.
  /// - Returns: The length and the symbol as in `short`; 0 if there is no such code.
  func long(_ bits: Int) -> UInt16 {
    for length in Self.shortLength + 1...16 where bits < ends[length] {
      return UInt16(length) << 8 | UInt16(symbols[places[length] + bits >> (16 - length)])
    }
    return 0
  }
}
