import Geometry
import TestSupport
import Testing

@Suite struct TurnTests {
  /// All turns, by what they make of (2, 1).
  private static let turns: [(turn: Turn, point: Point)] = [
    (Turn(), Point(2, 1)), (Turn(quarters: 1), Point(-1, 2)), (Turn(quarters: 2), Point(-2, -1)),
    (Turn(quarters: 3), Point(1, -2)), (Turn(quarters: 0, flipsX: true), Point(-2, 1)),
    (Turn(quarters: 0, flipsY: true), Point(2, -1)), (Turn(quarters: 1, flipsX: true), Point(1, 2)),
    (Turn(quarters: 1, flipsY: true), Point(-1, -2)),
  ]

  @Test(arguments: turns.indices) func `a turn swaps and negates coordinates, and maps back`(index: Int) {
    let (turn, point) = Self.turns[index]
    #expect(turn.apply(Point(2, 1)) == point)
    #expect(turn.inverse.apply(point) == Point(2, 1))
    let box = Rect(minX: 0, minY: 0, maxX: 2, maxY: 1)
    let moved = Rect(
      minX: min(0, point.x), minY: min(0, point.y), maxX: max(0, point.x), maxY: max(0, point.y))
    #expect(turn.apply(box) == moved)
  }

  @Test func `a turn is that of its degrees, and two reflections are a turn by half`() {
    for quarters in -4...8 {
      let degrees = Affine(rotation: 90 * Double(quarters)).apply(Point(3, 5))
      #expect(Turn(quarters: quarters).apply(Point(3, 5)).distance(to: degrees) < 1e-12)
    }
    #expect(Turn(quarters: 0, flipsX: true, flipsY: true) == Turn(quarters: 2))
    #expect(Turn(quarters: 2, flipsX: true) == Turn(quarters: 0, flipsY: true))
    #expect(Set(Self.turns.map(\.turn)).count == 8)
    #expect(Self.turns.filter(\.turn.mirrors).count == 4 && Turn(quarters: 1, flipsX: true).mirrors)
  }

  @Test(arguments: turns.indices) func `a transform that turns is its affine map, and has an inverse`(index: Int) {
    let transform = Transform(scale: 2.5, origin: Point(3, -4), turn: Self.turns[index].turn)
    let map = Affine(transform)
    #expect((map.determinant < 0) == transform.turn.mirrors && map.largestScale == 2.5)
    for point in [Point(10, 20), Point(-7, 0.5), Point(3, -4)] {
      #expect(map.apply(point).distance(to: transform.apply(point)) < 1e-12)
      #expect(transform.inverse(transform.apply(point)).distance(to: point) < 1e-12)
    }
    // An arc bulges to the side to which (−dy, dx) points.
    let arc = RoundCone(start: Point(0, 0), startRadius: 1, end: Point(4, 0), endRadius: 1, bulge: 1)
    let turned = transform.apply(arc, minimumRadius: 0)
    #expect(turned.middle.distance(to: transform.apply(Point(2, 1))) < 1e-12)
  }
}
