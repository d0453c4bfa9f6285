import TestSupport
import Testing

@testable import Deflate

struct HuffmanCodeTests {
  /// Frequencies that grow as fast as Fibonacci's numbers make the deepest tree for their sum.
  static func fibonacci(_ count: Int) -> [Int] {
    var numbers = [1, 1]
    while numbers.count < count { numbers.append(numbers[numbers.count - 1] + numbers[numbers.count - 2]) }
    return Array(numbers[..<count])
  }

  static let samples: [[Int]] = {
    var random = SeededRandom(seed: 1)
    var samples = [[1, 1], [1, 1000, 0, 5], fibonacci(16), fibonacci(17), fibonacci(40), fibonacci(60)]
    samples.append([Int](repeating: 1, count: 286))
    samples.append([0, 0, 7, 0] + fibonacci(25).shuffled(using: &random))
    for count in [2, 3, 6, 10, 100, 284] {
      for _ in 0..<10 {
        samples.append((0..<count).map { _ in Int.random(in: 0...3, using: &random) } + [1, 1])
        samples.append((0..<count).map { _ in 1 << Int.random(in: 0...30, using: &random) })
      }
    }
    return samples
  }()

  /// The bits that symbols take at least: what the nodes of Huffman's tree weigh, put together one by one.
  private func leastBits(_ frequencies: [Int]) -> Int {
    var weights = frequencies.filter { $0 > 0 }
    var bits = 0
    while weights.count > 1 {
      weights.sort(by: >)
      let node = weights.removeLast() + weights.removeLast()
      bits += node
      weights.append(node)
    }
    return bits
  }

  /// The bits that symbols take at least with codes of at most `limit` bits: of all ways to have lengths that descend
  /// as frequencies ascend and fill the tree.
  private func leastBits(_ frequencies: [Int], limit: Int) -> Int {
    let sorted = frequencies.filter { $0 > 0 }.sorted()
    func least(_ symbol: Int, _ longest: Int, _ room: Int) -> Int? {
      if symbol == sorted.count { return room == 0 ? 0 : nil }
      return (1...longest).compactMap { length in
        let taken = 1 << (limit - length)
        guard taken <= room, let rest = least(symbol + 1, length, room - taken) else { return nil }
        return sorted[symbol] * length + rest
      }.min()
    }
    return least(0, limit, 1 << limit) ?? 0
  }

  private func bits(_ frequencies: [Int], _ code: HuffmanCode) -> Int {
    zip(frequencies, code.lengths).reduce(0) { $0 + $1.0 * Int($1.1) }
  }

  @Test(arguments: [7, 10, 12, 15])
  func `codes fill the tree, are for what occurs, and no longer than the limit`(limit: Int) {
    for frequencies in Self.samples where frequencies.count(where: { $0 > 0 }) <= 1 << limit {
      let code = HuffmanCode(frequencies: frequencies, limit: limit)
      #expect(zip(frequencies, code.lengths).allSatisfy { ($0 > 0) == ($1 > 0) })
      #expect(code.lengths.allSatisfy { $0 <= limit })
      #expect(code.lengths.filter { $0 > 0 }.reduce(0) { $0 + 1 << (15 - Int($1)) } == 1 << 15)
      #expect(code.cost(of: frequencies) == bits(frequencies, code))
    }
  }

  @Test func `without a limit that binds, the code is as short as can be`() {
    for frequencies in Self.samples where frequencies.reduce(0, +) < 1000 {
      #expect(bits(frequencies, HuffmanCode(frequencies: frequencies, limit: 15)) == leastBits(frequencies))
    }
  }

  @Test(arguments: [3, 4, 5])
  func `with a limit that binds, it still is`(limit: Int) {
    for frequencies in Self.samples + (2...8).map(Self.fibonacci) where 2...8 ~= frequencies.count(where: { $0 > 0 }) {
      let found = bits(frequencies, HuffmanCode(frequencies: frequencies, limit: limit))
      #expect(found == leastBits(frequencies, limit: limit))
    }
  }

  @Test func `no code begins another, and shorter and earlier ones come first`() {
    for frequencies in Self.samples {
      let code = HuffmanCode(frequencies: frequencies, limit: 15)
      // The first bit is the lowest: text from it on sorts as the codes do.
      let texts = code.lengths.indices.filter { code.lengths[$0] > 0 }.map { symbol in
        (0..<Int(code.lengths[symbol])).map { code.codes[symbol] >> $0 & 1 == 1 ? "1" : "0" }.joined()
      }
      let sorted = texts.sorted()
      #expect(zip(sorted, sorted.dropFirst()).allSatisfy { !$1.hasPrefix($0) })
      #expect(texts.sorted { $0.count < $1.count } == sorted, "RFC 1951, 3.2.2")
    }
  }

  /// RFC 1951, 3.2.2, the example.
  @Test func `the example of the standard has its codes`() {
    let code = HuffmanCode(lengths: [3, 3, 3, 3, 3, 2, 4, 4])
    // 010 011 100 101 110 00 1110 1111, each from its last bit to its first.
    #expect(code.codes == [0b010, 0b110, 0b001, 0b101, 0b011, 0b00, 0b0111, 0b1111])
  }

  @Test func `one symbol has a code of one bit, and none has none`() {
    #expect(HuffmanCode(frequencies: [0, 9, 0], limit: 15).lengths == [0, 1, 0])
    #expect(HuffmanCode(frequencies: [0, 0], limit: 15).lengths == [0, 0])
  }
}
