import Geometry
import Raster
import TestSupport
import Testing

@Suite struct ExactFillTests {
  private func check(_ polygons: [[Point]], side: Int, width: Int? = nil) {
    let width = width ?? side
    for rule in [FillRule.nonzero, .evenOdd] {
      let truth = trueArea(of: polygons, rule, width: width, height: side)
      let ours = Mask.filled(polygons, rule, width: width, height: side).bytes(width: width, height: side)
      let errors = zip(ours, truth).map { abs(Double($0) - $1 * 255) }
      // Rounding to a whole level is off by up to half a level.
      #expect((errors.max() ?? 0) <= 0.501, "\(rule) of \(polygons)")
    }
  }

  @Test(arguments: rounds(150))
  func `polygons that cross cover their true area`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    check(random.polygons(side: 16), side: 16)
  }

  @Test(arguments: rounds(150), [2.0, 0.5, 0.25])
  func `corners and edges may coincide`(seed: UInt64, grid: Double) {
    var random = SeededRandom(seed: seed)
    check(random.polygons(side: 8, grid: grid), side: 8)
  }

  @Test(arguments: rounds(40))
  func `many crossings in one pixel are resolved`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let polygon = (0..<12).map { _ in Point(random.double(in: 1.2...2.8), random.double(in: 1.1...2.9)) }
    check([polygon], side: 4)
  }

  @Test(arguments: rounds(20))
  func `thin slivers cover their true area`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let polygons = (0..<8).map { _ in
      let a = Point(random.double(in: 0...200), random.double(in: 0...4))
      let b = Point(random.double(in: 0...200), random.double(in: 0...4))
      return [a, b, Point(b.x, b.y + random.double(in: 0...0.3)), Point(a.x, a.y + random.double(in: 0...0.3))]
    }
    check(polygons, side: 5, width: 200)
  }

  @Test func `hundreds of crossing lines are within a level of the true area`() {
    var random = SeededRandom(seed: 3)
    let polygons = (0..<200).map { _ in
      let (a, b) = (random.double(in: 0...60), random.double(in: 0...60))
      return [Point(a, 0.5), Point(a + 0.2, 0.5), Point(b + 0.2, 2.5), Point(b, 2.5)]
    }
    let truth = trueArea(of: polygons, .nonzero, width: 61, height: 3)
    let ours = Mask.filled(polygons, width: 61, height: 3).bytes(width: 61, height: 3)
    for (byte, area) in zip(ours, truth) { #expect(abs(Double(byte) - area * 255) <= 1) }
  }

  @Test func `the corners of a box cover the product of their sides`() {
    let box = [Point(1.25, 2.5), Point(3.5, 2.5), Point(3.5, 3.75), Point(1.25, 3.75)]
    let mask = Mask.filled([box], width: 8, height: 8)
    let areas: [[Double]] = [[0.375, 0.5, 0.25], [0.5625, 0.75, 0.375]]
    for y in 0..<8 {
      for x in 0..<8 {
        let isAround = (1...3).contains(x) && (2...3).contains(y)
        let area = isAround ? areas[y - 2][x - 1] : 0
        #expect(mask.coverage(x: x, y: y) == UInt8(area * 255 + 0.5))
      }
    }
  }
}
