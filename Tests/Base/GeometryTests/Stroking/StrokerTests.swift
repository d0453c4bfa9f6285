import Geometry
import TestSupport
import Testing

/// A stroke whose outline does not cross itself, and its known area.
struct StrokeCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var points: [Point]
  var isClosed = false
  var style: StrokeStyle
  var area: Double

  static let line = [Point(0, 0), Point(30, 40)]
  /// Legs of 50, a turn of 90°.
  static let corner = [Point(0, 0), Point(50, 0), Point(50, 50)]
  static let square = [Point(0, 0), Point(50, 0), Point(50, 50), Point(0, 50)]

  static let all = [
    StrokeCase(testDescription: "line, butt", points: line, style: StrokeStyle(width: 4), area: 200),
    StrokeCase(testDescription: "line, square", points: line, style: StrokeStyle(width: 4, cap: .square), area: 216),
    StrokeCase(
      testDescription: "line, round", points: line, style: StrokeStyle(width: 4, cap: .round), area: 200 + 4 * .pi),
    // The two legs overlap in a quarter of the corner's square; a miter join adds another quarter.
    StrokeCase(
      testDescription: "corner, miter", points: corner, style: StrokeStyle(width: 4), area: 400 - 4 + 4),
    StrokeCase(
      testDescription: "corner, bevel", points: corner, style: StrokeStyle(width: 4, join: .bevel), area: 400 - 4 + 2),
    StrokeCase(
      testDescription: "corner, round", points: corner, style: StrokeStyle(width: 4, join: .round), area: 400 - 4 + .pi),
    StrokeCase(
      testDescription: "corner, miter beyond its limit", points: corner,
      style: StrokeStyle(width: 4, miterLimit: 1.41), area: 400 - 4 + 2),
    StrokeCase(
      testDescription: "square, miter", points: square, isClosed: true, style: StrokeStyle(width: 4),
      area: 54 * 54 - 46 * 46),
    StrokeCase(
      testDescription: "square, bevel", points: square, isClosed: true, style: StrokeStyle(width: 4, join: .bevel),
      area: 54 * 54 - 46 * 46 - 4 * 2),
    StrokeCase(
      testDescription: "square, round", points: square.reversed(), isClosed: true,
      style: StrokeStyle(width: 4, join: .round), area: 54 * 54 - 46 * 46 - 4 * (4 - .pi)),
    StrokeCase(
      testDescription: "dot", points: [Point(7, 8), Point(7, 8)], style: StrokeStyle(width: 4, cap: .round),
      area: 4 * .pi),
    StrokeCase(
      testDescription: "square dot", points: [Point(7, 8), Point(7, 8)], style: StrokeStyle(width: 4, cap: .square),
      area: 16),
    StrokeCase(testDescription: "butt dot", points: [Point(7, 8), Point(7, 8)], style: StrokeStyle(width: 4), area: 0),
    StrokeCase(testDescription: "no width", points: line, style: StrokeStyle(width: 0, cap: .round), area: 0),
    StrokeCase(
      testDescription: "dashes", points: [Point(0, 0), Point(50, 0)], style: StrokeStyle(width: 4, dash: [6, 4]),
      area: 5 * 6 * 4),
    StrokeCase(
      testDescription: "round dots", points: [Point(0, 0), Point(50, 0)],
      style: StrokeStyle(width: 4, cap: .round, dash: [0, 10]), area: 6 * 4 * .pi),
  ]
}

