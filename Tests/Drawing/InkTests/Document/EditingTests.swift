import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

@Suite struct EditingTests {
  /// Two level lines of width 4, e1 at y = 0 and e2 at y = 50, from x = 0 to 40.
  private func lines() throws -> Drawing {
    var drawing = Drawing()
    try drawing.apply(.tool(ToolChange(name: "line", width: 4)))
    for y in [0.0, 50] {
      try drawing.apply(event(.began, 0, y))
      try drawing.apply(event(.ended, 40, y))
    }
    return drawing
  }

  private func center(_ drawing: Drawing, _ element: ElementIndex) -> Point {
    let bounds = drawing.bounds(of: element)
    return Point((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2)
  }

  @Test func `commands without an id act on the selected element, or warn that none is selected`() throws {
    var drawing = try lines()
    for command in [
      LogCommand.delete(id: nil), .move(id: nil, by: Vector(1, 1)), .raise(id: nil), .lower(id: nil),
      .restyle(id: nil, StyleChange()), .edit(id: nil, text: "a"), .transform(id: nil, TransformChange()),
      .stretch(id: nil, by: Vector(2, 1)),
    ] {
      #expect(try drawing.apply(.command(command)) == .nothingSelected(command.name))
    }
    try drawing.apply(.command(.select(.at(Point(20, 5)))))
    #expect(drawing.selection == 0, "3 points beyond the ink")
    try drawing.apply(.command(.move(id: nil, by: Vector(0, 7))))
    #expect(abs(center(drawing, 0).y - 7) < 1e-9)
    try drawing.apply(.command(.select(.at(Point(20, 14)))))
    #expect(drawing.selection == nil, "5 points beyond the ink, which has moved to 5...9")
  }

  @Test func `an unknown id is a warning`() throws {
    var drawing = try lines()
    for id in ["e3", "e0", "e01", "E1", "", "box"] {
      #expect(try drawing.apply(.command(.delete(id: id))) == .unknownElement(id))
      #expect(try drawing.apply(.command(.select(.id(id)))) == .unknownElement(id))
    }
    try drawing.apply(.command(.delete(id: "e1")))
    #expect(try drawing.apply(.command(.delete(id: "e1"))) == .unknownElement("e1"), "it was deleted")
    #expect(drawing.elements.map(\.isPresent) == [false, true])
  }

  @Test func `the log can give each name to one element`() throws {
    var drawing = Drawing()
    var tool = ToolChange(name: "rect")
    tool.id = "box"
    try drawing.apply(.tool(tool))
    #expect(throws: EditError.duplicateID("box")) { try drawing.apply(.tool(tool)) }
    try drawing.apply(event(.began, 0, 0))
    try drawing.apply(event(.ended, 40, 40))
    try drawing.apply(event(.began, 0, 0))
    try drawing.apply(event(.ended, 40, 40))
    #expect(drawing.elements.map(\.id) == ["box", "e2"])
    #expect(throws: EditError.duplicateID("box")) {
      try drawing.apply(.command(.text(NewText("a", at: Point(0, 0), id: "box"))))
    }
    #expect(
      try drawing.apply(.command(.delete(id: "e1"))) == .unknownElement("e1"), "a named element has no default name")
    #expect(try drawing.apply(.command(.delete(id: "box"))) == nil)
  }

  @Test func `an element rotates and scales about its center`() throws {
    var drawing = try lines()
    try drawing.apply(.command(.transform(id: "e2", TransformChange(rotate: 90, scale: 2))))
    let bounds = drawing.bounds(of: 1)
    // A line of 44 by 4 about (20, 50): 8 by 88.
    #expect(abs(bounds.minX - 16) < 0.1 && abs(bounds.maxX - 24) < 0.1)
    #expect(abs(bounds.minY - 6) < 0.1 && abs(bounds.maxY - 94) < 0.1)
    try drawing.apply(.command(.move(id: "e2", by: Vector(100, 0))))
    #expect(abs(center(drawing, 1).x - 120) < 1e-6)
    try drawing.apply(.command(.undo(count: 2)))
    #expect(drawing.bounds(of: 1) == (try lines()).bounds(of: 1))
    #expect(drawing.placement(of: 1) == nil)
  }

  @Test func `restyle changes the given keys of any element and can be undone`() throws {
    var drawing = try lines()
    for event in [
      LogEvent.tool(ToolChange(name: "pen", width: 3)), event(.began, 0, 90), event(.moved, 20, 90),
      event(.ended, 40, 90),
    ] { try drawing.apply(event) }
    var change = StyleChange()
    change.width = 20
    change.color = .rainbow
    try drawing.apply(.command(.restyle(id: "e3", change)))
    try drawing.apply(.command(.restyle(id: "e1", change)))
    #expect(drawing.strokes[2].look.width == 20 && drawing.strokes[2].look.color == .rainbow)
    #expect(drawing.bounds(of: 0).height > 19)
    let styled = drawing.strokes[2].remodeled(options: drawing.options)
    #expect(drawing.strokes[2].spans.indices.map(drawing.strokes[2].cones(ofSpan:)) == styled)
    try drawing.apply(.command(.undo(count: 2)))
    #expect(drawing.strokes[2].look.width == 3 && drawing.strokes[2].look.color == .solid(.black))
    #expect(drawing.bounds(of: 0) == (try lines()).bounds(of: 0))
  }

  @Test func `only a text can be edited`() throws {
    var drawing = try lines()
    try drawing.apply(.command(.text(NewText("No", at: Point(0, 0)))))
    let narrow = drawing.bounds(of: 2).width
    #expect(try drawing.apply(.command(.edit(id: "e3", text: "Nothing"))) == nil)
    #expect(drawing.bounds(of: 2).width > 2 * narrow)
    #expect(try drawing.apply(.command(.edit(id: "e1", text: "x"))) == .notText("e1"))
    try drawing.apply(.command(.undo(count: 1)))
    #expect(drawing.bounds(of: 2).width == narrow)
  }

  @Test func `a character that the font lacks is a warning with its line and column`() throws {
    var drawing = Drawing()
    let warning = try drawing.apply(.command(.text(NewText("a\nb漢", at: Point(0, 0)))))
    guard case .missingCharacters(let missing) = warning else {
      Issue.record("\(String(describing: warning))")
      return
    }
    #expect(missing.map(\.character) == ["漢"] && missing.map(\.line) == [2] && missing.map(\.column) == [2])
  }

  @Test func `commands that need files are refused`() {
    var drawing = Drawing()
    #expect(throws: EditError.needsFiles("open")) { try drawing.apply(.command(.open(path: "a"))) }
    #expect(throws: EditError.needsFiles("image")) {
      try drawing.apply(.command(.image(NewImage(.path("a.png"), at: Point(0, 0)))))
    }
    #expect(drawing.version == 0)
  }
}
