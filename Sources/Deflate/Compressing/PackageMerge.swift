/// The lengths of the codes in Huffman's sense that take the fewest bits and are not longer than a limit: package-merge
/// (Larmore & Hirschberg, A fast algorithm for optimal length-limited Huffman codes, Journal of the ACM 37, 1990).
///
/// Each symbol has a coin of its frequency's value in each of `limit` denominations. From the smallest denomination on,
/// coins and packages of two are sorted into a list, and pairs of what is in it make the packages for the next one. The
/// cheapest `2 * count - 2` items of the last list are bought, and with them all that is packed in them; a symbol's
/// code is as long as so many of its coins were bought.
enum PackageMerge {
  /// - Returns: For each symbol the length of its code; 0 where it does not occur, 1 where it is the only one.
  static func lengths(for frequencies: [Int], limit: Int) -> [UInt8] {
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    // Frequency and symbol in one word, for a quick sort.
    var symbols: [UInt64] = []
    symbols.reserveCapacity(frequencies.count)
    for symbol in frequencies.indices where frequencies[symbol] > 0 {
      symbols.append(UInt64(frequencies[symbol]) << 16 | UInt64(symbol))
    }
    guard symbols.count > 1 else {
      for symbol in symbols { lengths[Int(symbol & 0xFFFF)] = 1 }
      return lengths
    }
    precondition(symbols.count <= 1 << limit, "there is a code for each symbol")
    symbols.sort()
    let size = 2 * symbols.count - 2
    let isCoin = lists(symbols.map { $0 >> 16 } + [.max], denominations: limit)
    var bought = size
    for denomination in (0..<limit).reversed() {
      let coins = sum(isCoin, from: denomination * size, count: bought)
      // The cheapest ones, which are of the rarest symbols.
      for symbol in symbols[..<coins] { lengths[Int(symbol & 0xFFFF)] += 1 }
      bought = 2 * (bought - coins)
    }
    return lengths
  }

  private static func sum(_ flags: [UInt8], from start: Int, count: Int) -> Int {
    let flags = flags.span.extracting(start..<start + count)
    var sum = 0
    for place in flags.indices { sum &+= Int(flags[place]) }
    return sum
  }

  /// For each denomination, the smallest first, the cheapest `2 * count - 2` items: 1 for a coin, 0 for a package.
  ///
  /// - Parameter coins: Their values, ascending, and a last one that is beyond all.
  private static func lists(_ coins: [UInt64], denominations: Int) -> [UInt8] {
    let size = 2 * coins.count - 4
    var isCoin = [UInt8](repeating: 0, count: denominations * size)
    var items = [UInt64](repeating: 0, count: size)
    var packages = [UInt64](repeating: .max, count: coins.count)
    var itemCount = 0
    for denomination in 0..<denominations {
      let packageCount = itemCount / 2
      for place in 0..<packageCount { packages[place] = items[2 * place] &+ items[2 * place + 1] }
      packages[packageCount] = .max
      itemCount = min(size, coins.count - 1 + packageCount)
      merge(coins, packages, into: &items, itemCount, &isCoin, from: denomination * size)
    }
    return isCoin
  }

  /// Merges the first `count` of two ascending lists.
  private static func merge(
    _ coins: [UInt64], _ packages: [UInt64], into items: inout [UInt64], _ count: Int, _ isCoin: inout [UInt8],
    from start: Int
  ) {
    var items = items.mutableSpan
    var flags = isCoin.mutableSpan
    let coins = coins.span
    let packages = packages.span
    // Neither list is read beyond its last item, which is never taken.
    precondition(count <= items.count && start + count <= flags.count && count < coins.count + packages.count)
    var coin = 0
    var package = 0
    for place in 0..<count {
      let first = unsafe coins[unchecked: coin]
      let second = unsafe packages[unchecked: package]
      let takesCoin = first <= second
      unsafe items[unchecked: place] = takesCoin ? first : second
      unsafe flags[unchecked: start &+ place] = takesCoin ? 1 : 0
      coin &+= takesCoin ? 1 : 0
      package &+= takesCoin ? 0 : 1
    }
  }
}
