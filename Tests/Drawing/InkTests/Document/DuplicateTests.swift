import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

@Suite struct DuplicateTests {
  private func duplicate(_ id: String?, as name: String? = nil, by step: Vector = Vector(10, 5)) -> LogEvent {
    .command(.duplicate(id: id, as: name, by: step))
  }

  private let line = stroke([Point(0, 0), Point(20, 0), Point(40, 0)], pressure: 1)

  private func presentIDs(_ drawing: Drawing) -> [String] { drawing.presentElements.map { drawing.elements[$0].id } }

  @Test func `a copy lies above all, at a distance from its original, and is one step`() throws {
    var drawing = try Drawing(applying: line + line + [duplicate("e1")])
    #expect(presentIDs(drawing) == ["e1", "e2", "e3"])
    let (original, copy) = (drawing.bounds(of: 0), drawing.bounds(of: 2))
    #expect(copy.minX - original.minX == 10 && copy.minY - original.minY == 5 && copy.maxX - original.maxX == 10)
    try drawing.apply(.command(.undo(count: 1)))
    #expect(presentIDs(drawing) == ["e1", "e2"])
    try drawing.apply(.command(.redo(count: 1)))
    #expect(presentIDs(drawing) == ["e1", "e2", "e3"])
    var style = StyleChange()
    style.width = 9
    try drawing.apply(.command(.restyle(id: "e3", style)))
    #expect(drawing.look(of: 0).width != 9 && drawing.look(of: 2).width == 9)
  }

  @Test func `the selected element is copied if no id is given, and stays selected`() throws {
    var drawing = try Drawing(applying: line)
    #expect(try drawing.apply(duplicate(nil)) == .nothingSelected("duplicate"))
    try drawing.apply(.command(.select(.id("e1"))))
    #expect(try drawing.apply(duplicate(nil, as: "copy")) == nil)
    #expect(presentIDs(drawing) == ["e1", "copy"])
    #expect(drawing.selection == 0)
    #expect(throws: EditError.duplicateID("copy")) { try drawing.apply(duplicate(nil, as: "copy")) }
  }

  @Test(arguments: [LogCommand.delete(id: "e1"), .clear, .undo(count: 1)])
  func `an element that was removed can still be copied`(removal: LogCommand) throws {
    var drawing = try Drawing(applying: line + [.command(removal)])
    #expect(presentIDs(drawing) == [])
    #expect(try drawing.apply(duplicate("e1", by: Vector(0, 0))) == nil)
    #expect(presentIDs(drawing) == ["e2"])
    #expect(drawing.bounds(of: 1) == drawing.bounds(of: 0))
  }

  @Test func `canceled touches, taps that made nothing and erasers cannot be copied`() throws {
    let canceled = [event(.began, 0, 0), event(.cancelled, 9, 9)]
    let tap = [.tool(ToolChange(name: "rect")), event(.began, 0, 0), event(.ended, 1, 1)]
    let eraser = [.tool(ToolChange(name: "eraser"))] + line
    for events in [canceled, tap, eraser, []] {
      var drawing = try Drawing(applying: events)
      #expect(try drawing.apply(duplicate("e1")) == .unknownElement("e1"))
    }
    // The command ends the touch, which has made nothing.
    var drawing = try Drawing(applying: [.tool(ToolChange(name: "rect")), event(.began, 0, 0)])
    try drawing.apply(duplicate("e1"))
    #expect(presentIDs(drawing) == [])
  }

  @Test func `a touch that draws the element is ended by its copy`() throws {
    var drawing = try Drawing(applying: line.dropLast() + [duplicate("e1"), event(.moved, 80, 80)])
    #expect(drawing.strokes[0].state == .ended && drawing.strokes[1].state == .ended)
    #expect(drawing.strokes[1].samples.map(\.point) == [Point(0, 0), Point(20, 0)])
    _ = drawing.finish()
    #expect(abs(drawing.bounds(of: 1).maxX - drawing.bounds(of: 0).maxX - 10) < 1e-9)
  }

  @Test func `a revision changes a stroke, its copy and the copy of its copy, and no other stroke`() throws {
    func began(_ index: Int) -> LogEvent { event(.began, 0, 0, pressure: 1, index: index, expects: .pressure) }
    let drawing = try Drawing([
      began(1), event(.ended, 9, 0, pressure: 1), duplicate("e1"), began(2), event(.ended, 9, 0, pressure: 1),
      duplicate("e2"), duplicate("e3"), .revision(TouchRevision(index: 1, touch: .number(0), pressure: 0.25)),
    ])
    #expect(drawing.strokes.map { $0.samples[0].pressure } == [0.25, 0.25, 1, 0.25, 1])
  }

  @Test func `a copy keeps the holes of each of its originals, and later passes erase each at its own place`() throws {
    func pass(_ x: Double) -> [LogEvent] {
      [.tool(ToolChange(name: "eraser", width: 6))] + stroke([Point(x, -20), Point(x, 0), Point(x, 20)])
    }
    let drawing = try Drawing(
      line + pass(5) + [duplicate("e1", as: "copy", by: Vector(0, 0))] + pass(15)
        + [duplicate("copy", as: "second", by: Vector(100, 0))] + pass(25) + pass(125))
    let ids = ["e1", "copy", "second"].compactMap { drawing.document.names.index(of: $0, in: drawing.elements) }
    for (element, holes) in zip(ids, [[5.0, 15, 25], [5, 15, 25], [105, 115, 125]]) {
      let shift = element == ids[2] ? 100.0 : 0
      for x in stride(from: 1.0, to: 40, by: 2) {
        let isErased = holes.contains { abs($0 - shift - x) < 2.5 }
        let isKept = holes.allSatisfy { abs($0 - shift - x) > 3.5 }
        let isHit = drawing.elements(at: Point(x + shift, 0)).contains(element)
        #expect(isHit ? !isErased : !isKept, "element \(element) at \(x)")
      }
    }
  }
}
