import Geometry
import Testing

@Suite struct OutlineSizeTests {
  private static let corners = (0..<2000).map { (i: Int) -> Point in
    Point(0, 0) + Vector(degrees: Double(i) * 0.18, length: i % 2 == 0 ? 1e6 : 5e5)
  }

  private func pointCount(_ style: StrokeStyle, _ path: Path) -> Int {
    Stroker(style, tolerance: 2e-4).outlines(of: path).reduce(0) { $0 + $1.count }
  }

  @Test func `outlines of many dashes with large round ends have few points`() {
    let line = Path([Point(0, 0), Point(12_000, 0)], isClosed: false)
    #expect(pointCount(StrokeStyle(width: 82, cap: .round, dash: [1, 0, 0]), line) < 1_200_000)
    // Ends of other shapes need no points.
    #expect(pointCount(StrokeStyle(width: 82, cap: .square, dash: [1, 0, 0]), line) < 100_000)
  }

  @Test func `outlines of many corners with large round joins have few points`() {
    let star = Path(Self.corners, isClosed: true)
    #expect(pointCount(StrokeStyle(width: 1e7, join: .round), star) < 1_200_000)
    #expect(pointCount(StrokeStyle(width: 1e7, join: .round, dash: [50, 50]), star) < 2_000_000)
  }

  @Test func `the round ends of many dashes still cover a disc`() {
    let line = Path([Point(0, 0), Point(90_000, 0)], isClosed: false)
    let outlines = Stroker(StrokeStyle(width: 1, cap: .round, dash: [0, 2]), tolerance: 1e-7).outlines(of: line)
    #expect(outlines.count == 45_001)
    let area = outlines.reduce(0) { $0 + Polygons.area(of: $1) } / Double(outlines.count)
    #expect(abs(area - .pi / 4) < 0.01)
  }

  @Test func `the precision of a few round ends and joins does not depend on their number`() {
    let style = StrokeStyle(width: 20, cap: .round, join: .round, dash: [0, 50])
    let outlines = Stroker(style, tolerance: 0.01).outlines(of: Path([Point(0, 0), Point(5000, 0)], isClosed: false))
    let dot = Stroker(style, tolerance: 0.01).outlines(of: Path([Point(0, 0), Point(0, 0)], isClosed: false))
    #expect(outlines.count == 101)
    #expect(outlines.allSatisfy { $0.count == dot[0].count })
  }
}
