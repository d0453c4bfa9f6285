import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

@Suite struct ToolTests {
  private func styles(_ changes: [ToolChange]) throws -> [Look] {
    var drawing = Drawing()
    for (touch, change) in changes.enumerated() {
      try drawing.apply(.tool(change))
      try drawing.apply(event(.began, 0, 0, touch: touch))
    }
    return drawing.strokes.map(\.look)
  }

  @Test(arguments: [(StrokeModel.ink1, 6.0), (.ink2, 1), (.ink3, 1), (.ink4, 1)])
  func `the default tool is a black pen, 4 points wide, with the default smoothing of the model`(
    model: StrokeModel, smoothing: Double
  ) throws {
    var drawing = Drawing()
    try drawing.apply(.header(LogHeader(model: model.rawValue)))
    try drawing.apply(event(.began, 0, 0))
    let look = drawing.strokes[0].look
    #expect(look.tool == .pen && look.color == .solid(.black) && look.width == 4 && look.opacity == 1)
    #expect(look.thinning == 0.6 && look.smoothing == smoothing && look.taper == Taper(start: 0, end: 0))
  }

  @Test func `options override the header's model, and a tool line overrides its grid`() throws {
    let header = LogEvent.header(LogHeader(model: "ink-1", grid: 0.5))
    let began = event(.began, 0, 0)
    #expect(Drawing().model == .ink4)
    #expect(try Drawing([header, began]).model == .ink1)
    #expect(try Drawing([header, began], options: ModelOptions(model: .ink2)).model == .ink2)
    #expect(try Drawing([began], options: ModelOptions(model: .ink1)).model == .ink1)
    let tool = LogEvent.tool(ToolChange(name: "pen", grid: 0.25))
    let drawing = try Drawing([header, began, event(.ended, 1, 1), tool, began])
    #expect(drawing.strokes.map(\.look.grid) == [0.5, 0.25])
    #expect(try Drawing([began]).strokes[0].look.grid == nil)
  }

  @Test func `keys that a tool line omits keep their last value`() throws {
    let red = Color(red: 255, green: 0, blue: 0)
    let styles = try styles([
      ToolChange(
        name: "pen", color: .solid(red), width: 9, opacity: 0.5, thinning: 0.25, smoothing: 3,
        taper: Taper(start: 1, end: 2)),
      ToolChange(name: "pen"),
      ToolChange(name: "eraser", width: 20),
      ToolChange(name: "pen"),
    ])
    #expect(styles[1] == styles[0])
    #expect(styles[0].color == .solid(red) && styles[0].width == 9)
    #expect(styles[0].opacity == 0.5 && styles[0].thinning == 0.25)
    #expect(styles[0].smoothing == 3 && styles[0].taper == Taper(start: 1, end: 2))
    #expect(styles[2].tool == .eraser && styles[2].width == 20)
    #expect(styles[2].color == .solid(red) && styles[2].opacity == 0.5)
    #expect(styles[3].tool == .pen && styles[3].width == 20)
  }

  @Test(
    arguments: [
      (["marker": 20.0], nil, 4.0), (["eraser": 30], nil, 4), (["pen": 6, "marker": 20], nil, 6),
      (["marker": 20], 3, 3), (["rect": 2, "eraser": 30], nil, 2),
    ] as [(KeyValuePairs<String, Double>, Double?, Double)])
  func `a text has the width of the last pen or shape, not that of a broad tip`(
    tools: KeyValuePairs<String, Double>, own: Double?, expected: Double
  ) throws {
    var drawing = Drawing()
    for (name, width) in tools { try drawing.apply(.tool(ToolChange(name: name, width: width))) }
    var style = StyleChange()
    style.width = own
    try drawing.apply(.command(.text(NewText("a", at: Point(0, 0), style: style))))
    guard case .text(let text) = try #require(drawing.elements.first).content else {
      Issue.record("the element is no text")
      return
    }
    #expect(text.look.width == expected)
  }

  @Test func `the name of an element that has not begun is given to no other`() throws {
    var drawing = Drawing()
    try drawing.apply(.tool(ToolChange(name: "line", id: "e1")))
    try drawing.apply(.command(.text(NewText("a", at: Point(1, 2)))))
    try drawing.apply(event(.began, 0, 0))
    try drawing.apply(event(.ended, 9, 9))
    #expect(drawing.elements.map(\.id) == ["e2", "e1"])
    #expect(try SavedDrawing(SavedDrawing(drawing).text, name: "a.json").elements.count == 2)
  }

  @Test func `a marker is translucent and of constant width`() throws {
    let styles = try styles([
      ToolChange(name: "marker"), ToolChange(name: "pen"), ToolChange(name: "marker", opacity: 1, thinning: 0.5),
      ToolChange(name: "pen"),
    ])
    #expect(styles.map(\.opacity) == [0.47, 1, 1, 1])
    #expect(styles.map(\.thinning) == [0, 0.6, 0, 0.5])
  }

  @Test func `a tool line does not change strokes that have begun`() throws {
    var drawing = Drawing()
    try drawing.apply(event(.began, 0, 0))
    try drawing.apply(.tool(ToolChange(name: "marker", width: 30)))
    try drawing.apply(event(.ended, 9, 0))
    #expect(drawing.strokes[0].look.tool == .pen)
    #expect(drawing.strokes[0].look.width == 4)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var event: LogEvent
    var error: EditError

    static let all = [
      Refusal(
        testDescription: "an unknown tool", event: .tool(ToolChange(name: "lasso", width: 7)),
        error: .unknownTool("lasso")),
      Refusal(
        testDescription: "an unknown eraser mode",
        event: .tool(ToolChange(name: "eraser", width: 7, mode: "half")),
        error: .unknownEraserMode("half")),
      Refusal(
        testDescription: "a text tool without a text", event: .tool(ToolChange(name: "text", width: 7)),
        error: .missingText),
      Refusal(
        testDescription: "an unknown font",
        event: .command(.text(NewText("a", at: Point(0, 0), style: .font("Arial")))),
        error: .unknownFont("Arial")),
      Refusal(
        testDescription: "an unknown model", event: .header(LogHeader(size: Size(width: 9, height: 9), model: "ink-7")),
        error: .unknownModel("ink-7")),
    ]
  }

  @Test(arguments: Refusal.all)
  func `an unknown name is refused and changes nothing`(test: Refusal) throws {
    var drawing = Drawing()
    #expect(throws: test.error) { try drawing.apply(test.event) }
    #expect(drawing.version == 0)
    #expect(drawing.header == nil)
    try drawing.apply(event(.began, 0, 0))
    #expect(drawing.strokes[0].look.width == 4)
    #expect(drawing.strokes[0].look.tool == .pen)
  }

  @Test func `a tool line may give an eraser mode to any tool`() throws {
    let styles = try styles([ToolChange(name: "eraser", mode: "pixel"), ToolChange(name: "pen", mode: "stroke")])
    #expect(styles.map(\.tool) == [.eraser, .pen])
  }
}

extension StyleChange {
  fileprivate static func font(_ name: String) -> StyleChange {
    var style = StyleChange()
    style[StyleKeys.font] = name
    return style
  }
}
