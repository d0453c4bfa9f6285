/// A prefix code for reading: the next bits of the stream are the place of an entry that says what they begin with.
///
/// Codes of up to `rootLimit` bits take one look; the entry of longer ones points to a table for the bits that follow.
/// An entry holds all there is to know of its symbol, so that the reader's loop needs no other table:
///
///     bits 0...7    how many bits to take, the symbol's extra bits with them
///          8...11   how many of these are the code (of a pointer: how many bits are the next table's)
///         13        the block's end
///         14        a pointer
///         15        set with both of these, and alone for what stands for nothing
///         16...30   a literal, the base of a length or of a distance, or the place that is pointed to
///         31        a literal
struct DecodingTable {
  static let literal: UInt32 = 1 << 31
  static let exception: UInt32 = 1 << 15
  static let pointer: UInt32 = 1 << 14
  static let end: UInt32 = 1 << 13

  private(set) var entries: [UInt32] = []
  /// How many bits the first look takes.
  private(set) var rootBits = 0
  private let rootLimit: Int
  /// The entries of all symbols, without their codes.
  private let symbols: [UInt32]
  /// Whether one code of one bit is enough, or none.
  private let mayBeIncomplete: Bool

  private init(_ symbols: [UInt32], rootLimit: Int, mayBeIncomplete: Bool = true) {
    self.symbols = symbols
    self.rootLimit = rootLimit
    self.mayBeIncomplete = mayBeIncomplete
  }

  /// Of literals and lengths (RFC 1951, 3.2.5).
  static let literals: DecodingTable = {
    var symbols = (0..<256).map { literal | UInt32($0) << 16 }
    symbols.append(exception | end)
    for symbol: UInt32 in 0..<28 {
      // Beyond the first eight, each doubling of the length has four symbols.
      let extra = symbol < 8 ? 0 : symbol / 4 - 1
      let base = symbol < 8 ? symbol : (4 + symbol % 4) << extra
      symbols.append((3 + base) << 16 | extra)
    }
    symbols += [258 << 16, exception, exception]
    return DecodingTable(symbols, rootLimit: 11)
  }()

  /// Of distances.
  static let distances: DecodingTable = {
    var symbols: [UInt32] = []
    for symbol: UInt32 in 0..<30 {
      let extra = symbol < 4 ? 0 : symbol / 2 - 1
      let base = symbol < 4 ? symbol : (2 + symbol % 2) << extra
      symbols.append((1 + base) << 16 | extra)
    }
    symbols += [exception, exception]
    return DecodingTable(symbols, rootLimit: 8)
  }()

  /// Of the lengths of the others' codes (RFC 1951, 3.2.7).
  static let codeLengths = DecodingTable((0..<19).map { $0 << 16 }, rootLimit: 7, mayBeIncomplete: false)

  /// Makes the table of the canonical code with these lengths, 0...15, one for each symbol from the first.
  ///
  /// As zlib has it, a code must be complete, but that one which has a single symbol, of one bit, may lack the other.
  /// - Throws: `InflateError.code`; the table cannot then be used.
  mutating func build(_ lengths: ArraySlice<UInt8>) throws(InflateError) {
    var counts = InlineArray<16, Int>(repeating: 0)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    var longest = 15
    while longest > 0, counts[longest] == 0 { longest -= 1 }
    var free = 1
    for length in 1...15 {
      free = 2 * free - counts[length]
      guard free >= 0 else { throw .code }
    }
    guard free == 0 || mayBeIncomplete && longest <= 1 else { throw .code }

    rootBits = max(1, min(rootLimit, longest))
    entries.removeAll(keepingCapacity: true)
    entries.append(contentsOf: repeatElement(Self.exception | 1, count: 1 << rootBits))
    fill(sorted(lengths, counts), counts, longest)
  }

  /// The symbols that have codes, the shortest first.
  private func sorted(_ lengths: ArraySlice<UInt8>, _ counts: InlineArray<16, Int>) -> InlineArray<288, UInt16> {
    var places = InlineArray<17, Int>(repeating: 0)
    for length in 1...15 { places[length + 1] = places[length] + counts[length] }
    var sorted = InlineArray<288, UInt16>(repeating: 0)
    var symbol: UInt16 = 0
    for length in lengths {
      if length > 0 {
        sorted[places[Int(length)]] = symbol
        places[Int(length)] += 1
      }
      symbol += 1
    }
    return sorted
  }

  private mutating func fill(_ sorted: InlineArray<288, UInt16>, _ counts: InlineArray<16, Int>, _ longest: Int) {
    var entries = self.entries
    self.entries = []
    /// The first bit of a code is its highest; in the stream, and so in a place, it is the lowest.
    var code = 0
    var next = 0
    var table = (prefix: -1, start: 0, bits: 0)
    for length in stride(from: 1, through: longest, by: 1) {
      for left in stride(from: counts[length], to: 0, by: -1) {
        let symbol = symbols[Int(sorted[next])]
        next += 1
        let place = Self.reversed(code, length)
        if length <= rootBits {
          let entry = symbol + UInt32(length) | UInt32(length) << 8
          for index in stride(from: place, to: 1 << rootBits, by: 1 << length) { entries[index] = entry }
        } else {
          let prefix = place & (1 << rootBits - 1)
          if prefix != table.prefix {
            table = (prefix, entries.count, Self.tableBits(length - rootBits, left, counts, rootBits, longest))
            entries.append(contentsOf: repeatElement(Self.exception | 1, count: 1 << table.bits))
            entries[prefix] =
              Self.exception | Self.pointer | UInt32(table.start) << 16 | UInt32(table.bits) << 8 | UInt32(rootBits)
          }
          let rest = length - rootBits
          let entry = symbol + UInt32(rest) | UInt32(rest) << 8
          for index in stride(from: place >> rootBits, to: 1 << table.bits, by: 1 << rest) {
            entries[table.start + index] = entry
          }
        }
        code += 1
      }
      code <<= 1
    }
    self.entries = entries
  }

  /// How many bits a table takes for the codes that begin as one does whose last `bits` bits it is for: as many as make
  /// the codes that follow fill it.
  ///
  /// - Parameter left: How many codes of this length follow, this one with them.
  private static func tableBits(
    _ bits: Int, _ left: Int, _ counts: InlineArray<16, Int>, _ rootBits: Int, _ longest: Int
  ) -> Int {
    var bits = bits
    var filled = left
    while filled < 1 << bits, bits + rootBits < longest {
      bits += 1
      filled = 2 * filled + counts[bits + rootBits]
    }
    return bits
  }

  private static func reversed(_ code: Int, _ length: Int) -> Int {
    var code = UInt16(truncatingIfNeeded: code)
    code = (code & 0x5555) << 1 | (code >> 1) & 0x5555
    code = (code & 0x3333) << 2 | (code >> 2) & 0x3333
    code = (code & 0x0F0F) << 4 | (code >> 4) & 0x0F0F
    return Int(code.byteSwapped) >> (16 - length)
  }
}
