import Geometry
import Ink
import Raster
import Rendering
import TestSupport
import Testing
import TouchLog

/// A drawing that was saved and opened again is the drawing that it was.
@Suite struct RoundTripTests {
  private func expectRoundTrip(_ drawing: Drawing, _ comment: Comment) throws {
    let text = drawing.saved
    let again = try opened(text)
    try #require(again.saved == text, comment)
    try #require(pixels(again) == pixels(drawing.finished), comment)
  }

  @Test(arguments: 0..<16 as Range<UInt64>)
  func `a session saved after any event shows the same pixels`(seed: UInt64) throws {
    var drawing = Drawing()
    for (number, event) in RandomSession(seed: seed, steps: 24).events.enumerated() {
      try drawing.apply(event)
      // Most steps are in the middle of a drag.
      if case .touch(let touch) = event, touch.phase == .moved, number % 4 != 0 { continue }
      try expectRoundTrip(drawing, "after event \(number), \(event)")
    }
    try expectRoundTrip(drawing, "at the end")
  }

  @Test(arguments: 40..<52 as Range<UInt64>)
  func `ink whose pressure comes late is saved as it would end`(seed: UInt64) throws {
    var drawing = Drawing(options: ModelOptions(model: seed % 4 == 3 ? .ink1 : nil))
    for (number, event) in RandomLog(seed: seed).events.enumerated() {
      try drawing.apply(event)
      if number % 12 == 0 { try expectRoundTrip(drawing, "after event \(number)") }
    }
    try expectRoundTrip(drawing, "at the end")
  }

  @Test(arguments: 60..<90 as Range<UInt64>)
  func `a renderer that follows an opened drawing draws it as from scratch`(seed: UInt64) throws {
    var drawing = Drawing()
    for event in RandomSession(seed: seed, steps: 40).events { try drawing.apply(event) }
    let saved = SavedDrawing(drawing)
    var again = Drawing()
    let layout = CanvasLayout(width: 150, height: 150, transform: Transform(scale: 1.5), background: .white)
    var renderer = PictureRenderer(layout: layout)
    try renderer.drawFrame(again)
    try again.open(saved)
    try renderer.drawFrame(again)
    let oracle = ScratchRenderer(layout: layout)
    #expect(pixels(renderer.picture) == pixels(oracle.picture(of: again)))
    #expect(pixels(renderer.picture) == pixels(oracle.picture(of: drawing.finished)))
  }

  /// All that a tool line can say, so that what was said before is forgotten.
  private var settings: LogEvent {
    var tool = ToolChange(name: "pen", mode: "pixel", text: "T")
    tool.style.color = .solid(.black)
    tool.style.width = 3
    tool.style.opacity = 1
    tool.style.thinning = 0.5
    tool.style.smoothing = 4
    tool.style.grid = 0.5
    tool.style.taper = Taper(start: 0, end: 2)
    tool.style.fill = Fill.none
    tool.style.dash = []
    tool.style.dashPhase = 0
    tool.style.cap = .butt
    tool.style.join = .miter
    tool.style.radius = 3
    tool.style.sides = 6
    tool.style.points = 7
    tool.style.size = 14
    tool.style.align = .left
    return .tool(tool)
  }

  /// Whether an event means the same to a drawing that has forgotten its past.
  private func goesOn(_ event: LogEvent) -> Bool {
    switch event {
    case .header, .revision, .command(.undo), .command(.redo): false
    case .touch, .tool, .command: true
    }
  }

  @Test(arguments: 100..<160 as Range<UInt64>)
  func `a session goes on from an opened drawing as from its own`(seed: UInt64) throws {
    let events = RandomSession(seed: seed, steps: 50).events
    let starts = events.indices.filter { place in
      if case .touch(let touch) = events[place] { return touch.phase == .began }
      return false
    }
    let split = try #require(starts.dropFirst(starts.count / 2).first)
    var drawing = Drawing()
    for event in events[..<split] { try drawing.apply(event) }
    drawing = drawing.finished
    var again = try opened(drawing.saved)
    let rest = [.command(.deselect), settings] + events[split...].filter(goesOn)
    for event in rest {
      try drawing.apply(event)
      try again.apply(event)
    }
    // The bytes tell names apart too.
    #expect(again.finished.saved == drawing.finished.saved)
    #expect(pixels(again.finished) == pixels(drawing.finished))
  }

  @Test(arguments: 200..<220 as Range<UInt64>)
  func `what is done to an opened drawing can be undone back to it, and no further`(seed: UInt64) throws {
    let events = RandomSession(seed: seed, steps: 30).events
    var drawing = Drawing()
    for event in events { try drawing.apply(event) }
    var again = try opened(drawing.saved)
    let before = pixels(again)
    for event in RandomSession(seed: seed + 1, steps: 20).events where goesOn(event) { try again.apply(event) }
    try again.apply(.command(.undo(count: 1_000_000)))
    #expect(pixels(again) == before)
  }

  @Test(arguments: StrokeModel.allCases, 300..<306 as Range<UInt64>)
  func `a drawing that is opened where no model is named keeps its own`(model: StrokeModel, seed: UInt64) throws {
    let events = RandomLog(seed: seed).events
    for named in [false, true] {
      var drawing = Drawing(options: ModelOptions(model: named ? nil : model))
      for event in events {
        if named, case .header(var header) = event {
          header.model = model.rawValue
          try drawing.apply(.header(header))
        } else {
          try drawing.apply(event)
        }
      }
      let again = try opened(drawing.saved)
      #expect(again.model == model)
      #expect(pixels(again) == pixels(drawing.finished))
      // After a header that names none.
      var later = Drawing()
      try later.apply(.header(LogHeader(size: Size(width: 100, height: 100))))
      try later.open(SavedDrawing(drawing.saved, name: "a.json"))
      #expect(later.model == model)
      #expect(pixels(later) == pixels(drawing.finished))
    }
  }

  @Test func `an opened drawing raises the version once, and all its elements are new since before`() throws {
    var drawing = Drawing()
    for event in RandomSession(seed: 7, steps: 30).events { try drawing.apply(event) }
    let count = drawing.finished.elements.count(where: \.isPresent)
    let again = try opened(drawing.saved)
    #expect(again.version == 1)
    #expect(again.changes(since: 0).elements.map(\.element) == Array(0..<count))
    #expect(again.changes(since: 0).elements.allSatisfy { $0.kind == .appeared })
    #expect(again.changes(since: 1).elements.isEmpty)
    #expect(again.selection == nil)
  }
}
