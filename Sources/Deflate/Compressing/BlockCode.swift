/// The codes of a DEFLATE block and the header that tells them.
struct BlockCode {
  /// Of literals, of the end and of lengths.
  let symbols: HuffmanCode
  /// Of distances.
  let distances: HuffmanCode
  /// The header without the bit that says whether the block is the last one: bits and their number.
  private(set) var header: [(bits: UInt16, count: UInt8)] = []
  private(set) var headerBits = 0

  /// Short enough for four literals and a match with all that belongs to it to be put together in one word.
  private static let longestSymbol = 10

  /// The codes that DEFLATE knows beforehand (RFC 1951, 3.2.6).
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

  /// Codes made for a block (RFC 1951, 3.2.7).
  ///
  /// - Parameters:
  ///   - frequencies: Of the symbols, the end among them.
  ///   - distance: The only one there is, 1...4.
  init(frequencies: [Int], distance: Int) {
    symbols = HuffmanCode(frequencies: frequencies, limit: Self.longestSymbol)
    // Short distances have symbols of their own. A second code makes the code complete, for decoders that insist.
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
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    let code = HuffmanCode(frequencies: runs.frequencies, limit: 7)
    let orderCount = max(4, 1 + (order.lastIndex { code.lengths[$0] > 0 } ?? 0))
    put(orderCount - 4, 4)
    for symbol in order[..<orderCount] { put(Int(code.lengths[symbol]), 3) }
    for item in runs.items {
      put(Int(code.codes[item.symbol]), Int(code.lengths[item.symbol]))
      put(item.extra, item.extraBits)
    }
  }

  private mutating func put(_ bits: Int, _ count: Int) {
    header.append((UInt16(bits), UInt8(count)))
    headerBits += count
  }

  /// All that says that there is a match: the code of its length, that one's extra bits, the distance's code.
  ///
  /// - Returns: No bits where no match of such a length occurs in the block.
  func match(of length: Int, distance: Int) -> (bits: UInt64, count: Int) {
    guard length >= MatchLength.shortest else { return (0, 0) }
    let parts = MatchLength.parts(of: length)
    guard parts.symbol < symbols.lengths.count, symbols.lengths[parts.symbol] > 0 else { return (0, 0) }
    let first = Int(symbols.lengths[parts.symbol])
    let second = first + parts.extraBits
    let bits = UInt64(symbols.codes[parts.symbol]) | UInt64(parts.extra) << first
    return (bits | UInt64(distances.codes[distance - 1]) << second, second + Int(distances.lengths[distance - 1]))
  }

  /// How many bits a block takes, from the bit that says whether it is the last one to the code of its end.
  func cost(of frequencies: RunBlock.Frequencies) -> Int {
    let distance = distances.lengths.max() ?? 0
    return 1 + headerBits + symbols.cost(of: frequencies.symbols) + frequencies.extraBits
      + Int(distance) * frequencies.matches
  }
}

/// Lengths of codes, equal ones that follow one another taken together (RFC 1951, 3.2.7).
private struct LengthRuns {
  var items: [(symbol: Int, extra: Int, extraBits: Int)] = []
  var frequencies = [Int](repeating: 0, count: 19)

  init(_ lengths: [UInt8]) {
    var place = 0
    while place < lengths.count {
      let length = lengths[place]
      var count = 1
      while place + count < lengths.count, lengths[place + count] == length { count += 1 }
      place += count
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
