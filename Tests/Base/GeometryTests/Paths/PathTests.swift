import Geometry
import TestSupport
import Testing

extension SeededRandom {
  mutating func point(in range: ClosedRange<Double> = -50...50) -> Point {
    Point(double(in: range), double(in: range))
  }

  /// One open subpath of lines and curves.
  mutating func path() -> Path {
    var path = Path()
    path.move(to: point())
    for _ in 0..<Int.random(in: 1...6, using: &self) {
      switch Int.random(in: 0..<4, using: &self) {
      case 0: path.line(to: point())
      case 1: path.quadratic(point(), to: point())
      case 2: path.cubic(point(), point(), to: point())
      default:
        path.arc(
          center: point(), radii: Vector(double(in: 1...30), double(in: 1...30)), rotation: double(in: 0...360),
          from: double(in: 0...360), sweep: double(in: -360...360))
      }
    }
    return path
  }
}

@Suite struct PathTests {
  @Test(arguments: [(0.0, 360.0), (10, 200), (90, -90), (33, 44.9), (0, -360)])
  func `arcs are within 4.3e-6 radii of their circle`(start: Double, sweep: Double) {
    var path = Path()
    let center = Point(3, 4)
    path.arc(center: center, radii: Vector(100, 100), from: start, sweep: sweep)
    let end = center + Vector(degrees: start + sweep, length: 100)
    #expect(path.currentPoint?.distance(to: end) ?? .infinity < 1e-12)
    for line in path.flattened(tolerance: 1e-7) {
      for point in line.points { #expect(abs(point.distance(to: center) - 100) <= 4.3e-4) }
    }
  }

  @Test func `an ellipse fills its box`() {
    let box = Rect(minX: 10, minY: -20, maxX: 50, maxY: 80)
    let bounds = Path(ellipseIn: box).bounds
    #expect(abs(bounds.minX - 10) < 1e-9 && abs(bounds.maxX - 50) < 1e-9)
    #expect(abs(bounds.minY + 20) < 1e-9 && abs(bounds.maxY - 80) < 1e-9)
    let area = Polygons.area(of: Path(ellipseIn: box).polygons(tolerance: 1e-5)[0])
    #expect(abs(area / (Double.pi * 20 * 50) - 1) < 2e-5)
  }

  /// The area that four rounded corners remove.
  private static func rest(_ radius: Double) -> Double { (4 - Double.pi) * radius * radius }

  @Test(
    arguments: [(0, 6000), (10, 6000 - rest(10)), (30, 6000 - rest(30)), (99, 6000 - rest(30))] as [(Double, Double)])
  func `rounded corners reduce the area of a box, with a limited radius`(radius: Double, area: Double) {
    let path = Path(Rect(minX: 0, minY: 0, maxX: 100, maxY: 60), radius: radius)
    #expect(path.bounds == Rect(minX: 0, minY: 0, maxX: 100, maxY: 60))
    #expect(abs(Polygons.area(of: path.polygons(tolerance: 1e-4)[0]) - area) < 0.05)
  }

  @Test(arguments: rounds(40))
  func `bounds contain the curves and touch them`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let path = random.path()
    var around = Rect.empty
    for point in path.flattened(tolerance: 1e-4).flatMap(\.points) { around.include(point) }
    let bounds = path.bounds
    for (outer, inner) in [
      (-bounds.minX, -around.minX), (-bounds.minY, -around.minY), (bounds.maxX, around.maxX),
      (bounds.maxY, around.maxY),
    ] {
      #expect(outer >= inner - 1e-9 && outer <= inner + 2e-4)
    }
  }

  @Test(arguments: rounds(10))
  func `flattening a mapped path equals mapping the flattened path`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let path = random.path()
    let map = Affine(translation: Vector(7, -3), rotation: 77, scale: 2, about: Point(1, 2))
    let mapped = path.transformed(by: map).flattened(tolerance: 0.02).flatMap(\.points)
    let flat = path.flattened(tolerance: 0.01).flatMap(\.points)
    #expect(mapped.count == flat.count)
    for (a, b) in zip(mapped, flat) { #expect(a.distance(to: map.apply(b)) < 1e-9) }
  }
}
