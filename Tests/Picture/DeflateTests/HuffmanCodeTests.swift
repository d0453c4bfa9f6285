import TestSupport
import Testing

@testable import Deflate

struct HuffmanCodeTests {
  /// Fibonacci numbers, the frequencies with the deepest tree for their sum.
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

  /// The cost of an optimal code: the sum of the weights of all inner nodes of Huffman's tree.
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

  /// The cost of an optimal code with at most `limit` bits: the minimum over all complete codes whose lengths do not
  /// ascend with the frequencies.
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
  func `codes are complete, exist only for symbols that occur, and respect the limit`(limit: Int) {
    for frequencies in Self.samples where frequencies.count(where: { $0 > 0 }) <= 1 << limit {
      let code = HuffmanCode(frequencies: frequencies, limit: limit)
      #expect(zip(frequencies, code.lengths).allSatisfy { ($0 > 0) == ($1 > 0) })
      #expect(code.lengths.allSatisfy { $0 <= limit })
      var leaves = 0
      for length in code.lengths where length > 0 { leaves += 1 << (15 - Int(length)) }
      #expect(leaves == 1 << 15)
      #expect(code.cost(of: frequencies) == bits(frequencies, code))
    }
  }

  @Test func `a code whose limit does not matter is optimal`() {
    for frequencies in Self.samples where frequencies.reduce(0, +) < 1000 {
      #expect(bits(frequencies, HuffmanCode(frequencies: frequencies, limit: 15)) == leastBits(frequencies))
    }
  }

  @Test(arguments: [3, 4, 5])
  func `a code whose limit matters is optimal among codes with that limit`(limit: Int) {
    for frequencies in Self.samples + (2...8).map(Self.fibonacci) where 2...8 ~= frequencies.count(where: { $0 > 0 }) {
      let found = bits(frequencies, HuffmanCode(frequencies: frequencies, limit: limit))
      #expect(found == leastBits(frequencies, limit: limit))
    }
  }

  @Test func `no code is a prefix of another, and codes are canonical`() {
    for frequencies in Self.samples {
      let code = HuffmanCode(frequencies: frequencies, limit: 15)
      // The first bit is the lowest. As texts, codes sort in their canonical order.
      let texts = code.lengths.indices.filter { code.lengths[$0] > 0 }.map { symbol in
        (0..<Int(code.lengths[symbol])).map { code.codes[symbol] >> $0 & 1 == 1 ? "1" : "0" }.joined()
      }
      let sorted = texts.sorted()
      #expect(zip(sorted, sorted.dropFirst()).allSatisfy { !$1.hasPrefix($0) })
      #expect(texts.sorted { $0.count < $1.count } == sorted, "RFC 1951, 3.2.2")
    }
  }

  /// The example of RFC 1951, 3.2.2.
  @Test func `the example of the standard has its codes`() {
    let code = HuffmanCode(lengths: [3, 3, 3, 3, 3, 2, 4, 4])
    // 010 011 100 101 110 00 1110 1111, each with its bits reversed.
    #expect(code.codes == [0b010, 0b110, 0b001, 0b101, 0b011, 0b00, 0b0111, 0b1111])
  }

  @Test func `a single symbol has a code of one bit, and no symbols have no codes`() {
    #expect(HuffmanCode(frequencies: [0, 9, 0], limit: 15).lengths == [0, 1, 0])
    #expect(HuffmanCode(frequencies: [0, 0], limit: 15).lengths == [0, 0])
  }
}
