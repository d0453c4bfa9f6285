import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

@Suite struct GestureTests {
  private func drag(_ from: Point, _ to: Point) -> [LogEvent] {
    [event(.began, from.x, from.y), event(.moved, to.x, to.y), event(.ended, to.x, to.y)]
  }

  private func tool(_ name: String, _ mode: String? = nil) -> LogEvent {
    .tool(ToolChange(name: name, width: 4, mode: mode))
  }

  private func present(_ drawing: Drawing) -> [String] { drawing.elements.filter(\.isPresent).map(\.id) }

  @Test(arguments: ["rect", "ellipse", "polygon", "star", "arrow", "angle"])
  func `a touch that stays within ten points makes no shape`(name: String) throws {
    var drawing = try Drawing(applying: [tool(name)] + drag(Point(0, 0), Point(6, 7)))
    #expect(present(drawing) == [])
    #expect(try drawing.apply(.command(.undo(count: 1))) == .nothingToUndo(1))
    for event in drag(Point(0, 0), Point(6, 8)) { try drawing.apply(event) }
    #expect(present(drawing) == ["e2"])
  }

  @Test func `a tap of the line tool is a dot`() throws {
    let drawing = try Drawing(applying: [tool("line")] + drag(Point(10, 10), Point(10, 10)))
    let bounds = drawing.bounds(of: 0)
    #expect(abs(bounds.width - 4) < 0.1 && abs(bounds.height - 4) < 0.1)
  }

  @Test func `a shape appears while it is dragged and vanishes when its touch is canceled`() throws {
    var drawing = try Drawing(applying: [tool("rect"), event(.began, 0, 0), event(.moved, 30, 20)])
    #expect(abs(drawing.bounds(of: 0).width - 34) < 0.1)
    try drawing.apply(event(.moved, 50, 20))
    #expect(abs(drawing.bounds(of: 0).width - 54) < 0.1)
    try drawing.apply(event(.cancelled, 50, 20))
    #expect(present(drawing) == [])
  }

  @Test func `two drags make an angle, which is one step`() throws {
    var drawing = try Drawing(
      applying: [tool("angle")] + drag(Point(40, 0), Point(0, 0)) + drag(Point(0, 5), Point(0, 40)))
    #expect(present(drawing) == ["e1"])
    #expect(drawing.geometry(ofShape: 0)?.label?.text == "90°")
    try drawing.apply(.command(.undo(count: 1)))
    #expect(present(drawing) == [])
    try drawing.apply(.command(.redo(count: 1)))
    #expect(drawing.geometry(ofShape: 0)?.label?.text == "90°")
    for event in drag(Point(40, 0), Point(0, 0)) { try drawing.apply(event) }
    #expect(present(drawing) == ["e1", "e2"], "the next drag begins another angle")
  }

  @Test func `a tap selects the topmost element within four points, or nothing`() throws {
    var drawing = try Drawing(
      applying: [tool("line")] + drag(Point(0, 0), Point(40, 0)) + drag(Point(20, -20), Point(20, 20)) + [
        tool("select")
      ])
    for (position, selected) in [
      (Point(5, 5.9), 0), (Point(5, 6.2), nil), (Point(20, 0), 1), (Point(25.9, 12), 1), (Point(100, 100), nil),
    ] as [(Point, ElementIndex?)] {
      for event in drag(position, position) { try drawing.apply(event) }
      #expect(drawing.selection == selected, "\(position)")
    }
  }

  @Test func `a drag from the selected element moves it as one step, and a drag from elsewhere moves nothing`() throws {
    var drawing = try Drawing(
      applying: [tool("line")] + drag(Point(0, 0), Point(40, 0)) + [tool("select")] + drag(Point(20, 0), Point(20, 0)))
    let before = drawing.bounds(of: 0)
    for event in drag(Point(10, 1), Point(40, 21)) { try drawing.apply(event) }
    #expect(drawing.placement(of: 0)?.translation == Vector(30, 20))
    for event in drag(Point(10, 1), Point(90, 90)) { try drawing.apply(event) }
    #expect(drawing.placement(of: 0)?.translation == Vector(30, 20), "the element had left that position")
    try drawing.apply(.command(.undo(count: 1)))
    #expect(drawing.bounds(of: 0) == before)
    try drawing.apply(.command(.undo(count: 1)))
    #expect(present(drawing) == [], "selecting is not a step")
  }

  @Test func `an eraser of whole strokes removes each element that it touches, as one step`() throws {
    var drawing = try Drawing(
      applying: [tool("line")] + drag(Point(0, 0), Point(40, 0)) + drag(Point(0, 30), Point(40, 30))
        + drag(Point(0, 60), Point(40, 60)) + [tool("eraser", "stroke")] + drag(Point(20, -10), Point(20, 40)))
    #expect(present(drawing) == ["e3"])
    #expect(drawing.elements.count == 3, "its pass is not an element")
    try drawing.apply(.command(.undo(count: 1)))
    #expect(present(drawing) == ["e1", "e2", "e3"])
    for event in [event(.began, 20, 30), event(.moved, 20, 29), event(.cancelled, 20, 29)] { try drawing.apply(event) }
    #expect(present(drawing) == ["e1", "e2", "e3"], "a canceled pass removes nothing")
  }

  @Test func `erased ink cannot be selected`() throws {
    var drawing = try Drawing(
      applying: [tool("line")] + drag(Point(0, 0), Point(100, 0))
        + [.tool(ToolChange(name: "eraser", width: 30, mode: "pixel"))] + drag(Point(50, -20), Point(50, 20)))
    #expect(drawing.elements(at: Point(50, 0), within: 4) == [])
    #expect(drawing.elements(at: Point(10, 0), within: 4) == [0])
    try drawing.apply(.command(.undo(count: 1)))
    #expect(drawing.elements(at: Point(50, 0), within: 4) == [0])
  }

  @Test func `the hole in an element moves with it`() throws {
    var drawing = try Drawing(
      applying: [tool("line")] + drag(Point(0, 0), Point(100, 0))
        + [.tool(ToolChange(name: "eraser", width: 30, mode: "pixel"))] + drag(Point(50, -20), Point(50, 20)))
    #expect(!drawing.isDetached(0))
    try drawing.apply(.command(.move(id: "e1", by: Vector(20, 0))))
    #expect(drawing.isDetached(0))
    #expect(drawing.elements(at: Point(70, 0)) == [])
    #expect(drawing.elements(at: Point(50, 0)) == [0])
    try drawing.apply(.command(.move(id: "e1", by: Vector(-20, 0))))
    #expect(!drawing.isDetached(0))
    try drawing.apply(.command(.raise(id: "e1")))
    #expect(
      drawing.isDetached(0) && drawing.elements(at: Point(50, 0)) == [],
      "it keeps its hole when it is raised above the eraser")
  }

  @Test func `rainbow ink continues with the hue at which the last stroke ended`() throws {
    let drawing = try Drawing(
      applying: [.tool(ToolChange(name: "pen", color: .rainbow))] + drag(Point(0, 0), Point(9, 9))
        + drag(Point(0, 0), Point(9, 9)))
    #expect(drawing.strokes.map(\.hue) == [0, 3])
  }
}
