import TestSupport
import Testing

@testable import Deflate

struct InflaterDamageTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var stream: [UInt8]
    var isValid: Bool

    init(
      _ name: String, isValid: Bool = false, header: [UInt8] = [0x78, 0x9C], _ write: (inout BlockWriter) -> Void
    ) {
      var blocks = BlockWriter()
      write(&blocks)
      testDescription = name
      stream = blocks.stream(header: header)
      self.isValid = isValid
    }

    /// A block with these codes, followed by `code`. By default, literal 0 and the end of the block have one bit each.
    init(
      _ name: String, isValid: Bool = false, literals: [Int: Int] = [0: 1, 256: 1], distances: [Int], code: Int,
      _ bits: Int
    ) {
      self.init(name, isValid: isValid) { blocks in
        let count = (literals.keys.max() ?? 0) + 1
        blocks.beginDynamic((0..<max(257, count)).map { literals[$0] ?? 0 }, distances)
        blocks.append(code: code, bits)
        blocks.align()
      }
    }
  }

  /// Streams whose validity follows from RFC 1950, RFC 1951 and, for incomplete codes, from the rule of zlib.
  static let examples = [
    Example("nothing", isValid: true) { $0.appendStored([], isLast: true) },
    Example("the header's check is wrong", header: [0x78, 0x9D]) { $0.appendStored([], isLast: true) },
    Example("method 7", header: [0x77, 0x09]) { $0.appendStored([], isLast: true) },
    Example("a window of 64 KiB", header: [0x88, 0x1C]) { $0.appendStored([], isLast: true) },
    Example("a preset dictionary", header: [0x78, 0xBB]) { $0.appendStored([], isLast: true) },
    Example("block type 3") { $0.append(0b111, 8) },
    Example("a stored block with two lengths") { $0.appendStored([1, 2], isLast: true, complement: 2) },
    Example("symbol 285 for the longest match", isValid: true) {
      $0.beginFixed()
      $0.append(literal: 7)
      $0.appendMatch(length: 258, distance: 1)
      $0.append(symbol: 256)
    },
    Example("symbol 286") {
      $0.beginFixed()
      $0.append(symbol: 286)
    },
    Example("symbol 287, and more after it") {
      $0.beginFixed()
      $0.append(symbol: 287)
      for _ in 0..<40 { $0.append(0, 8) }
    },
    Example("distance symbol 30") {
      $0.beginFixed()
      $0.append(literal: 7)
      $0.append(symbol: 257)
      $0.append(code: 30, 5)
    },
    Example("distance symbol 31, and more after it") {
      $0.beginFixed()
      $0.append(literal: 7)
      $0.append(symbol: 257)
      $0.append(code: 31, 5)
      for _ in 0..<40 { $0.append(0, 8) }
    },
    Example("a match before the beginning") {
      $0.beginFixed()
      $0.append(literal: 7)
      $0.appendMatch(length: 3, distance: 2)
      $0.append(symbol: 256)
    },
    Example("a match before the beginning, and more after it") {
      $0.beginFixed()
      $0.append(literal: 7)
      $0.appendMatch(length: 3, distance: 3)
      for _ in 0..<40 { $0.append(symbol: 0) }
      $0.append(symbol: 256)
    },
    Example("one distance of one bit", isValid: true, distances: [1], code: 1, 1),
    Example("no distances", isValid: true, distances: [0, 0], code: 1, 1),
    Example("the end alone, of one bit", isValid: true, literals: [256: 1], distances: [1], code: 0, 1),
    Example("the end alone, and the other bit", literals: [256: 1], distances: [1], code: 1, 1),
    Example("the end alone, of two bits", literals: [256: 2], distances: [1], code: 0, 2),
    Example("no end", literals: [0: 1, 1: 1], distances: [1], code: 0, 1),
    Example("three literals of one bit", literals: [0: 1, 1: 1, 256: 1], distances: [1], code: 0, 1),
    Example("literals that leave a code free", literals: [0: 2, 1: 2, 256: 2], distances: [1], code: 0, 2),
    Example("one distance of two bits", distances: [2], code: 1, 1),
    Example("distances that leave a code free", distances: [1, 2], code: 1, 1),
    Example("three distances of one bit", distances: [1, 1, 1], code: 1, 1),
    // Literal 0 is 0, the end 10, a length of three 11.
    Example(
      "the distance that one code leaves free", literals: [0: 1, 256: 2, 257: 2], distances: [1], code: 0b0_11_1, 4),
    Example("30 distances of 5 bits", distances: Array(repeating: 5, count: 30), code: 1, 1),
    Example(
      "30 distances that fill 5 bits", isValid: true, distances: Array(repeating: 5, count: 28) + [4, 4], code: 1, 1),
    Example("287 literals") { blocks in
      blocks.beginDynamic([1] + Array(repeating: 0, count: 255) + [1] + Array(repeating: 0, count: 30), [1])
      blocks.append(code: 1, 1)
    },
    Example("31 distances", distances: [1] + Array(repeating: 0, count: 30), code: 1, 1),
  ]

  @Test(.enabled(if: ExternalProgram.python != nil, "needs python3"))
  func `handmade streams are accepted or refused by the rules and as by zlib`() throws {
    for example in Self.examples {
      if case .done = Inflation(example.stream) {
        #expect(example.isValid, "\(example.testDescription)")
      } else {
        #expect(!example.isValid, "\(example.testDescription)")
        #expect(Inflation(example.stream) == .damaged, "\(example.testDescription)")
        #expect(Inflation(example.stream) { 1 } == .damaged, "\(example.testDescription)")
      }
    }
    let results = try Inflation.ofZlib(Self.examples.map(\.stream))
    try #require(results.count == Self.examples.count)
    for (example, result) in zip(Self.examples, results) {
      #expect("\(Inflation(example.stream))" == result, "\(example.testDescription)")
    }
  }

  @Test func `a stream with a wrong checksum is damaged`() {
    var blocks = BlockWriter()
    blocks.appendStored([1, 2, 3], isLast: true)
    for index in 1...4 {
      var stream = blocks.stream()
      stream[stream.count - index] ^= 1
      #expect(Inflation(stream) == .damaged)
    }
  }

  @Test(.enabled(if: ExternalProgram.python != nil, "needs python3"), arguments: 0..<4 as Range<UInt64>)
  func `changed, truncated and extended streams give the same result as with zlib`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let contents = [40, 300, 900].map { pictureBytes($0, &random) }
    let valid = try Inflation.compressed(contents)
    var streams = valid.map(\.stream)
    for (_, stream) in valid {
      for _ in 0..<8 {
        var damaged = stream
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          // Changes to the headers have the most effects.
          let limit = Bool.random(using: &random) ? min(60, damaged.count) : damaged.count
          let index = Int.random(in: 0..<limit, using: &random)
          switch Int.random(in: 0...9, using: &random) {
          case 0: damaged = Array(damaged[...index])
          case 1: damaged.insert(UInt8.random(in: 0...255, using: &random), at: index)
          case 2 where damaged.count > 1: damaged.remove(at: index)
          default: damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          }
        }
        streams.append(damaged)
      }
    }
    let results = try Inflation.ofZlib(streams)
    try #require(results.count == streams.count)
    for (stream, result) in zip(streams, results) {
      // A stream that is both truncated and damaged may be refused for either reason.
      let expected = result.hasPrefix("done") ? result : "refused"
      let size = Int.random(in: 1...40, using: &random)
      for inflation in [Inflation(stream), Inflation(stream) { size }] {
        if case .done = inflation {
          #expect("\(inflation)" == expected, "\(stream)")
        } else {
          #expect("refused" == expected, "\(stream)")
        }
      }
    }
  }
}
