import Files
import PNG
import TestSupport
import Testing
import Raster

/// How the zlib stream of the pixel data may be split into chunks.
struct PNGPixelStreamTests {
  private static let rows: [UInt8] = [0, 1, 2, 0, 3, 4]
  private static let stream = TinyPNG.zlib(rows)

  /// A picture of 2x2 grays with these chunks after its header.
  private func file(_ chunks: [[UInt8]]) -> [UInt8] {
    let png = TinyPNG(colorType: 0, bitDepth: 8, width: 2, height: 2, rows: [])
    return Array(png.bytes.prefix(33)) + chunks.joined() + TinyPNG.chunk("IEND", [])
  }

  private func read(_ chunks: [[UInt8]]) throws -> [UInt32] {
    try readPNG(from: MemorySource(file(chunks))).pixels
  }

  private func expectCorrupt(
    _ chunks: [[UInt8]], _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(PNGVerdict(reading: file(chunks)) == .corrupt, comment, sourceLocation: sourceLocation)
  }

  private func pixels(_ data: [UInt8]) -> [UInt8] { TinyPNG.chunk("IDAT", data) }

  private let expected = [1, 2, 3, 4].map { gray($0) }

  @Test func `the stream may be split anywhere, with empty chunks in between`() throws {
    for first in 0...Self.stream.count {
      for second in first...Self.stream.count {
        let parts = [Self.stream[..<first], [], Self.stream[first..<second], Self.stream[second...]]
        #expect(try read(parts.map { pixels(Array($0)) }) == expected)
      }
    }
  }

  /// libpng ignores IDAT chunks after the end of the stream.
  @Test func `bytes after the stream are damage in the same chunk and ignored in the next`() throws {
    for more in [[0], [1, 2, 3, 4, 5, 6, 7, 8, 9]] as [[UInt8]] {
      expectCorrupt([pixels(Self.stream + more)])
      #expect(try read([pixels(Self.stream), pixels(more)]) == expected)
      #expect(try read([pixels(Self.stream), TinyPNG.chunk("tEXt", [65, 0]), pixels(more)]) == expected)
    }
  }

  @Test func `another chunk between IDAT chunks is damage`() {
    for index in 0..<Self.stream.count {
      let parts = [Self.stream[..<index], Self.stream[index...]].map { pixels(Array($0)) }
      expectCorrupt([parts[0], TinyPNG.chunk("tEXt", [65, 0]), parts[1]])
    }
  }

  @Test func `a stream that is truncated, too short or too long is damage`() {
    for count in 0..<Self.stream.count {
      expectCorrupt([pixels(Array(Self.stream[..<count]))], "\(count)")
    }
    for rows in [[], [0], [0, 1, 2], [0, 1, 2, 0, 3], Self.rows + [0], Self.rows + Self.rows] as [[UInt8]] {
      expectCorrupt([pixels(TinyPNG.zlib(rows))])
      expectCorrupt(TinyPNG.zlib(rows).map { pixels([$0]) })
    }
    expectCorrupt([], "no chunk")
  }

  @Test func `a wrong checksum of any IDAT chunk is damage`() {
    let parts = Self.stream.map { pixels([$0]) }
    for index in parts.indices {
      var damaged = parts
      damaged[index][12] ^= 1
      expectCorrupt(damaged)
    }
  }

  @Test func `a chunk of 2 GiB or more is damage before its data is read`() {
    let head: [UInt8] = [0x80, 0, 0, 0] + Array("IDAT".utf8)
    for chunks in [[head], [pixels(Array(Self.stream[..<4])), head]] {
      expectCorrupt(chunks)
    }
  }

  @Test func `pixel data that is larger than the window is read`() throws {
    var random = SeededRandom(seed: 9)
    let bytes = pictureBytes(1_500_000, &random)
    let picture = Bitmap(
      width: 1000, height: 500,
      pixels: (0..<500_000).map { index in
        0xFF00_0000 | UInt32(bytes[3 * index]) | UInt32(bytes[3 * index + 1]) << 8 | UInt32(bytes[3 * index + 2]) << 16
      })
    #expect(try readPNG(from: MemorySource(try picture.png())) == picture)
  }
}
