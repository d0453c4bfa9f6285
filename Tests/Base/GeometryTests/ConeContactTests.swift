import Geometry
import TestSupport
import Testing

@Suite struct ConeContactTests {
  private func cone(_ random: inout SeededRandom, isBent: Bool) -> RoundCone {
    let start = Point(random.double(in: -50...50), random.double(in: -50...50))
    let step = Vector(degrees: random.double(in: 0...360), length: random.double(in: 4...30))
    let startRadius = random.double(in: 1...4)
    return RoundCone(
      start: start, startRadius: startRadius, end: start + step, endRadius: startRadius + random.double(in: -0.9...3.9),
      bulge: isBent ? random.double(in: -0.4...0.4) * step.length : 0)
  }

  private func dot(_ a: Vector, _ b: Vector) -> Double { a.dx * b.dx + a.dy * b.dy }

  @Test(arguments: rounds(20))
  func `the edges of a straight cone are tangents of both discs`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let cone = cone(&random, isBent: false)
    let contacts = cone.contacts
    for side in [1.0, -1] {
      let (start, end) = (contacts.start.point(onSide: side), contacts.end.point(onSide: side))
      #expect(abs(start.distance(to: cone.start) - cone.startRadius) < 1e-9)
      #expect(abs(end.distance(to: cone.end) - cone.endRadius) < 1e-9)
      #expect(abs(dot(end - start, start - cone.start)) < 1e-6)
      #expect(abs(dot(end - start, end - cone.end)) < 1e-6)
    }
  }

  @Test(arguments: rounds(20))
  func `side 1 is the side to which (−dy, dx) points`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for contact in [cone(&random, isBent: true).contacts.start, cone(&random, isBent: true).contacts.end] {
      let across = Vector(-contact.direction.dy, contact.direction.dx)
      #expect(abs(contact.direction.length - 1) < 1e-9)
      #expect(dot(contact.point(onSide: 1) - contact.center, across) >= 0)
      #expect(dot(contact.point(onSide: -1) - contact.center, across) <= 0)
    }
  }

  @Test(arguments: rounds(20))
  func `the two halves of a bent cone share the disc between them`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let (first, second) = cone(&random, isBent: true).halves
    let (end, start) = (first.contacts.end, second.contacts.start)
    #expect(end.center == start.center && end.radius == start.radius)
    #expect((end.direction - start.direction).length < 1e-6)
    #expect(abs(end.growth - start.growth) < 1e-6)
    #expect(abs(end.spread - start.spread) < 1e-3)
  }
}
