import Geometry
import TestSupport
import Testing

@testable import Raster

/// Thin ink that bends or turns within few pixels, under the exact rule.
@Suite struct ThinCoverageTests {
  private static let side = 24

  /// How far the coverage of pixels is from the true area, in levels of 255.
  private struct Difference {
    var mean = 0.0
    var worst = 0.0
    /// The sum of all coverage divided by that of the area.
    var ink = 0.0
  }

  private func difference(_ chains: [[RoundCone]]) -> Difference {
    var (sum, count, worst, ink, area) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for chain in chains {
      var mask = Mask(width: Self.side, height: Self.side, rule: .exact)
      mask.join(chain)
      for (byte, truth) in zip(mask.bytes(side: Self.side), trueArea(of: chain, width: Self.side, height: Self.side))
      where byte > 0 || truth > 0 {
        let away = abs(Double(byte) - truth)
        (sum, count, worst) = (sum + away, count + 1, max(worst, away))
        (ink, area) = (ink + Double(byte), area + truth)
      }
    }
    return Difference(mean: sum / count, worst: worst, ink: ink / area)
  }

  private func chain(through points: [Point], radius: Double, bulge: Double = 0) -> [RoundCone] {
    points.indices.dropLast().map { i in
      RoundCone(
        start: points[i], startRadius: radius, end: points[i + 1], endRadius: radius, bulge: bulge, continues: i > 0,
        isLast: i == points.count - 2)
    }
  }

  private func center(_ random: inout SeededRandom) -> Point {
    Point(12 + random.double(in: -0.5...0.5), 12 + random.double(in: -0.5...0.5))
  }

  private func point(_ center: Point, _ radius: Double, turn: Int) -> Point {
    // Eighths of a turn, and between them: directions without a math library.
    let directions: [(Double, Double)] = [(1, 0), (0.8, 0.6), (0.28, 0.96), (-0.352, 0.936), (-0.8432, 0.5376)]
    let (x, y) = directions[turn]
    return center + Vector(x, y) * radius
  }

  @Test(arguments: [0.5, 0.7, 1, 1.2], [0.3, 0.5, 0.75, 1, 1.25])
  func `arcs of less than two pixels have their area`(width: Double, radius: Double) {
    var random = SeededRandom(seed: UInt64(width * 10 + radius * 1000))
    let chains = (0..<12).map { _ in
      let center = center(&random)
      // Each chord turns by the angle whose cosine is 0.8; the arc over it has the height R · (1 − cos of half of that).
      let points = (0..<5).map { point(center, radius, turn: $0) }
      let bulge = -radius * (1 - (0.9 as Double).squareRoot())
      return chain(through: points, radius: width / 2, bulge: bulge)
    }
    let difference = difference(chains)
    #expect(difference.mean <= 1.5)
    #expect(difference.worst <= 12)
    #expect(abs(difference.ink - 1) <= 0.01)
  }

  @Test(arguments: [0.5, 0.7, 1, 1.2]) func `hairpins have their area`(width: Double) {
    var random = SeededRandom(seed: UInt64(width * 10))
    let chains = (0..<24).map { _ in
      let turn = center(&random)
      let (x, y) = (random.double(in: -1...1), random.double(in: -1...1))
      let along = Vector(x, y) * (8 / (x * x + y * y).squareRoot())
      // The tangent of 10 degrees.
      let back = along + Vector(-along.dy, along.dx) * 0.1763
      return chain(through: [turn + along, turn, turn + back], radius: width / 2)
    }
    let difference = difference(chains)
    #expect(difference.mean <= 1.5)
    #expect(difference.worst <= 12)
    #expect(abs(difference.ink - 1) <= 0.01)
  }

  @Test(arguments: [0.5, 0.7, 1, 1.2]) func `straight lines have their area at every slope`(width: Double) {
    let chains = (0..<24).map { (i: Int) -> [RoundCone] in
      let slope: Double = i < 8 ? Double(i) * 0.01 : Double(i - 8) / 16
      let start = Point(4.3, 4.1 + Double(i) * 0.03)
      let step = Vector(15, 15 * slope)
      let turned = i % 2 == 0 ? step : Vector(step.dy, step.dx)
      return chain(through: [start, start + turned], radius: width / 2)
    }
    let difference = difference(chains)
    #expect(difference.mean <= 1.5)
    #expect(difference.worst <= 12)
    #expect(abs(difference.ink - 1) <= 0.01)
  }

  @Test func `lines whose width passes that of thin ones have no seam`() {
    let chains = (0..<8).map { (i: Int) -> [RoundCone] in
      let start = Point(4.3, 5.1)
      let step = Vector(14, Double(i) * 2)
      return (0..<7).map { (k: Int) -> RoundCone in
        let from = Double(k) / 7
        let to = Double(k + 1) / 7
        let radii = (0.65 + 0.7 * from, 0.65 + 0.7 * to)
        return RoundCone(
          start: start + step * from, startRadius: radii.0, end: start + step * to, endRadius: radii.1,
          continues: k > 0, isLast: k == 6)
      }
    }
    let difference = difference(chains)
    #expect(difference.mean <= 2)
    #expect(difference.worst <= 16)
    #expect(abs(difference.ink - 1) <= 0.01)
  }
}
