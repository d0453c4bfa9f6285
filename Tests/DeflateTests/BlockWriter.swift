import TestSupport

/// Writes DEFLATE blocks bit by bit (RFC 1951).
struct BlockWriter {
  private var bits: [Bool] = []
  /// The bytes that the blocks expand to.
  private(set) var content: [UInt8] = []

  /// Appends a number, its lowest bit first.
  mutating func append(_ value: Int, _ count: Int) {
    for bit in 0..<count { bits.append(value >> bit & 1 == 1) }
  }

  /// Appends a code, its highest bit first.
  mutating func append(code: Int, _ count: Int) {
    for bit in (0..<count).reversed() { bits.append(code >> bit & 1 == 1) }
  }

  /// Appends a stored block (3.2.4).
  mutating func appendStored(_ bytes: [UInt8], isLast: Bool = false, complement: Int? = nil) {
    append(isLast ? 1 : 0, 3)
    align()
    append(bytes.count, 16)
    append(complement ?? ~bytes.count, 16)
    for byte in bytes { append(Int(byte), 8) }
    content += bytes
  }

  /// Starts a block with the fixed codes (3.2.6).
  mutating func beginFixed(isLast: Bool = true) { append(isLast ? 0b011 : 0b010, 3) }

  /// Appends a symbol of the fixed code for literals and lengths.
  mutating func append(symbol: Int) {
    switch symbol {
    case 0..<144: append(code: 0b0011_0000 + symbol, 8)
    case 144..<256: append(code: 0b1_1001_0000 + symbol - 144, 9)
    case 256..<280: append(code: symbol - 256, 7)
    default: append(code: 0b1100_0000 + symbol - 280, 8)
    }
  }

  mutating func append(literal: UInt8) {
    append(symbol: Int(literal))
    content.append(literal)
  }

  /// Appends a match in the fixed codes (3.2.5).
  mutating func appendMatch(length: Int, distance: Int) {
    let bases = [
      3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
    ]
    let extras = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
    let lengths = bases + [227, 258]
    let index = lengths.lastIndex { $0 <= length } ?? 0
    append(symbol: 257 + index)
    append(length - lengths[index], extras[index])
    appendDistance(distance)
    for _ in 0..<length where distance <= content.count { content.append(content[content.count - distance]) }
  }

  private mutating func appendDistance(_ distance: Int) {
    // From symbol 4 on, two symbols share each number of extra bits.
    var (symbol, base, extra) = (0, 1, 0)
    while distance >= base + 1 << extra {
      base += 1 << extra
      symbol += 1
      if symbol >= 4, symbol % 2 == 0 { extra += 1 }
    }
    append(code: symbol, 5)
    append(distance - base, extra)
  }

  /// Starts a last block with codes of these lengths; every length is encoded in four bits (3.2.7).
  mutating func beginDynamic(_ literals: [Int], _ distances: [Int]) {
    append(0b101, 3)
    append(literals.count - 257, 5)
    append(distances.count - 1, 5)
    append(15, 4)
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] {
      append(symbol < 16 ? 4 : 0, 3)
    }
    for length in literals + distances { append(code: length, 4) }
  }

  mutating func align() {
    while bits.count % 8 != 0 { bits.append(false) }
  }

  /// The blocks as a zlib stream, with a header and the checksum of the content (RFC 1950). The default header states a
  /// window of 32 KiB.
  func stream(header: [UInt8] = [0x78, 0x9C]) -> [UInt8] {
    var padded = self
    padded.align()
    let bytes = stride(from: 0, to: padded.bits.count, by: 8).map { start in
      padded.bits[start..<start + 8].reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) } as UInt8
    }
    return header + bytes + TinyPNG.zlib(content).suffix(4)
  }
}
