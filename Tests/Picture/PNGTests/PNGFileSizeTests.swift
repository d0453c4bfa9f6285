import PNG
import Raster
import TestSupport
import Testing

/// The sizes of PNGs, compared with the information in their pixels.
struct PNGFileSizeTests {
  private static let side = 256

  /// Random pixels, for which no compression takes less than `bits` for a pixel, or pixels that repeat.
  struct Sample: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The information of a pixel.
    var bits: Double
    /// The bytes of the palette and of its chunk.
    var palette = 0
    var pixel: @Sendable (_ x: Int, _ y: Int, _ random: inout SeededRandom) -> UInt32
  }

  static let samples = [
    Sample(testDescription: "one color", bits: 0) { _, _, _ in word(10, 20, 30) },
    Sample(testDescription: "stripes", bits: 0) { _, y, _ in gray(y % 8 < 4 ? 0 : 255) },
    Sample(testDescription: "a checkerboard", bits: 0) { x, y, _ in gray((x + y) % 2 * 255) },
    Sample(testDescription: "black and white", bits: 1) { _, _, random in gray(Int(random.next() & 1) * 255) },
    Sample(testDescription: "four grays", bits: 2) { _, _, random in gray(Int(random.next() & 3) * 85) },
    Sample(testDescription: "16 colors", bits: 4, palette: 60) { _, _, random in
      word(Int(random.next() & 15), 100, 200)
    },
    Sample(testDescription: "256 grays", bits: 8) { _, _, random in gray(Int(random.next() & 255)) },
    Sample(testDescription: "256 colors", bits: 8, palette: 780) { _, _, random in
      word(Int(random.next() & 255), 100, 200)
    },
    Sample(testDescription: "all colors", bits: 24) { _, _, random in UInt32(random.next() & 0xFF_FFFF) | 0xFF00_0000 },
  ]

  @Test(arguments: samples, [PNGOptions.Compression.fast, .default, .small])
  func `a file is hardly larger than the information in its pixels`(sample: Sample, compression: PNGOptions.Compression)
    throws
  {
    var random = SeededRandom(seed: 12)
    var pixels: [UInt32] = []
    for y in 0..<Self.side { for x in 0..<Self.side { pixels.append(sample.pixel(x, y, &random)) } }
    let file = try Bitmap(width: Self.side, height: Self.side, pixels: pixels)
      .png(PNGOptions(compression: compression))
    let information = sample.bits / 8 * Double(pixels.count)
    // A filter byte for each row, 1 % for codes and blocks, and 400 bytes for chunks and for the codes of repetitions.
    let most = information * 1.01 + Double(Self.side) + Double(sample.palette) + 400
    #expect(Double(file.count) <= most, "\(file.count) bytes")
    #expect(Double(file.count) >= information)
  }
}
