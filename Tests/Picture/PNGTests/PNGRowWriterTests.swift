import Files
import PNG
import TestSupport
import Testing
import Raster

struct PNGRowWriterTests {
  private static func noise(_ width: Int, _ height: Int) -> Bitmap {
    var random = SeededRandom(seed: UInt64(width * 1000 + height))
    let pixels = (0..<width * height).map { _ in UInt32.random(in: 0...(.max), using: &random) | 0xFF00_0000 }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  @Test(arguments: [(1, 1, 1), (70, 33, 5), (300, 200, 64)])
  func `a PNG written in pieces has the pixels of the picture`(width: Int, height: Int, step: Int) throws {
    let picture = Self.noise(width, height)
    var sink = MemorySink()
    var writer = try PNGRowWriter(width: width, height: height)
    for row in stride(from: 0, to: height, by: step) {
      try writer.write(Array(picture.pixels[row * width..<min(height, row + step) * width]), to: &sink)
    }
    try writer.end(to: &sink)
    #expect(try readPNG(from: MemorySource(sink.bytes)) == picture)
  }

  @Test func `texts before the pixels are read, the first of each keyword`() throws {
    var sink = MemorySink()
    let texts = [(key: "Author", value: "Zoë"), (key: "Title", value: "A"), (key: "Title", value: "B")]
    try writePNG(Self.noise(5, 5), options: PNGOptions(text: texts), to: &sink)
    #expect(try PNGTexts.read(from: MemorySource(sink.bytes)) == ["Author": "Zoë", "Title": "A"])
    #expect(throws: ImageError.notPNG) { try PNGTexts.read(from: MemorySource(Array("no picture".utf8))) }
    #expect(throws: ImageError.truncated(offset: 40)) {
      try PNGTexts.read(from: MemorySource(Array(sink.bytes.prefix(40))))
    }
  }
}
