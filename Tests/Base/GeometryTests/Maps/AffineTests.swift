import Geometry
import TestSupport
import Testing

extension SeededRandom {
  fileprivate mutating func affine() -> Affine {
    Affine(
      a: double(in: -3...3), b: double(in: -3...3), c: double(in: -3...3), d: double(in: -3...3),
      tx: double(in: -100...100), ty: double(in: -100...100))
  }

  fileprivate mutating func point() -> Point { Point(double(in: -50...50), double(in: -50...50)) }
}

@Suite struct AffineTests {
  @Test func `concatenation applies the first map first`() {
    let quarter = Affine(rotation: 90)
    #expect(quarter.apply(Point(2, 1)) == Point(-1, 2))
    let shifted = quarter.concatenating(Affine(translation: Vector(10, 0)))
    #expect(shifted.apply(Point(2, 1)) == Point(9, 2))
    let turned = Affine(translation: Vector(10, 0)).concatenating(quarter)
    #expect(turned.apply(Point(2, 1)) == Point(-1, 12))
  }

  @Test func `a similarity moves its center by the translation only`() {
    let map = Affine(translation: Vector(3, 4), rotation: 30, scale: 2, about: Point(5, 6))
    #expect(map.apply(Point(5, 6)).distance(to: Point(8, 10)) < 1e-12)
    #expect(abs(map.largestScale - 2) < 1e-12 && abs(map.determinant - 4) < 1e-12)
    let step = map.apply(Vector(1, 0))
    #expect(abs(step.dx - 2 * (0.75).squareRoot()) < 1e-12 && abs(step.dy - 1) < 1e-12)
  }

  @Test func `an affine map of a transform equals the transform`() {
    let transform = Transform(scale: 2.5, origin: Point(3, -4))
    #expect(Affine(transform).apply(Point(10, 20)) == transform.apply(Point(10, 20)))
  }

  @Test(arguments: rounds(20))
  func `the inverse maps back`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let map = random.affine()
    let inverse = try #require(map.inverse)
    let tolerance = 1e-11 * (1 + inverse.largestScale)
    for _ in 0..<20 {
      let point = random.point()
      #expect(inverse.apply(map.apply(point)).distance(to: point) <= tolerance)
      #expect(map.concatenating(inverse).apply(point).distance(to: point) <= tolerance)
    }
  }

  @Test func `a map of the plane to a line has no inverse`() {
    #expect(Affine(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0).inverse == nil)
    #expect(Affine(scale: 0).inverse == nil)
  }

  @Test(arguments: rounds(20))
  func `the largest scale is the maximum over all directions`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let map = random.affine()
    let lengths = (0..<3600).map { map.apply(Vector(degrees: Double($0) / 10)).length }
    #expect(lengths.allSatisfy { $0 <= map.largestScale * (1 + 1e-14) })
    #expect((lengths.max() ?? 0) >= map.largestScale * (1 - 1e-5))
  }

  @Test(arguments: rounds(10))
  func `a mapped box contains the images of its points`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let map = random.affine()
    let image = map.apply(Rect(minX: -1, minY: 2, maxX: 5, maxY: 3))
    for _ in 0..<100 {
      let point = map.apply(Point(random.double(in: -1...5), random.double(in: 2...3)))
      #expect(point.x >= image.minX && point.x <= image.maxX && point.y >= image.minY && point.y <= image.maxY)
    }
  }
}
