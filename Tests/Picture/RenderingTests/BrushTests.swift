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

  private func options(_ seed: UInt64) -> ModelOptions {
    ModelOptions(model: [.ink3, .ink4, .ink4, .ink1][Int(seed % 4)])
  }

  /// A model for each set of brushes.
  private static let models = [StrokeModel.ink3, .ink4]

  private func reference(_ events: [LogEvent], _ options: ModelOptions) throws -> [UInt32] {
    pixels(ScratchRenderer(layout: Self.layout).picture(of: try Drawing(events, options: options)))
  }

  @Test(arguments: rounds(12))
  func `after each event the followed picture of brushes equals a full redraw`(seed: UInt64) throws {
    try expectFollowing(
      RandomLog(seed: seed, strokes: 4, brushes: true).events, options(seed), in: Self.layout, every: 5)
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
    let drawing = try Drawing(RandomLog(seed: seed, brushes: true).events, options: options(seed))
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
    _ brush: Brush, _ model: StrokeModel, tip: TipShape? = nil, thinning: Double? = nil,
    pressure: (Double) -> Double = { 0.05 + 0.9 * $0 }, speed: (Double) -> Double = { 200 + 2500 * $0 },
    altitude: (Double) -> Double = { 1.2 - 0.8 * $0 }
  ) throws -> Drawing {
    var tool = ToolChange(name: "pen", color: .solid(.black), thinning: thinning)
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
            time: time, altitude: altitude(part), azimuth: 0.4)))
    }
    return try Drawing(events, options: ModelOptions(model: model))
  }

  /// The ink of a picture, in square points of black.
  private func ink(_ drawing: Drawing, scale: Double) -> Double {
    let layout = CanvasLayout(
      width: Int(300 * scale), height: Int(120 * scale), transform: Transform(scale: scale), background: .white)
    let picture = pixels(ScratchRenderer(layout: layout).picture(of: drawing))
    return picture.reduce(0) { $0 + Double(255 - ($1 >> 8 & 255)) / 255 } / (scale * scale)
  }

  @Test(arguments: Brush.allCases, models)
  func `a brush has as much ink at every scale`(brush: Brush, model: StrokeModel) throws {
    let drawing = try wave(brush, model)
    let fine = ink(drawing, scale: 8)
    #expect(fine > 50)
    for (scale, tolerance) in [(4.0, 0.06), (2, 0.06), (1, 0.06), (0.5, brush == .nib ? 0.3 : 0.09)] {
      let share = ink(drawing, scale: scale) / fine
      #expect(abs(share - 1) <= tolerance, "\(share) at scale \(scale)")
    }
  }

  @Test(arguments: Brush.allCases, models)
  func `ink grows with the pressure`(brush: Brush, model: StrokeModel) throws {
    let inks = try [0.1, 0.3, 0.5, 0.7, 0.9].map { pressure in
      ink(try wave(brush, model, pressure: { _ in pressure }, speed: { _ in 300 }), scale: 2)
    }
    let isConstant = brush == .chisel || brush == .monoline
    for (lighter, firmer) in zip(inks, inks.dropFirst()) {
      #expect(isConstant ? abs(lighter - firmer) < 0.001 * firmer : lighter < firmer)
    }
  }

  /// It may have more, because hairs and the edge across the tip are those of other tips.
  @Test(arguments: Brush.allCases, models)
  func `a bar as thick as wide has the ink of a round tip`(brush: Brush, model: StrokeModel) throws {
    let share = ink(try wave(brush, model, tip: .bar), scale: 2) / ink(try wave(brush, model, tip: .round), scale: 2)
    #expect(share > 0.95)
    // Its ink depends on the depth alone.
    if brush == .watercolor, model == .ink3 { #expect(abs(share - 1) < 0.02) }
  }

  // MARK: The second set

  /// The radii of a stroke's tips but at its ends, which taper, in points.
  private func radii(_ drawing: Drawing) -> [Double] {
    drawing.strokes[0].spanTips(options: drawing.options).joined().filter {
      $0.start.center.x > 80 && $0.start.center.x < 220
    }.map(\.start.radius)
  }

  // 12/2·(0.1 + 1.25p): lines of 4 to 7 points at the pressures of hands.
  @Test(arguments: [(0.2, 2.1), (0.35, 3.225), (0.6, 5.1)])
  func `a brush pen is no hairline at usual pressures`(pressure: Double, radius: Double) throws {
    let drawing = try wave(.brush, .ink4, pressure: { _ in pressure }, speed: { _ in 300 })
    let radii = radii(drawing)
    try #require(radii.count > 10)
    for r in radii { #expect(abs(r - radius) < 0.01, "\(r)") }
  }

  // 8/2·(1.08 + 0.4·t/0.6·(p − ½)) with the thinning t.
  @Test(arguments: [(0.0, 4.32), (0.3, 3.92), (0.6, 3.52)])
  func `the thinning of a pen is that of its brush`(thinning: Double, radius: Double) throws {
    let drawing = try wave(.crayon, .ink4, thinning: thinning, pressure: { _ in 0 }, altitude: { _ in 1.2 })
    for r in radii(drawing) { #expect(abs(r - radius) < 0.01, "\(r)") }
    let earlier = try wave(.crayon, .ink3, thinning: thinning, pressure: { _ in 0 }, altitude: { _ in 1.2 })
    // 8/2·(1 − 0.4·½·5/6), whatever the thinning.
    for r in radii(earlier) { #expect(abs(r - 4 * (1 - 1.0 / 6)) < 0.01, "\(r)") }
  }

  /// A straight stroke of 200 points in the direction of x from (50, 60), in black.
  private struct Line {
    var pixels: [UInt32]
    var width: Int
    var scale: Double

    /// The mean darkness of a part, 0...1.
    func darkness(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Double {
      var (sum, count) = (0.0, 0.0)
      for row in Int(y.lowerBound * scale)..<Int(y.upperBound * scale) {
        for column in Int(x.lowerBound * scale)..<Int(x.upperBound * scale) {
          sum += Double(255 - (pixels[row * width + column] >> 8 & 255)) / 255
          count += 1
        }
      }
      return sum / count
    }
  }

  private func line(
    _ brush: Brush, _ model: StrokeModel, scale: Double = 2, width: Double? = nil, pressure: Double = 0.4,
    speed: (Double) -> Double = { _ in 900 }
  ) throws -> Line {
    var tool = ToolChange(name: "pen", color: .solid(.black), width: width)
    tool.style[StyleKeys.brush] = brush
    var events: [LogEvent] = [.header(LogHeader(size: Size(width: 300, height: 120))), .tool(tool)]
    var time = 0.0
    for index in 0...200 {
      time += index > 0 ? 1 / speed(Double(index)) : 0
      let phase: TouchEvent.Phase = index == 0 ? .began : index == 200 ? .ended : .moved
      events.append(
        .touch(TouchEvent(phase: phase, point: Point(50 + Double(index), 60), pressure: pressure, time: time)))
    }
    let drawing = try Drawing(events, options: ModelOptions(model: model))
    let layout = CanvasLayout(
      width: Int(300 * scale), height: Int(120 * scale), transform: Transform(scale: scale), background: .white)
    return Line(
      pixels: pixels(ScratchRenderer(layout: layout).picture(of: drawing)), width: layout.width, scale: scale)
  }

  private let middle = 100.0...200.0

  @Test func `a crayon's core of wax has no holes, and its rim is broken`() throws {
    /// The share of the paper that shows in the middle of the stroke, in squares of half a point.
    func holes(_ model: StrokeModel, _ y: ClosedRange<Double>) throws -> Double {
      let picture = try line(.crayon, model, scale: 4, pressure: 0.15)
      let squares = stride(from: middle.lowerBound, to: middle.upperBound, by: 0.5).flatMap { x in
        stride(from: y.lowerBound, to: y.upperBound, by: 0.5).map { picture.darkness(x: x...x + 0.5, y: $0...$0 + 0.5) }
      }
      return Double(squares.count { $0 < 0.15 }) / Double(squares.count)
    }
    // The radius is 4·(0.88 + 0.4·0.15) = 3.76 points.
    #expect(try holes(.ink4, 58...62) < 0.01)
    #expect(try holes(.ink4, 63...63.5) > 0.05)
    #expect(try holes(.ink3, 58...62) > 0.25)
  }

  @Test(arguments: [1.0, 2, 4]) func `a pencil's line is dark in its middle`(scale: Double) throws {
    func core(_ model: StrokeModel, _ pressure: Double) throws -> Double {
      try line(.pencil, model, scale: scale, pressure: pressure).darkness(x: middle, y: 59.5...60.5)
    }
    #expect(try core(.ink4, 0.35) > 1.2 * core(.ink3, 0.35))
    #expect(try core(.ink4, 0.5) > 0.7)
    #expect(try core(.ink4, 0.1) < 0.4)
  }

  @Test func `pressure changes the tone of a wash`() throws {
    func tone(_ model: StrokeModel, _ pressure: Double) throws -> Double {
      try line(.watercolor, model, width: 24, pressure: pressure).darkness(x: middle, y: 57...63)
    }
    // (0.26 + 0.34·0.918)/(0.26 + 0.34·0.118), if only the flow mattered: 1.9.
    let share = try tone(.ink4, 0.9) / tone(.ink4, 0.1)
    #expect(share > 1.7 && share < 2.1)
    #expect(try abs(tone(.ink3, 0.9) / tone(.ink3, 0.1) - 1) < 0.05)
  }

  @Test(arguments: [120.0, 150, 180, 210]) func `color pools where the pen is slow`(x: Double) throws {
    func tone(_ speed: Double) throws -> Double {
      try line(.watercolor, .ink4, width: 20, speed: { abs(50 + $0 - x) < 10 ? speed : 900 })
        .darkness(x: x - 10...x + 10, y: 57...63)
    }
    // 38 % more flow than where the pen moves at 45 widths a second.
    let share = try tone(20) / tone(900)
    #expect(abs(share - 1.38) < 0.06, "\(share)")
  }

  @Test func `a wash is darker where it ends`() throws {
    // By the same noise as in ink-3, whose tone is the same everywhere.
    let (wash, even) = try (line(.watercolor, .ink4, width: 20), line(.watercolor, .ink3, width: 20))
    func share(_ x: ClosedRange<Double>) -> Double { wash.darkness(x: x, y: 57...63) / even.darkness(x: x, y: 57...63) }
    #expect(share(244...250) > 1.2 * share(middle))
    #expect(share(50...54) > 1.1 * share(middle))
  }

  // (0.26 + 0.34·0.4·(1.2 − 0.2·0.4)) = 0.412, and 38 % more in a pool.
  @Test(arguments: [1, 80]) func `without times color pools at the ends alone`(count: Int) throws {
    var tool = ToolChange(name: "pen")
    tool.style[StyleKeys.brush] = .watercolor
    var events = [LogEvent.tool(tool)]
    for index in 0..<count {
      let phase: TouchEvent.Phase = index == 0 ? .began : index == count - 1 ? .ended : .moved
      events.append(.touch(TouchEvent(phase: phase, point: Point(5 + 2 * Double(index), 60), pressure: 0.4)))
    }
    if count == 1 { events.append(.touch(TouchEvent(phase: .ended, point: Point(5, 60)))) }
    let drawing = try Drawing(events, options: ModelOptions(model: .ink4))
    let tips = drawing.strokes[0].spanTips(options: drawing.options).joined().map(\.end)
    #expect(abs(tips[tips.count - 1].flow - 0.569) < 0.002)
    for tip in tips where tip.center.x > 40 && tip.center.x < 120 { #expect(abs(tip.flow - 0.412) < 0.002) }
  }

  @Test func `the edge of a wash is hard in some places and soft in others`() throws {
    let picture = try line(.watercolor, .ink4, width: 30)
    // In how many half points the ink grows from a tenth to most of its tone, along the upper edge.
    let widths = stride(from: 80.0, to: 220, by: 10).map { x in
      let tones = stride(from: 44.0, to: 58, by: 0.5).map { picture.darkness(x: x...x + 2, y: $0...$0 + 0.5) }
      let top = tones.max() ?? 0
      return tones.count { $0 > 0.1 * top && $0 < 0.8 * top }
    }
    #expect((widths.max() ?? 0) >= 3 + (widths.min() ?? 0), "\(widths)")
  }

  @Test func `a plain pen has no tips`() throws {
    let plain = try wave(.ink, .ink4)
    #expect(plain.strokes[0].look.recipe == nil)
    #expect(plain.strokes[0].spanTips(options: plain.options).allSatisfy { $0.isEmpty })
  }
}
