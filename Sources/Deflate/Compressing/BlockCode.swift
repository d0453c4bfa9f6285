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

  /// The longest code of a symbol, in bits: four literals and a complete match then fit into one word.
  private static let longestSymbol = 10

  /// The codes that DEFLATE predefines (RFC 1951, 3.2.6).
  static let fixed = BlockCode()

  /// The codes of literals and of whole matches. A code is in the low half of a word, its length in the high half.
  struct Entries {
    let literals: [UInt64]
    /// The codes of matches, by their lengths.
    let matches: [UInt64]
  }

  /// - Parameter distance: That of all matches, 1...4.
  func entries(distance: Int) -> Entries {
    Entries(
      literals: (0..<256).map { UInt64(symbols.codes[$0]) | UInt64(symbols.lengths[$0]) << 32 },
      matches: (0...MatchLength.longest).map {
        let match = match(of: $0, distance: distance)
        return match.bits | UInt64(match.count) << 32
      })
  }

  /// The entries of the predefined codes for each distance, that of 1 first.
  static let fixedEntries = (1...4).map { fixed.entries(distance: $0) }

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

  /// The best codes for one block (RFC 1951, 3.2.7).
  ///
  /// - Parameters:
  ///   - frequencies: How often each symbol occurs, the end of the block included.
  ///   - distance: The only distance that occurs, 1...4.
  init(frequencies: [Int], distance: Int) {
    symbols = HuffmanCode(frequencies: frequencies, limit: Self.longestSymbol)
    // Each of the distances 1...4 has its own symbol. A second code of one bit makes the code complete, which some
    // decoders require.
    let symbol = distance - 1
    var used = [UInt8](repeating: 0, count: max(symbol, 1) + 1)
    used[symbol] = 1
    used[symbol == 0 ? 1 : symbol - 1] = 1
    distances = HuffmanCode(lengths: used)

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

  /// The bits of a match: the code of its length, the extra bits of the length, the code of the distance.
  ///
  /// - Returns: No bits if the code has no symbol for the length.
  func match(of length: Int, distance: Int) -> (bits: UInt64, count: Int) {
    guard length >= MatchLength.shortest else { return (0, 0) }
    let parts = MatchLength.parts(of: length)
    guard parts.symbol < symbols.lengths.count, symbols.lengths[parts.symbol] > 0 else { return (0, 0) }
    let first = Int(symbols.lengths[parts.symbol])
    let second = first + parts.extraBits
    let bits = UInt64(symbols.codes[parts.symbol]) | UInt64(parts.extra) << first
    return (bits | UInt64(distances.codes[distance - 1]) << second, second + Int(distances.lengths[distance - 1]))
  }

  /// The number of bits of a block, from the bit that marks the last block to the code of its end.
  func cost(of frequencies: RunBlock.Frequencies) -> Int {
    let distance = distances.lengths.max() ?? 0
    return 1 + headerBits + symbols.cost(of: frequencies.symbols) + frequencies.extraBits
      + Int(distance) * frequencies.matches
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
