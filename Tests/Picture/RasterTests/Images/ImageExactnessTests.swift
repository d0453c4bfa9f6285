import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct ImageExactnessTests {
  private static let side = 150

  private func drawn(_ image: ImageSource, _ placement: ImagePlacement, side: Int = side) -> [UInt32] {
    var canvas = Canvas(width: side, height: side)
    canvas.draw(image, placement)
    return canvas.words
  }

  @Test(arguments: [(0, 0), (7, 70), (-30, 3), (64, -64), (140, 149), (-200, 0)])
  func `an image drawn pixel on pixel keeps its bytes`(x: Int, y: Int) {
    var random = SeededRandom(seed: 1)
    let image = random.image(width: 90, height: 77)
    let words = drawn(image, ImagePlacement(x: Double(x), y: Double(y)))
    let expected = words.indices.map { i -> UInt32 in
      let (column, row) = (i % Self.side - x, i / Self.side - y)
      return (0..<90).contains(column) && (0..<77).contains(row) ? image[column, row].word : 0
    }
    #expect(words == expected)
  }

  struct Turn: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var placement: ImagePlacement
    /// The pixel of the image that falls on a pixel of the canvas.
    var source: @Sendable (_ x: Int, _ y: Int) -> (Int, Int)
  }

  /// Placements of an image of 90 by 77 pixels.
  static let turns = [
    Turn(testDescription: "flipped across", placement: .init(a: -1, b: 0, c: 0, d: 1, tx: 90, ty: 0)) { (89 - $0, $1) },
    Turn(testDescription: "flipped down", placement: .init(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 77)) { ($0, 76 - $1) },
    Turn(testDescription: "by 90°", placement: .init(a: 0, b: 1, c: -1, d: 0, tx: 77, ty: 0)) { ($1, 76 - $0) },
    Turn(testDescription: "by 180°", placement: .init(a: -1, b: 0, c: 0, d: -1, tx: 90, ty: 77)) { (89 - $0, 76 - $1) },
    Turn(testDescription: "by 270°", placement: .init(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 90)) { (89 - $1, $0) },
    Turn(testDescription: "transposed", placement: .init(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)) { ($1, $0) },
  ]

  @Test(arguments: turns)
  func `an image flipped or turned by right angles keeps its bytes`(turn: Turn) {
    var random = SeededRandom(seed: 2)
    let image = random.image(width: 90, height: 77)
    let words = drawn(image, turn.placement)
    let expected = words.indices.map { i -> UInt32 in
      let (column, row) = turn.source(i % Self.side, i / Self.side)
      return (0..<90).contains(column) && (0..<77).contains(row) ? image[column, row].word : 0
    }
    #expect(words == expected)
  }

  @Test(arguments: turns)
  func `a turn and its inverse restore the image`(turn: Turn) throws {
    var random = SeededRandom(seed: 3)
    let image = random.image(width: 90, height: 77)
    let there = ImageSource(width: Self.side, height: Self.side, pixels: drawn(image, turn.placement))
    let back = drawn(there, try #require(turn.placement.inverse))
    #expect(back == drawn(image, ImagePlacement(x: 0, y: 0)))
  }

  @Test(arguments: turns)
  func `rounding errors in the placement change no byte`(turn: Turn) {
    var random = SeededRandom(seed: 4)
    let image = random.image(width: 90, height: 77)
    var placement = turn.placement
    placement.a += 1e-12
    placement.b -= 1e-12
    placement.tx += 1e-10
    #expect(drawn(image, placement) == drawn(image, turn.placement))
    // The smallest possible differences, with which some inverses are exact and others are not.
    for _ in 0..<50 {
      placement = turn.placement
      for key in [\ImagePlacement.a, \.b, \.c, \.d, \.tx, \.ty] where placement[keyPath: key] != 0 {
        let values = [placement[keyPath: key], placement[keyPath: key].nextUp, placement[keyPath: key].nextDown]
        placement[keyPath: key] = values.randomElement(using: &random)!
      }
      #expect(drawn(image, placement) == drawn(image, turn.placement))
    }
  }

  @Test(arguments: [3, 5], [false, true])
  func `enlarged by an odd factor, every pixel is in the middle of its block`(factor: Int, isTurned: Bool) {
    var random = SeededRandom(seed: 5)
    let image = random.image(width: 21, height: 25)
    let scale = Double(factor)
    let placement =
      isTurned
      ? ImagePlacement(a: 0, b: scale, c: scale, d: 0, tx: 0, ty: 0)
      : ImagePlacement(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0)
    let words = drawn(image, placement)
    for y in 0..<25 {
      for x in 0..<21 {
        let (column, row) = (x * factor + factor / 2, y * factor + factor / 2)
        let index = isTurned ? column * Self.side + row : row * Self.side + column
        guard column < Self.side, row < Self.side else { continue }
        #expect(words[index] == image[x, y].word)
      }
    }
  }

  @Test(arguments: [0.1, 0.37, 1, 2.9], [0.0, 33])
  func `an image of one color has that color with any placement`(scale: Double, degrees: Double) {
    let word = Pixel(red: 200, green: 3, blue: 90, alpha: 100).word
    let image = ImageSource(width: 60, height: 40, pixels: Array(repeating: word, count: 2400))
    let placement = ImagePlacement.turn(degrees: degrees, scale: scale).centered(at: Point(75, 75), of: image)
    let words = drawn(image, placement)
    #expect(words[75 * Self.side + 75] == word || scale == 0.1)
    #expect(words.contains { $0 != 0 })
    #expect(words.allSatisfy { $0 == 0 || $0 & 0xFF_FFFF == word & 0xFF_FFFF && $0 >> 24 <= 100 })
  }

  @Test func `an image scaled to its own size is unchanged, and to another size it is as drawn`() {
    var random = SeededRandom(seed: 6)
    let image = random.image(width: 90, height: 77)
    #expect(image.scaled(toWidth: 90, height: 77).pixels == image.pixels)
    for (width, height) in [(1, 1), (45, 150), (150, 20), (91, 76)] {
      let scaled = image.scaled(toWidth: width, height: height)
      #expect((scaled.width, scaled.height) == (width, height))
      let placement = ImagePlacement(
        a: Double(width) / 90, b: 0, c: 0, d: Double(height) / 77, tx: 0, ty: 0)
      let words = drawn(image, placement)
      let rows = (0..<height).flatMap { row -> ArraySlice<UInt32> in words[row * Self.side..<row * Self.side + width] }
      #expect(scaled.pixels == rows)
    }
  }
}
