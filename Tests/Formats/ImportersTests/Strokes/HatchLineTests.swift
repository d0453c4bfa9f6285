import Geometry
import Testing

@testable import BoardImporters

struct HatchLineTests {
  private static let square = [Point(0, 0), Point(100, 0), Point(100, 100), Point(0, 100)]

  private func lines(_ pattern: HatchPattern, _ polygons: [[Point]]) throws -> [[Point]] {
    try #require(pattern.lines(in: polygons)).flattened(tolerance: 0.1).map(\.points)
  }

  private func length(_ lines: [[Point]]) -> Double {
    var length = 0.0
    for line in lines { for (a, b) in zip(line, line.dropFirst()) { length += a.distance(to: b) } }
    return length
  }

  @Test func `lines have the distance of the gap`() throws {
    let lines = try lines(HatchPattern(.lines, gap: 30, degrees: 0), [Self.square])
    #expect(lines == [0, 30, 60, 90].map { [Point(0, $0), Point(100, $0)] })
  }

  @Test(arguments: [0.0, 17, -49, 90, 130]) func `the lines are as long as the area is large`(degrees: Double) throws {
    // Lines at a small distance from each other add up to the area divided by it.
    let lines = try lines(HatchPattern(.lines, gap: 0.5, degrees: degrees), [Self.square])
    #expect(abs(length(lines) * 0.5 - 10_000) < 100)
    let direction = Vector(degrees: degrees)
    for line in lines {
      let step = line[1] - line[0]
      #expect(abs(step.dx * direction.dy - step.dy * direction.dx) < 1e-9)
      for point in line { #expect((-1e-9...100 + 1e-9).contains(point.x) && (-1e-9...100 + 1e-9).contains(point.y)) }
    }
  }

  @Test func `an area within an area is not hatched`() throws {
    let hole = [Point(25, 25), Point(75, 25), Point(75, 75), Point(25, 75)]
    for hole in [hole, hole.reversed()] {
      let lines = try lines(HatchPattern(.lines, gap: 0.5, degrees: 30), [Self.square, hole])
      #expect(abs(length(lines) * 0.5 - 7500) < 100)
    }
  }

  @Test func `crossed lines are twice as long, and half of them are across`() throws {
    let lines = try lines(HatchPattern(.crossed, gap: 10, degrees: 0), [Self.square])
    #expect(lines.filter { $0[0].y == $0[1].y }.count == 10)
    #expect(lines.filter { abs($0[0].x - $0[1].x) < 1e-9 }.count == 10)
    #expect(lines.count == 20)
  }

  @Test func `a zigzag line comes back between the lines`() throws {
    let lines = try lines(HatchPattern(.zigzag, gap: 50, degrees: 0), [Self.square])
    #expect(lines == [0, 50].map { [Point(0, $0 - 25), Point(100, $0), Point(0, $0 + 25)] })
  }

  @Test func `too many lines and crossings are none`() {
    #expect(HatchPattern(.lines, gap: 0.001, degrees: 0).lines(in: [Self.square]) == nil)
    #expect(HatchPattern(.lines, gap: 0, degrees: 0).lines(in: [Self.square]) == nil)
    let comb = (0..<2000).map { (i: Int) -> Point in Point(Double(i), i % 2 == 0 ? 0 : 100) }
    #expect(HatchPattern(.lines, gap: 1, degrees: 0).lines(in: [comb]) == nil)
    #expect(HatchPattern(.lines, gap: 1, degrees: 0).lines(in: [])?.isEmpty == true)
  }
}
