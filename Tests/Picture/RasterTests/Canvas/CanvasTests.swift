import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct CanvasTests {
  private static let side = 128

  /// Strokes of one color and erasers.
  private func history(_ random: inout SeededRandom) -> [(mask: Mask, paint: Paint)] {
    let color = random.pixel()
    return (0..<6).map { _ in
      var paint = Paint(color: color)
      let alphas: [UInt8] = [255, 128, 1, UInt8.random(in: 0...255, using: &random)]
      paint.opacity = alphas.randomElement(using: &random)!
      if Int.random(in: 0..<3, using: &random) == 0 { paint.blend = .erase }
      return (random.mask(side: Self.side), paint)
    }
  }

  @Test(arguments: rounds(24))
  func `a tile of one color has the pixels that a tile of many colors would have`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var plain = Canvas(width: Self.side, height: Self.side)
    var colored = plain
    // Ink of two colors that is erased again leaves clear tiles that store colors.
    let full = Mask.full(side: Self.side)
    colored.composite(full, Paint(color: Pixel(red: 1, green: 2, blue: 3)))
    colored.composite(full, Paint(color: Pixel(red: 4, green: 5, blue: 6, alpha: 9)))
    colored.composite(full, Paint(color: .white, blend: .erase))
    #expect(colored.words.allSatisfy { $0 == 0 })
    for (mask, paint) in history(&random) {
      plain.composite(mask, paint)
      colored.composite(mask, paint)
      #expect(plain.words == colored.words)
    }
    for i in 0..<4 {
      let tile = Tile(column: i % 2, row: i / 2)
      if case .colored? = plain[tile] { Issue.record("a tile of one color should store alphas alone") }
      if case .plain? = colored[tile] { Issue.record("a tile of two colors cannot store alphas alone") }
    }
  }

  @Test(arguments: rounds(12))
  func `a canvas equals blending its pixels one by one`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var canvas = Canvas(width: Self.side, height: Self.side)
    var words = Array(repeating: UInt32(0), count: Self.side * Self.side)
    for _ in 0..<6 {
      let mask = random.mask(side: Self.side)
      let paint = Paint(color: random.pixel(), blend: BlendMode.allCases.randomElement(using: &random)!)
      canvas.composite(mask, paint)
      for i in words.indices {
        let alpha = BlendKernel.scale(
          UInt32(mask.coverage(x: i % Self.side, y: i / Self.side)), UInt32(paint.color.alpha))
        guard alpha > 0 else { continue }
        words[i] = BlendKernel.blend(words[i], paint.color.word, alpha: alpha, paint.blend)
      }
      #expect(canvas.words == words)
    }
  }

  @Test(arguments: rounds(10))
  func `erasing does not affect later ink`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let ink = random.mask(side: Self.side)
    let paint = Paint(color: random.pixel())
    var fresh = Canvas(width: Self.side, height: Self.side)
    fresh.composite(ink, paint)
    var erased = Canvas(width: Self.side, height: Self.side)
    erased.composite(random.mask(side: Self.side), Paint(color: random.pixel()))
    erased.composite(Mask.full(side: Self.side), Paint(color: .white, blend: .erase))
    erased.composite(ink, paint)
    #expect(erased.words == fresh.words)
  }

  @Test func `an eraser on a clear canvas takes no memory`() {
    var canvas = Canvas(width: Self.side, height: Self.side)
    canvas.composite(Mask.full(side: Self.side), Paint(color: .white, blend: .erase))
    canvas.composite(Mask.full(side: Self.side), Paint(color: Pixel(red: 9, green: 9, blue: 9, alpha: 0)))
    #expect(canvas.tileCount == 0)
  }

  @Test func `a released tile is clear and its memory is reused`() {
    var canvas = Canvas(width: Self.side, height: Self.side)
    canvas.composite(Mask.full(side: Self.side), Paint(color: .white))
    let tile = Tile(column: 1, row: 0)
    canvas.release(tile)
    canvas.release(tile)
    #expect(canvas.tileCount == 3)
    for i in 0..<Self.side * Self.side {
      let (x, y) = (i % Self.side, i / Self.side)
      #expect(canvas[x, y] == (x >= 64 && y < 64 ? .clear : .white))
    }
    canvas.composite(Mask.full(side: Self.side), Paint(color: Pixel(red: 1, green: 2, blue: 3)), in: tile)
    #expect(canvas.tileCount == 4)
    #expect(canvas[64, 0] == Pixel(red: 1, green: 2, blue: 3))
    #expect(canvas[0, 0] == .white)
  }

  @Test func `a copied tile equals that of the other canvas`() {
    var random = SeededRandom(seed: 4)
    var ours = Canvas(width: Self.side, height: Self.side)
    var theirs = ours
    ours.composite(Mask.full(side: Self.side), Paint(color: .white))
    theirs.composite(random.mask(side: Self.side), Paint(color: Pixel(red: 200, green: 0, blue: 0)))
    for i in 0..<4 { ours.copy(Tile(column: i % 2, row: i / 2), from: theirs) }
    #expect(ours.words == theirs.words)
    #expect(ours.tileCount == theirs.tileCount)
    #expect(!ours.isGray)
  }
}
