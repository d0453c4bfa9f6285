import Compare
import TestSupport
import Testing

@testable import Deflate

/// Bytes and the zlib stream that they are compressed to.
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
  /// Compresses runs of bytes, in pieces.
  init(_ name: String, _ bytes: [UInt8], piece: Int = RunBlock.pieceLimit, blocksPerPart: Int = .max) {
    let padded = bytes + [UInt8](repeating: 0, count: RunBlock.margin)
    var stream = ZlibStream()
    var part = ZlibStream.Part()
    var block = RunBlock()
    var blocks = 0
    for start in stride(from: 0, to: bytes.count, by: piece) {
      if block.isFull {
        part.append(&block)
        blocks += 1
        if blocks % blocksPerPart == 0 {
          stream.append(part)
          part.removeAll()
        }
      }
      let range = start..<min(start + piece, bytes.count)
      block.append(range, of: padded)
      part.checksum.append(range, of: bytes)
    }
    if !block.isEmpty { part.append(&block) }
    stream.append(part)
    self.init(name: name, bytes: bytes, stream: taken(&stream))
  }

  /// Compresses matches in rows, several rows at once, each of `partRows` rows a part.
  init(
    _ name: String, _ bytes: [UInt8], pixelBytes: Int, rowBytes: Int, rowsAtOnce: Int = 7, partRows: Int = .max
  ) {
    var stream = ZlibStream()
    var part = ZlibStream.Part()
    var block = MatchBlock(pixelBytes: pixelBytes, rowBytes: rowBytes)
    let partBytes = partRows == .max ? max(1, bytes.count) : partRows * rowBytes
    for partStart in stride(from: 0, to: bytes.count, by: partBytes) {
      let end = min(partStart + partBytes, bytes.count)
      part.removeAll()
      block.startPart()
      for start in stride(from: partStart, to: end, by: rowsAtOnce * rowBytes) {
        let piece = bytes[start..<min(start + rowsAtOnce * rowBytes, end)]
        let first = block.extend(by: piece.count, room: piece.count)
        block.bytes.replaceSubrange(first..<first + piece.count, with: piece)
        part.checksum.append(first..<first + piece.count, of: block.bytes)
        while block.search() { part.append(&block) }
      }
      if !block.isEmpty { part.append(&block) }
      stream.append(part)
    }
    self.init(name: "\(name), \(pixelBytes) a pixel, \(rowBytes) a row", bytes: bytes, stream: taken(&stream))
  }
}

