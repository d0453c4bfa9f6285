import Geometry
import Ink
import Raster
import Rendering
import TestSupport
import Testing
import TouchLog

/// The contract of brushes: the picture is a pure function of the log, and looks the same at every scale.
@Suite struct BrushTests {
  private static let layout = CanvasLayout(
    width: 300, height: 300, transform: Transform(scale: 1.5), background: .white)

  private func options(_ seed: UInt64) -> ModelOptions { ModelOptions(model: seed % 4 == 3 ? .ink1 : nil) }

  private func reference(_ events: [LogEvent], _ options: ModelOptions) throws -> [UInt32] {
    pixels(ScratchRenderer(layout: Self.layout).picture(of: try Drawing(events, options: options)))
  }

  @Test(arguments: rounds(12))
  func `after each event the followed picture of brushes equals a full redraw`(seed: UInt64) throws {
    let log = RandomLog(seed: seed, strokes: 4, brushes: true)
    var drawing = Drawing(options: options(seed))
    var renderer = PictureRenderer(layout: Self.layout, showsPredictions: true)
    let oracle = ScratchRenderer(layout: Self.layout, showsPredictions: true)
    for (number, event) in log.events.enumerated() {
      try drawing.apply(event)
      try renderer.drawFrame(drawing)
      guard number % 5 == 0 else { continue }
      try #require(pixels(renderer.picture) == pixels(oracle.picture(of: drawing)), "after event \(number), \(event)")
    }
    _ = drawing.finish()
    try renderer.drawFrame(drawing)
    #expect(pixels(renderer.picture) == pixels(oracle.picture(of: drawing)))
  }

