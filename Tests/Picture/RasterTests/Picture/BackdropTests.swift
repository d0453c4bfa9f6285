import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct BackdropTests {
  private static let backgrounds: [Pixel] = [
    .white, .clear, Pixel(red: 9, green: 80, blue: 200), Pixel(red: 9, green: 9, blue: 9, alpha: 90),
  ]

  /// A picture of ink, sometimes with an overlay, on a backdrop.
  private func picture(_ random: inout SeededRandom, grays: Bool = false, isOpaque: Bool) -> Picture {
    let (width, height) = (Int.random(in: 1...150, using: &random), Int.random(in: 1...200, using: &random))
    func canvas() -> Canvas {
      var canvas = Canvas(width: width, height: height)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        var mask = Mask(width: width, height: height)
        mask.join(random.chain(side: Double(width)))
        var color = random.pixel()
        if grays { color = Pixel(red: color.red, green: color.red, blue: color.red, alpha: color.alpha) }
        canvas.composite(mask, Paint(color: color, blend: Bool.random(using: &random) ? .over : .erase))
      }
      return canvas
    }
    var image = random.image(width: width, height: height, isOpaque: isOpaque)
    if grays {
      image = ImageSource(
        width: width, height: height, pixels: image.pixels.map { $0 & 0xFF00_0000 | ($0 & 0xFF) * 0x01_01_01 })
    }
    return Picture(
      canvas: canvas(), overlay: Bool.random(using: &random) ? canvas() : nil,
      background: Self.backgrounds.randomElement(using: &random)!, backdrop: image)
  }

  private func laid(_ pixel: Pixel, over below: Pixel) -> Pixel {
    pixel.alpha == 0
      ? below : Pixel(word: BlendKernel.over(below.word, pixel.word, alpha: UInt32(pixel.alpha)))
  }

  @Test(arguments: rounds(30))
  func `ink lies on the backdrop, and the backdrop on the background`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let picture = picture(&random, isOpaque: seed % 2 == 0)
    let backdrop = try #require(picture.backdrop)
    var band: [UInt32] = []
    for index in 0..<picture.bandCount {
      picture.copyBand(index, into: &band)
      let rows = picture.rows(ofBand: index)
      let expected = band.indices.map { i -> UInt32 in
        let (x, y) = (i % picture.width, rows.lowerBound + i / picture.width)
        let tile = Tile(column: x / Tile.side, row: y / Tile.side)
        let ink = picture.overlay?[tile] == nil ? picture.canvas[x, y] : picture.overlay?[x, y] ?? .clear
        return laid(ink, over: laid(backdrop[x, y], over: picture.background)).word
      }
      #expect(band == expected)
      let words = rows.flatMap { (y: Int) -> [UInt32] in (0..<picture.width).map { picture[$0, y].word } }
      #expect(band == words)
    }
  }

  @Test(arguments: 100..<130 as Range<UInt64>)
  func `properties known without reading pixels are true, and bytes equal encoded words`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let picture = picture(&random, grays: seed % 2 == 0, isOpaque: seed % 3 == 0)
    #expect(picture.colors(upTo: 256) == nil)
    let first = Int.random(in: 0..<picture.height, using: &random)
    let rows = first..<Int.random(in: first + 1...picture.height, using: &random)
    var words: [UInt32] = []
    picture.copyRows(rows, into: &words)
    if picture.isGray { #expect(words.allSatisfy { Pixel(word: $0).isGray }) }
    if picture.isOpaque { #expect(words.allSatisfy { $0 >> 24 == 255 }) }
    #expect((0..<picture.bandCount).allSatisfy { picture.uniformPixel(ofBand: $0) == nil })
    let stride = picture.width + 2
    var bytes = [UInt8](repeating: 77, count: rows.count * stride + 3)
    picture.copyRows(
      rows,
      as: { pixels, bytes, start in
        for index in pixels.indices { bytes[start + index] = UInt8(pixels[index] % 251) }
      }, into: &bytes, from: 3, stride: stride)
    let expected = bytes.indices.map { i -> UInt8 in
      let (x, y) = ((i - 3) % stride, (i - 3) / stride)
      let isPixel = i >= 3 && x < picture.width && y < rows.count
      return isPixel ? UInt8(words[y * picture.width + x] % 251) : 77
    }
    #expect(bytes == expected)
  }

  @Test func `gray ink on a gray backdrop is known to be gray`() {
    let image = ImageSource(width: 70, height: 70, pixels: Array(repeating: 0xFF30_3030, count: 4900))
    let blank = Canvas(width: 70, height: 70)
    #expect(Picture(canvas: blank, background: .clear, backdrop: image).isOpaque)
    #expect(Picture(canvas: blank, background: .white, backdrop: image).isGray)
    let red = ImageSource(width: 70, height: 70, pixels: Array(repeating: 0xFF00_00FF, count: 4900))
    #expect(!Picture(canvas: blank, background: .white, backdrop: red).isGray)
  }
}
