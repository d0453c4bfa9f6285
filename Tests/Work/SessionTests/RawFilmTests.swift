import Files
import Geometry
import PNG
import Raster
import Rendering
import Session
import TestSupport
import Testing

/// Formats in which a film is a sequence of complete frames.
@Suite struct RawFilmTests {
  struct Studio: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var word: UInt32
    var bytes: [UInt8]
  }

  /// The color bars of ITU-R BT.601 at 100 %, and colors computed by hand.
  @Test(arguments: [
    Studio(testDescription: "white", word: word(255, 255, 255), bytes: [235, 128, 128]),
    Studio(testDescription: "yellow", word: word(255, 255, 0), bytes: [210, 16, 146]),
    Studio(testDescription: "cyan", word: word(0, 255, 255), bytes: [170, 166, 16]),
    Studio(testDescription: "green", word: word(0, 255, 0), bytes: [145, 54, 34]),
    Studio(testDescription: "magenta", word: word(255, 0, 255), bytes: [106, 202, 222]),
    Studio(testDescription: "red", word: word(255, 0, 0), bytes: [81, 90, 240]),
    Studio(testDescription: "blue", word: word(0, 0, 255), bytes: [41, 240, 110]),
    Studio(testDescription: "black", word: word(0, 0, 0), bytes: [16, 128, 128]),
    Studio(testDescription: "gray", word: gray(128), bytes: [126, 128, 128]),
    // Y' = 0.299 · 30 + 0.587 · 102 + 0.114 · 245 = 96.8, and 16 + 96.8 · 219/255 = 99.1;
    // 128 + (245 - 96.8) / 1.772 · 224/255 = 201.5; 128 + (30 - 96.8) / 1.402 · 224/255 = 86.2.
    Studio(testDescription: "#1e66f5", word: word(0x1E, 0x66, 0xF5), bytes: [99, 201, 86]),
    Studio(testDescription: "clear", word: 0, bytes: [235, 128, 128]),
    Studio(testDescription: "half black", word: word(0, 0, 0, 128), bytes: [125, 128, 128]),
  ])
  func `y4m has the colors of BT.601 in the limited range`(studio: Studio) throws {
    let sink = Collector()
    var writer = Y4MWriter(width: 1, height: 1, rate: try #require(FrameRate(25)), to: sink)
    let frame = Bitmap(width: 1, height: 1, pixels: [studio.word])
    try writer.append(frame, changed: PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1), duration: 1)
    writer.finish()
    let header = "YUV4MPEG2 W1 H1 F25:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\nFRAME\n"
    #expect(sink.bytes == Array(header.utf8) + studio.bytes)
  }

  /// Two frames; in the second one a rectangle has changed.
  private static let first = Bitmap(
    width: 3, height: 2,
    pixels: [gray(0), gray(255), word(255, 0, 0), word(1, 2, 3, 4), 0, word(0, 0, 255)])

  private static let second: Bitmap = {
    var frame = first
    frame[1, 0] = Pixel(word: word(0, 255, 0))
    frame[1, 1] = Pixel(word: gray(0))
    return frame
  }()

  private static func play(_ writer: some FilmWriter) throws {
    var writer = writer
    try writer.append(first, changed: PixelRect(minX: 0, minY: 0, maxX: 3, maxY: 2), duration: 2)
    try writer.append(second, changed: PixelRect(minX: 1, minY: 0, maxX: 2, maxY: 2), duration: 1)
    try writer.finish()
  }

  @Test func `y4m has three planes of full size for every frame`() throws {
    let sink = Collector()
    try Self.play(Y4MWriter(width: 3, height: 2, rate: try #require(FrameRate(30_000, per: 1001)), to: sink))
    let header = Array("YUV4MPEG2 W3 H2 F30000:1001 Ip A1:1 C444 XCOLORRANGE=LIMITED\n".utf8)
    #expect(sink.bytes.starts(with: header))
    let frames = stride(from: header.count, to: sink.bytes.count, by: 6 + 18).map {
      Array(sink.bytes[$0..<$0 + 24])
    }
    try #require(frames.count == 3)
    #expect(frames.allSatisfy { $0.starts(with: "FRAME\n".utf8) })
    #expect(frames[0] == frames[1])
    let planes = frames.map { Array($0[6...]) }
    func row(_ frame: Int, _ index: Int) -> [UInt8] { Array(planes[frame][3 * index..<3 * index + 3]) }
    #expect(row(0, 0) == [16, 235, 81], "luma, the first row")
    #expect(row(0, 3) == [128, 128, 240], "blue difference, the second row")
    #expect(row(2, 0) == [16, 145, 81])
    #expect(row(2, 4) == [128, 34, 240], "red difference, the first row")
  }

  @Test func `raw frames are red, green, blue and straight alpha`() throws {
    let sink = Collector()
    try Self.play(RawWriter(width: 3, height: 2, to: sink))
    let expected = [Self.first, Self.first, Self.second].flatMap(\.pixels).flatMap { word in
      [0, 8, 16, 24].map { UInt8(word >> $0 & 0xFF) }
    }
    #expect(sink.bytes == expected)
  }

  @Test func `a PNG sequence has one PNG per frame`() throws {
    final class Saved {
      var frames: [(number: Int, png: [UInt8])] = []
    }
    let saved = Saved()
    try Self.play(PNGSequenceWriter(options: PNGOptions()) { saved.frames.append(($0, $1)) })
    #expect(saved.frames.map(\.number) == [1, 2, 3])
    let pictures = try saved.frames.map { try readPNG(from: MemorySource($0.png)) }
    #expect(pictures == [Self.first, Self.first, Self.second])
  }
}