  @Test(arguments: 100..<130 as Range<UInt64>)
  func `any division into batches gives the same picture of brushes`(seed: UInt64) throws {
    let log = RandomLog(seed: seed, brushes: true)
    let expected = try reference(log.events, options(seed))
    var random = SeededRandom(seed: seed)
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

  @Test(arguments: 200..<230 as Range<UInt64>)
  func `a session of brushes reported differently is the same picture`(seed: UInt64) throws {
    let log = RandomLog(seed: seed, strokes: 4, brushes: true).events
    var random = SeededRandom(seed: seed)
    let expected = try reference(log, options(seed))
    #expect(try reference(log.withoutPredictions, options(seed)) == expected)
    #expect(try reference(log.withRevisionsDelayed(using: &random), options(seed)) == expected)
    #expect(try reference(log.withRevisionsInPlace, options(seed)) == expected)
    #expect(try reference(log.interleaved(using: &random), options(seed)) == expected)
  }

  @Test(arguments: [1, 2, 5], 400..<406 as Range<UInt64>)
  func `drawing brushes on any number of threads gives the same picture`(threads: Int, seed: UInt64) throws {
    let log = RandomLog(seed: seed, brushes: true)
    var drawing = Drawing(options: options(seed))
    let renderer = ConcurrentRenderer(layout: Self.layout, threads: threads)
    for event in log.events {
      try drawing.apply(event)
      renderer.bakeIfIdle(drawing)
    }
    _ = drawing.finish()
    #expect(try pixels(renderer.finish(drawing)) == reference(log.events, options(seed)))
  }

  @Test(arguments: 500..<512 as Range<UInt64>)
  func `a part of the page shows the same pixels as the whole`(seed: UInt64) throws {
    let drawing = try Drawing(RandomLog(seed: seed, brushes: true).events)
    let whole = pixels(ScratchRenderer(layout: Self.layout).picture(of: drawing))
    var layout = Self.layout
    (layout.width, layout.height) = (90, 120)
    layout.transform.origin = Point(20, 10)
    let part = pixels(ScratchRenderer(layout: layout).picture(of: drawing))
    // Positions relative to another origin round differently, by at most a few levels of a byte.
    var differing = 0
    for y in 0..<120 {
      for x in 0..<90 where part[y * 90 + x] != whole[(y + 15) * 300 + x + 30] {
        let (a, b) = (part[y * 90 + x], whole[(y + 15) * 300 + x + 30])
        differing += 1
        for shift: UInt32 in [0, 8, 16] {
          #expect(abs(Int(a >> shift & 255) - Int(b >> shift & 255)) <= 4)
        }
      }
    }
    #expect(differing < 300)
  }

  // MARK: The look

  /// A wave that begins lightly, slowly and upright, and ends firmly, fast and flat.
  /// - Parameters:
  ///   - pressure: As a function of the part of the way, as is the speed, in points per second.
  private func wave(
    _ brush: Brush, tip: TipShape? = nil, pressure: (Double) -> Double = { 0.05 + 0.9 * $0 },
    speed: (Double) -> Double = { 200 + 2500 * $0 }
  ) throws -> Drawing {
    var tool = ToolChange(name: "pen", color: .solid(.black))
    tool.style[StyleKeys.brush] = brush
    if let tip { (tool.style[StyleKeys.tip], tool.style[StyleKeys.tipRatio]) = (tip, 1) }
    var events: [LogEvent] = [.header(LogHeader(size: Size(width: 300, height: 120))), .tool(tool)]
    var time = 0.0
    for index in 0..<120 {
      let part = Double(index) / 119
      if index > 0 { time += 2.1 / speed(part) }
      events.append(
        .touch(
          TouchEvent(
            phase: index == 0 ? .began : index == 119 ? .ended : .moved,
            point: Point(30 + 240 * part, 60 + 25 * Trigonometry.sine(degrees: 540 * part)), pressure: pressure(part),
            time: time, altitude: 1.2 - 0.8 * part, azimuth: 0.4)))
    }
    return try Drawing(events)
  }

  /// The ink of a picture, in square points of black.
  private func ink(_ drawing: Drawing, scale: Double) -> Double {
    let layout = CanvasLayout(
      width: Int(300 * scale), height: Int(120 * scale), transform: Transform(scale: scale), background: .white)
    let picture = pixels(ScratchRenderer(layout: layout).picture(of: drawing))
    return picture.reduce(0) { $0 + Double(255 - ($1 >> 8 & 255)) / 255 } / (scale * scale)
  }

  @Test(arguments: Brush.allCases) func `a brush has as much ink at every scale`(brush: Brush) throws {
    let drawing = try wave(brush)
    let fine = ink(drawing, scale: 8)
    #expect(fine > 50)
    for (scale, tolerance) in [(4.0, 0.06), (2, 0.06), (1, 0.06), (0.5, brush == .nib ? 0.3 : 0.09)] {
      let share = ink(drawing, scale: scale) / fine
      #expect(abs(share - 1) <= tolerance, "\(share) at scale \(scale)")
    }
  }

  @Test(arguments: Brush.allCases) func `ink grows with the pressure`(brush: Brush) throws {
    let inks = try [0.1, 0.3, 0.5, 0.7, 0.9].map { pressure in
      ink(try wave(brush, pressure: { _ in pressure }, speed: { _ in 300 }), scale: 2)
    }
    let isConstant = brush == .chisel || brush == .monoline
    for (lighter, firmer) in zip(inks, inks.dropFirst()) {
      #expect(isConstant ? abs(lighter - firmer) < 0.001 * firmer : lighter < firmer)
    }
  }

  /// It may have more, because hairs and the edge across the tip are those of other tips.
  @Test(arguments: Brush.allCases) func `a bar as thick as wide has the ink of a round tip`(brush: Brush) throws {
    let share = ink(try wave(brush, tip: .bar), scale: 2) / ink(try wave(brush, tip: .round), scale: 2)
    #expect(share > 0.95)
    // Its ink depends on the depth alone.
    if brush == .watercolor { #expect(abs(share - 1) < 0.02) }
  }

  @Test func `a plain pen has no tips`() throws {
    let plain = try wave(.ink)
    #expect(plain.strokes[0].look.recipe == nil)
    #expect(plain.strokes[0].spanTips(options: plain.options).allSatisfy { $0.isEmpty })
  }
}
