import TestSupport
import Testing

@testable import Ink

@Suite struct LanesTests {
  private static let extremes: [Double] = [
    0, -0.0, 1, -1, .leastNonzeroMagnitude, .leastNormalMagnitude, .ulpOfOne, .greatestFiniteMagnitude, .infinity,
    -.infinity, .nan, 0x1p53, 1 / 3,
  ]

  /// Whether both numbers of a pair are those wanted, bit for bit. What a NaN holds does not count.
  private func isEqual(_ pair: SIMD2<Double>, _ x: Double, _ y: Double) -> Bool {
    func isEqual(_ a: Double, _ b: Double) -> Bool { a.isNaN && b.isNaN || a.bitPattern == b.bitPattern }
    return isEqual(pair.x, x) && isEqual(pair.y, y)
  }

  @Test(arguments: rounds(10))
  func `each lane is that of the numbers alone`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func number() -> Double {
      Bool.random(using: &random)
        ? Self.extremes.randomElement(using: &random)!
        : Double(bitPattern: UInt64.random(in: 0 ... .max, using: &random))
    }
    for _ in 0..<500 {
      let (a, b) = (SIMD2(number(), number()), SIMD2(number(), number()))
      #expect(isEqual(a + b, a.x + b.x, a.y + b.y) && isEqual(a - b, a.x - b.x, a.y - b.y))
      #expect(isEqual(a * b, a.x * b.x, a.y * b.y) && isEqual(a / b, a.x / b.x, a.y / b.y))
      #expect(isEqual(a * b.x, a.x * b.x, a.y * b.x) && isEqual(b.x * a, b.x * a.x, b.x * a.y))
      #expect(isEqual(-a, -a.x, -a.y), "also of zero")
      #expect(isEqual(.larger(a, b), a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y))
      // Each product is rounded before it is added.
      let (product, other) = (a.x * b.x, a.y * b.y)
      #expect(isEqual(a * b + a, product + a.x, other + a.y))
    }
  }
}
