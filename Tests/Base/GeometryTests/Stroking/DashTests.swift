import Geometry
import Testing

/// Dashes of a line of width 2 along x, as the ranges of x that they cover.
struct DashCase: Sendable, CustomTestStringConvertible {
  var dash: [Double]
  var phase = 0.0
  var length = 20.0
  var cap = LineCap.butt
  var stretches: [ClosedRange<Double>]

  var testDescription: String { "\(dash) from \(phase), \(cap)" }

  static let all = [
    DashCase(dash: [5, 3], stretches: [0...5, 8...13, 16...20]),
    DashCase(dash: [5, 3], phase: 6, stretches: [2...7, 10...15, 18...20]),
    DashCase(dash: [5, 3], phase: -2, stretches: [2...7, 10...15, 18...20]),
    DashCase(dash: [5, 3], phase: 2 + 800, stretches: [0...3, 6...11, 14...19]),
    DashCase(dash: [4], stretches: [0...4, 8...12, 16...20]),
    DashCase(dash: [1, 2, 3], stretches: [0...1, 3...6, 7...9, 12...13, 15...18, 19...20]),
    DashCase(dash: [2, 8], cap: .square, stretches: [-1...3, 9...13]),
    DashCase(dash: [0, 5], cap: .square, stretches: [-1...1, 4...6, 9...11, 14...16, 19...21]),
    DashCase(dash: [], stretches: [0...20]),
    DashCase(dash: [0, 0], stretches: [0...20]),
    DashCase(dash: [3, -1], stretches: [0...20]),
    DashCase(dash: [.nan, 1], stretches: [0...20]),
    DashCase(dash: [1e-9, 1e-9], stretches: [0...20]),
    DashCase(dash: [5, 5], phase: .infinity, stretches: [0...20]),
    DashCase(dash: [100, 5], stretches: [0...20]),
    DashCase(dash: [5, 100], phase: 5, stretches: []),
  ]
}

@Suite struct DashTests {
  @Test(arguments: DashCase.all)
  func `a line is cut into its dashes`(_ test: DashCase) {
    let style = StrokeStyle(width: 2, cap: test.cap, dash: test.dash, dashPhase: test.phase)
    let polygons = Stroker(style, tolerance: 0.01).outlines(
      of: Path([Point(0, 0), Point(test.length, 0)], isClosed: false))
    let boxes = polygons.map { Polygons.bounds(of: [$0]) }
    #expect(boxes.count == test.stretches.count)
    for (box, stretch) in zip(boxes, test.stretches) {
      #expect(abs(box.minX - stretch.lowerBound) < 1e-9 && abs(box.maxX - stretch.upperBound) < 1e-9)
      #expect(box.minY == -1 && box.maxY == 1)
    }
  }

  @Test func `a dash continues around corners, and each subpath starts the pattern again`() {
    var path = Path([Point(0, 0), Point(10, 0), Point(10, 10)], isClosed: false)
    path.append(Path([Point(100, 0), Point(100, 7)], isClosed: false))
    let polygons = Stroker(StrokeStyle(width: 2, dash: [6, 1, 8, 99]), tolerance: 0.01).outlines(of: path)
    let boxes = polygons.map { Polygons.bounds(of: [$0]) }
    #expect(
      boxes == [
        Rect(minX: 0, minY: -1, maxX: 6, maxY: 1), Rect(minX: 7, minY: -1, maxX: 11, maxY: 5),
        Rect(minX: 99, minY: 0, maxX: 101, maxY: 6),
      ])
  }

  @Test func `the dash across a closed path's start is one dash with a join`() {
    let square = Path([Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)], isClosed: true)
    // The dash from 26 to 46 crosses the end at 40 and joins the one from 0 to 4.
    let style = StrokeStyle(width: 2, dash: [4, 6, 10, 6, 20, 9])
    let polygons = Stroker(style, tolerance: 0.01).outlines(of: square)
    let boxes = polygons.map { Polygons.bounds(of: [$0]) }
    #expect(boxes.contains(Rect(minX: -1, minY: -1, maxX: 4, maxY: 11)))
    #expect(Polygons.winding(of: Point(-0.9, -0.9), in: polygons) == 1)
    #expect(Polygons.winding(of: Point(7, 0), in: polygons) == 0)
  }

  @Test func `a closed path inside one dash stays closed`() {
    let square = Path([Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)], isClosed: true)
    let dashed = Stroker(StrokeStyle(width: 2, dash: [100, 10]), tolerance: 0.01).outlines(of: square)
    #expect(dashed == Stroker(StrokeStyle(width: 2), tolerance: 0.01).outlines(of: square))
  }

  @Test func `square dots on a slanted line are aligned with it`() {
    let path = Path([Point(0, 0), Point(30, 40)], isClosed: false)
    let style = StrokeStyle(width: 10, cap: .square, dash: [0, 25])
    let dots = Stroker(style, tolerance: 0.01).outlines(of: path)
    #expect(dots.count == 3)
    // The corners of a square with side 10 along (3, 4)/5.
    let corners = [Point(-7, -1), Point(-1, 7), Point(7, 1), Point(1, -7)]
    for (dot, start) in zip(dots, [Point(0, 0), Point(15, 20), Point(30, 40)]) {
      for corner in corners {
        #expect(dot.contains { $0.distance(to: start + Vector(corner.x, corner.y)) < 1e-9 })
      }
    }
  }
}
