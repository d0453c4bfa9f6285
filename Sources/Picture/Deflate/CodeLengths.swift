/// The symbols that occur in a block, from the rarest to the most frequent; among equally frequent ones from the first.
struct RankedSymbols {
  /// The symbols.
  let symbols: [Int]
  /// How often each of `symbols` occurs.
  private let frequencies: [UInt64]

  /// - Parameter frequencies: How often each symbol occurs, below 2⁴⁸.
  init(_ frequencies: [Int]) {
    // Frequency and symbol in one word.
    var words: [UInt64] = []
    words.reserveCapacity(frequencies.count)
    var all = 0
    for symbol in frequencies.indices where frequencies[symbol] > 0 {
      words.append(UInt64(frequencies[symbol]) << 16 | UInt64(symbol))
      all |= frequencies[symbol]
    }
    for shift in stride(from: 0, to: Int.bitWidth - all.leadingZeroBitCount, by: 8) {
      words = RankedSymbols.sorted(words, byByteAt: UInt64(16 + shift))
    }
    symbols = words.map { Int($0 & 0xFFFF) }
    self.frequencies = words.map { $0 >> 16 }
  }

  /// Sorts words by one of their bytes. Words with the same byte keep their order.
  private static func sorted(_ words: [UInt64], byByteAt shift: UInt64) -> [UInt64] {
    var places = InlineArray<256, Int>(repeating: 0)
    for word in words { places[Int(word &>> shift & 0xFF)] &+= 1 }
    var count = 0
    for byte in 0..<256 {
      let before = count
      count &+= places[byte]
      places[byte] = before
    }
    var result = words
    var sorted = result.mutableSpan
    for word in words {
      let byte = Int(word &>> shift & 0xFF)
      sorted[places[byte]] = word
      places[byte] &+= 1
    }
    return result
  }

  /// The code lengths, in the order of `symbols`, of an optimal prefix code whose codes have at most `limit` bits; 1 for
  /// a symbol that is the only one.
  func codeLengths(limit: Int) -> [UInt8] {
    guard frequencies.count > 1 else { return frequencies.map { _ in 1 } }
    precondition(frequencies.count <= 1 << limit, "there are enough codes for the symbols")
    return PackageMerge.lengths(for: frequencies, limit: limit)
  }
}

/// The code lengths of an optimal prefix code whose lengths are limited, by package-merge (Larmore & Hirschberg, A fast
/// algorithm for optimal length-limited Huffman codes, Journal of the ACM 37, 1990).
///
/// Each symbol has one coin in each of `limit` denominations, whose value is the symbol's frequency. Starting with the
/// smallest denomination, coins and packages are sorted into a list, and adjacent pairs of that list become the
/// packages of the next denomination. The cheapest `2 * count - 2` items of the last list are bought, with everything
/// packed into them. A symbol's code length is the number of its coins that were bought.
private enum PackageMerge {
  /// - Parameter frequencies: The frequencies of at least two symbols, in ascending order.
  static func lengths(for frequencies: [UInt64], limit: Int) -> [UInt8] {
    let size = 2 * frequencies.count - 2
    let coinCounts = coinCounts(frequencies + [.max], denominations: limit)
    var bought = size
    // For each number of bought coins, how many denominations have it.
    var denominations = [UInt8](repeating: 0, count: frequencies.count + 1)
    for denomination in (0..<limit).reversed() {
      let coins = bought == 0 ? 0 : Int(coinCounts[denomination * size + bought - 1])
      denominations[coins] += 1
      bought = 2 * (bought - coins)
    }
    // The cheapest coins are those of the rarest symbols.
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    var length: UInt8 = 0
    for index in frequencies.indices.reversed() {
      length += denominations[index + 1]
      lengths[index] = length
    }
    return lengths
  }

  /// How many of the cheapest 1, 2, … `2 * count - 2` items of each denomination are coins, the smallest denomination
  /// first.
  ///
  /// - Parameter coins: The values in ascending order, followed by `UInt64.max`.
  private static func coinCounts(_ coins: [UInt64], denominations: Int) -> [UInt16] {
    let size = 2 * coins.count - 4
    var coinCounts = [UInt16](repeating: 0, count: denominations * size)
    var items = [UInt64](repeating: 0, count: size)
    var packages = [UInt64](repeating: .max, count: coins.count)
    var itemCount = 0
    for denomination in 0..<denominations {
      let packageCount = itemCount / 2
      pack(items.span, packageCount, into: &packages)
      itemCount = min(size, coins.count - 1 + packageCount)
      let start = denomination * size
      // Merges the first `itemCount` of two ascending lists. Each ends with an item that is never taken, so that
      // neither is read past its end.
      var merged = items.mutableSpan
      var counts = coinCounts.mutableSpan
      let coins = coins.span
      let packages = packages.span
      precondition(
        itemCount <= merged.count && start + itemCount <= counts.count && itemCount < coins.count + packages.count)
      var coin = 0
      for index in 0..<itemCount {
        let first = unsafe coins[unchecked: coin]
        let second = unsafe packages[unchecked: index &- coin]
        unsafe merged[unchecked: index] = min(first, second)
        coin &+= first <= second ? 1 : 0
        unsafe counts[unchecked: start &+ index] = UInt16(truncatingIfNeeded: coin)
      }
    }
    return coinCounts
  }

  /// Stores the sums of the first `count` adjacent pairs of items, followed by `UInt64.max`.
  private static func pack(_ items: Span<UInt64>, _ count: Int, into packages: inout [UInt64]) {
    var packages = packages.mutableSpan
    precondition(2 * count <= items.count && count < packages.count)
    for index in 0..<count {
      unsafe packages[unchecked: index] = items[unchecked: 2 &* index] &+ items[unchecked: 2 &* index &+ 1]
    }
    packages[count] = .max
  }
}
