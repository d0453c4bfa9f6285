/// The codes of a DEFLATE block, and the header that describes them.
struct BlockCode {
  /// A header field: `count` bits.
  struct Field {
    var bits: UInt16
    var count: Int
  }

  /// The code of literals, the end of the block and match lengths.
  let symbols: HuffmanCode
  /// The code of distances.
  let distances: HuffmanCode
  /// The header after the bit that marks the last block.
  private(set) var header: [Field] = []
  private var headerBits = 0

  /// The codes that DEFLATE predefines (RFC 1951, 3.2.6).
  static let fixed = BlockCode()

  private init() {
    symbols = HuffmanCode(
      lengths: (0..<288).map { symbol in
        switch symbol {
        case ..<144: 8
        case ..<256: 9
        case ..<280: 7
        default: 8
        }
      })
    distances = HuffmanCode(lengths: [UInt8](repeating: 5, count: 30))
    put(1, 2)
  }

  /// The predefined codes or those made for one block, whichever are shorter, and the number of bits of the block.
  static func best(for frequencies: BlockFrequencies, longest: Int) -> (code: BlockCode, cost: Int) {
    let own = BlockCode(frequencies, longest: longest)
    let costs = (own: own.cost(of: frequencies), fixed: fixed.cost(of: frequencies))
    return costs.own < costs.fixed ? (own, costs.own) : (fixed, costs.fixed)
  }

  /// The best codes for one block (RFC 1951, 3.2.7).
  ///
  /// - Parameter longest: The longest code of a literal or length, in bits, 9...15.
  init(_ frequencies: BlockFrequencies, longest: Int) {
    symbols = HuffmanCode(frequencies: frequencies.symbols, limit: longest)
    // A second code makes the code complete, which some decoders require.
    var used = Array(frequencies.distances.prefix(1 + (frequencies.distances.lastIndex { $0 > 0 } ?? 0)))
    if used.count == 1 { used.append(0) }
    if used.count(where: { $0 > 0 }) < 2 {
      used[used.count - 1] = max(1, used[used.count - 1])
      used[used.count - 2] = max(1, used[used.count - 2])
    }
    distances = HuffmanCode(frequencies: used, limit: 15)

    let symbolCount = 1 + (symbols.lengths.lastIndex { $0 > 0 } ?? 0)
    let runs = LengthRuns(Array(symbols.lengths[..<symbolCount]) + distances.lengths)
    put(2, 2)
    put(symbolCount - 257, 5)
    put(distances.lengths.count - 1, 5)
    let code = HuffmanCode(frequencies: runs.frequencies, limit: 7)
    header.reserveCapacity(header.count + HuffmanCode.lengthOrder.count + 1 + 2 * runs.items.count)
    let order = HuffmanCode.lengthOrder
    let orderCount = max(4, 1 + (order.lastIndex { code.lengths[$0] > 0 } ?? 0))
    put(orderCount - 4, 4)
    for symbol in order[..<orderCount] { put(Int(code.lengths[symbol]), 3) }
    for item in runs.items {
      put(Int(code.codes[item.symbol]), Int(code.lengths[item.symbol]))
      put(item.extra, item.extraBits)
    }
  }

  private mutating func put(_ bits: Int, _ count: Int) {
    header.append(Field(bits: UInt16(bits), count: count))
    headerBits += count
  }

  /// The bits of the code of a length and the extra bits of the length, by length. The bits are in the low half of a
  /// word, their number in the high half; none for lengths that do not occur.
  var lengthEntries: [UInt64] {
    (0...MatchLength.longest).map { length in
      guard length >= MatchLength.shortest else { return 0 }
      let parts = MatchLength.parts(of: length)
      guard parts.symbol < symbols.lengths.count, symbols.lengths[parts.symbol] > 0 else { return 0 }
      let count = UInt64(symbols.lengths[parts.symbol])
      return UInt64(symbols.codes[parts.symbol]) | UInt64(parts.extra) << count
        | (count + UInt64(parts.extraBits)) << 32
    }
  }

  /// The codes of literals, as `lengthEntries`.
  var literalEntries: [UInt64] { symbols.entries(256) }

