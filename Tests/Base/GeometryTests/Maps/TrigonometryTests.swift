import Geometry
import Glibc
import TestSupport
import Testing

@Suite struct TrigonometryTests {
  @Test func `sine and cosine are within 1e-15 of the C library's`() {
    for step in -14_400...14_400 {
      let degrees = Double(step) / 40
      let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees)
      #expect(abs(sine - sin(degrees / 180 * .pi)) <= 1e-15 + abs(degrees) * 1e-17, "\(degrees)")
      #expect(abs(cosine - cos(degrees / 180 * .pi)) <= 1e-15 + abs(degrees) * 1e-17, "\(degrees)")
    }
  }

  private static let half = (0.5).squareRoot()
  private static let most = (0.75).squareRoot()
  private static let known: [(degrees: Double, sine: Double, cosine: Double)] = [
    (0, 0, 1), (30, 0.5, most), (45, half, half), (60, most, 0.5), (90, 1, 0), (120, most, -0.5), (150, 0.5, -most),
    (180, 0, -1), (210, -0.5, -most), (270, -1, 0), (315, -half, half), (330, -0.5, most), (360, 0, 1),
    (360_000_000_030, 0.5, most), (-90, -1, 0), (-30, -0.5, most), (-45, -half, half),
  ]

  @Test(arguments: known)
  func `multiples of 30° and 45° have their known sines and cosines`(degrees: Double, sine: Double, cosine: Double) {
    #expect(Trigonometry.sine(degrees: degrees) == sine)
    #expect(Trigonometry.cosine(degrees: degrees) == cosine)
  }

  @Test func `the arc tangent is within 1e-15 of the C library's`() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<100_000 {
      let scale = exp2(random.double(in: -40...40))
      let (x, y) = (random.double(in: -1...1) * scale, random.double(in: -1...1))
      #expect(abs(Trigonometry.arcTangent(y, x) - atan2(y, x)) <= 1e-15, "\(y), \(x)")
    }
  }

  @Test(arguments: [
    (0.0, 0.0, 0.0), (0, 3, 0), (5, 5, 45), (3, 0, 90), (3, -3, 135), (0, -2, 180), (-1, -1, -135), (-7, 0, -90),
    (-2, 2, -45),
  ])
  func `the axes and diagonals have their exact angles`(y: Double, x: Double, degrees: Double) {
    #expect(abs(Trigonometry.degrees(y, x) - degrees) <= 1e-13)
  }

  @Test(arguments: rounds(8))
  func `the arc tangent inverts the direction of an angle`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let degrees = random.double(in: -180...180)
    let vector = Vector(degrees: degrees, length: 7)
    #expect(abs(vector.length - 7) <= 1e-14)
    #expect(abs(Trigonometry.degrees(vector.dy, vector.dx) - degrees) <= 1e-12)
  }
}
