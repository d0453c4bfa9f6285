import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

@Suite struct UndoTests {
  /// The names of the present elements.
  private func present(_ drawing: Drawing) -> [String] { drawing.elements.filter(\.isPresent).map(\.id) }

  private func line(_ y: Double, touch: Int = 0) -> [LogEvent] {
    [event(.began, 0, y, touch: touch), event(.moved, 20, y, touch: touch), event(.ended, 40, y, touch: touch)]
  }

  @Test func `undo takes back the last steps, and redo restores them in their order`() throws {
    var drawing = try Drawing(applying: line(0) + line(10) + line(20))
    try drawing.apply(.command(.undo(count: 1)))
    #expect(present(drawing) == ["e1", "e2"])
    try drawing.apply(.command(.undo(count: 2)))
    #expect(present(drawing) == [])
    try drawing.apply(.command(.redo(count: 1)))
    #expect(present(drawing) == ["e1"])
    try drawing.apply(.command(.redo(count: 2)))
    #expect(present(drawing) == ["e1", "e2", "e3"])
  }

  @Test func `a count beyond the last step is a warning with the number of missing steps`() throws {
    var drawing = try Drawing(applying: line(0))
    #expect(try drawing.apply(.command(.undo(count: 3))) == .nothingToUndo(2))
    #expect(present(drawing) == [])
    #expect(try drawing.apply(.command(.undo(count: 1))) == .nothingToUndo(1))
    #expect(try drawing.apply(.command(.redo(count: 3))) == .nothingToRedo(2))
    #expect(present(drawing) == ["e1"])
  }

  @Test func `after a new step nothing can be redone`() throws {
    var drawing = try Drawing(applying: line(0) + line(10) + [.command(.undo(count: 1))] + line(20))
    #expect(try drawing.apply(.command(.redo(count: 1))) == .nothingToRedo(1))
    #expect(present(drawing) == ["e1", "e3"])
  }

  @Test func `a canceled touch is not a step`() throws {
    var drawing = try Drawing(
      applying: line(0) + [event(.began, 0, 9), event(.cancelled, 9, 9), .command(.undo(count: 1))])
    #expect(present(drawing) == [])
    try drawing.apply(.command(.redo(count: 1)))
    #expect(present(drawing) == ["e1"])
  }

  @Test func `undo first ends a touch that is down, and its later events are ignored`() throws {
    var drawing = try Drawing(
      applying: line(0) + [event(.began, 0, 10), event(.moved, 30, 10), .command(.undo(count: 1))])
    #expect(present(drawing) == ["e1"])
    for rest in [event(.moved, 50, 10), event(.stationary, 50, 10), event(.ended, 60, 10)] {
      #expect(try drawing.apply(rest) == nil)
    }
    #expect(drawing.strokes[1].samples.count == 2)
    #expect(throws: EditError.touchNotDown(.number(0), .moved)) { try drawing.apply(event(.moved, 50, 10)) }
    try drawing.apply(.command(.redo(count: 1)))
    #expect(present(drawing) == ["e1", "e2"])
    for event in line(30) { try drawing.apply(event) }
    #expect(present(drawing) == ["e1", "e2", "e3"], "the touch may begin again")
  }

  @Test func `a revision of an undone stroke shows when the stroke is redone`() throws {
    let stroke: [LogEvent] = [
      .touch(TouchEvent(phase: .began, point: Point(0, 0), pressure: 0.3, index: 1, expects: .pressure)),
      event(.moved, 20, 0), event(.ended, 40, 0),
    ]
    let revision = LogEvent.revision(TouchRevision(index: 1, pressure: 0.9))
    let plain = try Drawing(applying: stroke + [revision])
    let late = try Drawing(applying: stroke + [.command(.undo(count: 1)), revision, .command(.redo(count: 1))])
    #expect(
      late.strokes[0].remodeled(options: late.options) == plain.strokes[0].remodeled(options: plain.options))
    #expect(
      late.strokes[0].spans.indices.map(late.strokes[0].cones(ofSpan:))
        == plain.strokes[0].spans.indices.map(plain.strokes[0].cones(ofSpan:)))
  }

  @Test func `clear removes all elements as one step`() throws {
    var drawing = try Drawing(applying: line(0) + line(10) + [.command(.clear)])
    #expect(present(drawing) == [])
    try drawing.apply(.command(.undo(count: 1)))
    #expect(present(drawing) == ["e1", "e2"])
    var empty = Drawing()
    try empty.apply(.command(.clear))
    #expect(try empty.apply(.command(.undo(count: 1))) == .nothingToUndo(1), "clearing an empty drawing is not a step")
  }

  @Test func `undo and redo restore the order of elements`() throws {
    let commands: [LogEvent] = [.command(.raise(id: "e1")), .command(.lower(id: "e3"))]
    var drawing = try Drawing(applying: line(0) + line(10) + line(20) + commands)
    func order() -> [String] { drawing.elements.sorted { $0.rank < $1.rank }.map(\.id) }
    #expect(order() == ["e3", "e2", "e1"])
    try drawing.apply(.command(.undo(count: 1)))
    #expect(order() == ["e2", "e3", "e1"])
    try drawing.apply(.command(.undo(count: 1)))
    #expect(order() == ["e1", "e2", "e3"])
    try drawing.apply(.command(.redo(count: 2)))
    #expect(order() == ["e3", "e2", "e1"])
    for event in line(30) { try drawing.apply(event) }
    #expect(order() == ["e3", "e2", "e1", "e4"], "a new element is on top")
  }
}