@Suite struct StrokerTests {
  @Test(arguments: StrokeCase.all)
  func `outlines have the area of the stroke`(_ test: StrokeCase) {
    let path = Path(test.points, isClosed: test.isClosed)
    let polygons = Stroker(test.style, tolerance: 1e-4).outlines(of: path)
    let area = polygons.reduce(0) { $0 + Polygons.area(of: $1) }
    #expect(abs(area - test.area) <= 1e-3 + test.area * 1e-4)
    for polygon in polygons { #expect(Polygons.area(of: polygon) > 0) }
  }

  /// Points around a path that are farther from the edge of the stroke than the tolerance and rounding errors.
  private func check(_ lines: [Polyline], _ polygons: [[Point]], radius: Double, _ random: inout SeededRandom) {
    let tracks = lines.map { $0.isClosed ? $0.points : $0.points + $0.points.reversed() }
    for _ in 0..<400 {
      let point = random.point(in: -70...70)
      let distance = Polygons.distance(from: point, toEdgesOf: tracks)
      guard abs(distance - radius) > 0.03 else { continue }
      let winding = Polygons.winding(of: point, in: polygons)
      #expect(winding >= 0)
      #expect((winding > 0) == (distance < radius), "\(point), \(distance)")
    }
  }

  @Test(arguments: rounds(60))
  func `a round pen covers exactly the points within its radius of the path`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var path = random.path()
    if seed % 3 == 0 { path.close() }
    let radius = random.double(in: 0.5...25)
    let style = StrokeStyle(width: radius * 2, cap: .round, join: .round)
    let polygons = Stroker(style, tolerance: 0.01).outlines(of: path)
    for polygon in polygons { #expect(Polygons.area(of: polygon) > 0) }
    check(path.flattened(tolerance: 0.001), polygons, radius: radius, &random)
  }

  @Test(arguments: rounds(30))
  func `the stroke covers all segments, whatever the joins and caps`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let points = (0..<Int.random(in: 2...7, using: &random)).map { _ in random.point() }
    let isClosed = seed % 2 == 0
    let radius = random.double(in: 0.5...20)
    let bare = (isClosed ? points + [points[0]] : points)
    let segments = zip(bare, bare.dropFirst()).flatMap { a, b in
      Stroker(StrokeStyle(width: radius * 2), tolerance: 0.01).outlines(of: Path([a, b], isClosed: false))
    }
    for join in LineJoin.allCases {
      for cap in LineCap.allCases {
        let style = StrokeStyle(width: radius * 2, cap: cap, join: join)
        let polygons = Stroker(style, tolerance: 0.01).outlines(of: Path(points, isClosed: isClosed))
        for _ in 0..<100 {
          let point = random.point(in: -70...70)
          guard Polygons.distance(from: point, toEdgesOf: segments) > 1e-6 else { continue }
          let isCovered = Polygons.winding(of: point, in: polygons) > 0
          if Polygons.winding(of: point, in: segments) > 0 { #expect(isCovered) }
          // A miter within the limit of 4 extends up to 4 half widths.
          let distance = Polygons.distance(
            from: point, toEdgesOf: [isClosed ? points : points + points.reversed()])
          if isCovered { #expect(distance <= radius * (join == .miter ? 4 : cap == .square ? 2.0.squareRoot() : 1)) }
        }
      }
    }
  }

  @Test func `a line that folds back ends in the shape of its join`() {
    let fold = Path([Point(0, 0), Point(20, 0), Point(5, 0)], isClosed: false)
    for (join, reach) in [(LineJoin.round, 22.0), (.bevel, 20), (.miter, 20)] {
      let polygons = Stroker(StrokeStyle(width: 4, join: join), tolerance: 1e-3).outlines(of: fold)
      #expect(abs(Polygons.bounds(of: polygons).maxX - reach) < 2e-3)
      #expect(Polygons.bounds(of: polygons).minX == 0)
    }
  }

  @Test(arguments: [0.1, 0.01, 0.001])
  func `round ends are within the tolerance of a circle`(tolerance: Double) {
    let stroker = Stroker(StrokeStyle(width: 20, cap: .round), tolerance: tolerance)
    let dot = stroker.outlines(of: Path([Point(1, 2), Point(1, 2)], isClosed: false))[0]
    for (a, b) in zip(dot, dot.dropFirst() + [dot[0]]) {
      #expect(abs(a.distance(to: Point(1, 2)) - 10) < 1e-12)
      let depth = 10 - (a + (b - a) * 0.5).distance(to: Point(1, 2))
      #expect(depth <= tolerance && depth >= tolerance / 2)
    }
  }

  @Test func `a circle's stroke has no corners, whatever the join`() {
    let circle = Path(ellipseIn: Rect(minX: -100, minY: -100, maxX: 100, maxY: 100))
    for join in LineJoin.allCases {
      let polygons = Stroker(StrokeStyle(width: 60, join: join), tolerance: 0.01).outlines(of: circle)
      for point in polygons.joined() {
        let distance = point.distance(to: Point(0, 0))
        #expect(min(abs(distance - 130), abs(distance - 70)) < 0.02)
      }
    }
  }
}
