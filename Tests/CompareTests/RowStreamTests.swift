import Compare
import Files
import PNG
import Raster
import TestSupport
import Testing

/// Pictures read and written row by row.
@Suite struct RowStreamTests {
  private func noise(_ width: Int, _ height: Int, opaque: Bool = false) -> Bitmap {
    var random = SeededRandom(seed: UInt64(width * 1000 + height))
    let pixels = (0..<width * height).map { _ -> UInt32 in
      let word = UInt32.random(in: 0...(.max), using: &random)
      return opaque ? word | 0xFF00_0000 : word >> 24 == 0 ? 0 : word
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  private func encoded(_ picture: Bitmap) throws -> [UInt8] {
    var sink = MemorySink()
    try writePNG(picture, to: &sink)
    return sink.bytes
  }

  @Test(arguments: [(1, 1), (3, 700), (2000, 150), (131_073, 3)], [false, true])
  func `all rows come once and in order`(size: (Int, Int), isAhead: Bool) throws {
    let picture = noise(size.0, size.1)
    for stream in [
      try RowStream(png: MemorySource(encoded(picture)), isAhead: isAhead), RowStream(picture, isAhead: isAhead),
    ] {
      var (all, rows): ([UInt32], [UInt32]) = ([], [])
      while try stream.nextRows(into: &rows) { all += rows }
      #expect(all == picture.pixels)
      #expect(try !stream.nextRows(into: &rows))
    }
  }

  @Test func `a stream that is given up half way lets go of its thread`() throws {
    let picture = noise(500, 3000)
    for _ in 0..<50 {
      var rows: [UInt32] = []
      #expect(try RowStream(picture).nextRows(into: &rows))
    }
  }

  @Test(arguments: [false, true]) func `damage is told again to whoever asks again`(isAhead: Bool) throws {
    let bytes = try encoded(noise(200, 900))
    let stream = try RowStream(png: MemorySource(Array(bytes.dropLast(bytes.count / 2))), isAhead: isAhead)
    var rows: [UInt32] = []
    func readAll() throws { while try stream.nextRows(into: &rows) {} }
    for _ in 0..<3 { #expect(throws: ImageError.self) { try readAll() } }
    #expect(stream.failure != nil)
  }

  @Test(arguments: [(1, 1, 1), (70, 33, 5), (300, 200, 64)])
  func `a PNG written in pieces is the picture`(width: Int, height: Int, step: Int) throws {
    let picture = noise(width, height, opaque: true)
    var sink = MemorySink()
    var writer = try PNGRowWriter(width: width, height: height)
    for row in stride(from: 0, to: height, by: step) {
      try writer.write(Array(picture.pixels[row * width..<min(height, row + step) * width]), to: &sink)
    }
    try writer.end(to: &sink)
    #expect(try readPNG(from: MemorySource(sink.bytes)) == picture)
  }

  @Test func `texts before the pixels are read`() throws {
    var sink = MemorySink()
    let texts = [(key: "Author", value: "Zoë"), (key: "Title", value: "A"), (key: "Title", value: "B")]
    try writePNG(noise(5, 5), options: PNGOptions(text: texts), to: &sink)
    #expect(try PNGTexts.read(from: MemorySource(sink.bytes)) == ["Author": "Zoë", "Title": "A"])
    #expect(throws: ImageError.notPNG) { try PNGTexts.read(from: MemorySource(Array("no picture".utf8))) }
    #expect(throws: ImageError.self) { try PNGTexts.read(from: MemorySource(Array(sink.bytes.prefix(40)))) }
  }
}
