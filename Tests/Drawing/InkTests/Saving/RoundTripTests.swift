import Geometry
import Ink
import Raster
import Rendering
import TestSupport
import Testing
import TouchLog

/// Saving a drawing and opening it again changes nothing.
@Suite struct RoundTripTests {
  private func expectRoundTrip(_ drawing: Drawing, _ comment: Comment) throws {
    let text = drawing.saved
    let again = try opened(text)
    try #require(again.saved == text, comment)
    try #require(pixels(again) == pixels(drawing.finished), comment)
  }

  @Test func `a drawing keeps the notes of its recording`() throws {
    let notes = #""word":"wave \"é\"","key_id":"7","label":"w","normalizedLabel":"v","truth":"t","key":"k""#
    var drawing = try drawing(ofLog: [#"{"doodle":1,\#(notes)}"#, #"{"phase":"began","point":[1,2]}"#])
    for _ in 0..<2 {
      #expect(drawing.header?.label == "v")
      #expect(drawing.header?.key == "k")
      #expect(Set(drawing.header?.notes ?? []).count == 6)
      try expectRoundTrip(drawing, "with notes")
      drawing = try opened(drawing.saved)
    }
    // A label that is not a text is the app's own.
    #expect(try opened(#"{"drawing":1,"label":5,"elements":[]}"#).header?.label == nil)
  }

  @Test(arguments: [
    #""thinning":1"#, #""smoothing":0"#, #""thinning":0.1,"smoothing":3"#, #""thinning":0.6,"smoothing":1"#,
  ])
  func `the label of an angle keeps its thinning and smoothing`(style: String) throws {
    let drawing = try drawing(ofLog: [
      #"{"tool":"angle","width":3,\#(style)}"#, #"{"phase":"began","point":[10,80]}"#,
      #"{"phase":"ended","point":[60,80]}"#, #"{"phase":"began","point":[60,80]}"#,
      #"{"phase":"ended","point":[30,20]}"#,
    ])
    try expectRoundTrip(drawing, "\(style)")
  }

  @Test(arguments: rounds(16))
  func `a session saved after any event shows the same pixels`(seed: UInt64) throws {
    var drawing = Drawing()
    for (number, event) in RandomSession(seed: seed, steps: 24).events.enumerated() {
      try drawing.apply(event)
      // Most events are moves within a drag: a quarter of them is enough.
      if case .touch(let touch) = event, touch.phase == .moved, number % 4 != 0 { continue }
      try expectRoundTrip(drawing, "after event \(number), \(event)")
    }
    try expectRoundTrip(drawing, "at the end")
  }

  @Test(arguments: 40..<52 as Range<UInt64>)
  func `a drawing with pending pressures is saved as it would finish`(seed: UInt64) throws {
    var drawing = Drawing(options: ModelOptions(model: .inTurn(seed)))
    for (number, event) in RandomLog(seed: seed).events.enumerated() {
      try drawing.apply(event)
      if number % 12 == 0 { try expectRoundTrip(drawing, "after event \(number)") }
    }
    try expectRoundTrip(drawing, "at the end")
  }

  @Test(arguments: 100..<108 as Range<UInt64>) func `a drawing of brushes is saved with its tilts`(seed: UInt64) throws
  {
    var drawing = Drawing(options: ModelOptions(model: seed % 4 == 3 ? .ink1 : nil))
    for event in RandomLog(seed: seed, brushes: true).events { try drawing.apply(event) }
    try expectRoundTrip(drawing, "at the end")
    for key in ["tilts", "twists", "tangentialPressures", "contacts"] {
      #expect(String(decoding: drawing.saved, as: UTF8.self).contains("\"\(key)\""))
    }
  }

  @Test(arguments: 60..<90 as Range<UInt64>)
  func `a renderer that follows an opened drawing draws the same as a new renderer`(seed: UInt64) throws {
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

  @Test(arguments: [3e38, 4e38, 1e300]) func `a pressure beyond all sense is saved as one that can be read`(
    pressure: Double
  ) throws {
    let lines = [
      #"{"phase":"began","point":[10,10],"pressure":\#(pressure)}"#,
      #"{"phase":"moved","point":[20,30],"pressure":\#(pressure),"index":1,"expects":["pressure"]}"#,
      #"{"phase":"moved","point":[40,30],"predicted":true,"pressure":\#(pressure)}"#,
      #"{"revises":1,"pressure":\#(pressure)}"#,
    ]
    try expectRoundTrip(try drawing(ofLog: lines), "\(pressure)")
    let sample = "[1,2,0,\(pressure)]"
    let saved = try opened(#"{"drawing":1,"elements":[{"kind":"stroke","samples":[\#(sample)]}]}"#)
    try expectRoundTrip(saved, "\(pressure)")
  }

  @Test(arguments: [
    #""move","by":[-1e-9,-0]"#, #""move","by":[5,-1e-9]"#, #""transform","rotate":-1e-9"#, #""transform","scale":0.5"#,
  ])
  func `a placement of almost nothing is saved as it is read again`(command: String) throws {
    let lines = [
      #"{"tool":"text","text":"T","dashPhase":-0,"smoothing":-0,"opacity":-0}"#,
      #"{"phase":"began","id":1,"point":[-0,20]}"#, #"{"phase":"ended","id":1,"point":[-0,20]}"#,
      #"{"tool":"pen","width":3,"thinning":-0}"#,
      #"{"phase":"began","id":1,"point":[-0,20],"time":-0}"#, #"{"phase":"ended","id":1,"point":[10,-0],"time":1}"#,
      #"{"command":\#(command),"id":"e1"}"#, #"{"command":"move","id":"e1","by":[9,0]}"#,
      #"{"command":\#(command),"id":"e2"}"#, #"{"command":"transform","id":"e2","rotate":9}"#,
    ]
    try expectRoundTrip(try drawing(ofLog: lines), "\(command)")
  }

  /// A tool line that gives all keys, so that no earlier tool line matters.
  private var settings: LogEvent {
    var tool = ToolChange(name: "pen", mode: "pixel", text: "T")
    tool.style.color = .solid(.black)
    tool.style.width = 3
    tool.style.opacity = 1
    tool.style.thinning = 0.5
    tool.style.smoothing = 4
    tool.style.grid = 0.5
    tool.style.taper = Taper(start: 0, end: 2)
    tool.style[StyleKeys.pressureCurve] = 1.5
    tool.style[StyleKeys.minWidth] = 0.25
    tool.style[StyleKeys.brush] = .crayon
    tool.style[StyleKeys.tip] = .ellipse
    tool.style[StyleKeys.tipRatio] = 0.5
    tool.style[StyleKeys.tipAngle] = .azimuth
    tool.style[StyleKeys.flow] = ByPressure(light: 0.2, firm: 1)
    tool.style[StyleKeys.grain] = 0.5
    tool.style[StyleKeys.grainSize] = 2
    tool.style[StyleKeys.blend] = .over
    tool.style[StyleKeys.fill] = Fill.none
    tool.style[StyleKeys.dash] = []
    tool.style[StyleKeys.dashPhase] = 0
    tool.style[StyleKeys.cap] = .butt
    tool.style[StyleKeys.join] = .miter
    tool.style[StyleKeys.radius] = 3
    tool.style[StyleKeys.sides] = 6
    tool.style[StyleKeys.points] = 7
    tool.style[StyleKeys.size] = 14
    tool.style[StyleKeys.align] = .left
    tool.style[StyleKeys.layer] = "Notes"
    return .tool(tool)
  }

  /// Whether an event has the same effect on a drawing without a history.
  private func isIndependent(_ event: LogEvent) -> Bool {
    switch event {
    case .header, .revision, .command(.undo, _), .command(.redo, _): false
    case .touch, .tool, .command: true
    }
  }

  @Test(arguments: 100..<160 as Range<UInt64>)
  func `a session continues on an opened drawing as on the original`(seed: UInt64) throws {
    let events = RandomSession(seed: seed, steps: 50).events
    let starts = events.indices.filter { index in
      if case .touch(let touch) = events[index] { return touch.phase == .began }
      return false
    }
    let split = try #require(starts.dropFirst(starts.count / 2).first)
    var drawing = Drawing()
    for event in events[..<split] { try drawing.apply(event) }
    drawing = drawing.finished
    var again = try opened(drawing.saved)
    let rest = [.command(.deselect), settings] + events[split...].filter(isIndependent)
    for event in rest {
      // What was removed is not saved.
      if case .command(.duplicate(let id?, _, _), _) = event,
        !drawing.elements.contains(where: { $0.isPresent && $0.id == id })
      {
        continue
      }
      try drawing.apply(event)
      try again.apply(event)
    }
    // The saved bytes include the names of elements.
    #expect(again.finished.saved == drawing.finished.saved)
    #expect(pixels(again.finished) == pixels(drawing.finished))
  }

  @Test(arguments: 200..<220 as Range<UInt64>)
  func `undo goes back to the opened drawing and no further`(seed: UInt64) throws {
    let events = RandomSession(seed: seed, steps: 30).events
    var drawing = Drawing()
    for event in events { try drawing.apply(event) }
    var again = try opened(drawing.saved)
    let before = pixels(again)
    for event in RandomSession(seed: seed + 1, steps: 20).events where isIndependent(event) { try again.apply(event) }
    try again.apply(.command(.undo(count: 1_000_000)))
    #expect(pixels(again) == before)
  }

  @Test(arguments: StrokeModel.allCases, 300..<306 as Range<UInt64>)
  func `an opened drawing keeps its model unless the header names one`(model: StrokeModel, seed: UInt64) throws {
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
      // A header that names no model changes nothing.
      var later = Drawing()
      try later.apply(.header(LogHeader(size: Size(width: 100, height: 100))))
      try later.open(SavedDrawing(drawing.saved, name: "a.json"))
      #expect(later.model == model)
      #expect(pixels(later) == pixels(drawing.finished))
    }
  }

  @Test func `opening raises the version by one, and all elements have appeared since`() throws {
    var drawing = Drawing()
    for event in RandomSession(seed: 7, steps: 30).events { try drawing.apply(event) }
    let count = drawing.finished.elements.count(where: \.isPresent)
    let again = try opened(drawing.saved)
    #expect(again.version == 1)
    #expect(again.changes(since: 0).elements.map(\.element.rawValue) == Array(0..<count))
    #expect(again.changes(since: 0).elements.allSatisfy { $0.kind == .appeared })
    #expect(again.changes(since: 1).elements.isEmpty)
    #expect(again.selection == nil)
  }
}
