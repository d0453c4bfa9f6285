import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

@Suite struct PhaseTests {
  @Test(arguments: [TouchEvent.Phase.moved, .stationary, .ended, .cancelled])
  func `a stroke must begin first`(phase: TouchEvent.Phase) throws {
    var drawing = Drawing()
    #expect(throws: EditError.touchNotDown(.number(7), phase)) { try drawing.apply(event(phase, 1, 2, touch: 7)) }
    #expect(drawing.version == 0)
    #expect(drawing.strokes.isEmpty)
  }

  @Test(arguments: [TouchEvent.Phase.moved, .stationary, .ended, .cancelled])
  func `a touch that has ended must begin again`(phase: TouchEvent.Phase) throws {
    for last in [TouchEvent.Phase.ended, .cancelled] {
      var drawing = Drawing()
      try drawing.apply(event(.began, 1, 2))
      try drawing.apply(event(last, 1, 2))
      let version = drawing.version
      #expect(throws: EditError.touchNotDown(.number(0), phase)) { try drawing.apply(event(phase, 3, 4)) }
      #expect(drawing.version == version)
      #expect(drawing.strokes.count == 1)
    }
  }

  @Test func `a touch that is down cannot begin again`() throws {
    var drawing = Drawing()
    try drawing.apply(event(.began, 1, 2))
    #expect(throws: EditError.touchAlreadyDown(.number(0))) { try drawing.apply(event(.began, 3, 4)) }
    #expect(drawing.version == 1)
    #expect(drawing.strokes.map(\.samples.count) == [1])
    try drawing.apply(event(.began, 3, 4, touch: 1))
    #expect(drawing.strokes.count == 2)
  }

  @Test func `a refused event leaves no trace`() throws {
    var drawing = Drawing()
    #expect(throws: EditError.self) { try drawing.apply(event(.moved, 1, 2)) }
    #expect(throws: EditError.self) { try drawing.apply(.tool(ToolChange(name: "lasso"))) }
    // A header must come before all other events.
    try drawing.apply(.header(LogHeader(scale: 2)))
    #expect(drawing.header?.scale == 2)
  }

  @Test(
    arguments: [
      .header(LogHeader()), .tool(ToolChange(name: "pen")), event(.began, 1, 2), .revision(TouchRevision(index: 4)),
    ] as [LogEvent])
  func `a header after another event is refused`(first: LogEvent) throws {
    var drawing = Drawing()
    try drawing.apply(first)
    let version = drawing.version
    #expect(throws: EditError.lateHeader) { try drawing.apply(.header(LogHeader(scale: 3))) }
    #expect(drawing.version == version)
    #expect(drawing.header?.scale == nil)
  }

  @Test func `a touch id that is used again makes another stroke`() throws {
    let drawing = try Drawing(
      stroke([Point(0, 0), Point(9, 0)]) + stroke([Point(50, 0), Point(59, 0), Point(70, 3)]))
    #expect(drawing.strokes.map(\.samples.count) == [2, 3])
    #expect(drawing.strokes.map(\.ordinal) == [0, 1])
    #expect(drawing.strokes.allSatisfy { $0.state == .ended && $0.isSettled })
  }

  @Test func `touches that are down together each make a stroke`() throws {
    var drawing = Drawing()
    for touch in 0..<4 { try drawing.apply(event(.began, 0, Double(touch) * 20, touch: touch)) }
    for i in 1..<40 {
      for touch in [2, 0, 3, 1] { try drawing.apply(event(.moved, Double(i), Double(touch) * 20, touch: touch)) }
    }
    _ = drawing.finish()
    for touch in 0..<4 {
      let stroke = drawing.strokes[StrokeIndex(touch)]
      #expect(stroke.touch == .number(touch), "strokes are in the order in which they began")
      let points = (0..<40).map { (i: Int) -> Point in Point(Double(i), Double(touch) * 20) }
      #expect(stroke.samples.map(\.point) == points)
    }
  }

  @Test func `a touch named "1" is not touch 1`() throws {
    var drawing = Drawing()
    try drawing.apply(.touch(TouchEvent(phase: .began, touch: .number(1), point: Point(0, 0))))
    try drawing.apply(.touch(TouchEvent(phase: .began, touch: .name("1"), point: Point(0, 0))))
    #expect(drawing.strokes.count == 2)
  }

  @Test func `a canceled touch leaves no ink`() throws {
    var events = stroke((0..<100).map { Point(Double($0), 0) })
    events[99] = event(.cancelled, 99, 0)
    let drawing = try Drawing(events)
    #expect(drawing.strokes.map(\.state) == [.cancelled])
    #expect(drawing.inkBounds.isEmpty)
    #expect(drawing.strokes[0].remodeled(options: drawing.options).isEmpty)
  }

  @Test func `an option keeps canceled touches`() throws {
    var events = stroke((0..<100).map { Point(Double($0), 0) })
    let ended = try Drawing(events)
    events[99] = event(.cancelled, 99, 0, time: 99.0 / 240)
    let kept = try Drawing(events, options: ModelOptions(keepsCancelled: true))
    #expect(kept.strokes.map(\.state) == [.ended])
    #expect(kept.strokes[0].remodeled(options: kept.options) == ended.strokes[0].remodeled(options: ended.options))
  }

  @Test func `finish warns of each touch that never ended, in the order in which they began`() throws {
    var drawing = Drawing()
    for touch in [5, 3, 9] { try drawing.apply(event(.began, Double(touch) * 10, 0, touch: touch)) }
    try drawing.apply(event(.moved, 35, 4, touch: 3))
    try drawing.apply(event(.ended, 50, 4, touch: 5))
    #expect(drawing.finish() == [.neverEnded(.number(3)), .neverEnded(.number(9))])
    #expect(drawing.strokes.allSatisfy { $0.isSettled })
    #expect(drawing.finish() == [], "a second call finds no touch to finish")
    #expect(drawing.strokes[1].samples.last?.point == Point(35, 4), "the ink ends at the last point")
  }

  @Test func `a prediction is shown until the next real event and leaves no trace`() throws {
    var drawing = Drawing()
    let options = drawing.options
    try drawing.apply(event(.moved, 4, 4, predicted: true))
    #expect(drawing.version == 0, "a prediction of a touch that has not begun is ignored")
    try drawing.apply(event(.began, 0, 0))
    try drawing.apply(event(.moved, 10, 0))
    let real = drawing.strokes[0].remodeled(options: options)
    for phase in [TouchEvent.Phase.moved, .ended, .cancelled, .began] {
      try drawing.apply(event(phase, 20, 5, predicted: true, index: 3))
    }
    let stroke = drawing.strokes[0]
    #expect(stroke.state == .active)
    #expect(stroke.samples.count == 2)
    #expect(stroke.remodeled(options: options) == real)
    #expect(stroke.remodeled(predicted: true, options: options) != real)
    try drawing.apply(event(.moved, 20, 0))
    let next = drawing.strokes[0]
    #expect(next.remodeled(predicted: true, options: options) == next.remodeled(options: options))
  }
}
