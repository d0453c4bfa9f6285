import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

/// The command `stretch`, against arithmetic by hand.
@Suite struct StretchTests {
  /// A shape of a drag from one point to another.
  private func drawing(_ tool: String, from a: Point = Point(10, 10), to b: Point = Point(50, 30)) throws -> Drawing {
    var drawing = Drawing()
    try drawing.apply(.tool(ToolChange(name: tool, width: 4)))
    for (phase, point) in [(TouchEvent.Phase.began, a), (.moved, b), (.ended, b)] {
      try drawing.apply(event(phase, point.x, point.y))
    }
    return drawing
  }

  private func points(_ drawing: Drawing) throws -> [Point] {
    guard case .shape(let shape) = try #require(drawing.elements.first).content else { return [] }
    return shape.points
  }

  private func expect(_ drawing: Drawing, _ expected: [Point], _ comment: Comment? = nil) throws {
    let found = try points(drawing)
    #expect(found.count == expected.count && zip(found, expected).allSatisfy { $0.distance(to: $1) < 1e-9 }, comment)
  }

  /// Bounds are larger than the ink by a hundredth of a point, before the element is scaled.
  private func expect(_ bounds: Rect, _ sides: [Double]) {
    let found = [bounds.minX, bounds.maxX, bounds.minY, bounds.maxY]
    #expect(zip(found, sides).allSatisfy { abs($0 - $1) < 0.04 }, "\(found)")
  }

  /// Each is stretched about the middle of the drag, (30, 20): to twice its width, and to half of its height.
  @Test(arguments: ["rect", "ellipse", "line"])
  func `a shape becomes wider and lower about its center, and its lines keep their width`(tool: String) throws {
    var drawing = try drawing(tool)
    #expect(try drawing.apply(.command(.stretch(id: "e1", by: Vector(2, 0.5)))) == nil)
    try expect(drawing, [Point(-10, 15), Point(70, 25)])
    let bounds = drawing.bounds(of: 0)
    if tool != "line" { expect(bounds, [-12, 72, 13, 27]) }
    try drawing.apply(.command(.stretch(id: "e1", by: Vector(0.25, 4))))
    try expect(drawing, [Point(20, 0), Point(40, 40)])
    try drawing.apply(.command(.undo(count: 1)))
    try expect(drawing, [Point(-10, 15), Point(70, 25)])
    try drawing.apply(.command(.undo(count: 1)))
    #expect(try points(drawing) == [Point(10, 10), Point(50, 30)], "undone exactly")
    try drawing.apply(.command(.redo(count: 2)))
    try expect(drawing, [Point(20, 0), Point(40, 40)])
  }

  @Test func `an element that is turned and moved is stretched along its own axes and stays where it is`() throws {
    for isTurnedFirst in [false, true] {
      var drawing = try drawing("rect")
      let turn = LogCommand.transform(
        id: "e1", TransformChange(translate: Vector(100, 0), rotate: 90, scale: 3))
      let stretch = LogCommand.stretch(id: "e1", by: Vector(2, 1))
      for command in isTurnedFirst ? [turn, stretch] : [stretch, turn] { try drawing.apply(.command(command)) }
      try expect(drawing, [Point(-10, 10), Point(70, 30)])
      // Its width of 80 and its lines of 4, three times as large, go down; its center is (130, 20).
      let bounds = drawing.bounds(of: 0)
      expect(bounds, [94, 166, -106, 146])
    }
  }

  @Test func `all three points of an angle are stretched`() throws {
    var drawing = try drawing("angle", from: Point(0, 0), to: Point(40, 0))
    for (phase, y) in [(TouchEvent.Phase.began, 0.0), (.moved, 30), (.ended, 30)] {
      try drawing.apply(event(phase, 40, y, touch: 1))
    }
    let center = drawing.bounds(of: 0).center
    let before = try points(drawing)
    try drawing.apply(.command(.stretch(id: "e1", by: Vector(3, 2))))
    try expect(
      drawing, before.map { Point(center.x + 3 * ($0.x - center.x), center.y + 2 * ($0.y - center.y)) })
    #expect(before.count == 3)
  }

  @Test func `a shape without height stays level, and extreme factors stay finite`() throws {
    var drawing = try drawing("line", from: Point(0, 7), to: Point(40, 7))
    try drawing.apply(.command(.stretch(id: "e1", by: Vector(1e6, 1e6))))
    try expect(drawing, [Point(20 - 2e7, 7), Point(20 + 2e7, 7)])
    for _ in 0..<60 { try drawing.apply(.command(.stretch(id: "e1", by: Vector(1e6, 1e-6)))) }
    #expect(try points(drawing).allSatisfy { $0.x.isFinite && $0.y.isFinite })
  }

  @Test func `a stretched shape that is saved and opened is the same`() throws {
    var drawing = try drawing("ellipse")
    try drawing.apply(.command(.stretch(id: "e1", by: Vector(1.5, 0.7))))
    try drawing.apply(.command(.move(id: "e1", by: Vector(3, 4))))
    var opened = Drawing()
    try opened.open(SavedDrawing(Array(drawing.saved), name: "a.json", format: .drawing))
    #expect(try points(opened) == points(drawing))
    #expect(opened.bounds(of: 0) == drawing.bounds(of: 0))
  }

  @Test(arguments: ["pen", "polygon", "star", "text"])
  func `what cannot be stretched stays as it is, and a warning says so`(tool: String) throws {
    var drawing = try drawing(tool == "text" ? "rect" : tool)
    if tool == "text" { try drawing.apply(.command(.text(NewText("Words", at: Point(9, 9), id: "t")))) }
    let id = tool == "text" ? "t" : "e1"
    let (before, steps) = (drawing.saved, drawing.undoCount)
    #expect(try drawing.apply(.command(.stretch(id: id, by: Vector(2, 2)))) == .notStretchable(id))
    #expect(drawing.saved == before && drawing.undoCount == steps)
  }
}
