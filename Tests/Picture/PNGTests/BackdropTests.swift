import Compare
import Files
import Geometry
import PNG
import Raster
import TestSupport
import Testing

struct BackdropTests {
  private let ink = Pixel(red: 90, green: 90, blue: 90)

  private func picture(_ image: Bitmap, background: Pixel) -> Picture {
    var canvas = Canvas(width: image.width, height: image.height)
    var mask = Mask(width: image.width, height: image.height)
    mask.join([RoundCone(start: Point(5, 5), startRadius: 2, end: Point(90, 60), endRadius: 5)])
    canvas.composite(mask, Paint(color: ink))
    return Picture(canvas: canvas, background: background, backdrop: ImageSource(image))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var colors: [UInt32]
    var background: Pixel
    var colorType: UInt8
  }

  /// The edges of the ink alone have more than 16 colors.
  @Test(
    arguments: [
      Case(testDescription: "gray", colors: (0..<256).map { gray($0) }, background: .white, colorType: 0),
      Case(testDescription: "translucent grays on white", colors: [gray(9, 40)], background: .white, colorType: 0),
      Case(testDescription: "few colors", colors: [word(9, 80, 200)], background: .clear, colorType: 3),
      Case(testDescription: "many colors", colors: PNGSample.colored, background: .clear, colorType: 2),
      Case(
        testDescription: "some clear", colors: Array(repeating: 0, count: 500) + PNGSample.colored, background: .clear,
        colorType: 6),
      Case(
        testDescription: "some clear on blue", colors: PNGSample.colored + [0],
        background: Pixel(red: 0, green: 0, blue: 200), colorType: 2),
    ], PNGOptions.Compression.allCases)
  func `ink on a backdrop is written exactly, in the fewest bits`(
    example: Case, compression: PNGOptions.Compression
  ) throws {
    let image = Bitmap.random(width: 130, height: 100, colors: example.colors, seed: 7)
    let picture = picture(image, background: example.background)
    var sink = MemorySink()
    try writePNG(picture, options: PNGOptions(compression: compression), to: &sink)
    #expect(chunks(of: sink.bytes)[0].data[9] == example.colorType)
    let read = try readPNG(from: MemorySource(sink.bytes))
    let positions = (0..<130 * 100).map { ($0 % 130, $0 / 130) }
    #expect(read.pixels == positions.map { picture[$0, $1].word })
    #expect(positions.contains { read[$0, $1] == ink })
    #expect(PixelHash.of(picture) == PixelHash.of(read))
  }

  @Test func `an image source has the pixels of its bitmap`() {
    let bitmap = Bitmap.random(width: 9, height: 5, colors: PNGSample.colored + [0], seed: 1)
    let image = ImageSource(bitmap)
    #expect((image.width, image.height, image.pixels) == (9, 5, bitmap.pixels))
  }
}
