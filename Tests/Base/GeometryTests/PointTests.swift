import Geometry
import Testing

@Suite struct PointTests {
  @Test func `a point plus a vector is a point, and the difference of points is a vector`() {
    #expect(Point(10, 20) + Vector(3, -4) == Point(13, 16))
    #expect(Point(13, 16) - Point(10, 20) == Vector(3, -4))
  }

  @Test func `the length of (3, 4) is 5`() {
    #expect(Vector(3, -4).length == 5)
    #expect(Point(-1, 2).distance(to: Point(2, -2)) == 5)
    #expect(Point(2, -2).distance(to: Point(-1, 2)) == 5)
    #expect(Point(7, 7).distance(to: Point(7, 7)) == 0)
  }

  @Test func `vectors are added and scaled by components`() {
    #expect(Vector(1, 2) + Vector(10, -20) == Vector(11, -18))
    #expect(Vector(1, 2) - Vector(10, -20) == Vector(-9, 22))
    #expect(Vector(1.5, -2) * 4 == Vector(6, -8))
    #expect(Vector(6, -8) / 4 == Vector(1.5, -2))
  }
}
