import PNG
import Raster

/// A picture, and the color type and bit depth that store it in the fewest bits.
package struct PNGSample: Sendable {
  package var testDescription: String
  package var bitmap: Bitmap
  package var colorType: Int
  package var bitDepth: Int

  package init(_ name: String, _ colors: [UInt32], width: Int = 37, height: Int = 131, type: Int, depth: Int) {
    testDescription = name
    bitmap = .random(width: width, height: height, colors: colors, seed: UInt64(colors.count))
    (colorType, bitDepth) = (type, depth)
  }

  package static let colored = (0..<4000).map { word($0 % 256, $0 / 16, 255 - $0 % 251) }

  package static let all = [
    PNGSample("black and white", [gray(0), gray(255)], type: 0, depth: 1),
    PNGSample("blank paper", [gray(255)], type: 0, depth: 1),
    PNGSample("nothing but clear", [0], type: 3, depth: 1),
    PNGSample("four grays on the grid of 2 bits", [0, 85, 170, 255].map { gray($0) }, type: 0, depth: 2),
    PNGSample("three grays off every grid", [0, 100, 255].map { gray($0) }, type: 3, depth: 2),
    PNGSample("sixteen grays on the grid of 4 bits", (0..<16).map { gray($0 * 17) }, type: 0, depth: 4),
    PNGSample("sixteen grays off the grid", (0..<16).map { gray($0 * 11) }, type: 3, depth: 4),
    PNGSample("seventeen grays", (0..<17).map { gray($0 * 15) }, type: 0, depth: 8),
    PNGSample("all grays", (0..<256).map { gray($0) }, type: 0, depth: 8),
    PNGSample("one color on white", [gray(255), word(200, 0, 30)], type: 3, depth: 1),
    PNGSample("clear and three colors", [0] + Array(colored[0..<3]), type: 3, depth: 2),
    PNGSample("16 colors, some translucent", (0..<16).map { word(9, 7, $0, 240 + $0) }, type: 3, depth: 4),
    PNGSample("17 colors", Array(colored[0..<17]), type: 3, depth: 8),
    PNGSample(
      "256 colors, half of them translucent", (0..<256).map { word($0, 3, 9, $0 / 2 + 128) }, type: 3, depth: 8),
    PNGSample("black ink on nothing", [0] + (1..<256).map { gray(0, $0) }, type: 3, depth: 8),
    PNGSample("257 grays and alphas", [0] + (1...256).map { gray($0 - 1, 128 + $0 % 2) }, type: 4, depth: 8),
    PNGSample("257 colors", Array(colored[0..<257]), type: 2, depth: 8),
    PNGSample("4000 colors", colored, type: 2, depth: 8),
    PNGSample("256 colors and clear", [0] + Array(colored[0..<256]), type: 6, depth: 8),
    PNGSample("4000 colors, one translucent", colored + [word(1, 2, 3, 4)], type: 6, depth: 8),
    PNGSample("one red pixel", [word(255, 0, 0)], width: 1, height: 1, type: 2, depth: 8),
    PNGSample("one white pixel", [gray(255)], width: 1, height: 1, type: 0, depth: 1),
    PNGSample("a column", [gray(255), word(0, 0, 200)], width: 1, height: 5000, type: 3, depth: 1),
    PNGSample("a row", [gray(255), gray(0)], width: 5000, height: 1, type: 0, depth: 1),
    PNGSample("wide, black and white", [gray(0), gray(255)], width: 1003, height: 70, type: 0, depth: 1),
    PNGSample("wide, four grays", [0, 85, 170, 255].map { gray($0) }, width: 1001, height: 70, type: 0, depth: 2),
    PNGSample("wide, sixteen colors", Array(colored[0..<16]), width: 999, height: 70, type: 3, depth: 4),
    PNGSample("wide, all grays", (0..<256).map { gray($0) }, width: 997, height: 70, type: 0, depth: 8),
    PNGSample("wide, 200 colors", Array(colored[0..<200]), width: 1000, height: 70, type: 3, depth: 8),
    PNGSample(
      "wide, grays and alphas", [0] + (1...400).map { gray($0 / 2, 55 + $0 % 200) }, width: 500, height: 70, type: 4,
      depth: 8),
    PNGSample("wide, 4000 colors", colored, width: 1000, height: 70, type: 2, depth: 8),
    PNGSample("wide, 4000 colors and clear", [0] + colored, width: 1000, height: 70, type: 6, depth: 8),
    PNGSample("wide and blank", [gray(255)], width: 20_000, height: 70, type: 0, depth: 1),
    PNGSample("wide and clear", [0], width: 20_000, height: 70, type: 3, depth: 1),
  ]
}
