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
    // The coarsest octave has 270,000 cells here, so that noise without correlation reaches 0.01 once in 10,000,000 shifts.
    let texture = texture(Self.octaves, scale: 1)
    let side = 1024
    func row(_ row: Int, from column: Int) -> [Float] {
      stride(from: column, to: column + side, by: 16).flatMap { column in
        texture.noise(octave: 0, column: column, row: row).map { Float($0) - 32640 }
      }
    }
    let rows = (0..<side).map { row($0, from: 0) }
    func product(_ a: [Float], _ b: [Float]) -> Double { zip(a, b).reduce(0) { $0 + Double($1.0 * $1.1) } }
    let power = rows.reduce(0) { $0 + product($1, $1) }
    var random = SeededRandom(seed: 1)
    for number in 0..<24 {
      // Half of the shifts are short ones, along an axis.
      let far = (Int.random(in: -4000...4000, using: &random), Int.random(in: 17...4000, using: &random))
      let near = Int.random(in: 17...80, using: &random)
      let shift = number % 2 == 0 ? far : number % 4 == 1 ? (near, 0) : (0, near)
      let sum = rows.indices.reduce(0) { $0 + product(rows[$1], row($1 + shift.1, from: shift.0)) }
      #expect(abs(sum / power) < 0.01, "shifted by \(shift)")
    }
  }
}