  /// The codes of distances, as `lengthEntries`.
  var distanceEntries: [UInt64] { distances.entries(distances.codes.count) }

  /// The number of bits of a block, from the bit that marks the last block to the code of its end.
  func cost(of frequencies: BlockFrequencies) -> Int {
    1 + headerBits + symbols.cost(of: frequencies.symbols) + distances.cost(of: frequencies.distances)
      + frequencies.extraBits
  }
}

extension BlockCode {
  /// The codes of literals and of whole matches with the distance 1, as `lengthEntries`.
  struct RunEntries {
    let literals: [UInt64]
    let matches: [UInt64]
  }

  static let fixedRunEntries = fixed.runEntries

  var runEntries: RunEntries {
    let distance = (bits: UInt64(distances.codes[0]), count: UInt64(distances.lengths[0]))
    return RunEntries(
      literals: literalEntries,
      matches: lengthEntries.map { $0 == 0 ? 0 : ($0 | distance.bits << ($0 >> 32)) + distance.count << 32 })
  }
}

/// The symbols that describe code lengths, with repetitions combined (RFC 1951, 3.2.7).
private struct LengthRuns {
  private(set) var items: [(symbol: Int, extra: Int, extraBits: Int)] = []
  private(set) var frequencies = [Int](repeating: 0, count: 19)

  init(_ lengths: [UInt8]) {
    items.reserveCapacity(lengths.count)
    var index = 0
    while index < lengths.count {
      let length = lengths[index]
      var count = 1
      while index + count < lengths.count, lengths[index + count] == length { count += 1 }
      index += count
      if length > 0 {
        add(Int(length))
        count -= 1
      }
      while count > 0 {
        switch (length, count) {
        case (_, ..<3):
          add(Int(length))
          count -= 1
        case (0, ..<11):
          add(17, count - 3, 3)
          count = 0
        case (0, _):
          let taken = min(count, 138)
          add(18, taken - 11, 7)
          count -= taken
        default:
          let taken = min(count, 6)
          add(16, taken - 3, 2)
          count -= taken
        }
      }
    }
  }

  private mutating func add(_ symbol: Int, _ extra: Int = 0, _ extraBits: Int = 0) {
    items.append((symbol, extra, extraBits))
    frequencies[symbol] += 1
  }
}

/// The lengths of matches as DEFLATE encodes them (RFC 1951, 3.2.5).
enum MatchLength {
  static let shortest = 3
  static let longest = 258

  /// The symbol of a length, 257...285, and the value that follows its code in `extraBits` bits, 0...5.
  struct Parts {
    var symbol: Int
    var extraBits: Int
    var extra: Int
  }

  /// - Parameter length: 3...258.
  static func parts(of length: Int) -> Parts {
    if length == longest { return Parts(symbol: 285, extraBits: 0, extra: 0) }
    let offset = length - shortest
    if offset < 8 { return Parts(symbol: 257 + offset, extraBits: 0, extra: 0) }
    // After the first eight symbols, four symbols cover each doubling of the length.
    let extraBits = (Int.bitWidth - 1 - offset.leadingZeroBitCount) - 2
    return Parts(
      symbol: 261 + 4 * extraBits + offset >> extraBits & 3, extraBits: extraBits,
      extra: offset & ((1 << extraBits) - 1))
  }
}

/// A distance of a match as DEFLATE encodes it (RFC 1951, 3.2.5).
struct MatchDistance {
  /// 0...29.
  let symbol: Int
  /// The number of bits that follow the symbol, 0...13.
  let extraBits: Int
  /// Their value.
  let extra: Int

  static let symbolCount = 30

  /// - Parameter distance: 1...32,768.
  @inline(always)
  init(_ distance: Int) {
    let offset = distance &- 1
    // After the first four symbols, two symbols cover each doubling of the distance.
    let bits = max(0, Int.bitWidth &- 2 &- (offset | 1).leadingZeroBitCount)
    extraBits = bits
    symbol = 2 &* bits &+ offset &>> bits
    extra = offset & (1 &<< bits &- 1)
  }
}
