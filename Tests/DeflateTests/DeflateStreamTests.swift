import Compare
import TestSupport
import Testing

@testable import Deflate

/// Bytes and what is made of them.
private struct Stream {
  var name: String
  var bytes: [UInt8]
  var stream: [UInt8]
}

private func taken(_ stream: inout ZlibStream) -> [UInt8] {
  stream.end()
  var bytes: [UInt8] = []
  stream.take { span in
    for index in span.indices { bytes.append(span[index]) }
  }
  return bytes
}

extension Stream {
  /// Runs of single bytes, in pieces.
  init(_ name: String, _ bytes: [UInt8], piece: Int = RunBlock.pieceLimit, blocksAPart: Int = .max) {
    let padded = bytes + [UInt8](repeating: 0, count: RunBlock.margin)
    var stream = ZlibStream()
    var rows = DeflatedRows()
    var block = RunBlock(distance: 1)
    var blocks = 0
    for start in stride(from: 0, to: bytes.count, by: piece) {
      if block.isFull {
        rows.append(&block)
        blocks += 1
        if blocks % blocksAPart == 0 {
          stream.append(rows)
          rows.removeAll()
        }
      }
      let range = start..<min(start + piece, bytes.count)
      block.append(range, of: padded)
      rows.checksum.append(range, of: bytes)
    }
    if !block.isEmpty { rows.append(&block) }
    stream.append(rows)
    self.init(name: name, bytes: bytes, stream: taken(&stream))
  }

  /// Runs of pixels.
  init(_ name: String, _ pixels: [UInt32], as kind: RunBlock.PixelBytes) {
    var stream = ZlibStream()
    var rows = DeflatedRows()
    var block = RunBlock(distance: kind.rawValue)
    let step = RunBlock.pieceLimit / kind.rawValue
    for start in stride(from: 0, to: pixels.count, by: step) {
      if block.isFull { rows.append(&block) }
      block.append(start..<min(start + step, pixels.count), of: pixels, as: kind)
    }
    rows.checksum.append(0..<pixels.count, of: pixels, as: kind)
    rows.append(&block)
    stream.append(rows)
    let bytes = pixels.flatMap { pixel in
      let channels = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: pixel >> $0) }
      return kind == .greyAlpha ? [channels[0], channels[3]] : Array(channels[..<kind.rawValue])
    }
    self.init(name: "\(name), \(kind)", bytes: bytes, stream: taken(&stream))
  }
}

/// That zlib's inflate makes the bytes of each stream, which ends where it should.
private func expectInflated(_ streams: [Stream]) throws {
  guard let lines = try ExternalProgram.inflated(streams.map(\.stream)) else { return }
  try #require(lines.count == streams.count)
  for (stream, line) in zip(streams, lines) {
    var hash = SHA256()
    hash.update(stream.bytes.span)
    #expect(line == "\(stream.bytes.count) \(hash.finalized())", "\(stream.name)")
  }
}

