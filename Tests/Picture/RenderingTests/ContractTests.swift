import Geometry
import PNG
import Ink
import Raster
import Rendering
import TestSupport
import Testing
import TouchLog

/// The contract of the stroke model: the picture is a pure function of the log.
@Suite struct ContractTests {
  private static let layout = CanvasLayout(
    width: 300, height: 300, transform: Transform(scale: 1.5), background: .white)

  /// A quarter of the sessions are drawn with `ink-1`.
  private func options(_ seed: UInt64) -> ModelOptions { ModelOptions(model: .inTurn(seed)) }

  /// A full redraw after all events.
  private func reference(_ events: [LogEvent], _ options: ModelOptions) throws -> [UInt32] {
    pixels(ScratchRenderer(layout: Self.layout).picture(of: try Drawing(events, options: options)))
  }

  @Test(arguments: rounds(12))
  func `after each event the followed picture equals a full redraw`(seed: UInt64) throws {
    let log = RandomLog(seed: seed, strokes: 4)
    var drawing = Drawing(options: options(seed))
    var renderer = PictureRenderer(layout: Self.layout, showsPredictions: true)
    let oracle = ScratchRenderer(layout: Self.layout, showsPredictions: true)
    var shown: [UInt32] = []
    for (number, event) in log.events.enumerated() {
      try drawing.apply(event)
      let changed = try renderer.drawFrame(drawing)
      let now = pixels(renderer.picture)
      try #require(now == pixels(oracle.picture(of: drawing)), "after event \(number), \(event)")
      if !shown.isEmpty { try #require(differingTiles(shown, now).isSubset(of: changed), "event \(number)") }
      shown = now
    }
    _ = drawing.finish()
    try renderer.drawFrame(drawing)
    #expect(pixels(renderer.picture) == pixels(oracle.picture(of: drawing)))
  }

  private func differingTiles(_ a: [UInt32], _ b: [UInt32]) -> Set<Tile> {
    var tiles: Set<Tile> = []
    for i in a.indices where a[i] != b[i] {
      tiles.insert(
        Tile(column: i % Self.layout.width / Tile.side, row: i / Self.layout.width / Tile.side))
    }
    return tiles
  }

  @Test(arguments: 100..<160 as Range<UInt64>)
  func `any division into batches gives the same picture`(seed: UInt64) throws {
    let log = RandomLog(seed: seed)
    let expected = try reference(log.events, options(seed))
    var random = SeededRandom(seed: seed)
    for _ in 0..<3 {
      var drawing = Drawing(options: options(seed))
      var renderer = PictureRenderer(layout: Self.layout)
      var finishing = FinishingRenderer(layout: Self.layout)
      for event in log.events {
        try drawing.apply(event)
        switch Int.random(in: 0..<10, using: &random) {
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

  /// Another way to report the same session.
  struct Variation: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable ([LogEvent], inout SeededRandom) -> [LogEvent]

    static let all = [
      Variation(testDescription: "predictions stripped") { log, _ in log.withoutPredictions },
      Variation(testDescription: "revisions delivered later") { log, random in
        log.withRevisionsDelayed(using: &random)
      },
      Variation(testDescription: "revisions after the end") { log, _ in log.withRevisionsLast },
      Variation(testDescription: "revisions applied in advance") { log, _ in log.withRevisionsInPlace },
      Variation(testDescription: "touches interleaved differently") { log, random in
        log.interleaved(using: &random)
      },
    ]
  }

  @Test(arguments: Variation.all, 200..<280 as Range<UInt64>)
  func `a session reported differently is the same picture`(variation: Variation, seed: UInt64) throws {
    let log = RandomLog(seed: seed, strokes: 4).events
    var random = SeededRandom(seed: seed)
    let other = variation.change(log, &random)
    let expected = try reference(log, options(seed))
    #expect(try reference(other, options(seed)) == expected, "redrawn")
    var drawing = Drawing(options: options(seed))
    var renderer = PictureRenderer(layout: Self.layout)
    for event in other {
      try drawing.apply(event)
      if Int.random(in: 0..<10, using: &random) == 0 { try renderer.drawFrame(drawing) }
    }
    _ = drawing.finish()
    try renderer.drawFrame(drawing)
    #expect(pixels(renderer.picture) == expected, "followed")
  }

  @Test(arguments: 300..<340 as Range<UInt64>)
  func `the order of a stroke's cones changes no pixel`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let strokes = try Drawing(RandomLog(seed: seed).events, options: options(seed)).strokes
    try #require(!strokes.isEmpty)
    for stroke in strokes {
      // Each cone with the next one, which replaces part of its cap.
      var pairs: [[RoundCone]] = []
      for span in stroke.remodeled(options: ModelOptions(model: options(seed).model)) {
        let least = (options(seed).model ?? .newest).rules.thinnestRadius
        let cones = span.map { Self.layout.transform.apply($0, minimumRadius: least) }
        for i in cones.indices { pairs.append(Array(cones[i...].prefix(2))) }
      }
      func mask(_ pairs: [[RoundCone]]) -> Mask {
        var mask = Mask(width: Self.layout.width, height: Self.layout.height)
        for pair in pairs { mask.join(pair) }
        return mask
      }
      let forward = mask(pairs)
      let backward = mask(pairs.reversed())
      let shuffled = mask((pairs + pairs).shuffled(using: &random))
      for y in 0..<Self.layout.height {
        for x in 0..<Self.layout.width {
          let byte = forward.coverage(x: x, y: y)
          // Asked here, because an expectation for each pixel takes longer than the masks.
          if byte != backward.coverage(x: x, y: y) || byte != shuffled.coverage(x: x, y: y) {
            Issue.record("pixel \(x), \(y) depends on the order")
            return
          }
        }
      }
    }
  }

  @Test func `translucent ink that crosses itself is no denser than its alpha`() throws {
    var random = SeededRandom(seed: 5)
    var events: [LogEvent] = [
      .tool(ToolChange(name: "pen", color: .solid(Color(red: 200, green: 0, blue: 0)), width: 9, opacity: 0.5))
    ]
    for i in 0..<400 {
      let point = Point(random.double(in: 20...180), random.double(in: 20...180))
      events.append(.touch(TouchEvent(phase: i == 0 ? .began : i == 399 ? .ended : .moved, point: point, pressure: 1)))
    }
    var layout = Self.layout
    layout.background = .clear
    let picture = ScratchRenderer(layout: layout).picture(of: try Drawing(events))
    let alphas = pixels(picture).map { $0 >> 24 }
    #expect(alphas.max() == 128)
    #expect(alphas.filter { $0 == 128 }.count > 10_000)
  }

  @Test(arguments: [1, 2, 5], 400..<410 as Range<UInt64>)
  func `drawing on any number of threads gives the same picture`(threads: Int, seed: UInt64) throws {
    let log = RandomLog(seed: seed)
    var drawing = Drawing(options: options(seed))
    let renderer = ConcurrentRenderer(layout: Self.layout, threads: threads)
    for event in log.events {
      try drawing.apply(event)
      renderer.bakeIfIdle(drawing)
    }
    _ = drawing.finish()
    #expect(try pixels(renderer.finish(drawing)) == reference(log.events, options(seed)))
  }

  @Test func `ink beyond the memory limit is an error of each renderer`() throws {
    let log = RandomLog(seed: 3)
    let drawing = try Drawing(log.events)
    #expect(throws: RenderError.memoryLimit(20_000)) {
      var renderer = PictureRenderer(layout: Self.layout, memoryLimit: 20_000)
      try renderer.drawFrame(drawing)
    }
    #expect(throws: RenderError.memoryLimit(20_000)) {
      let renderer = ConcurrentRenderer(layout: Self.layout, memoryLimit: 20_000)
      renderer.bakeIfIdle(drawing)
      _ = try renderer.finish(drawing)
    }
  }
}
