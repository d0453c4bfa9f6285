import TestSupport
import Testing

@testable import Deflate

struct InflaterTests {
  @Test(.enabled(if: ExternalProgram.python != nil, "needs python3"))
  func `streams of all settings of zlib are restored, in pieces of any size`() throws {
    var random = SeededRandom(seed: 1)
    let contents =
      [0, 1, 2, 300, 5000, 70_000, 500_000].map { pictureBytes($0, &random) } + [
        [UInt8](repeating: 0, count: 400_000), DeflateStreamTests.noise(200_000, seed: 2),
        DeflateStreamTests.noise(200_000, 0...3, seed: 3),
      ]
    let streams = try Inflation.compressed(contents)
    try #require(streams.count == 50 * contents.count)
    for (content, stream) in streams {
      #expect(Inflation(stream) == .done(contents[content]))
      let limit = [1, 2, 9, 30, 1000, 50_000].randomElement(using: &random) ?? 1
      #expect(Inflation(stream) { Int.random(in: 1...limit, using: &random) } == .done(contents[content]), "\(limit)")
    }
  }

  @Test(.enabled(if: ExternalProgram.python != nil, "needs python3"))
  func `a truncated stream needs more input`() throws {
    var random = SeededRandom(seed: 4)
    let streams = try Inflation.compressed([pictureBytes(2000, &random)])
    for (_, stream) in streams where stream.count < 1200 {
      for count in 0..<stream.count { #expect(Inflation(Array(stream[..<count])) == .incomplete) }
    }
  }

  /// Some blocks are so short that several end within one word.
  @Test func `matches of all lengths at the nearest and farthest distances copy the right bytes`() {
    var random = SeededRandom(seed: 5)
    let farthest = 1 << 15
    for distance in Array(1...40) + [farthest - 1, farthest] {
      var blocks = BlockWriter()
      blocks.appendStored(DeflateStreamTests.noise(distance, seed: UInt64(distance)))
      for length in 3...258 {
        blocks.beginFixed(isLast: false)
        blocks.appendMatch(length: length, distance: distance)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          blocks.append(literal: UInt8.random(in: 0...255, using: &random))
        }
        blocks.append(symbol: 256)
      }
      blocks.appendStored([], isLast: true)
      #expect(Inflation(blocks.stream()) == .done(blocks.content), "\(distance)")
      #expect(Inflation(blocks.stream()) { Int.random(in: 1...20, using: &random) } == .done(blocks.content))
    }
  }

  @Test func `a match outside the window that the header states is damage`() {
    for bits in 8...15 {
      let method = UInt8(bits - 8) << 4 | 8
      let header = [method, UInt8(31 - Int(method) * 256 % 31) % 31]
      for (distance, isNear) in [(1 << bits, true), (1 << bits + 1, false)] where distance <= 1 << 15 {
        // With more bytes after it, the fast loop decodes the match.
        for more in [0, 40] {
          var blocks = BlockWriter()
          blocks.appendStored(DeflateStreamTests.noise(40_000, seed: UInt64(bits)))
          blocks.beginFixed()
          blocks.appendMatch(length: 10, distance: distance)
          for byte in 0..<more { blocks.append(literal: UInt8(byte)) }
          blocks.append(symbol: 256)
          #expect(Inflation(blocks.stream(header: header)) == (isNear ? .done(blocks.content) : .damaged))
        }
      }
    }
  }

  @Test func `empty blocks of every type expand to no bytes`() {
    var blocks = BlockWriter()
    for _ in 0..<100 {
      blocks.appendStored([])
      blocks.beginFixed(isLast: false)
      blocks.append(symbol: 256)
    }
    blocks.beginDynamic([Int](repeating: 0, count: 256) + [1], [0])
    blocks.append(code: 0, 1)
    #expect(Inflation(blocks.stream()) == .done([]))
    #expect(Inflation(blocks.stream()) { 1 } == .done([]))
  }

  @Test func `bytes after the end of the stream are not read`() throws {
    var blocks = BlockWriter()
    blocks.appendStored([1, 2, 3], isLast: true)
    for more in [[], [0], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]] as [[UInt8]] {
      var inflater = Inflater()
      inflater.append((blocks.stream() + more)[...])
      #expect(try inflater.run() == .isDone)
      #expect(inflater.isAtEnd == more.isEmpty)
    }
  }
}
