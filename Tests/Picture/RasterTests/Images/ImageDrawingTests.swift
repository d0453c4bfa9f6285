import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct ImageDrawingTests {
  private static let side = 200

  private func canvas() -> Canvas { Canvas(width: Self.side, height: Self.side) }

  private static func placement(_ random: inout SeededRandom, of image: ImageSource) -> ImagePlacement {
    let center = Point(random.double(in: 0...200), random.double(in: 0...200))
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return random.placement(near: center, of: image)
    case 1: return random.uprightPlacement(near: center, of: image)
    default: return ImagePlacement(x: center.x.rounded(), y: center.y.rounded())
    }
  }

  @Test(arguments: rounds(12))
  func `drawing tile by tile in any order equals drawing at once`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let image = random.image(width: 130, height: 90)
    let placement = Self.placement(&random, of: image)
    var whole = canvas()
    whole.draw(image, placement)
    var parts = canvas()
    let placed = try #require(PlacedImage(image, placement))
    let all = (0..<16).map { Tile(column: $0 % 4, row: $0 / 4) }
    for tile in all.shuffled(using: &random) { parts.draw(placed, in: tile) }
    #expect(parts.words == whole.words)
    #expect(parts.tileCount == whole.tileCount)
  }

  @Test(arguments: rounds(12))
  func `an image shifted by whole pixels looks the same`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let image = random.image(width: 40, height: 30)
    // Values of few bits, which shifting does not round.
    func few(_ value: Double) -> Double { (value * 64).rounded() / 64 }
    let placement = random.placement(near: Point(60, 60), of: image)
    let coarse = ImagePlacement(
      a: few(placement.a), b: few(placement.b), c: few(placement.c), d: few(placement.d), tx: few(placement.tx),
      ty: few(placement.ty))
    let (x, y) = (Int.random(in: 1...70, using: &random), Int.random(in: 1...70, using: &random))
    var shifted = coarse
    shifted.tx += Double(x)
    shifted.ty += Double(y)
    var (here, there) = (canvas(), canvas())
    here.draw(image, coarse)
    there.draw(image, shifted)
    let positions = (0..<120 * 120).map { ($0 % 120, $0 / 120) }
    #expect(here.tileCount > 0)
    #expect(positions.allSatisfy { here[$0, $1] == there[$0 + x, $1 + y] })
  }

  @Test(arguments: rounds(10))
  func `an image over ink is blended pixel by pixel`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var inked = canvas()
    for _ in 0..<3 { inked.composite(random.mask(side: Self.side), Paint(color: random.pixel())) }
    let image = random.image(width: 150, height: 120)
    let placement = Self.placement(&random, of: image)
    let opacity = [255, 255, 128, 1, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)!
    var alone = canvas()
    alone.draw(image, placement)
    let below = inked.words
    inked.draw(image, placement, opacity: opacity)
    let expected = zip(below, alone.words).map { below, word in
      let alpha = BlendKernel.scale(word >> 24, UInt32(opacity))
      return alpha == 0 ? below : BlendKernel.over(below, word, alpha: alpha)
    }
    #expect(inked.words == expected)
  }

  @Test func `an opaque image hides the ink below it, and later ink lies on it`() {
    var random = SeededRandom(seed: 3)
    var canvas = canvas()
    canvas.composite(Mask.full(side: Self.side), Paint(color: random.pixel(alpha: 255)))
    let image = random.image(width: Self.side, height: Self.side, isOpaque: true)
    canvas.draw(image, ImagePlacement(x: 0, y: 0))
    #expect(canvas.words == image.pixels)
    let (mask, color) = (random.mask(side: Self.side), random.pixel(alpha: 200))
    canvas.composite(mask, Paint(color: color))
    let expected = image.pixels.enumerated().map { i, below in
      let alpha = BlendKernel.scale(UInt32(mask.coverage(x: i % Self.side, y: i / Self.side)), 200)
      return alpha == 0 ? below : BlendKernel.over(below, color.word, alpha: alpha)
    }
    #expect(canvas.words == expected)
  }

  @Test func `an invisible image takes no memory`() {
    var random = SeededRandom(seed: 4)
    let image = random.image(width: 30, height: 30)
    var canvas = canvas()
    canvas.draw(image, ImagePlacement(x: 10, y: 10), opacity: 0)
    canvas.draw(image, ImagePlacement(x: 200, y: 10))
    canvas.draw(image, ImagePlacement(x: -30, y: 10))
    let clear = ImageSource(width: 200, height: 200, pixels: Array(repeating: 0x00FF_FFFF, count: 40_000))
    canvas.draw(clear, ImagePlacement(x: 0, y: 0))
    canvas.draw(clear, .turn(degrees: 20))
    #expect(canvas.tileCount == 0)
    canvas.draw(image, ImagePlacement(x: 10, y: 10))
    #expect(canvas.tileCount == 1)
    // Along the diagonal, the strip touches only some of the nine tiles around it.
    let strip = random.image(width: 260, height: 4, isOpaque: true)
    var other = self.canvas()
    other.draw(strip, .turn(degrees: 45))
    let tiles = other.tiles(of: PlacedImage(strip, .turn(degrees: 45))!)
    #expect(tiles == (0..<9).map { Tile(column: $0 % 3, row: $0 / 3) })
    #expect(other.tileCount < 9)
  }

  @Test(arguments: [
    ImagePlacement(a: 0, b: 0, c: 0, d: 0, tx: 5, ty: 5), ImagePlacement(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0),
    ImagePlacement(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0), ImagePlacement(a: 1, b: 0, c: 0, d: 1, tx: .nan, ty: 0),
    ImagePlacement(a: 1, b: 0, c: 0, d: 1, tx: .infinity, ty: 0),
    ImagePlacement(a: 1e-300, b: 0, c: 0, d: 1e-300, tx: 0, ty: 0),
    ImagePlacement(a: 1e200, b: 0, c: 0, d: 1e200, tx: 0, ty: 0),
    ImagePlacement(a: .greatestFiniteMagnitude, b: 1, c: 1, d: 1, tx: 0, ty: 0),
  ])
  func `a placement that shrinks to nothing or exceeds the precision draws nothing`(placement: ImagePlacement) {
    var random = SeededRandom(seed: 5)
    let image = random.image(width: 9, height: 9)
    var canvas = canvas()
    canvas.draw(image, placement)
    #expect(canvas.tileCount == 0)
    #expect(PlacedImage(image, placement) == nil)
  }

  /// Checks that neither large nor small numbers stop the program.
  @Test(arguments: rounds(40))
  func `a placement may have any numbers`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let image = random.image(width: 33, height: 20, isOpaque: true)
    func number() -> Double {
      let powers = [1e-14, 1e-9, 1e-4, 0.01, 1, 100, 1e5, 1e10, 1e14]
      return random.double(in: -1...1) * powers.randomElement(using: &random)!
    }
    for _ in 0..<20 {
      let placement = ImagePlacement(
        a: number(), b: number(), c: number(), d: number(), tx: number() + 50, ty: number() + 50)
      var canvas = Canvas(width: 70, height: 70)
      canvas.draw(image, placement)
      canvas.draw(image, ImagePlacement(a: placement.a, b: 0, c: 0, d: placement.d, tx: placement.tx, ty: 50))
      #expect(canvas.words.allSatisfy { $0 == 0 || $0 >> 24 > 0 })
    }
  }

  @Test func `gray images keep a canvas gray, others do not`() {
    let gray = ImageSource(width: 1, height: 2, pixels: [0x80FF_FFFF, 0x0000_0012])
    let red = ImageSource(width: 1, height: 2, pixels: [0xFFFF_FFFF, 0x0100_00FF])
    #expect(gray.isGray && !gray.isOpaque)
    #expect(!red.isGray && !red.isOpaque)
    var canvas = canvas()
    canvas.draw(gray, ImagePlacement(a: 30, b: 9, c: -9, d: 30, tx: 20, ty: 0))
    #expect(canvas.isGray)
    #expect(canvas.words.allSatisfy { Pixel(word: $0).isGray })
    canvas.draw(red, ImagePlacement(x: 0, y: 0))
    #expect(!canvas.isGray)
  }
}