struct DeflateStreamTests {
  static func noise(_ count: Int, _ values: ClosedRange<UInt8> = 0...255, seed: UInt64) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: values, using: &random) }
  }

  @Test func `short and one-sided bytes come out as they went in`() throws {
    var streams = [
      Stream("nothing", []),
      Stream("every byte", (0...255).map { $0 }),
      Stream("every byte, many times", (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }),
      Stream("a gradient", (0..<100_000).map { UInt8($0 / 391) }),
      Stream("two in turn", (0..<70_000).map { UInt8($0 % 2) }),
      Stream("pairs, too short for runs", (0..<70_000).map { UInt8($0 / 2 % 256) }),
    ]
    for byte: UInt8 in [0, 1, 143, 144, 255] { streams.append(Stream("one byte \(byte)", [byte])) }
    for count in 2...20 {
      streams.append(Stream("\(count) equal", [UInt8](repeating: 7, count: count)))
      streams.append(Stream("\(count) different", (0..<count).map { UInt8($0) }))
    }
    try expectInflated(streams)
  }

  @Test func `runs of all lengths about DEFLATE's limits come out as they went in`() throws {
    let limits = [3, 10, 11, 18, 19, 130, 131, 257, 258, 259, 260, 261, 516, 517, 518, 774, 16_383, 16_384, 16_385]
    var lengths = Set(limits.flatMap { [$0 - 1, $0, $0 + 1] })
    lengths.formUnion([32_767, 32_768, 32_769, 65_535, 65_536, 65_537, 1_000_000])
    var streams: [Stream] = []
    for length in lengths.sorted() {
      streams.append(Stream("\(length) zeros", [UInt8](repeating: 0, count: length)))
      streams.append(Stream("\(length) after others", [1, 2, 3] + [UInt8](repeating: 9, count: length) + [4, 5]))
      let color: UInt32 = 0xFF01_0203
      let pixels = [5] + [UInt32](repeating: color, count: length) + [6]
      for kind in [RunBlock.PixelBytes.greyAlpha, .rgb, .rgba] where length < 100_000 {
        streams.append(Stream("\(length) pixels", pixels, as: kind))
      }
    }
    try expectInflated(streams)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `random bytes and runs in any pieces come out as they went in`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var streams: [Stream] = []
    for number in 0..<8 {
      let values = 0...UInt8.random(in: 0...255, using: &random)
      var bytes: [UInt8] = []
      while bytes.count < 150_000 {
        let byte = UInt8.random(in: values, using: &random)
        let isLong = Int.random(in: 0...30, using: &random) == 0
        bytes += repeatElement(byte, count: Int.random(in: 1...(isLong ? 900 : 6), using: &random))
      }
      let piece = Int.random(in: 1...RunBlock.pieceLimit, using: &random)
      streams.append(Stream("\(number)", bytes, piece: piece, blocksAPart: Int.random(in: 1...3, using: &random)))
      let pixels = bytes.prefix(90_000).map { UInt32($0) &* 0x0204_0801 }
      for kind in [RunBlock.PixelBytes.greyAlpha, .rgb, .rgba] { streams.append(Stream("\(number)", pixels, as: kind)) }
    }
    try expectInflated(streams)
  }

  @Test func `noise is stored and grows by no more than the blocks' headers`() throws {
    let streams = [1, 100, 1000, 65_535, 65_536, 300_000].flatMap { count in
      [Stream("noise", Self.noise(count, seed: 1)), Stream("noise", Self.noise(count, seed: 2), blocksAPart: 1)]
    }
    for stream in streams {
      // zlib's own two and four, the last block's ten bits, and five for each block.
      #expect(stream.stream.count <= stream.bytes.count + 8 + 5 * (1 + stream.bytes.count / 49_152))
    }
    try expectInflated(streams)
  }

  @Test func `a byte that is repeated takes two bits for 258`() {
    for byte: UInt8 in [0, 255] {
      let stream = Stream("one byte", [UInt8](repeating: byte, count: 1_000_000))
      // And what each of its pieces begins with, and the headers.
      #expect(stream.stream.count < 1_000_000 / 258 * 2 / 8 + 1_000_000 / RunBlock.pieceLimit * 3 + 64)
    }
  }

  /// Each byte as often as Fibonacci's number says: Huffman's codes for them would be of up to 23 bits.
  @Test func `bytes that ask for codes beyond the limit come out as they went in`() throws {
    var random = SeededRandom(seed: 3)
    var bytes: [UInt8] = []
    for (byte, count) in HuffmanCodeTests.fibonacci(23).enumerated() {
      bytes += repeatElement(UInt8(byte * 11), count: count)
    }
    bytes.shuffle(using: &random)
    let stream = Stream("Fibonacci", bytes)
    #expect(stream.stream.count < bytes.count / 2)
    try expectInflated([stream])
  }

  @Test func `parts that are put together in any order are one stream`() throws {
    var random = SeededRandom(seed: 4)
    var streams: [Stream] = []
    for number in 0..<30 {
      var stream = ZlibStream()
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let isNoise = Bool.random(using: &random)
        let part = Self.noise(Int.random(in: 1...2000, using: &random), 0...(isNoise ? 255 : 1), seed: random.next())
        var rows = DeflatedRows()
        var block = RunBlock(distance: 1)
        block.append(0..<part.count, of: part + [UInt8](repeating: 0, count: RunBlock.margin))
        rows.append(&block)
        rows.checksum.append(0..<part.count, of: part)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          stream.append(rows)
          bytes += part
        }
      }
      streams.append(Stream(name: "\(number)", bytes: bytes, stream: taken(&stream)))
    }
    try expectInflated(streams)
  }
}
