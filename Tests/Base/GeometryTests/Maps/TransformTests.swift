import Geometry
import Testing

@Suite struct TransformTests {
  /// Scale 2, with the point (10, 20) at the origin of the pixels.
  private let transform = Transform(scale: 2, origin: Point(10, 20))

  @Test func `the origin maps to pixel (0, 0), and a distance of 1 point to the scale`() {
    #expect(transform.apply(Point(10, 20)) == Point(0, 0))
    #expect(transform.apply(Point(11, 18)) == Point(2, -4))
    #expect(Transform(scale: 1).apply(Point(11, 18)) == Point(11, 18))
  }

  @Test func `a box is mapped by its corners, and the empty box stays empty`() {
    #expect(
      transform.apply(Rect(minX: 10, minY: 21, maxX: 15, maxY: 26)) == Rect(minX: 0, minY: 2, maxX: 10, maxY: 12))
    #expect(transform.apply(Rect.empty) == .empty)
  }

  @Test func `a cone is scaled, and its radii have the minimum`() {
    let cone = RoundCone(start: Point(10, 20), startRadius: 3, end: Point(30, 20), endRadius: 0.1, continues: true)
    #expect(
      transform.apply(cone, minimumRadius: 0.35)
        == RoundCone(start: Point(0, 0), startRadius: 6, end: Point(40, 0), endRadius: 0.35, continues: true))
  }

  @Test func `a cone is bounded by its two discs`() {
    let cone = RoundCone(start: Point(0, 0), startRadius: 1, end: Point(10, 5), endRadius: 4)
    #expect(cone.bounds == Rect(minX: -1, minY: -1, maxX: 14, maxY: 9))
  }

  @Test func `a disc inside a cone's larger disc does not change the bounds`() {
    let cone = RoundCone(start: Point(0, 0), startRadius: 9, end: Point(1, 1), endRadius: 2)
    #expect(cone.bounds == RoundCone(center: Point(0, 0), radius: 9).bounds)
    #expect(cone.bounds == Rect(minX: -9, minY: -9, maxX: 9, maxY: 9))
  }
}
