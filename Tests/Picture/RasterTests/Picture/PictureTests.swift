import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct PictureTests {
  private func canvas(_ random: inout SeededRandom, width: Int, height: Int, grays: Bool = false) -> Canvas {
    var canvas = Canvas(width: width, height: height)
    let modes = BlendMode.allCases
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      var mask = Mask(width: width, height: height)
      mask.join(random.chain(side: Double(width)))
      var color = random.pixel(alpha: Bool.random(using: &random) ? 255 : 90)
      if grays { color = Pixel(red: color.red, green: color.red, blue: color.red, alpha: color.alpha) }
      canvas.composite(mask, Paint(color: color, blend: modes.randomElement(using: &random)!))
    }
    return canvas
  }

  @Test(
    arguments: [Pixel.white, .clear, Pixel(red: 200, green: 30, blue: 90, alpha: 77)], rounds(12))
  func `bands have the same pixels as the subscript`(background: Pixel, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let (width, height) = (Int.random(in: 1...140, using: &random), Int.random(in: 1...200, using: &random))
    var picture = Picture(canvas: canvas(&random, width: width, height: height), background: background)
    if seed % 2 == 1 { picture.overlay = canvas(&random, width: width, height: height) }
    let read = pixels(picture)
    #expect(read == (0..<width * height).map { picture[$0 % width, $0 / width].word })
    for i in 0..<width * height {
      let (x, y) = (i % width, i / width)
      let tile = Tile(column: x / Tile.side, row: y / Tile.side)
      let isOverlaid = picture.overlay?[tile] != nil
      let ink = isOverlaid ? picture.overlay?[x, y] ?? .clear : picture.canvas[x, y]
      let shown =
        ink.alpha == 0
        ? background.word : BlendKernel.over(background.word, ink.word, alpha: UInt32(ink.alpha))
      #expect(read[i] == shown)
    }
  }

  @Test(arguments: 20..<60 as Range<UInt64>)
  func `properties known without reading pixels are true`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let backgrounds = [
      Pixel.white, .clear, Pixel(red: 9, green: 9, blue: 9), Pixel(red: 9, green: 9, blue: 9, alpha: 9),
    ]
    var picture = Picture(
      canvas: canvas(&random, width: 130, height: 200, grays: seed % 4 != 0),
      background: backgrounds[Int(seed / 4 % 4)])
    if seed % 3 == 0 { picture.overlay = canvas(&random, width: 130, height: 200, grays: seed % 2 == 0) }
    let read = pixels(picture)
    if picture.isGray { #expect(read.allSatisfy { Pixel(word: $0).isGray }) }
    if picture.isOpaque { #expect(read.allSatisfy { Pixel(word: $0).alpha == 255 }) }
    for band in 0..<picture.bandCount {
      guard let pixel = picture.uniformPixel(ofBand: band) else { continue }
      let rows = picture.rows(ofBand: band)
      #expect(read[rows.lowerBound * 130..<rows.upperBound * 130].allSatisfy { $0 == pixel.word })
    }
  }

  @Test func `gray ink on white is known to be gray, and blank paper to be blank`() {
    var random = SeededRandom(seed: 1)
    var canvas = Canvas(width: 130, height: 200)
    canvas.composite(random.mask(side: 130), Paint(color: Pixel(red: 7, green: 7, blue: 7)))
    #expect(Picture(canvas: canvas, background: .white).isGray)
    let blank = Picture(canvas: Canvas(width: 130, height: 200), background: .white)
    #expect((0..<blank.bandCount).allSatisfy { blank.uniformPixel(ofBand: $0) == .white })
  }

  @Test func `the widest picture is read in bands of few rows`() {
    var canvas = Canvas(width: 1_000_000, height: 130)
    var mask = Mask(width: 1_000_000, height: 130)
    mask.join([RoundCone(center: Point(999_990, 70), radius: 3)])
    canvas.composite(mask, Paint(color: Pixel(red: 0, green: 0, blue: 0)))
    let picture = Picture(canvas: canvas, background: .white)
    #expect(picture.bandHeight * picture.width <= 1 << 22)
    var band: [UInt32] = []
    for i in 0..<picture.bandCount where picture.rows(ofBand: i).contains(70) {
      #expect(picture.uniformPixel(ofBand: i) == nil)
      picture.copyBand(i, into: &band)
      let row = 70 - picture.rows(ofBand: i).lowerBound
      #expect(band[row * 1_000_000 + 999_990] == 0xFF00_0000)
      #expect(band[row * 1_000_000 + 5] == 0xFFFF_FFFF)
    }
    #expect(picture.uniformPixel(ofBand: 0) == .white)
  }

  @Test(arguments: 100..<140 as Range<UInt64>)
  func `rows read as bytes equal rows read as words`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let (width, height) = (Int.random(in: 1...200, using: &random), Int.random(in: 1...200, using: &random))
    let backgrounds: [Pixel] = [
      .white, .clear, Pixel(red: 0, green: 0, blue: 0), Pixel(red: 9, green: 80, blue: 200),
      Pixel(red: 9, green: 9, blue: 9, alpha: 9),
    ]
    let picture = Picture(
      canvas: canvas(&random, width: width, height: height, grays: seed % 2 == 0),
      background: backgrounds[Int(seed / 2 % 5)])
    // A byte that distinguishes most colors; for grays, the gray level.
    let isGray = seed % 4 == 0
    func byte(_ word: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: isGray ? word : (word &* 0x9E37_79B1) >> 24) }
    let first = Int.random(in: 0..<height, using: &random)
    let rows = first..<Int.random(in: first + 1...height, using: &random)
    var words: [UInt32] = []
    picture.copyRows(rows, into: &words)
    let expected = rows.flatMap { (y: Int) -> [UInt32] in (0..<width).map { picture[$0, y].word } }
    #expect(words == expected)
    let stride = width + 3
    var bytes = [UInt8](repeating: 77, count: rows.count * stride + 5)
    picture.copyRows(
      rows,
      as: { pixels, bytes, start in
        for index in pixels.indices { bytes[start + index] = byte(pixels[index]) }
      }, into: &bytes, from: 2, stride: stride)
    for y in 0..<rows.count {
      let row = bytes[2 + y * stride..<2 + y * stride + width]
      let bytesOfWords: [UInt8] = words[y * width..<(y + 1) * width].map(byte)
      #expect(row.elementsEqual(bytesOfWords))
    }
    let outside = bytes.indices.filter { $0 < 2 || ($0 - 2) % stride >= width || ($0 - 2) / stride >= rows.count }
    #expect(outside.allSatisfy { bytes[$0] == 77 })
  }

  @Test(arguments: [
    Pixel.white, .clear, Pixel(red: 0, green: 0, blue: 0), Pixel(red: 1, green: 128, blue: 254),
    Pixel(red: 200, green: 30, blue: 90, alpha: 77),
  ])
  func `every shade of ink on a background equals the blend of one pixel`(background: Pixel) {
    for level in 0..<256 as Range<UInt32> {
      let color = level | (255 - level) << 8 | (level ^ 0x55) << 16
      var shades = Shades(background: background)
      shades.choose(color)
      let blended = (0..<256 as Range<UInt32>).map { alpha in
        alpha == 0 ? background.word : BlendKernel.over(background.word, color | alpha << 24, alpha: alpha)
      }
      #expect(shades.words == blended)
    }
  }

  @Test(arguments: 200..<240 as Range<UInt64>)
  func `colors known without reading pixels equal those of the pixels`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let (width, height) = (Int.random(in: 1...200, using: &random), Int.random(in: 1...300, using: &random))
    var canvas = Canvas(width: width, height: height)
    // Ink almost as light as paper has far more alphas than colors.
    let color =
      seed % 5 == 0
      ? Pixel(red: 250, green: 250, blue: 250) : random.pixel(alpha: seed % 3 == 0 ? 90 : 255)
    for number in 0..<Int.random(in: 0...3, using: &random) {
      var mask = Mask(width: width, height: height)
      mask.join(random.chain(side: Double(width)))
      let isOther = seed % 8 == 0 && number == 2
      canvas.composite(
        mask, Paint(color: isOther ? random.pixel(alpha: 255) : color, blend: number == 1 ? .erase : .over))
    }
    let picture = Picture(canvas: canvas, background: seed % 2 == 0 ? .white : .clear)
    let all = Set(pixels(picture))
    guard let colors = picture.colors(upTo: 256) else {
      #expect(seed % 8 == 0, "the colors of a single ink are always known")
      return
    }
    #expect(Set(colors) == all && colors.count == all.count)
    for limit in [0, 1, 16] {
      let some = picture.colors(upTo: limit) ?? []
      #expect(Set(some).isSubset(of: all))
      #expect(some.count > limit || Set(some) == all)
    }
  }
}
