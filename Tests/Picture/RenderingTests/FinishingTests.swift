import Geometry
import PNG
import Ink
import Raster
import TestSupport
import Testing
import TouchLog

@testable import Rendering

/// Renderers that finish a drawing, on several threads or after a bake that was stopped.
@Suite struct FinishingTests {
  private static let layout = CanvasLayout(
    width: 300, height: 900, transform: Transform(scale: 3), background: .white)

  /// Strokes of pens, markers and erasers, each of one color; some are canceled.
  private func drawing(seed: UInt64) throws -> (drawing: Drawing, events: [LogEvent]) {
    let log = RandomLog(seed: seed, strokes: 120)
    let events = log.events.filter { event in
      if case .tool(let tool) = event { tool.style.color != .rainbow } else { true }
    }
    return (try Drawing(events), events)
  }

  @Test(arguments: [2, 3, 7], rounds(4))
  func `strokes drawn in rows on several threads equal a full redraw`(
    threads: Int, seed: UInt64
  ) throws {
    let drawing = try drawing(seed: seed).drawing
    let reference = pixels(ScratchRenderer(layout: Self.layout).picture(of: drawing))
    var canvas = Canvas(width: Self.layout.width, height: Self.layout.height)
    let all = try #require(RestPainter(drawing, from: 0, above: .min, layout: Self.layout))
    try #require(all.draw(onto: &canvas, threads: threads))
    #expect(pixels(Picture(canvas: canvas, background: .white)) == reference)
  }

  @Test func `few strokes are not divided among threads`() throws {
    let drawing = try drawing(seed: 9).drawing
    var canvas = Canvas(width: Self.layout.width, height: Self.layout.height)
    let last = ElementIndex(drawing.elements.count - 1)
    let rest = try #require(RestPainter(drawing, from: last, above: .min, layout: Self.layout))
    #expect(!rest.draw(onto: &canvas, threads: 4))
    #expect(canvas.tileCount == 0)
  }

  @Test func `only plain ink in its order is divided among threads`() throws {
    let pen = LogEvent.tool(ToolChange(name: "pen", width: 8))
    let line: [LogEvent] = [
      .touch(TouchEvent(phase: .began, point: Point(10, 10), pressure: 1, time: 0)),
      .touch(TouchEvent(phase: .ended, point: Point(60, 60), pressure: 1, time: 1)),
    ]
    let cases: [(String, [LogEvent], Bool)] = [
      ("pens", [pen] + line + line, true),
      ("an eraser", [pen] + line + [.tool(ToolChange(name: "eraser"))] + line, true),
      ("a shape", [.tool(ToolChange(name: "rect"))] + line, false),
      ("a rainbow", [.tool(ToolChange(name: "pen", color: .rainbow))] + line, false),
      ("another order", [pen] + line + line + [.command(.raise(id: "e1"))], false),
      ("an unfinished stroke", [pen] + line + [line[0]], false),
    ]
    for (name, events, isPlain) in cases {
      var drawing = Drawing()
      for event in events { try drawing.apply(event) }
      #expect((RestPainter(drawing, from: 0, above: .min, layout: Self.layout) != nil) == isPlain, "\(name)")
    }
  }

  @Test(arguments: 20..<24 as Range<UInt64>)
  func `a drawing baked at any time on a second thread equals a full redraw`(seed: UInt64) throws {
    let (reference, events) = try drawing(seed: seed)
    let expected = pixels(ScratchRenderer(layout: Self.layout).picture(of: reference))
    var random = SeededRandom(seed: seed)
    for threads in [1, 2, 5] {
      // A renderer draws several drawings one after another.
      let renderer = ConcurrentRenderer(layout: Self.layout, threads: threads)
      for _ in 0..<2 {
        var drawing = Drawing()
        for event in events {
          try drawing.apply(event)
          if Int.random(in: 0..<60, using: &random) == 0 { renderer.bakeIfIdle(drawing) }
        }
        _ = drawing.finish()
        #expect(try pixels(renderer.finish(drawing)) == expected, "on \(threads) threads")
      }
    }
  }

  @Test(arguments: 40..<46 as Range<UInt64>)
  func `a bake that is stopped anywhere continues in the next one`(seed: UInt64) throws {
    let (reference, events) = try drawing(seed: seed)
    let expected = pixels(ScratchRenderer(layout: Self.layout).picture(of: reference))
    var random = SeededRandom(seed: seed)
    for threads in [1, 3] {
      var drawing = Drawing()
      var renderer = FinishingRenderer(layout: Self.layout)
      for event in events {
        try drawing.apply(event)
        guard Int.random(in: 0..<400, using: &random) == 0 else { continue }
        var patience = Int.random(in: 0..<4, using: &random)
        try renderer.bake(drawing) {
          patience -= 1
          return patience < 0
        }
      }
      _ = drawing.finish()
      #expect(try pixels(renderer.finish(drawing, threads: threads)) == expected)
    }
  }

  @Test(arguments: [1, 3])
  func `a touch that has not ended is in the picture`(threads: Int) throws {
    var drawing = try drawing(seed: 50).drawing
    try drawing.apply(.tool(ToolChange(name: "pen", width: 9)))
    try drawing.apply(.touch(.began, 10, 10))
    try drawing.apply(.touch(.moved, 90, 250))
    var renderer = FinishingRenderer(layout: Self.layout)
    try renderer.bake(drawing)
    let expected = pixels(ScratchRenderer(layout: Self.layout).picture(of: drawing))
    #expect(try pixels(renderer.finish(drawing, threads: threads)) == expected)
    #expect(try pixels(renderer.finish(drawing, threads: threads)) == expected, "drawn a second time")
  }
}
