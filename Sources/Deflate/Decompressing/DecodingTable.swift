/// A table that decodes a prefix code: the next bits of the stream are the index of an entry for the symbol.
///
/// Codes of up to `rootLimit` bits take one lookup. The entries of longer codes point to a second table, indexed by the
/// bits that follow. An entry holds everything about its symbol, so that the decoder needs no other table:
///
///     bits 0...7    the number of bits of the code and the symbol's extra bits (of a pointer: of the root)
///          8...11   the number of bits of the code alone (of a pointer: of the second table's index)
///         13        set for the end of the block
///         14        set for a pointer
///         15        set for these two, and for invalid codes, which have neither bit 13 nor bit 14
///         16...30   a literal, the base of a length or distance, or the index of the second table
///         31        set for a literal
struct DecodingTable {
  static let literal: UInt32 = 1 << 31
  static let exception: UInt32 = 1 << 15
  static let pointer: UInt32 = 1 << 14
  static let end: UInt32 = 1 << 13

  private(set) var entries: [UInt32] = []
  /// The number of bits that index the root of the table.
  private(set) var rootBits = 0
  private let rootLimit: Int
  /// The entries of all symbols, without their codes.
  private let symbols: [UInt32]
  /// Whether a single code of one bit, or no code at all, is allowed.
  private let mayBeIncomplete: Bool

  private init(_ symbols: [UInt32], rootLimit: Int, mayBeIncomplete: Bool = true) {
    self.symbols = symbols
    self.rootLimit = rootLimit
    self.mayBeIncomplete = mayBeIncomplete
  }

  /// An empty table for literals and lengths (RFC 1951, 3.2.5).
  static let literals: DecodingTable = {
    var symbols = (0..<256).map { literal | UInt32($0) << 16 }
    symbols.append(exception | end)
    for symbol: UInt32 in 0..<28 {
      // After the first eight symbols, four symbols cover each doubling of the length.
      let extra = symbol < 8 ? 0 : symbol / 4 - 1
      let base = symbol < 8 ? symbol : (4 + symbol % 4) << extra
      symbols.append((3 + base) << 16 | extra)
    }
    symbols += [258 << 16, exception, exception]
    return DecodingTable(symbols, rootLimit: 11)
  }()

  /// An empty table for distances (RFC 1951, 3.2.5).
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

  /// An empty table for the lengths of the other codes (RFC 1951, 3.2.7).
  static let codeLengths = DecodingTable((0..<19).map { $0 << 16 }, rootLimit: 7, mayBeIncomplete: false)

  /// The entry that the lowest of `bits` select in the root of the table.
  func entry(_ bits: UInt64) -> UInt32 {
    entries[Int(bits & (1 << UInt64(rootBits) - 1))]
  }

  /// The index of the entry that `bits` select in the second table that `pointer` points to.
  @inline(always)
  static func index(of pointer: UInt32, _ bits: UInt64) -> Int {
    let offset = bits & ((1 &<< UInt64(pointer &>> 8 & 15)) &- 1)
    return Int(pointer &>> 16 & 0x7FFF) &+ Int(truncatingIfNeeded: offset)
  }

  /// The length or distance of an entry: its base plus the extra bits, which follow the code.
  @inline(always)
  static func value(of entry: UInt32, _ bits: UInt64) -> Int {
    let all = bits & ((1 &<< UInt64(entry)) &- 1)
    return Int(entry &>> 16) &+ Int(truncatingIfNeeded: all &>> UInt64(entry &>> 8 & 15))
  }

  /// Makes this the table of the canonical code with these lengths, 0...15, one per symbol.
  ///
  /// As in zlib, a code must be complete, except that a code of a single symbol may use one bit.
  /// - Throws: `InflateError.code`; the table must not be used then.
  mutating func build(_ lengths: ArraySlice<UInt8>) throws(InflateError) {
    let code = CanonicalCode(lengths)
    var free = 1
    for length in 1...15 {
      free = 2 * free - code.counts[length]
      guard free >= 0 else { throw .code }
    }
    guard free == 0 || mayBeIncomplete && code.longest <= 1 else { throw .code }

    rootBits = max(1, min(rootLimit, code.longest))
    entries.removeAll(keepingCapacity: true)
    entries.append(contentsOf: repeatElement(Self.exception | 1, count: 1 << rootBits))
    fill(code)
  }

  private mutating func fill(_ code: CanonicalCode) {
    // Moved out, so that the loops below work on a local variable.
    var entries = self.entries
    self.entries = []
    // The first bit of a code is its highest bit; in the stream, and therefore in an index, it is the lowest.
    var bits: UInt16 = 0
    var next = 0
    var table = (prefix: -1, start: 0, bits: 0)
    for length in stride(from: 1, through: code.longest, by: 1) {
      for remaining in stride(from: code.counts[length], to: 0, by: -1) {
        let symbol = symbols[Int(code.symbols[next])]
        next += 1
        let index = Int(reversedBits(bits)) >> (16 - length)
        if length <= rootBits {
          let entry = symbol + UInt32(length) | UInt32(length) << 8
          for index in stride(from: index, to: 1 << rootBits, by: 1 << length) { entries[index] = entry }
        } else {
          let prefix = index & (1 << rootBits - 1)
          if prefix != table.prefix {
            table = (prefix, entries.count, code.tableBits(rootBits: rootBits, length: length, remaining: remaining))
            entries.append(contentsOf: repeatElement(Self.exception | 1, count: 1 << table.bits))
            entries[prefix] =
              Self.exception | Self.pointer | UInt32(table.start) << 16 | UInt32(table.bits) << 8 | UInt32(rootBits)
          }
          let rest = length - rootBits
          let entry = symbol + UInt32(rest) | UInt32(rest) << 8
          for index in stride(from: index >> rootBits, to: 1 << table.bits, by: 1 << rest) {
            entries[table.start + index] = entry
          }
        }
        bits &+= 1
      }
      bits <<= 1
    }
    self.entries = entries
  }
}

/// The symbols of a canonical code in the order of their codes.
private struct CanonicalCode {
  /// How many codes have each length; 0 for the length 0.
  private(set) var counts = InlineArray<16, Int>(repeating: 0)
  /// The longest length.
  private(set) var longest = 15
  /// The symbols that have codes, the shortest codes first.
  private(set) var symbols = InlineArray<288, UInt16>(repeating: 0)

  init(_ lengths: ArraySlice<UInt8>) {
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    while longest > 0, counts[longest] == 0 { longest -= 1 }
    var indices = InlineArray<17, Int>(repeating: 0)
    for length in 1...15 { indices[length + 1] = indices[length] + counts[length] }
    var symbol: UInt16 = 0
    for length in lengths {
      if length > 0 {
        symbols[indices[Int(length)]] = symbol
        indices[Int(length)] += 1
      }
      symbol += 1
    }
  }

  /// The number of bits that index the second table of a code and of those that start with the same root bits: as many
  /// as the codes that follow need to fill the table.
  ///
  /// - Parameter remaining: The number of codes of this length from this one on.
  func tableBits(rootBits: Int, length: Int, remaining: Int) -> Int {
    var bits = length - rootBits
    var filled = remaining
    while filled < 1 << bits, bits + rootBits < longest {
      bits += 1
      filled = 2 * filled + counts[bits + rootBits]
    }
    return bits
  }
}
