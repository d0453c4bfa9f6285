/// A canonical prefix code of DEFLATE (RFC 1951, 3.2.2).
struct HuffmanCode {
  /// The length of each symbol's code in bits; 0 for a symbol without a code.
  let lengths: [UInt8]
  /// The code of each symbol; its first bit is the lowest.
  let codes: [UInt16]

  /// The order in which a block's header lists the lengths of the code for code lengths (RFC 1951, 3.2.7).
  static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// The optimal code for these frequencies among those whose codes have at most `limit` bits.
  ///
  /// - Precondition: At most 2^`limit` symbols occur, and `limit` is at most 15.
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
      return reversedBits(code) &>> (16 - UInt16(length))
    }
  }

  /// The number of bits that symbols of these frequencies take.
  func cost(of frequencies: [Int]) -> Int {
    var bits = 0
    for symbol in frequencies.indices { bits += frequencies[symbol] * Int(lengths[symbol]) }
    return bits
  }
}

/// The 16 bits in reverse order.
func reversedBits(_ bits: UInt16) -> UInt16 {
  var bits = bits
  bits = (bits & 0x5555) << 1 | (bits >> 1) & 0x5555
  bits = (bits & 0x3333) << 2 | (bits >> 2) & 0x3333
  bits = (bits & 0x0F0F) << 4 | (bits >> 4) & 0x0F0F
  return bits.byteSwapped
}

/// The code lengths of an optimal prefix code whose lengths are limited, by package-merge (Larmore & Hirschberg, A fast
/// algorithm for optimal length-limited Huffman codes, Journal of the ACM 37, 1990).
///
/// Each symbol has one coin in each of `limit` denominations, whose value is the symbol's frequency. Starting with the
/// smallest denomination, coins and packages are sorted into a list, and adjacent pairs of that list become the
/// packages of the next denomination. The cheapest `2 * count - 2` items of the last list are bought, with everything
/// packed into them. A symbol's code length is the number of its coins that were bought.
enum PackageMerge {
  /// - Returns: The code length of each symbol: 0 if it does not occur, 1 if it is the only one that does.
  static func lengths(for frequencies: [Int], limit: Int) -> [UInt8] {
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    // Frequency and symbol in one word, which sorts fastest.
    var symbols: [UInt64] = []
    symbols.reserveCapacity(frequencies.count)
    for symbol in frequencies.indices where frequencies[symbol] > 0 {
      symbols.append(UInt64(frequencies[symbol]) << 16 | UInt64(symbol))
    }
    guard symbols.count > 1 else {
      for symbol in symbols { lengths[Int(symbol & 0xFFFF)] = 1 }
      return lengths
    }
    precondition(symbols.count <= 1 << limit, "there are enough codes for the symbols")
    symbols.sort()
    let size = 2 * symbols.count - 2
    let isCoin = lists(symbols.map { $0 >> 16 } + [.max], denominations: limit)
    var bought = size
    // How many denominations have exactly so many coins that were bought.
    var denominations = [UInt8](repeating: 0, count: symbols.count + 1)
    for denomination in (0..<limit).reversed() {
      let coins = sum(isCoin, from: denomination * size, count: bought)
      denominations[coins] += 1
      bought = 2 * (bought - coins)
    }
    // The cheapest coins are those of the rarest symbols.
    var length: UInt8 = 0
    for index in symbols.indices.reversed() {
      length += denominations[index + 1]
      lengths[Int(symbols[index] & 0xFFFF)] = length
    }
    return lengths
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

  private static func sum(_ flags: [UInt8], from start: Int, count: Int) -> Int {
    let flags = flags.span.extracting(start..<start + count)
    var sum = 0
    for index in flags.indices { sum &+= Int(flags[index]) }
    return sum
  }

  /// The cheapest `2 * count - 2` items of each denomination, the smallest denomination first: 1 for a coin, 0 for a
  /// package.
  ///
  /// - Parameter coins: The values in ascending order, followed by `UInt64.max`.
  private static func lists(_ coins: [UInt64], denominations: Int) -> [UInt8] {
    let size = 2 * coins.count - 4
    var isCoin = [UInt8](repeating: 0, count: denominations * size)
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
      var flags = isCoin.mutableSpan
      let coins = coins.span
      let packages = packages.span
      precondition(
        itemCount <= merged.count && start + itemCount <= flags.count && itemCount < coins.count + packages.count)
      var coin = 0
      var package = 0
      for index in 0..<itemCount {
        let first = unsafe coins[unchecked: coin]
        let second = unsafe packages[unchecked: package]
        let takesCoin = first <= second
        unsafe merged[unchecked: index] = takesCoin ? first : second
        unsafe flags[unchecked: start &+ index] = takesCoin ? 1 : 0
        coin &+= takesCoin ? 1 : 0
        package &+= takesCoin ? 0 : 1
      }
    }
    return isCoin
  }
}
