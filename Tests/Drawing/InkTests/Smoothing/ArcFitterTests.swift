import Geometry
import TestSupport
import Testing

@testable import Ink

@Suite struct ArcFitterTests {
  /// Discs along a smooth wavy line, and the points halfway between them.
  private func line(_ random: inout SeededRandom, count: Int) -> (discs: [InkDisc], middles: [SIMD2<Double>]) {
    let (a, b) = (random.double(in: -0.02...0.02), random.double(in: -0.0004...0.0004))
    let growth = random.double(in: -0.01...0.01)
    func point(_ s: Double) -> SIMD2<Double> { SIMD2(s, a * s * s + b * s * s * s) }
    var at = 0.0
    var discs = [disc(point(0), 3)]
    var middles: [SIMD2<Double>] = []
    for _ in 1..<count {
      let next = at + random.double(in: 0.5...4)
      middles.append(point((at + next) / 2))
      discs.append(disc(point(next), 3 + growth * next))
      at = next
    }
    return (discs, middles)
  }

  private func disc(_ point: SIMD2<Double>, _ radius: Double) -> InkDisc {
    InkDisc(center: Point(point.x, point.y), radius: radius, bulge: 0)
  }

  private func fit(_ discs: [InkDisc], _ middles: [SIMD2<Double>], tolerance: Double) -> [InkDisc] {
    var fitted: [InkDisc] = []
    let points = zip(discs, middles + [.zero]).map { disc, middle in
      SmoothPoint(SIMD2(disc.center.x, disc.center.y), radius: disc.radius, middle: middle)
    }
    ArcFitter.fit(points, tolerance: tolerance, into: &fitted)
    return fitted
  }

  private func cone(_ start: InkDisc, _ end: InkDisc) -> RoundCone {
    RoundCone(
      start: start.center, startRadius: start.radius, end: end.center, endRadius: end.radius, bulge: end.bulge)
  }

  /// The distance of a point from chords that lie within 0.0001 of the arcs.
  private func distance(_ point: Point, from arcs: [RoundCone]) -> Double {
    arcs.flatMap { $0.chords(tolerance: 0.0001) }.map { chord in
      let axis = chord.end - chord.start
      let offset = point - chord.start
      let squared = axis.dx * axis.dx + axis.dy * axis.dy
      let t = squared > 0 ? min(1, max(0, (offset.dx * axis.dx + offset.dy * axis.dy) / squared)) : 0
      return point.distance(to: chord.start + axis * t)
    }.min() ?? .infinity
  }

  @Test(arguments: rounds(60))
  func `arcs stay within the tolerance of all points that they replace`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let (discs, middles) = line(&random, count: Int.random(in: 2...40, using: &random))
    for tolerance in [0.3, 0.03, 0.003] {
      let fitted = fit(discs, middles, tolerance: tolerance)
      #expect(fitted.first == discs.first)
      #expect(fitted.last?.center == discs.last?.center)
      let arcs = zip(fitted, fitted.dropFirst()).map { cone($0, $1) }
      // The middle of a single step lies on its arc, except for a small displacement along the arc.
      for point in discs.map(\.center) + middles.map({ Point($0.x, $0.y) }) {
        #expect(distance(point, from: arcs) <= tolerance + 0.002)
      }
    }
  }

  @Test func `an arc of a circle is one arc`() {
    let (discs, middles) = circle(radius: 50, steps: 8)
    let fitted = fit(discs, middles, tolerance: 1e-6)
    #expect(fitted.count == 2)
    // The middle of the arc lies on the circle.
    #expect(abs(cone(fitted[0], fitted[1]).middle.distance(to: Point(0, 0)) - 50) < 1e-6)
  }

  @Test func `an arc that is too tight for its ink is left in steps`() {
    let (discs, middles) = circle(radius: 3.2, steps: 8)
    let fitted = fit(discs, middles, tolerance: 0.01)
    #expect(fitted.count == discs.count)
  }

  @Test func `a step that bends back on itself gets a disc in its middle`() {
    let fitted = fit([disc(SIMD2(0, 0), 1), disc(SIMD2(1, 0), 2)], [SIMD2(0.5, 4)], tolerance: 0.03)
    #expect(fitted == [disc(SIMD2(0, 0), 1), disc(SIMD2(0.5, 4), 1.5), disc(SIMD2(1, 0), 2)])
  }

  @Test func `no arc begins before a step that bends back on itself`() {
    // An arc from the first point to the third would be within the tolerance of all points in between.
    let discs = [0, 0.1, 5, 10].map { disc(SIMD2($0, 0), 1) }
    let fitted = fit(discs, [SIMD2(0.05, 0.08), SIMD2(2.5, 0), SIMD2(7.5, 0)], tolerance: 0.1)
    #expect(fitted == [discs[0], disc(SIMD2(0.05, 0.08), 1), discs[1], discs[3]])
  }

  /// Discs on a circle around the origin, and the points halfway between them. Consecutive points of both kinds are
  /// apart by the angle whose half has the tangent 1/40.
  private func circle(radius: Double, steps: Int) -> (discs: [InkDisc], middles: [SIMD2<Double>]) {
    let h = 1.0 / 40
    let (c, s) = ((1 - h * h) / (1 + h * h), 2 * h / (1 + h * h))
    var point = SIMD2(radius, 0)
    var points = [point]
    for _ in 0..<2 * steps {
      point = SIMD2(point.x * c - point.y * s, point.x * s + point.y * c)
      points.append(point)
    }
    let discs = stride(from: 0, through: 2 * steps, by: 2).map { disc(points[$0], 3) }
    return (discs, stride(from: 1, to: 2 * steps, by: 2).map { points[$0] })
  }
}
