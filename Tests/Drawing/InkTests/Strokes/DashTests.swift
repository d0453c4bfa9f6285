import Geometry
import Testing
import TouchLog

@testable import Ink

/// The dashes of a pen.
@Suite struct DashTests {
  private func dashes(_ lengths: [Double], width: Double = 1) throws -> TipDashes {
    var look = Look(.pen)
    (look.dash, look.width) = (lengths, width)
    return try #require(TipDashes(look))
  }

  private func way(from start: Point, to end: Point) -> SweptTip {
    SweptTip(
      start: PenTip(center: start, radius: 3),
      end: PenTip(center: end, radius: 1, length: start.distance(to: end)))
  }

  @Test(arguments: [
    (Point(-3000, 40), Point(5000, 60)), (Point(50, 9000), Point(20, -9000)), (Point(-4000, -4000), Point(4000, 4100)),
    (Point(-3000, 400), Point(5000, 600)), (Point(20, 30), Point(8000, 30)),
  ])
  func `the dashes within an area are those of all that touch it`(start: Point, end: Point) throws {
    let area = Rect(minX: 0, minY: 0, maxX: 100, maxY: 80)
    let dashes = try dashes([0.1, 0.065, 0.035], width: 0.02)
    let tips = [way(from: start, to: end)]
    func touching(_ parts: [SweptTip]) -> [SweptTip] { parts.filter { $0.cone.bounds.intersects(area) } }
    let (all, few) = (dashes.cut(tips[...], within: nil), dashes.cut(tips[...], within: area))
    #expect(touching(few) == touching(all))
    #expect(few.count < touching(all).count + 100 && few.count < all.count)
  }

  @Test func `a way of ten million points has as many dashes as are seen`() throws {
    let dashes = try dashes([0.001, 0.1])
    let parts = dashes.cut(
      [way(from: Point(-1e7, 5), to: Point(1e7, 5))][...], within: Rect(minX: 0, minY: 0, maxX: 100, maxY: 80))
    // A period of 0.101 points over 100 points, and 3 points on both sides.
    #expect((1000...1100).contains(parts.count))
    #expect(
      dashes.cut(
        [way(from: Point(-1e7, 95), to: Point(1e7, 95))][...], within: Rect(minX: 0, minY: 0, maxX: 100, maxY: 80)
      ).isEmpty)
  }

  @Test func `a way of few dashes has all of them`() throws {
    let dashes = try dashes([2, 1])
    let tips = [way(from: Point(0, 0), to: Point(900, 0))]
    #expect(dashes.cut(tips[...], within: Rect(minX: 0, minY: 0, maxX: 10, maxY: 10)).count == 300)
  }
}
