import Geometry
import PNG
import Ink
import Raster
import Rendering
import TestSupport
import Testing
import TouchLog

/// The contract of tools and commands: the picture of a session that edits is a pure function of its log.
@Suite struct EditingContractTests {
  private static let layout = CanvasLayout(
    width: 150, height: 150, transform: Transform(scale: 1.5), background: Pixel(red: 250, green: 250, blue: 240))

  private func fromScratch(_ drawing: Drawing) -> [UInt32] {
    pixels(ScratchRenderer(layout: Self.layout).picture(of: drawing))
  }

  private var blank: [UInt32] { fromScratch(Drawing()) }

  @Test(arguments: rounds(24))
  func `after each event of a session the followed picture equals a full redraw`(seed: UInt64) throws {
    var drawing = Drawing()
    var renderer = PictureRenderer(layout: Self.layout, showsPredictions: seed % 2 == 0)
    let oracle = ScratchRenderer(layout: Self.layout, showsPredictions: seed % 2 == 0)
    for (number, event) in RandomSession(seed: seed, steps: 24).events.enumerated() {
      try drawing.apply(event)
      try renderer.drawFrame(drawing)
      try #require(
        pixels(renderer.picture) == pixels(oracle.picture(of: drawing)), "after event \(number), \(event)")
    }
  }

  @Test(arguments: 100..<140 as Range<UInt64>)
  func `any division of a session into batches gives the same picture`(seed: UInt64) throws {
    let events = RandomSession(seed: seed, steps: 60).events
    let expected = fromScratch(try Drawing(events))
    var random = SeededRandom(seed: seed)
    for _ in 0..<2 {
      var drawing = Drawing()
      var renderer = PictureRenderer(layout: Self.layout)
      var finishing = FinishingRenderer(layout: Self.layout)
      for event in events {
        try drawing.apply(event)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: try finishing.bake(drawing)
        case 1: try renderer.drawFrame(drawing)
        default: break
        }
      }
      _ = drawing.finish()
      try renderer.drawFrame(drawing)
      #expect(pixels(renderer.picture) == expected)
      #expect(try pixels(finishing.finish(drawing)) == expected)
    }
  }

  @Test(arguments: 300..<330 as Range<UInt64>)
  func `a copy without its original has the pixels of the original, moved and raised`(seed: UInt64) throws {
    let drawing = try Drawing(RandomSession(seed: seed, steps: 40).events)
    let step = Vector(7.5, -11.25)
    let eraser: [LogEvent] = [.tool(ToolChange(name: "eraser", width: 9))] + LogEvent.drag([(0, 20), (100, 90)])
    for element in drawing.presentElements where !drawing.isEraser(element) {
      let id = drawing.elements[element].id
      var (copied, moved) = (drawing, drawing)
      for command in [LogCommand.duplicate(id: id, as: nil, by: step), .delete(id: id)] {
        try copied.apply(.command(command))
      }
      for command in [LogCommand.move(id: id, by: step), .raise(id: id)] { try moved.apply(.command(command)) }
      try #require(fromScratch(copied) == fromScratch(moved), "element \(id)")
      for event in eraser {
        try copied.apply(event)
        try moved.apply(event)
      }
      try #require(fromScratch(copied) == fromScratch(moved), "element \(id), erased")
    }
  }

  @Test func `a marker mixes with ink that has its own holes as it does with other ink`() throws {
    func session(erased: Bool) throws -> Drawing {
      var events: [LogEvent] = [
        .tool(ToolChange(name: "pen", color: .solid(Color(red: 230, green: 120, blue: 60)), width: 12))
      ]
      events += LogEvent.drag([(10, 50), (90, 50)])
      events += [.tool(ToolChange(name: "eraser", width: 6))] + LogEvent.drag([(20, 40), (20, 60)])
      if !erased { events += [.command(.undo(count: 1))] }
      events += [.command(.move(id: "e1", by: Vector(0, 10)))]
      for (x, color) in [(60.0, Color(red: 80, green: 250, blue: 200)), (66.0, Color(red: 250, green: 250, blue: 80))] {
        events += [.tool(ToolChange(name: "marker", color: .solid(color), width: 10, opacity: 1))]
        events += LogEvent.drag([(x, 20), (x, 95)])
      }
      return try Drawing(events)
    }
    let (erased, whole) = try (fromScratch(session(erased: true)), fromScratch(session(erased: false)))
    for y in 0..<150 { for x in 75..<150 { try #require(erased[y * 150 + x] == whole[y * 150 + x], "at \(x), \(y)") } }
    #expect(erased != whole)
    // Where all three lie, the darkest channel is the product of theirs: 60 · 200 · 80 / 255².
    #expect(abs(Int(whole[90 * 150 + 95] >> 16 & 255) - 60 * 200 * 80 / (255 * 255)) <= 2)
  }

  @Test(arguments: 200..<206 as Range<UInt64>)
  func `undoing all of a thousand steps gives a blank canvas, and redoing them the same picture`(seed: UInt64) throws {
    var drawing = try Drawing(RandomSession(seed: seed, steps: 1500).events)
    var renderer = PictureRenderer(layout: Self.layout)
    try renderer.drawFrame(drawing)
    let before = pixels(renderer.picture)
    // The session itself undoes steps. They are redone first, so that undo and redo span all steps.
    let end = try drawing.apply(.command(.redo(count: 1_000_000)))
    #expect(end != nil, "fewer steps than asked for are a warning")
    try renderer.drawFrame(drawing)
    let complete = pixels(renderer.picture)
    try drawing.apply(.command(.undo(count: 1_000_000)))
    try renderer.drawFrame(drawing)
    #expect(pixels(renderer.picture) == blank)
    try drawing.apply(.command(.redo(count: 1_000_000)))
    try renderer.drawFrame(drawing)
    #expect(pixels(renderer.picture) == complete)
    #expect(complete == fromScratch(drawing))
    #expect(before != blank, "the session has ink")
  }

  @Test(arguments: 300..<330 as Range<UInt64>)
  func `a step and its undo leave the picture as it was`(seed: UInt64) throws {
    let events = RandomSession(seed: seed, steps: 30).events
    let plain = try Drawing(events)
    var random = SeededRandom(seed: seed)
    let stroke: [LogEvent] = (0...5).map { step in
      .touch(
        TouchEvent(
          phase: step == 0 ? .began : step == 5 ? .ended : .moved, touch: .number(77),
          point: Point(random.double(in: 0...100), random.double(in: 0...100))))
    }
    let steps: [[LogEvent]] = [
      [.tool(ToolChange(name: "pen", color: .solid(.black)))] + stroke,
      [.tool(ToolChange(name: "eraser", mode: "pixel"))] + stroke,
      [.tool(ToolChange(name: "marker", color: .solid(.black)))] + stroke,
      [.tool(ToolChange(name: "ellipse", color: .solid(.black)))] + stroke,
      [.command(.clear)],
    ]
    for step in steps {
      var drawing = plain
      let hadSteps = drawing.changes(since: -1).elements.contains { $0.kind != .vanished }
      guard hadSteps || step.count > 1 else { continue }
      for event in step + [.command(.undo(count: 1))] { try drawing.apply(event) }
      #expect(fromScratch(drawing) == fromScratch(plain))
    }
  }

  @Test(arguments: 400..<430 as Range<UInt64>)
  func `elements that are moved, turned and scaled and back again look as before`(seed: UInt64) throws {
    let plain = try Drawing(RandomSession(seed: seed, steps: 30).events)
    var drawing = plain
    for element in plain.elements where element.isPresent && !plain.isEraser(element.ordinal) {
      let commands: [LogCommand] = [
        .move(id: element.id, by: Vector(17.3, -8.1)), .move(id: element.id, by: Vector(-17.3, 8.1)),
        .transform(id: element.id, TransformChange(rotate: 35, scale: 2)),
        .transform(id: element.id, TransformChange(rotate: -35, scale: 0.5)),
      ]
      for command in commands { try drawing.apply(.command(command)) }
    }
    #expect(fromScratch(drawing) == fromScratch(plain))
  }
}
