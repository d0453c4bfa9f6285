import Geometry
import Testing

/// The ranges of x that the dashes of a line along x cover, caps included.
private func stretches(_ style: StrokeStyle, length: Double) -> [(start: Double, end: Double)] {
  let line = Path([Point(0, 0), Point(length, 0)], isClosed: false)
  return Stroker(style.fitted(to: line), tolerance: 0.001).outlines(of: line).map {
    let box = Polygons.bounds(of: [$0])
    return (box.minX, box.maxX)
  }
}

@Suite struct DashFitTests {
  @Test func `dashes and gaps are scaled alike to fill a line`() {
    // 7 periods of 14 and a dash of 8 are 106 long.
    let style = StrokeStyle(width: 2, dash: [8, 6]).fitted(to: [100], isClosed: false)
    #expect(abs(style.dash[0] - 8 * 100.0 / 106) < 1e-4 && abs(style.dash[1] - 6 * 100.0 / 106) < 1e-4)
    #expect(style.dash.count == 2 && style.dashPhase == 0)
  }

  @Test(arguments: LineCap.allCases, [15, 22, 29, 37.5, 64, 99, 100, 101, 107, 1234.5])
  func `a line begins and ends with a whole dash`(cap: LineCap, length: Double) {
    let style = StrokeStyle(width: 2, cap: cap, dash: [8, 6])
    let reach = cap == .butt ? 0.0 : 1
    let dashes = stretches(style, length: length)
    #expect(abs(dashes[0].start + reach) < 1e-9)
    #expect(abs(dashes[dashes.count - 1].end - length - reach) < 1e-5 * length)
    for dash in dashes {
      #expect(abs(dash.end - dash.start - (dashes[0].end - dashes[0].start)) < 1e-5 * length)
    }
  }

  @Test func `a pattern of several dashes ends with its first dash`() {
    // Two periods of 24 and a dash of 12 fill 60.
    let dashes = stretches(StrokeStyle(width: 2, dash: [12, 4, 4, 4]), length: 60)
    let expected = [(0.0, 12.0), (16, 20), (24, 36), (40, 44), (48, 60)]
    #expect(dashes.count == expected.count)
    for (dash, stretch) in zip(dashes, expected) {
      #expect(abs(dash.start - stretch.0) < 1e-3 && abs(dash.end - stretch.1) < 1e-3)
    }
  }

  @Test(arguments: [LineCap.round, .square]) func `caps are parts of dashes, and the gaps stay open`(cap: LineCap) {
    // A line of 102 is 106 long with its caps: no scale is needed.
    let dashes = stretches(StrokeStyle(width: 4, cap: cap, dash: [8, 6]), length: 102)
    #expect(dashes.count == 8)
    for (i, dash) in dashes.enumerated() {
      #expect(abs(dash.start - (Double(i) * 14 - 2)) < 1e-3 && abs(dash.end - dash.start - 8) < 1e-3)
    }
  }

  @Test(arguments: [3.0, 8, 20], [30, 47, 110, 333.3]) func `wide caps leave at least half of the gap`(
    width: Double, length: Double
  ) {
    let dashes = stretches(StrokeStyle(width: width, cap: .round, dash: [2, 5]), length: length)
    for (dash, next) in zip(dashes, dashes.dropFirst()) { #expect(next.start - dash.end >= 2.499) }
    #expect(dashes.count > 1 || length < 2 * (width + 5))
  }

  @Test func `a line that is too short for a gap is solid`() {
    #expect(stretches(StrokeStyle(width: 2, dash: [8, 6]), length: 11).count == 1)
    #expect(StrokeStyle(width: 2, dash: [8, 0]).fitted(to: [100], isClosed: false).dash == [8, 0])
  }

  @Test(arguments: [(100.0, 60.0), (97, 33), (71, 71)], LineCap.allCases)
  func `the dashes of a rectangle are the same from both ends of each side`(
    size: (width: Double, height: Double), cap: LineCap
  ) {
    let (width, height) = size
    let path = Path(Rect(minX: 0, minY: 0, maxX: width, maxY: height))
    let style = StrokeStyle(width: 2, cap: cap, dash: [8, 6]).fitted(to: path)
    let ink = Stroker(style, tolerance: 0.01).outlines(of: path)
    func isInked(_ x: Double, _ y: Double) -> Bool { Polygons.winding(of: Point(x, y), in: ink) != 0 }
    for corner in [(0, 0), (width, 0), (width, height), (0, height)] { #expect(isInked(corner.0, corner.1)) }
    for step in 0..<200 {
      let x = (Double(step) + 0.503) / 200 * width
      #expect(isInked(x, 0) == isInked(width - x, 0) && isInked(x, height) == isInked(width - x, height), "\(x)")
      let y = (Double(step) + 0.503) / 200 * height
      #expect(isInked(0, y) == isInked(0, height - y) && isInked(width, y) == isInked(width, height - y), "\(y)")
    }
  }

  @Test func `a side that is shorter than half a period is solid`() {
    let path = Path(Rect(minX: 0, minY: 0, maxX: 100, maxY: 5))
    let style = StrokeStyle(width: 1, dash: [8, 6]).fitted(to: path)
    let ink = Stroker(style, tolerance: 0.01).outlines(of: path)
    for y in stride(from: 0, through: 5, by: 0.5) {
      #expect(Polygons.winding(of: Point(0, y), in: ink) != 0 && Polygons.winding(of: Point(100, y), in: ink) != 0)
    }
    // Each long side has one dash more than its seven gaps; the outer dashes join those of the short sides.
    #expect(ink.count == 2 + 2 * 6)
  }

  @Test func `a closed curve has a whole number of periods`() {
    let path = Path(ellipseIn: Rect(minX: 0, minY: 0, maxX: 100, maxY: 100))
    for phase in [0.0, 3, -50] {
      let style = StrokeStyle(width: 2, dash: [8, 6], dashPhase: phase).fitted(to: path)
      let periods = 100 * Double.pi / (style.dash[0] + style.dash[1])
      #expect(abs(periods - 22) < 0.01, "314 are 22.4 periods of 14")
      #expect(abs(style.dash[0] / style.dash[1] - 8.0 / 6) < 1e-9)
    }
  }

  @Test func `a line begins at its phase`() {
    let butt = stretches(StrokeStyle(width: 2, dash: [8, 6], dashPhase: 3), length: 21)
    #expect(butt.map(\.start) == [0, 11] && butt.map(\.end) == [5, 19])
    // The cap extends 1 before the start of the dash, which thus appears to begin at 3 of 8.
    let round = stretches(StrokeStyle(width: 2, cap: .round, dash: [8, 6], dashPhase: 3), length: 21)
    #expect(abs(round[0].end - 5) < 1e-9 && abs(round[1].start - 11) < 1e-9 && abs(round[1].end - 19) < 1e-9)
  }
}
