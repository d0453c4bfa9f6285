import Geometry
import TestSupport
import Testing

@testable import Ink

@Suite struct ArcFitterTests {
  /// Places along a smooth wavy line and half way between them.
  private func line(_ random: inout SeededRandom, count: Int) -> (discs: [SIMD4<Double>], middles: [SIMD2<Double>]) {
    let (a, b) = (random.double(in: -0.02...0.02), random.double(in: -0.0004...0.0004))
    let growth = random.double(in: -0.01...0.01)
    func place(_ s: Double) -> SIMD2<Double> { SIMD2(s, a * s * s + b * s * s * s) }
    var at = 0.0
    var discs = [SIMD4(lowHalf: place(0), highHalf: SIMD2(3, 0))]
    var middles: [SIMD2<Double>] = []
    for _ in 1..<count {
      let next = at + random.double(in: 0.5...4)
      middles.append(place((at + next) / 2))
      discs.append(SIMD4(lowHalf: place(next), highHalf: SIMD2(3 + growth * next, 0)))
      at = next
    }
    return (discs, middles)
  }

  private func fit(_ discs: [SIMD4<Double>], _ middles: [SIMD2<Double>], tolerance: Double) -> [SIMD4<Double>] {
    var fitted: [SIMD4<Double>] = []
    let places = zip(discs, middles + [.zero]).map { SmoothPlace($0.lowHalf, radius: $0.z, middle: $1) }
    ArcFitter.fit(places, tolerance: tolerance, into: &fitted)
    return fitted
  }

  private func cone(_ start: SIMD4<Double>, _ end: SIMD4<Double>) -> RoundCone {
    RoundCone(
      start: Point(start.x, start.y), startRadius: start.z, end: Point(end.x, end.y), endRadius: end.z, bulge: end.w)
  }

  /// The distance of a place from chords that lie within 0.0001 of the arcs.
  private func distance(_ place: SIMD2<Double>, from arcs: [RoundCone]) -> Double {
    arcs.flatMap { $0.chords(tolerance: 0.0001) }.map { chord in
      let axis = chord.end - chord.start
      let offset = Point(place.x, place.y) - chord.start
      let squared = axis.dx * axis.dx + axis.dy * axis.dy
      let t = squared > 0 ? min(1, max(0, (offset.dx * axis.dx + offset.dy * axis.dy) / squared)) : 0
      return Point(place.x, place.y).distance(to: chord.start + axis * t)
    }.min() ?? .infinity
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `arcs stay within the tolerance of all places that they replace`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let (discs, middles) = line(&random, count: Int.random(in: 2...40, using: &random))
    for tolerance in [0.3, 0.03, 0.003] {
      let fitted = fit(discs, middles, tolerance: tolerance)
      #expect(fitted.first == discs.first)
      #expect(fitted.last?.lowHalf == discs.last?.lowHalf)
      let arcs = zip(fitted, fitted.dropFirst()).map { cone($0, $1) }
      // A single step takes its middle for that of its arc, which it is but for a little along the arc.
      for place in discs.map(\.lowHalf) + middles { #expect(distance(place, from: arcs) <= tolerance + 0.002) }
    }
  }

  @Test func `an arc of a circle is one arc`() {
    let (discs, middles) = circle(radius: 50, steps: 8)
    let fitted = fit(discs, middles, tolerance: 1e-6)
    #expect(fitted.count == 2)
    // 8 steps of 1/10 each as the tangent of half the angle's half.
    #expect(abs(cone(fitted[0], fitted[1]).middle.distance(to: Point(0, 0)) - 50) < 1e-6)
  }

  @Test func `an arc that is too tight for its ink is left in steps`() {
    let (discs, middles) = circle(radius: 3.2, steps: 8)
    let fitted = fit(discs, middles, tolerance: 0.01)
    #expect(fitted.count == discs.count)
  }

  @Test func `a step that bends back on itself gets a disc in its middle`() {
    let fitted = fit([SIMD4(0, 0, 1, 0), SIMD4(1, 0, 2, 0)], [SIMD2(0.5, 4)], tolerance: 0.03)
    #expect(fitted == [SIMD4(0, 0, 1, 0), SIMD4(0.5, 4, 1.5, 0), SIMD4(1, 0, 2, 0)])
  }

  @Test func `no arc begins before a step that bends back on itself`() {
    // An arc from the first place to the third would pass all places between within the tolerance.
    let places: [SIMD4<Double>] = [SIMD4(0, 0, 1, 0), SIMD4(0.1, 0, 1, 0), SIMD4(5, 0, 1, 0), SIMD4(10, 0, 1, 0)]
    let fitted = fit(places, [SIMD2(0.05, 0.08), SIMD2(2.5, 0), SIMD2(7.5, 0)], tolerance: 0.1)
    #expect(fitted == [places[0], SIMD4(0.05, 0.08, 1, 0), places[1], places[3]])
  }

  /// Places on a circle around the origin, each turned from the last by the rotation whose half has a tangent of 1/40.
  private func circle(radius: Double, steps: Int) -> (discs: [SIMD4<Double>], middles: [SIMD2<Double>]) {
    let h = 1.0 / 40
    let (c, s) = ((1 - h * h) / (1 + h * h), 2 * h / (1 + h * h))
    var place = SIMD2(radius, 0)
    var places = [place]
    for _ in 0..<2 * steps {
      place = SIMD2(place.x * c - place.y * s, place.x * s + place.y * c)
      places.append(place)
    }
    let discs = stride(from: 0, through: 2 * steps, by: 2).map { SIMD4(lowHalf: places[$0], highHalf: SIMD2(3, 0)) }
    return (discs, stride(from: 1, to: 2 * steps, by: 2).map { places[$0] })
  }
}
