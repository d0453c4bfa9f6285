import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

@Suite struct WidthTests {
  private func radii(
    _ events: [LogEvent], tool: ToolChange = ToolChange(name: "pen"), _ model: StrokeModel,
    _ source: ModelOptions.WidthSource = .auto
  ) throws -> [Double] {
    try ink(events, tool: tool, model, source).map(\.radius)
  }

  private func ink(
    _ events: [LogEvent], tool: ToolChange = ToolChange(name: "pen"), _ model: StrokeModel,
    _ source: ModelOptions.WidthSource = .auto
  ) throws -> [Stroke.CenterlinePoint] {
    let options = ModelOptions(model: model, widthSource: source)
    return try Drawing([.tool(tool)] + events, options: options).strokes[0].centerline(options: options)
  }

  private func line(pressure: Double? = nil, speed: Double = 240) -> [LogEvent] {
    stroke((0...40).map { Point(Double($0) * speed / 240, 0) }, pressure: pressure)
  }

  // D/2·(1 + 2θ(e − ½)) with D = 4, θ = 0.6 and e = p(1.3 − 0.3p).
  @Test(
    arguments: [(0.0, 0.0, 0.8), (0.5, 0.575, 2.18), (1, 1, 3.2), (1.7, 1, 3.2)])
  func `pressure widens ink of ink-1`(pressure: Double, effect: Double, radius: Double) throws {
    #expect(abs(StrokeModel.ink1.effect(pressure: pressure) - effect) < 1e-12)
    for r in try radii(line(pressure: pressure), .ink1) { #expect(abs(r - radius) < 1e-6) }
  }

  // Below p = 0.2 the effect is smaller by 2/15·(1 − p/0.2)²: the radius is 0.12·D at pressure 0.
  @Test(
    arguments: [
      (0.0, -0.133333333333333, 0.48), (0.1, 0.093666666666667, 1.0248), (0.2, 0.248, 1.3952),
      (0.5, 0.575, 2.18), (1, 1, 3.2), (1.7, 1, 3.2),
    ])
  func `pressure widens ink of ink-2, which is finer at low pressure`(pressure: Double, effect: Double, radius: Double)
    throws
  {
    #expect(abs(StrokeModel.ink2.effect(pressure: pressure) - effect) < 1e-12)
    for r in try radii(line(pressure: pressure), .ink2) { #expect(abs(r - radius) < 1e-6) }
  }

  // 0.25 to these powers, by hand; the radius follows as above.
  @Test(arguments: StrokeModel.allCases, [(0.5, 0.5), (1, 0.25), (2, 0.0625), (1.5, 0.125), (2.5, 0.03125)])
  func `a pen's curve raises the pressure to a power`(model: StrokeModel, curve: (power: Double, pressure: Double))
    throws
  {
    var tool = ToolChange(name: "pen")
    tool.style[StyleKeys.pressureCurve] = curve.power
    let curved = try radii(line(pressure: 0.25), tool: tool, model)
    #expect(curved == (try radii(line(pressure: curve.pressure), model)))
    // Speed is no pressure.
    #expect(try radii(line(), tool: tool, model) == radii(line(), model))
  }

  @Test(arguments: StrokeModel.allCases)
  func `ink is never narrower than the pen's least width, but where it tapers`(model: StrokeModel) throws {
    var tool = ToolChange(name: "pen", width: 10)
    tool.style[StyleKeys.minWidth] = 0.75
    for r in try radii(line(pressure: 0.05), tool: tool, model) { #expect(abs(r - 3.75) < 1e-9) }
    let wide = ToolChange(name: "pen", width: 10)
    #expect(try radii(line(pressure: 0.9), tool: tool, model) == radii(line(pressure: 0.9), tool: wide, model))
    tool.style.taper = Taper(start: 3, end: 3)
    #expect(try radii(line(pressure: 0.05), tool: tool, model).first == 0)
  }

  @Test(arguments: StrokeModel.allCases)
  func `more pressure never makes ink narrower`(model: StrokeModel) {
    let effects = (0...1000).map { model.effect(pressure: Double($0) / 1000) }
    for (less, more) in zip(effects, effects.dropFirst()) { #expect(less < more) }
  }

  @Test(arguments: StrokeModel.allCases)
  func `the pressure for an effect is the inverse of the effect of a pressure`(model: StrokeModel) {
    for effect in [0, 0.001, 0.1, 0.247, 0.248, 0.249, 0.5, 1] {
      let pressure = model.pressure(forEffect: effect)
      #expect(abs(model.effect(pressure: pressure) - effect) < 1e-12)
    }
  }

  // As above with e = 0.7 − 0.6·min(1, v/2000).
  @Test(arguments: [(1000.0, 0.4, 1.76), (2000, 0.1, 1.04), (9000, 0.1, 1.04)])
  func `without pressure speed narrows ink of ink-1`(speed: Double, effect: Double, radius: Double) throws {
    for width in [1.0, 4, 30] {
      #expect(abs(ModelRules.ink1.effectOfSpeed(speed, width) - effect) < 1e-12)
    }
    for r in try radii(line(speed: speed), .ink1) { #expect(abs(r - radius) < 1e-9) }
  }

  // As above with e = 0.7 − 0.6·min(1, v/(100·D)), away from the end, which tapers over 2.5·D.
  @Test(
    arguments: [
      (4.0, 100.0, 0.55, 2.12), (4, 200, 0.4, 1.76), (4, 400, 0.1, 1.04), (4, 9000, 0.1, 1.04), (1, 50, 0.4, 0.44),
      (10, 500, 0.4, 4.4), (10, 2000, 0.1, 2.6),
    ])
  func `without pressure speed narrows ink of ink-2 by the tool's width`(
    width: Double, speed: Double, effect: Double, radius: Double
  ) throws {
    #expect(abs(ModelRules.ink2.effectOfSpeed(speed, width) - effect) < 1e-12)
    let events = stroke((0...400).map { Point(Double($0) * speed / 240, 0) })
    let end = speed * 400 / 240
    var checked = 0
    for disc in try ink(events, tool: ToolChange(name: "pen", width: width), .ink2)
    where disc.center.x < end - 2.5 * width {
      #expect(abs(disc.radius - radius) < 1e-6)
      checked += 1
    }
    #expect(checked > 5)
  }

  @Test func `a resting touch has speed 0`() throws {
    let rest = [event(.began, 5, 5, time: 0), event(.ended, 5, 5, time: 9)]
    for (model, effect) in [(StrokeModel.ink1, 0.7), (.ink2, 0.7), (.ink3, 0.5), (.ink4, 0.5)] {
      #expect(try radii(rest, model) == [2 * (1 + 1.2 * (effect - 0.5))])
    }
  }

  /// The fraction of the radius that is left along a straight stroke without pressure, at a constant speed above which
  /// the effect no longer changes.
  private func lift(
    length: Double, tool: ToolChange, _ model: StrokeModel = .ink2, _ source: ModelOptions.WidthSource = .auto,
    pressure: Double? = nil
  ) throws -> [(beforeEnd: Double, part: Double)] {
    let events = stroke((0...60).map { Point(length * Double($0) / 60, 0) }, pressure: pressure, step: 1e-3)
    let ink = try ink(events, tool: tool, model, source)
    return ink.map { (length - $0.center.x, $0.radius / ink[0].radius) }
  }

  @Test(arguments: [(4.0, 200.0, 10.0), (8, 200, 20), (8, 30, 10), (2, 12, 4)])
  func `a pen without pressure tapers over 2.5 widths, and at most over a third of the stroke`(
    width: Double, length: Double, taper: Double
  ) throws {
    for disc in try lift(length: length, tool: ToolChange(name: "pen", width: width)) {
      let x = min(1, disc.beforeEnd / taper)
      // The radius loses a quarter, by x(2 − x).
      #expect(abs(disc.part - (0.75 + 0.25 * x * (2 - x))) < 1e-6, "\(disc.beforeEnd) before the end")
    }
  }

  @Test(arguments: [(0.6, 0.75), (0.3, 0.875), (0.12, 0.95), (0.0, 1.0), (1.0, 0.75)])
  func `the taper of a lifted pen is weaker with less thinning`(thinning: Double, rest: Double) throws {
    let ink = try lift(length: 200, tool: ToolChange(name: "pen", thinning: thinning))
    let last = try #require(ink.last)
    #expect(abs(last.part - rest) < 1e-6)
  }

  @Test(arguments: [1.0, 12, 90])
  func `a line of ink-4 whose log has no times is as wide as its pen from end to end`(step: Double) throws {
    let points = (0...30).map { (i: Int) -> Point in Point(Double(i) * step, 0) }
    let untimed = points.indices.map { i in
      event(i == 0 ? .began : i == 30 ? .ended : .moved, points[i].x, points[i].y, time: i == 0 ? 5 : nil)
    }
    for radius in try radii(untimed, .ink4) { #expect(abs(radius - 2) < 1e-6) }
    let (timed, earlier) = try (radii(stroke(points, step: 1 / 119), .ink4), radii(untimed, .ink3))
    #expect(timed.last! < 1.95 && earlier.last! < 1.95)
  }

  @Test(arguments: [0.0, 0.3, 0.6, 1])
  func `a bar of ink-4 ends as narrow as round ink of its thinning, whatever the speed`(thinning: Double) throws {
    for speed in [50.0, 400] {
      var tool = ToolChange(name: "pen", width: 4, thinning: thinning)
      let events = stroke((0...60).map { Point(Double($0), 0) }, step: 1 / speed)
      let options = ModelOptions(model: .ink4)
      let round = try Drawing([.tool(tool)] + events, options: options).strokes[0].centerline(options: options)
      tool.style[StyleKeys.tip] = .bar
      let bar = try Drawing([.tool(tool)] + events, options: options).strokes[0].spanTips(options: options).joined()
      let (first, last) = (try #require(bar.first), try #require(bar.suffix(1).first))
      let part = last.end.radius / first.start.radius
      #expect(abs(part - round[round.count - 1].radius / round[0].radius) < 0.01)
      #expect(thinning == 0 ? part == 1 : part < 1)
    }
  }

  struct Even: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var tool = ToolChange(name: "pen")
    var model = StrokeModel.ink2
    var source = ModelOptions.WidthSource.auto
    var pressure: Double?

    static let all = [
      Even(testDescription: "ink-1", model: .ink1),
      Even(testDescription: "pressure", pressure: 0.5),
      Even(testDescription: "a marker", tool: ToolChange(name: "marker")),
      Even(testDescription: "an eraser", tool: ToolChange(name: "eraser")),
      Even(testDescription: "no width from speed", source: .recorded),
      Even(testDescription: "no width from anything", source: .none),
    ]
  }

  @Test(arguments: Even.all)
  func `other strokes keep their width at the end`(test: Even) throws {
    let ink = try lift(
      length: 200, tool: test.tool, test.model, test.source, pressure: test.pressure)
    for disc in ink { #expect(abs(disc.part - 1) < 1e-6) }
  }

  @Test(arguments: [0.0, 0.1, 0.5, 0.95], [1.0, 4, 20])
  func `a stroke without pressure that is shorter than its width has constant width`(
    part: Double, width: Double
  ) throws {
    // The touch slows down; the ink is widest where it is slowest.
    let points = (0...20).map { step -> Point in
      let rest = Double(20 - step) / 20
      return Point(part * width * (1 - rest * rest), 0)
    }
    let tool = ToolChange(name: "pen", width: width)
    let dot = try radii(stroke(points), tool: tool, .ink2)
    let slow = try radii(stroke(points), tool: tool, .ink1)
    #expect(dot.allSatisfy { abs($0 - dot[0]) < 1e-9 })
    if part == 0 { #expect(abs(dot[0] - 0.62 * width) < 1e-9) }
    #expect(!slow.isEmpty)
    // A stroke of the same length with pressure varies in width.
    let pressed = stroke(points).enumerated().map { i, event in
      guard case .touch(var touch) = event else { return event }
      touch.pressure = Double(i) / 20
      return .touch(touch)
    }
    let ink = try radii(pressed, tool: tool, .ink2)
    if part > 0.2 { #expect((ink.max() ?? 0) > 2 * (ink.min() ?? 0)) }
  }

  @Test func `speed is the length within 40 ms divided by its time`() {
    // 100 points a second for 100 ms, then 1,000: at the change their mean, and 40 ms away only one of them.
    var samples: [Sample] = []
    for i in 0...40 {
      let time = Double(i) / 200
      let x = i <= 20 ? time * 100 : 10 + (time - 0.1) * 1000
      samples.append(Sample(point: Point(x, 0), time: time, pressure: .nan))
    }
    let sequence = SampleSequence(samples: samples, guesses: [])
    for (sample, speed) in [(0, 100.0), (12, 100), (20, 550), (24, 100 * 0.25 + 1000 * 0.75), (28, 1000), (40, 1000)] {
      #expect(abs(sequence.speed(around: sample..<sample + 1) - speed) < 1e-6, "sample \(sample)")
    }
  }

  struct Source: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var source: ModelOptions.WidthSource
    var pressure: Double?
    var radius: Double

    // At pressure 1 the radius is 3.2, at 1,000 points a second of ink-1 1.76, at the tool's width 2.
    static let all = [
      Source(testDescription: "auto with pressure", source: .auto, pressure: 1, radius: 3.2),
      Source(testDescription: "auto without", source: .auto, pressure: nil, radius: 1.76),
      Source(testDescription: "recorded with pressure", source: .recorded, pressure: 1, radius: 3.2),
      Source(testDescription: "recorded without", source: .recorded, pressure: nil, radius: 2),
      Source(testDescription: "velocity with pressure", source: .velocity, pressure: 1, radius: 1.76),
      Source(testDescription: "velocity without", source: .velocity, pressure: nil, radius: 1.76),
      Source(testDescription: "none with pressure", source: .none, pressure: 1, radius: 2),
      Source(testDescription: "none without", source: .none, pressure: nil, radius: 2),
    ]
  }

  @Test(arguments: Source.all)
  func `the width comes from the source that the options name`(test: Source) throws {
    for r in try radii(line(pressure: test.pressure, speed: 1000), .ink1, test.source) {
      #expect(abs(r - test.radius) < 1e-6)
    }
  }

  @Test(arguments: StrokeModel.allCases)
  func `a marker and a pen without thinning keep their width`(model: StrokeModel) throws {
    for tool in [ToolChange(name: "marker", width: 10), ToolChange(name: "pen", width: 10, thinning: 0)] {
      for pressure in [nil, 0, 0.3, 1] {
        for r in try radii(line(pressure: pressure), tool: tool, model) { #expect(r == 5) }
      }
    }
  }

  @Test(arguments: StrokeModel.allCases)
  func `full thinning at pressure 0 gives a radius of 0, never less`(model: StrokeModel) throws {
    let tool = ToolChange(name: "pen", thinning: 1)
    #expect(try radii(line(pressure: 0), tool: tool, model).allSatisfy { $0 == 0 })
  }

  /// The radius of a straight stroke 200 points long along the x axis, by the x of each disc.
  private func tapered(step: Double, length: Double = 200, _ model: StrokeModel) throws -> [Stroke.CenterlinePoint] {
    let tool = ToolChange(name: "pen", width: 10, thinning: 0, taper: Taper(start: 40, end: 80))
    let points = stride(from: 0, through: length, by: step).map { Point($0, 0) }
    let options = ModelOptions(model: model)
    return try Drawing([.tool(tool)] + stroke(points), options: options).strokes[0].centerline(options: options)
  }

  /// The lengths of the tapers of `tapered`; in `ink-2` at most a third of the stroke.
  private func tapers(length: Double = 200, _ model: StrokeModel) -> (start: Double, end: Double) {
    model == .ink1 ? (40, 80) : (min(40, length / 3), min(80, length / 3))
  }

  @Test(arguments: StrokeModel.allCases)
  func `tapers narrow the ends to radius 0 and leave the rest unchanged`(model: StrokeModel) throws {
    let ink = try tapered(step: 2, model)
    let (start, end) = tapers(model)
    #expect(ink.first?.radius == 0)
    #expect(ink.last?.radius == 0)
    var last = 0.0
    for point in ink {
      let (center, radius) = (point.center, point.radius)
      if center.x <= 120 { #expect(radius >= last) } else { #expect(radius <= last) }
      let part = min(1, center.x / start, (200 - center.x) / end)
      // At a fraction x of the taper's length from the end, x(2 − x) of the radius is left.
      #expect(abs(radius - 5 * part * (2 - part)) < 1e-9)
      last = radius
    }
    #expect(ink.contains { $0.radius == 5 })
  }

  @Test(arguments: [1.0, 2, 4, 8, 20, 100, 200], StrokeModel.allCases)
  func `tapers do not depend on the distance of samples`(step: Double, model: StrokeModel) throws {
    let ink = try tapered(step: step, model)
    let (start, end) = tapers(model)
    for x in stride(from: 0.0, through: 200, by: 5) {
      let part = min(1, x / start, (200 - x) / end)
      let i = max(1, ink.firstIndex { $0.center.x >= x } ?? ink.count - 1)
      let (a, b) = (ink[i - 1], ink[i])
      let radius = a.radius + (b.radius - a.radius) * (x - a.center.x) / (b.center.x - a.center.x)
      // Sampling and simplification may each change a radius by the tolerance.
      #expect(abs(radius - 5 * part * (2 - part)) <= 0.1, "at \(x)")
    }
  }

  @Test(arguments: [12.0, 30, 60, 120, 240])
  func `tapers leave the middle third of a short stroke unchanged`(length: Double) throws {
    let ink = try tapered(step: 2, length: length, .ink2)
    let (start, end) = tapers(length: length, .ink2)
    for point in ink {
      let (center, radius) = (point.center, point.radius)
      let part = min(1, center.x / start, (length - center.x) / end)
      #expect(abs(radius - 5 * part * (2 - part)) < 1e-9)
    }
    #expect(ink.contains { abs($0.radius - 5) < 1e-9 })
  }
}
