import Geometry
import TestSupport
import Testing

@testable import SVG

/// The outline of a chain encloses what its discs cover, and nothing else.
@Suite struct InkOutlineTests {
  /// The contours as polygons, with arcs and parabolas as short chords.
  private func polygons(_ outline: InkOutline) -> [[Point]] {
    outline.contours.map { contour in
      var points = [contour.start]
      for segment in contour.segments {
        let start = points[points.count - 1]
        switch segment {
        case .line(let end): points.append(end)
        case .quadratic(let control, let end):
          for i in 1...16 {
            let t = Double(i) / 16
            let (a, b) = (start + (control - start) * t, control + (end - control) * t)
            points.append(a + (b - a) * t)
          }
        case .arc(let radius, let end): points += arc(from: start, to: end, radius: radius)
        case .semicircle(let end): points += arc(from: start, to: end, radius: start.distance(to: end) / 2)
        }
      }
      return points
    }
  }

  /// The shorter arc from y towards x, halved until it is 1/64 of itself.
  private func arc(from start: Point, to end: Point, radius: Double, depth: Int = 0) -> [Point] {
    let chord = end - start
    let half = chord.length / 2
    guard depth < 6, half > 0 else { return [end] }
    let rise = radius - Swift.max(0, radius * radius - half * half).squareRoot()
    let middle = start + chord * 0.5 + Vector(-chord.dy, chord.dx) * (rise / (2 * half))
    return arc(from: start, to: middle, radius: radius, depth: depth + 1)
      + arc(from: middle, to: end, radius: radius, depth: depth + 1)
  }

  /// The distance from a point to the nearest disc, negative inside it, and at most 1/1000 too large.
  private func distance(from point: Point, to cones: [RoundCone]) -> Double {
    var nearest = Double.infinity
    for cone in cones.flatMap({ $0.chords(tolerance: 0.001) }) {
      let steps = 64
      for i in 0...steps {
        let t = Double(i) / Double(steps)
        let center = cone.start + (cone.end - cone.start) * t
        nearest = Swift.min(
          nearest, point.distance(to: center) - (cone.startRadius + (cone.endRadius - cone.startRadius) * t))
      }
    }
    return nearest
  }

  /// A random chain: smooth or jagged, of arcs and lines, with radii that may change faster than the chain advances.
  private func chain(_ random: inout SeededRandom) -> [RoundCone] {
    var cones: [RoundCone] = []
    var point = Point(random.double(in: 20...80), random.double(in: 20...80))
    var radius = random.double(in: 0.4...9)
    var heading = random.double(in: 0...360)
    let isJagged = Bool.random(using: &random)
    let isConstant = Bool.random(using: &random)
    for i in 0..<Int.random(in: 1...25, using: &random) {
      heading += isJagged ? random.double(in: -180...180) : random.double(in: -35...35)
      let length = random.double(in: 0.3...12)
      let end = point + Vector(degrees: heading, length: length)
      let next = isConstant ? radius : Swift.max(0.35, radius + random.double(in: -3...3))
      let bulge = Bool.random(using: &random) ? random.double(in: -0.45...0.45) * length : 0
      cones.append(
        RoundCone(
          start: point, startRadius: radius, end: end, endRadius: next, bulge: bulge, continues: i > 0))
      (point, radius) = (end, next)
    }
    return cones
  }

  @Test(arguments: rounds(60))
  func `the nonzero rule fills the discs of a chain and nothing else`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let cones = chain(&random)
    let polygons = polygons(InkOutline(cones))
    let bounds = cones.reduce(Rect.empty) { $0.union($1.bounds) }
    var count = 0
    for _ in 0..<400 {
      let point = Point(
        random.double(in: bounds.minX...bounds.maxX), random.double(in: bounds.minY...bounds.maxY))
      let distance = distance(from: point, to: cones)
      guard abs(distance) > 0.05 else { continue }
      count += 1
      let isInside = Polygons.winding(of: point, in: polygons) != 0
      #expect(isInside == (distance < 0), "\(point) is \(distance) from the ink's edge")
    }
    #expect(count > 200, "most points are clear of the edge")
  }

  @Test(arguments: [0.35, 1, 7.5, 120])
  func `the outline of a dot is a disc`(radius: Double) {
    let outline = InkOutline([RoundCone(center: Point(10, 20), radius: radius)])
    let area = polygons(outline).map { Polygons.area(of: $0) }.reduce(0, +)
    #expect(abs(abs(area) - .pi * radius * radius) < 0.01 * radius * radius)
  }

  @Test func `separate chains are separate contours in one direction`() {
    let cones = [0.0, 40, 80].map {
      RoundCone(start: Point($0, 0), startRadius: 3, end: Point($0 + 9, 20), endRadius: 5, bulge: 2)
    }
    let polygons = polygons(InkOutline(cones))
    #expect(polygons.count == 3)
    #expect(polygons.allSatisfy { Polygons.area(of: $0) < 0 })
  }
}
