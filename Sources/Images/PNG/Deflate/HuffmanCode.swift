/// A prefix code of limited length in DEFLATE's canonical form (RFC 1951, 3.2.2).
struct HuffmanCode {
  /// The length of each symbol's code in bits; 0 where it has none.
  let lengths: [UInt8]
  /// The codes, the first bit of each in the lowest place.
  let codes: [UInt16]

  /// A code for symbols of these frequencies in which none is longer than `limit`: Huffman's (1952), and where that
  /// goes deeper, one that is nearly as short.
  ///
  /// - Precondition: At most 2^`limit` symbols occur; `limit` is at most 15.
  init(frequencies: [Int], limit: Int) {
    self.init(lengths: Self.lengths(for: frequencies, limit: limit))
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
      return Self.reversed(code) &>> (16 - UInt16(length))
    }
  }

  /// How many bits symbols of these frequencies take.
  func cost(of frequencies: [Int]) -> Int {
    var bits = 0
    for symbol in frequencies.indices { bits += frequencies[symbol] * Int(lengths[symbol]) }
    return bits
  }

  private static func reversed(_ code: UInt16) -> UInt16 {
    var code = code
    code = (code & 0x5555) << 1 | (code >> 1) & 0x5555
    code = (code & 0x3333) << 2 | (code >> 2) & 0x3333
    code = (code & 0x0F0F) << 4 | (code >> 4) & 0x0F0F
    return code.byteSwapped
  }

  private static func lengths(for frequencies: [Int], limit: Int) -> [UInt8] {
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    // Frequency and symbol in one word, for a quick sort.
    var leaves: [UInt64] = []
    leaves.reserveCapacity(frequencies.count)
    for symbol in frequencies.indices where frequencies[symbol] > 0 {
      leaves.append(UInt64(frequencies[symbol]) << 16 | UInt64(symbol))
    }
    guard leaves.count > 1 else {
      for leaf in leaves { lengths[Int(leaf & 0xFFFF)] = 1 }
      return lengths
    }
    precondition(leaves.count <= 1 << limit, "there is a code for each symbol")
    leaves.sort()
    var counts = limited(depths(of: leaves), limit: limit)
    // The rarest symbols have the longest codes.
    var length = limit
    for leaf in leaves {
      while counts[length] == 0 { length -= 1 }
      counts[length] -= 1
      lengths[Int(leaf & 0xFFFF)] = UInt8(length)
    }
    return lengths
  }

  /// How many leaves Huffman's tree has at each depth.
  ///
  /// Sorted leaves and the nodes, which come sorted by themselves, are two queues (van Leeuwen, On the construction of
  /// Huffman trees, 1976).
  /// - Parameter leaves: The weights, above 16 other bits, from the lightest on.
  private static func depths(of leaves: [UInt64]) -> [Int] {
    let count = leaves.count
    // The leaves and then the nodes, the root last.
    var weights = leaves.map { $0 >> 16 }
    weights.reserveCapacity(2 * count - 1)
    var parents = [Int](repeating: 0, count: 2 * count - 1)
    var leaf = 0
    var node = count
    while weights.count < 2 * count - 1 {
      var weight: UInt64 = 0
      for _ in 0..<2 {
        if leaf < count, node == weights.count || weights[leaf] <= weights[node] {
          weight += weights[leaf]
          parents[leaf] = weights.count
          leaf += 1
        } else {
          weight += weights[node]
          parents[node] = weights.count
          node += 1
        }
      }
      weights.append(weight)
    }
    var depths = [Int](repeating: 0, count: 2 * count - 1)
    var counts = [Int](repeating: 0, count: count)
    for item in (0..<2 * count - 2).reversed() {
      depths[item] = depths[parents[item]] + 1
      if item < count { counts[depths[item]] += 1 }
    }
    return counts
  }

  /// Brings leaves up that lie deeper than `limit`, and others down by one until the tree has room for them.
  ///
  /// - Parameter counts: How many leaves there are at each depth; together they fill a tree.
  private static func limited(_ counts: [Int], limit: Int) -> [Int] {
    var result = [Int](repeating: 0, count: limit + 1)
    // What the leaves take of the places that a tree has at the depth `limit`.
    var taken = 0
    for depth in counts.indices {
      result[min(depth, limit)] += counts[depth]
      taken += counts[depth] << max(0, limit - depth)
    }
    while taken > 1 << limit {
      // The deepest leaf that can, makes room for two a level below it: itself and one of the deepest ones.
      guard let depth = (1..<limit).last(where: { result[$0] > 0 }) else { break }
      result[depth] -= 1
      result[depth + 1] += 2
      result[limit] -= 1
      taken -= 1
    }
    return result
  }
}
