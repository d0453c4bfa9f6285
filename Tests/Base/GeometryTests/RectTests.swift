import Geometry
import Testing

@Suite struct RectTests {
  private let box = Rect(minX: 1, minY: 2, maxX: 4, maxY: 8)

  @Test func `width and height are the distances of the edges`() {
    #expect(box.width == 3)
    #expect(box.height == 6)
    #expect(!box.isEmpty)
  }

  @Test func `a box of one point is not empty`() {
    let dot = Rect(minX: 5, minY: 5, maxX: 5, maxY: 5)
    #expect(!dot.isEmpty)
    #expect(dot.width == 0 && dot.height == 0)
  }

  @Test func `the empty box has no size, intersects nothing and is neutral in unions`() {
    #expect(Rect.empty.isEmpty)
    #expect(Rect.empty.width == 0 && Rect.empty.height == 0)
    #expect(!Rect.empty.intersects(box) && !box.intersects(.empty))
    #expect(Rect.empty.union(box) == box && box.union(.empty) == box)
    #expect(Rect.empty.union(.empty).isEmpty)
  }

  @Test func `a union contains both boxes and the gap between them`() {
    let far = Rect(minX: -3, minY: 10, maxX: 0, maxY: 12)
    #expect(box.union(far) == Rect(minX: -3, minY: 2, maxX: 4, maxY: 12))
    var grown = far
    grown.formUnion(box)
    #expect(grown == box.union(far))
  }

  @Test func `including a disc adds its radius on all sides`() {
    var grown = Rect.empty
    grown.include(Point(10, 20), radius: 3)
    #expect(grown == Rect(minX: 7, minY: 17, maxX: 13, maxY: 23))
    grown.include(Point(12, 15))
    #expect(grown == Rect(minX: 7, minY: 15, maxX: 13, maxY: 23))
  }

  struct Neighbor: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var box: Rect
    var meets: Bool
  }

  @Test(arguments: [
    Neighbor(testDescription: "inside", box: Rect(minX: 2, minY: 3, maxX: 3, maxY: 4), meets: true),
    Neighbor(testDescription: "around", box: Rect(minX: 0, minY: 0, maxX: 9, maxY: 9), meets: true),
    Neighbor(testDescription: "a shared edge", box: Rect(minX: 4, minY: 2, maxX: 9, maxY: 8), meets: true),
    Neighbor(testDescription: "a shared corner", box: Rect(minX: 4, minY: 8, maxX: 9, maxY: 9), meets: true),
    Neighbor(testDescription: "beside", box: Rect(minX: 4.25, minY: 2, maxX: 9, maxY: 8), meets: false),
    Neighbor(testDescription: "below", box: Rect(minX: 1, minY: 8.25, maxX: 4, maxY: 9), meets: false),
  ])
  func `boxes intersect if they share a point, edges included`(neighbor: Neighbor) {
    #expect(box.intersects(neighbor.box) == neighbor.meets)
    #expect(neighbor.box.intersects(box) == neighbor.meets)
  }
}
