import Geometry
import TestSupport
import Testing

@Suite struct FlatteningTests {
  /// The point of a Bézier curve by de Casteljau's algorithm.
  private func point(_ controls: [Point], at t: Double) -> Point {
    var points = controls
    while points.count > 1 {
      points = zip(points, points.dropFirst()).map { $0 + ($1 - $0) * t }
    }
    return points[0]
  }

  private func distance(from point: Point, to points: [Point]) -> Double {
    // Forward and backward: a polygon with the edges of the line.
    Polygons.distance(from: point, toEdgesOf: [points + points.reversed()])
  }

  @Test(arguments: rounds(24), [1.0, 0.1, 0.01])
  func `chords are within the tolerance of their curve`(seed: UInt64, tolerance: Double) {
    var random = SeededRandom(seed: seed)
    let controls = (0..<(seed % 2 == 0 ? 3 : 4)).map { _ in random.point() }
    var path = Path()
    path.move(to: controls[0])
    if controls.count == 3 {
      path.quadratic(controls[1], to: controls[2])
    } else {
      path.cubic(controls[1], controls[2], to: controls[3])
    }
    let points = path.flattened(tolerance: tolerance)[0].points
    #expect(points.first == controls.first && points.last == controls.last)
    var worst = 0.0
    for i in 0...1000 { worst = max(worst, distance(from: point(controls, at: Double(i) / 1000), to: points)) }
    #expect(worst <= tolerance)
  }

  /// The parabola y = x − x²/100, from which n chords deviate by up to 25/n².
  @Test(arguments: [(30.0, 1), (25, 1), (24.9, 2), (6.25, 2), (1, 5), (0.25, 10), (0.01, 50)])
  func `a parabola gets as few chords as the tolerance allows`(tolerance: Double, chords: Int) {
    var path = Path()
    path.move(to: Point(0, 0))
    path.quadratic(Point(50, 50), to: Point(100, 0))
    #expect(path.flattened(tolerance: tolerance)[0].points.count == chords + 1)
  }

  @Test func `open, closed, single-point and empty subpaths are flattened`() {
    var path = Path()
    path.move(to: Point(0, 0))
    path.move(to: Point(1, 1))
    path.line(to: Point(1, 1))
    path.move(to: Point(2, 2))
    path.close()
    path.move(to: Point(0, 0))
    path.line(to: Point(4, 0))
    path.line(to: Point(4, 3))
    path.close()
    path.line(to: Point(-4, 0))
    path.move(to: Point(9, 9))
    let lines = path.flattened(tolerance: 1)
    #expect(
      lines.map(\.points) == [
        [Point(1, 1)], [Point(2, 2)], [Point(0, 0), Point(4, 0), Point(4, 3)], [Point(0, 0), Point(-4, 0)],
      ])
    #expect(lines.map(\.isClosed) == [false, true, true, false])
  }

  @Test func `corners are distinguished from smooth joints`() {
    let circle = Path(ellipseIn: Rect(minX: 0, minY: 0, maxX: 10, maxY: 10)).flattened(tolerance: 0.1)[0]
    #expect(circle.isClosed && circle.isSmooth.allSatisfy { $0 })
    let box = Path(Rect(minX: 0, minY: 0, maxX: 10, maxY: 10)).flattened(tolerance: 0.1)[0]
    #expect(box.points.count == 4 && box.isSmooth == [false, false, false, false])
    var half = Path()
    half.arc(center: Point(0, 0), radii: Vector(9, 9), from: 0, sweep: 180)
    half.close()
    let line = half.flattened(tolerance: 0.1)[0]
    #expect(line.isSmooth.filter { !$0 }.count == 2)
    #expect(line.isSmooth.first == false && line.isSmooth.last == false)
  }

  @Test func `a subpath with a coordinate that is not finite is omitted`() {
    var path = Path([Point(0, 0), Point(.nan, 1), Point(2, 2)], isClosed: true)
    path.append(Path([Point(0, 0), Point(1, 1)], isClosed: false))
    path.append(Path([Point(0, 0), Point(.infinity, 1)], isClosed: false))
    #expect(path.flattened(tolerance: 1).map(\.points) == [[Point(0, 0), Point(1, 1)]])
  }
}
