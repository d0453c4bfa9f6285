import Geometry
import TestSupport
import Testing

@Suite struct RoundConeTests {
  /// A cone along an arc of a circle around the origin. The angles are given by the tangents of their halves.
  private func arc(radius: Double, from start: Double, to end: Double) -> RoundCone {
    func point(_ t: Double) -> Point {
      Point(radius * (1 - t * t) / (1 + t * t), radius * 2 * t / (1 + t * t))
    }
    // The tangent of half of the middle angle follows from those of the ends.
    let turn = (end - start) / (1 + start * end)
    let quarter = turn / (1 + (1 + turn * turn).squareRoot())
    let cosine = (1 - quarter * quarter) / (1 + quarter * quarter)
    // A counterclockwise arc is to the right of its chord.
    return RoundCone(
      start: point(start), startRadius: 3, end: point(end), endRadius: 2, bulge: -radius * (1 - cosine))
  }

  @Test(arguments: [(10.0, 0.0, 0.3), (1e5, 0.1, 0.1001), (4, -0.4, 0.4), (7, 0.2, -0.3)])
  func `the middle of an arc and its halves lie on its circle`(radius: Double, start: Double, end: Double) {
    var cone = arc(radius: radius, from: start, to: end)
    if end < start { cone.bulge = -cone.bulge }
    let origin = Point(0, 0)
    #expect(abs(cone.middle.distance(to: origin) - radius) < radius * 1e-12)
    #expect(abs(cone.middle.distance(to: cone.start) - cone.middle.distance(to: cone.end)) < radius * 1e-9)
    let (first, second) = cone.halves
    for half in [first, second] {
      #expect(abs(half.middle.distance(to: origin) - radius) < radius * 1e-9)
    }
    #expect(first.end == second.start && first.end == cone.middle)
    #expect(first.endRadius == 2.5 && second.startRadius == 2.5)
    #expect(!first.continues && second.continues)
  }

  @Test func `the halves of a straight cone are straight`() {
    let (first, second) = RoundCone(start: Point(0, 0), startRadius: 1, end: Point(8, 6), endRadius: 1).halves
    #expect(first.bulge == 0 && second.bulge == 0)
    #expect(first.end == Point(4, 3))
  }

  @Test(arguments: [0.5, 0.05, 0.001])
  func `chords of an arc are within the tolerance`(tolerance: Double) {
    let cone = arc(radius: 20, from: 0, to: 0.5)
    let chords = cone.chords(tolerance: tolerance)
    #expect(chords.first?.start == cone.start && chords.last?.end == cone.end)
    for (chord, next) in zip(chords, chords.dropFirst()) { #expect(chord.end == next.start) }
    for chord in chords {
      #expect(chord.bulge == 0)
      #expect(20 - chord.middle.distance(to: Point(0, 0)) <= tolerance * 1.0001)
    }
  }
}
