import Geometry
import Raster
import TestSupport
import Testing

/// The grain of paper, against values of a program in another language.
@Suite struct GrainTests {
  private static let octaves = [(0.38, 0.35), (0.6, 0.6), (0.95, 0.7), (1.9, 0.35)]
  /// Where the values were taken: columns and rows of pixels.
  private static let places = [(0, 0), (1, 0), (63, 63), (1000, 777)]
  /// For each scale, the noise of the octaves there.
  private static let vectors: [(scale: Double, noise: [[UInt16]])] = [
    (
      1,
      [
        [26201, 8640, 23601, 21584], [17287, 27656, 51465, 47256], [13216, 28256, 30836, 18056],
        [21355, 26760, 15304, 35584],
      ]
    ),
    (
      2,
      [
        [35281, 41288, 52232, 18691], [10304, 14487, 40387, 49324], [22080, 6194, 43504, 39838],
        [19246, 21685, 36244, 41236],
      ]
    ),
    (
      4,
      [
        [47484, 29156, 47676, 35640], [6976, 6924, 20700, 13388], [27636, 20257, 5687, 33946],
        [18617, 19539, 44911, 36880],
      ]
    ),
  ]

  private func texture(_ octaves: [(Double, Double)], scale: Double, origin: Point = Point(0, 0)) -> Texture {
    Texture(
      grain: octaves.map { (wavelength: $0.0, weight: $0.1) }, family: 0, softness: 1.2, base: 0.25, contrast: 1.7,
      page: Transform(scale: scale, origin: origin))
  }

  @Test func `noise has the values of the prototype, bit for bit`() {
    for (scale, noise) in Self.vectors {
      // Octaves of less than a pixel a cell are left out.
      let absent = Self.octaves.filter { $0.0 * scale <= 1 }.count
      let texture = texture(Self.octaves, scale: scale)
      #expect(texture.octaveCount == Self.octaves.count - absent)
      for octave in 0..<texture.octaveCount {
        let found = Self.places.map { texture.noise(octave: octave, column: $0.0, row: $0.1)[0] }
        #expect(found == noise[octave + absent], "octave \(octave) at scale \(scale)")
      }
    }
  }

  @Test func `the grain lies on the page, whichever part of it a picture shows`() {
    let whole = texture(Self.octaves, scale: 3)
    let part = texture(Self.octaves, scale: 3, origin: Point(40, -12))
    for octave in 0..<whole.octaveCount {
      #expect(part.noise(octave: octave, column: 7, row: 50) == whole.noise(octave: octave, column: 127, row: 14))
    }
  }

  @Test func `the grain does not repeat within 4096 pixels`() {
    // Noise without correlation would reach four standard deviations, 4/√n, once in 16,000 shifts.
    let texture = texture(Self.octaves, scale: 1)
    let (rows, columns) = (40, 64)
    func block(_ column: Int, _ row: Int) -> [Double] {
      var values: [Double] = []
      for y in 0..<rows {
        for x in 0..<columns / 16 {
          values += texture.noise(octave: 0, column: column + 16 * x, row: row + y).map { Double($0) - 32640 }
        }
      }
      return values
    }
    var random = SeededRandom(seed: 1)
    let starts = (0..<8).map { _ in (Int.random(in: 0..<4000, using: &random), Int.random(in: 0..<4000, using: &random))
    }
    let blocks = starts.map { block($0.0, $0.1) }
    let power = blocks.joined().reduce(0) { $0 + $1 * $1 }
    for _ in 0..<60 {
      let shift = (Int.random(in: -4000...4000, using: &random), Int.random(in: -4000...4000, using: &random))
      guard abs(shift.0) > 16 || abs(shift.1) > 16 else { continue }
      var sum = 0.0
      for (start, values) in zip(starts, blocks) {
        for (a, b) in zip(values, block(start.0 + shift.0, start.1 + shift.1)) { sum += a * b }
      }
      #expect(abs(sum / power) < 0.06, "shifted by \(shift)")
    }
  }
}
