import TestSupport
import Testing

@testable import Deflate

struct RunFinderTests {
  /// The runs, found one element at a time.
  private func plain<Element: Equatable>(_ elements: ArraySlice<Element>, shortest: Int) -> [Range<Int>] {
    let elements = Array(elements)
    var runs: [Range<Int>] = []
    var start = 1
    while start < elements.count {
      var end = start
      while end < elements.count, elements[end] == elements[start - 1] { end += 1 }
      if end - start >= shortest { runs.append(start..<end) }
      start = max(end, start + 1)
    }
    return runs
  }

  private func found(_ finder: RunFinder) -> [Range<Int>] {
    (0..<finder.edgeCount / 2).map { Int(finder.edges[2 * $0])..<Int(finder.edges[2 * $0 + 1]) }
  }

  /// Runs of random lengths: most are short, some are near multiples of 64.
  private func elements<Element>(_ values: [Element], _ random: inout SeededRandom) -> [Element] {
    var elements: [Element] = []
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      let long = Int.random(in: 0...9, using: &random) == 0
      let count = long ? Int.random(in: 60...200, using: &random) : Int.random(in: 1...5, using: &random)
      elements += repeatElement(values.randomElement(using: &random)!, count: count)
    }
    return elements
  }

  @Test(arguments: rounds(200))
  func `runs of random bytes are found`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let bytes: [UInt8] = elements([0, 1, 254, 255], &random)
    var finder = RunFinder()
    for _ in 0..<10 {
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let range = start..<Int.random(in: start + 1...bytes.count, using: &random)
      for shortest in 1...3 {
        unsafe finder.find(in: range, of: bytes.span.bytes, shortest: shortest)
        #expect(found(finder) == plain(bytes[range], shortest: shortest))
      }
    }
  }

  @Test(arguments: [1, 2, 3])
  func `runs of every length at every offset are found`(shortest: Int) {
    var finder = RunFinder()
    for start in 1..<70 {
      for length in 1..<140 where start + length < 200 {
        var bytes = (0..<200).map { UInt8($0) }
        for index in start..<start + length { bytes[index] = bytes[start - 1] }
        unsafe finder.find(in: 0..<200, of: bytes.span.bytes, shortest: shortest)
        #expect(found(finder) == (length < shortest ? [] : [start..<start + length]))
      }
    }
  }
}
