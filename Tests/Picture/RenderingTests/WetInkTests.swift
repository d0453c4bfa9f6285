import Geometry
import Ink
import Raster
import Rendering
import TestSupport
import Testing
import TouchLog

/// Wash that meets wash which has not dried.
@Suite struct WetInkTests {
  private static let layout = CanvasLayout(
    width: 220, height: 220, transform: Transform(scale: 2), background: .white)

  private func picture(_ drawing: Drawing) -> [UInt32] {
    pixels(ScratchRenderer(layout: Self.layout).picture(of: drawing))
  }

  /// A wash from one point to another that takes half a second.
  private func wash(from start: Point, to end: Point, at time: Double) -> [LogEvent] {
    var tool = ToolChange(name: "pen", color: .solid(.black))
    tool.style[StyleKeys.brush] = .watercolor
    return [.tool(tool)]
      + (0...30).map { step in
        let phase: TouchEvent.Phase = step == 0 ? .began : step == 30 ? .ended : .moved
        let point = start + (end - start) * (Double(step) / 30)
        return .touch(TouchEvent(phase: phase, point: point, time: time + Double(step) / 60))
      }
  }

  private let first = (Point(15, 60), Point(95, 55))
  private let second = (Point(50, 15), Point(58, 95))

  private func crossing(pause: Double, _ model: StrokeModel = .ink4, more: [LogEvent] = []) throws -> Drawing {
    let events =
      wash(from: first.0, to: first.1, at: 0) + wash(from: second.0, to: second.1, at: 0.5 + pause) + more
    return try Drawing(events, options: ModelOptions(model: model))
  }

  @Test func `a wash runs into one that is at most five seconds old, where both lie`() throws {
    let (wet, dry, dried) = try (crossing(pause: 0.3), crossing(pause: 5.01), crossing(pause: 1000))
    #expect(picture(dry) == picture(dried))
    let alone = try [first, second].map { line in
      picture(try Drawing(wash(from: line.0, to: line.1, at: 0), options: ModelOptions(model: .ink4)))
    }
    var (lighter, darker, beside) = (0, 0, 0)
    for (index, (wet, dry)) in zip(picture(wet), picture(dry)).enumerated() where wet != dry {
      if alone.contains(where: { $0[index] & 255 == 255 }) { beside += 1 }
      if wet & 255 > dry & 255 { lighter += 1 } else { darker += 1 }
    }
    // The washes cross on about 30 x 30 pixels. Most of it is washed out, and the color stays at a line.
    #expect(lighter > 300)
    #expect(darker > 30)
    // The grain hides the outermost ink of a wash.
    #expect(beside < 20)
    #expect(picture(try crossing(pause: 3)) != picture(dry))
  }

  @Test func `earlier models have no wet ink`() throws {
    for model in StrokeModel.allCases where model != .ink4 {
      #expect(try picture(crossing(pause: 0.3, model)) == picture(crossing(pause: 1000, model)))
    }
  }

  @Test func `wash that is undone, moved away or of another pen wets nothing`() throws {
    let second = try Drawing(
      wash(from: second.0, to: second.1, at: 0.8), options: ModelOptions(model: .ink4))
    let removed = try crossing(pause: 0.3, more: [.command(.delete(id: "e1"))])
    #expect(picture(removed) == picture(second))
    let moved = try crossing(pause: 0.3, more: [.command(.move(id: "e1", by: Vector(0, 5000)))])
    #expect(picture(moved) == picture(second))
  }

  private func washes(_ seed: UInt64) -> [LogEvent] {
    RandomLog(seed: seed, strokes: 5, brushes: true).events.map { event in
      guard case .tool(var change) = event else { return event }
      change.style[StyleKeys.brush] = .watercolor
      return .tool(change)
    }
  }

  @Test(arguments: rounds(10))
  func `after each event the followed picture of washes equals a full redraw`(seed: UInt64) throws {
    try expectFollowing(washes(seed), ModelOptions(model: .ink4), in: Self.layout, every: 7)
  }

  /// Each names the stroke and its sample whose time is revised, and the time.
  @Test(arguments: [(1, 0, 0.2), (1, 0, 0.6), (0, 30, 0.75), (0, 30, -4)] as [(Int, LogInteger, Double)])
  func `a time that is revised wets or dries what was drawn later`(stroke: Int, sample: LogInteger, time: Double) throws
  {
    var events: [LogEvent] = []
    for (number, line) in [first, second].enumerated() {
      var index: LogInteger = 0
      events += wash(from: line.0, to: line.1, at: 0.8 * Double(number)).map { event in
        guard case .touch(var touch) = event else { return event }
        (touch.touch, touch.index) = (.number(number), index)
        index += 1
        return .touch(touch)
      }
    }
    events.append(.revision(TouchRevision(index: sample, touch: .number(stroke), time: time)))
    try expectFollowing(events, ModelOptions(model: .ink4), in: Self.layout)
  }

  @Test(arguments: 100..<115 as Range<UInt64>)
  func `washes reported differently, drawn on threads, or saved are the same picture`(seed: UInt64) throws {
    let log = washes(seed)
    var random = SeededRandom(seed: seed)
    let options = ModelOptions(model: .ink4)
    let drawing = try Drawing(log, options: options)
    let expected = picture(drawing)
    for variant in [
      log.withoutPredictions, log.withRevisionsDelayed(using: &random), log.withRevisionsInPlace,
      log.interleaved(using: &random),
    ] {
      #expect(try picture(Drawing(variant, options: options)) == expected)
    }
    #expect(try pixels(ConcurrentRenderer(layout: Self.layout, threads: 3).finish(drawing)) == expected)
    var reopened = Drawing()
    try reopened.open(SavedDrawing(drawing))
    #expect(picture(reopened) == expected)
  }
}