/// Expects that zlib decompresses each stream to its bytes and finds its end.
private func expectInflated(_ streams: [Stream]) throws {
  let lines = try ExternalProgram.inflated(streams.map(\.stream))
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

  @Test(.enabled(if: ExternalProgram.python != nil, "needs python3"))
  func `zlib restores short and uniform bytes`() throws {
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

  @Test(.enabled(if: ExternalProgram.python != nil, "needs python3"))
  func `zlib restores runs whose lengths are near the limits of DEFLATE`() throws {
    let limits = [3, 10, 11, 18, 19, 130, 131, 257, 258, 259, 260, 261, 516, 517, 518, 774, 16_383, 16_384, 16_385]
    var lengths = Set(limits.flatMap { [$0 - 1, $0, $0 + 1] })
    lengths.formUnion([32_767, 32_768, 32_769, 65_535, 65_536, 65_537, 1_000_000])
    var streams: [Stream] = []
    for length in lengths.sorted() {
      streams.append(Stream("\(length) zeros", [UInt8](repeating: 0, count: length)))
      streams.append(Stream("\(length) after others", [1, 2, 3] + [UInt8](repeating: 9, count: length) + [4, 5]))
      let bytes = [1, 2, 3] + [UInt8](repeating: 9, count: length) + [4, 5]
      for pixelBytes in 1...4 {
        streams.append(Stream("\(length) after others", bytes, pixelBytes: pixelBytes, rowBytes: bytes.count))
      }
    }
    try expectInflated(streams)
  }

  @Test(.enabled(if: ExternalProgram.python != nil, "needs python3"), arguments: rounds(12))
  func `zlib restores random bytes and runs in random pieces`(seed: UInt64) throws {
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
      streams.append(Stream("\(number)", bytes, piece: piece, blocksPerPart: Int.random(in: 1...3, using: &random)))
    }
    try expectInflated(streams)
  }

  /// Rows of runs of few colors, some of them the row above with changes: what the finder looks for.
  private static func rows(pixelBytes: Int, width: Int, count: Int, _ random: inout SeededRandom) -> [UInt8] {
    let colors = (0..<Int.random(in: 1...300, using: &random)).map { _ in
      (0..<pixelBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    var rows: [UInt8] = []
    var row: [[UInt8]] = []
    for _ in 0..<count {
      if row.isEmpty || Int.random(in: 0...3, using: &random) == 0 {
        row = []
        while row.count < width {
          let run = Int.random(in: 1...(Bool.random(using: &random) ? 3 : 90), using: &random)
          row += repeatElement(colors.randomElement(using: &random)!, count: min(run, width - row.count))
        }
      } else {
        for _ in 0..<Int.random(in: 0...5, using: &random) {
          row[Int.random(in: 0..<width, using: &random)] = colors.randomElement(using: &random)!
        }
      }
      rows += [0] + row.joined()
    }
    return rows
  }

  @Test(.enabled(if: ExternalProgram.python != nil, "needs python3"), arguments: rounds(12))
  func `zlib restores random rows of pixels`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var streams: [Stream] = []
    for pixelBytes in 1...4 {
      for width in [Int.random(in: 1...9, using: &random), Int.random(in: 1...900, using: &random), 12_000] {
        let rowBytes = 1 + width * pixelBytes
        let count = max(2, min(2000, 900_000 / rowBytes))
        let rows = Self.rows(pixelBytes: pixelBytes, width: width, count: count, &random)
        let rowsAtOnce = Int.random(in: 1...40, using: &random)
        let partRows = Int.random(in: 1...count, using: &random)
        streams.append(
          Stream(
            "rows", rows, pixelBytes: pixelBytes, rowBytes: rowBytes, rowsAtOnce: rowsAtOnce, partRows: partRows))
      }
    }
    try expectInflated(streams)
  }

  @Test func `the bytes before a part change nothing in it`() {
    var random = SeededRandom(seed: 5)
    let rows = Self.rows(pixelBytes: 3, width: 500, count: 300, &random)
    var block = MatchBlock(pixelBytes: 3, rowBytes: 1501)
    let parts = (0..<3).map { number in
      var part = ZlibStream.Part()
      // Other rows first, whose bytes remain in the memory of the block.
      for bytes in number == 0 ? [rows] : [Self.noise(1501 * 400 * number, seed: 6), rows] {
        part.removeAll()
        block.startPart()
        let first = block.extend(by: bytes.count, room: bytes.count)
        block.bytes.replaceSubrange(first..<first + bytes.count, with: bytes)
        while block.search() { part.append(&block) }
        part.append(&block)
      }
      var stream = ZlibStream()
      stream.append(part)
      return taken(&stream)
    }
    #expect(parts[1] == parts[0])
    #expect(parts[2] == parts[0])
  }

  @Test func `a row that is repeated takes few bits`() {
    let row = [0] + Self.noise(900, seed: 7)
    let stream = Stream("one row", Array([[UInt8]](repeating: row, count: 300).joined()), pixelBytes: 3, rowBytes: 901)
    // The row, and a match for each 258 bytes: a bit for its length, one for its distance, and eight extra bits.
    #expect(stream.stream.count < 901 * 2 + 300 * 901 / 258 * 10 / 8)
  }

  @Test(.enabled(if: ExternalProgram.python != nil, "needs python3"))
  func `noise is stored and grows only by the headers of blocks`() throws {
    let streams = [1, 100, 1000, 65_535, 65_536, 300_000].flatMap { count in
      [Stream("noise", Self.noise(count, seed: 1)), Stream("noise", Self.noise(count, seed: 2), blocksPerPart: 1)]
    }
    let pixels = [100, 65_536, 300_000].map { count in
      Stream("noise", Self.noise(count, seed: 8), pixelBytes: 3, rowBytes: 1000)
    }
    for stream in streams + pixels {
      // The stream's header of 2 and checksum of 4 bytes, the last block of 10 bits, and 5 bytes per block.
      #expect(stream.stream.count <= stream.bytes.count + 8 + 5 * (1 + stream.bytes.count / 16_384))
    }
    try expectInflated(streams + pixels)
  }

  @Test func `a repeated byte takes two bits per 258 bytes`() {
    for byte: UInt8 in [0, 255] {
      let stream = Stream("one byte", [UInt8](repeating: byte, count: 1_000_000))
      // Two bits per match, up to 3 bytes per piece, and the headers.
      #expect(stream.stream.count < 1_000_000 / 258 * 2 / 8 + 1_000_000 / RunBlock.pieceLimit * 3 + 64)
    }
  }

  /// Frequencies are Fibonacci numbers, for which Huffman's codes have up to 23 bits.
  @Test(.enabled(if: ExternalProgram.python != nil, "needs python3"))
  func `zlib restores bytes whose optimal codes exceed the limit`() throws {
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

  @Test(.enabled(if: ExternalProgram.python != nil, "needs python3"))
  func `parts in any order and number form one stream`() throws {
    var random = SeededRandom(seed: 4)
    var streams: [Stream] = []
    for number in 0..<30 {
      var stream = ZlibStream()
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let isNoise = Bool.random(using: &random)
        let part = Self.noise(Int.random(in: 1...2000, using: &random), 0...(isNoise ? 255 : 1), seed: random.next())
        var streamPart = ZlibStream.Part()
        var block = RunBlock()
        block.append(0..<part.count, of: part + [UInt8](repeating: 0, count: RunBlock.margin))
        streamPart.append(&block)
        streamPart.checksum.append(0..<part.count, of: part)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          stream.append(streamPart)
          bytes += part
        }
      }
      streams.append(Stream(name: "\(number)", bytes: bytes, stream: taken(&stream)))
    }
    try expectInflated(streams)
  }
}
