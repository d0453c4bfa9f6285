import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

/// Planning the reach of smoothing for one span or for many spans at a time gives the same ink.
@Suite struct PlanTests {
  private func discs(
    _ modeler: inout SpanModeler, _ span: Int, _ sequence: SampleSequence, _ look: Look
  ) -> [InkDisc] {
    modeler.model(span: span, of: sequence, look: look)
    return modeler.discs
  }

  private func count(_ sequence: SampleSequence) -> Int { StrokeSpan.count(forSamples: sequence.count) }

  @Test(arguments: rounds(80))
  func `spans that are planned together equal those that are modeled alone, bit for bit`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var drawing = Drawing(options: ModelOptions(model: .inTurn(seed)))
    for event in RandomLog(seed: seed, strokes: 6).events {
      try drawing.apply(event)
      // At random moments, also while touches are down and have predictions.
      if Int.random(in: 0..<60, using: &random) == 0 { compare(drawing, &random) }
    }
    _ = drawing.finish()
    compare(drawing, &random)
  }

  private func compare(_ drawing: Drawing, _ random: inout SeededRandom) {
    for stroke in drawing.strokes {
      for guesses in stroke.guesses.isEmpty ? [[]] : [[], stroke.guesses] {
        let sequence = SampleSequence(samples: stroke.samples, guesses: guesses)
        let count = count(sequence)
        var together = SpanModeler(options: drawing.options)
        for spans in [0..<count, Int.random(in: 0..<count, using: &random)..<count] {
          together.plan(spans: spans, of: sequence, look: stroke.look)
          for span in spans.shuffled(using: &random) {
            var alone = SpanModeler(options: drawing.options)
            let expected = discs(&alone, span, sequence, stroke.look)
            #expect(discs(&together, span, sequence, stroke.look) == expected, "span \(span) of \(spans)")
          }
          together.endPlan()
        }
      }
    }
  }

  /// A touch that moves, hardly moves for `count` samples, and moves again.
  private func restless(_ count: Int, step: Double, _ random: inout SeededRandom) -> [TouchEvent] {
    var point = Point(10, 10)
    var time = 0.0
    var events = [TouchEvent(phase: .began, point: point, time: time)]
    for index in 0..<count + 200 {
      let isDense = (100..<count + 100).contains(index)
      let length = isDense ? step : 2
      point = point + Vector(length * random.double(in: 0.5...1), length * random.double(in: -1...1))
      time += isDense ? 0.001 : 0.008
      events.append(TouchEvent(phase: .moved, point: point, time: time))
    }
    return events
  }

  @Test(arguments: [0.0004, 0.003, 0.02], [StrokeModel.ink2, .ink3, .ink4])
  func `samples that hardly move are planned alike alone, together, and while the touch is down`(
    step: Double, model: StrokeModel
  ) throws {
    var random = SeededRandom(seed: 5)
    let events = restless(3000, step: step, &random)
    var drawing = Drawing(options: ModelOptions(model: model))
    for (index, event) in events.enumerated() {
      try drawing.apply(event)
      if index % 900 == 899 { compare(drawing, &random) }
    }
    _ = drawing.finish()
    compare(drawing, &random)
    let stroke = drawing.strokes[StrokeIndex(0)]
    var modeler = SpanModeler(options: drawing.options)
    let sequence = SampleSequence(samples: stroke.samples, guesses: [])
    for span in 0..<count(sequence) {
      let expected = discs(&modeler, span, sequence, stroke.look)
      var cones: [RoundCone] = []
      stroke.appendCones(ofSpan: SpanIndex(span), to: &cones)
      // Stored as floats.
      let distance = cones.last.map { $0.end.distance(to: expected[expected.count - 1].center) } ?? 0
      #expect(distance < 1e-5, "span \(span)")
    }
  }

  @Test func `a plan does not look at more samples the denser they are`() {
    var random = SeededRandom(seed: 6)
    for step in [1e-3, 1e-4, 1e-5] {
      let events = restless(20_000, step: step, &random)
      let samples = events.map { Sample(point: $0.point, time: $0.time ?? 0, pressure: .nan) }
      let sequence = SampleSequence(samples: samples, guesses: [])
      var planner = ReachPlanner()
      _ = planner.plan(sequence, from: 10_000, to: 10_032, smoothing: 1, grid: nil, mustBeComplete: true)
      #expect(planner.window.runs.count < 4000 && planner.window.isClosed(in: sequence), "steps of \(step)")
      for rules in [HandRules.ink3, .ink4] {
        var hand = HandPlanner(rules)
        _ = hand.plan(sequence, from: 10_000, to: 10_032, smoothing: 1, grid: nil, mustBeComplete: true)
        #expect(hand.window.runs.count < 8000 && hand.window.isClosed(in: sequence), "steps of \(step)")
      }
    }
  }

  /// Possible continuations of a touch, none of which may change settled ink.
  private func continuations(
    _ samples: ArraySlice<Sample>, _ random: inout SeededRandom
  ) -> [[Sample]] {
    let last = samples[samples.endIndex - 1]
    func sample(_ step: Vector, after time: Double, pressure: Float) -> Sample {
      Sample(point: last.point + step, time: last.time + time, pressure: pressure)
    }
    let zigzag = (1...40).map { (i: Int) -> Sample in
      sample(Vector(Double(i % 2) * 5000, Double(i)), after: Double(i) * 1e-4, pressure: last.pressure)
    }
    let creeping = (1...40).map { (i: Int) -> Sample in
      sample(Vector(Double(i) * 1e-3, 0), after: Double(i), pressure: last.pressure)
    }
    let trembling = (1...40).map { (i: Int) -> Sample in
      let step = Vector(random.double(in: -3...3), random.double(in: -3...3))
      let pressure: Float = last.pressure.isNaN ? .nan : Float(random.double(in: 0...1))
      return sample(step, after: Double(i) / 240, pressure: pressure)
    }
    return [
      [],
      [sample(Vector(0, 0), after: 0.0001, pressure: last.pressure)],
      [sample(Vector(0, 0), after: 10, pressure: last.pressure.isNaN ? .nan : 9)],
      zigzag, creeping, trembling,
    ]
  }

  @Test(arguments: 100..<160 as Range<UInt64>)
  func `a span is settled only if no continuation of the touch changes it`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let drawing = try Drawing(
      RandomLog(seed: seed, strokes: 8).events, options: ModelOptions(model: .inTurn(seed)))
    for stroke in drawing.strokes where stroke.samples.count > StrokeSpan.sampleCount {
      for known in stride(from: 33, through: stroke.samples.count, by: 9) {
        var modeler = SpanModeler(options: drawing.options)
        let sequence = SampleSequence(samples: Array(stroke.samples[..<known]), guesses: [])
        let settled = (0..<count(sequence)).prefix { span in
          modeler.modelIfSettled(span: span, of: sequence, look: stroke.look)
        }
        for more in continuations(stroke.samples[..<known], &random) {
          let longer = SampleSequence(samples: sequence.samples + more, guesses: [])
          for span in settled {
            let before = discs(&modeler, span, sequence, stroke.look)
            #expect(discs(&modeler, span, longer, stroke.look) == before, "span \(span) of \(known) samples")
          }
        }
        // Spans that settle together equal those that settle one by one.
        _ = modeler.planIfSettled(spans: 0..<count(sequence), of: sequence, look: stroke.look)
        for span in settled {
          var alone = SpanModeler(options: drawing.options)
          let isSettled = modeler.modelIfSettled(span: span, of: sequence, look: stroke.look)
          #expect(isSettled)
          #expect(modeler.discs == discs(&alone, span, sequence, stroke.look))
        }
        modeler.endPlan()
      }
    }
  }

  // MARK: Revisions

  /// A stroke of events that revisions can name, through `points` at 240 Hz.
  private func named(
    _ points: [Point], tool: ToolChange = ToolChange(name: "pen"), pressure: (Int) -> Double? = { _ in 0.5 }
  ) -> [LogEvent] {
    [.tool(tool)]
      + points.indices.map { i in
        event(
          i == 0 ? .began : i == points.count - 1 ? .ended : .moved, points[i].x, points[i].y, pressure: pressure(i),
          time: Double(i) / 240, index: i, expects: pressure(i) == nil ? .pressure : [])
      }
  }

  private func cones(_ stroke: Stroke) -> [[RoundCone]] { stroke.spans.indices.map { stroke.cones(ofSpan: $0) } }

  /// Revises a drawing of one stroke, and compares its settled ink with newly modeled ink.
  /// - Returns: The spans that changed.
  private func revise(
    _ drawing: inout Drawing, _ revision: TouchRevision, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Set<Int> {
    let before = cones(drawing.strokes[0])
    let version = drawing.version
    try drawing.apply(.revision(revision))
    let stroke = drawing.strokes[0]
    let now = cones(stroke)
    let fresh = stroke.remodeled(options: drawing.options)
    #expect(now == Array(fresh[..<now.count]), sourceLocation: sourceLocation)
    let changed = Set(before.indices.filter { before[$0] != now[$0] })
    let said = Set(drawing.changes(since: version).elements.first?.revisedSpans.map(\.span.rawValue) ?? [])
    #expect(said.isSuperset(of: changed), sourceLocation: sourceLocation)
    return changed
  }

  /// A wavy line through whole points, one or two points apart.
  private let wave = (0..<320).map { Point(Double($0), Double([40, 41, 43, 44, 44, 43, 41, 40][$0 / 4 % 8])) }

  @Test(arguments: 0..<8, StrokeModel.allCases)
  func `if one of the first samples leaves the grid, all spans are smoothed again`(
    sample: Int, model: StrokeModel
  ) throws {
    var drawing = try Drawing(named(wave), options: ModelOptions(model: model))
    let before = cones(drawing.strokes[0])
    let moved = wave[sample] + Vector(0.3, 0)
    let changed = try revise(&drawing, TouchRevision(index: sample, point: moved))
    #expect(changed == (model == .ink1 ? [0] : Set(0..<10)))
    // And back.
    _ = try revise(&drawing, TouchRevision(index: sample, point: wave[sample]))
    #expect(cones(drawing.strokes[0]) == before)
  }

  @Test(arguments: [0, 7, 8, 100, 319], StrokeModel.allCases)
  func `if the log gives the grid, or a later sample moves, only nearby spans are smoothed again`(
    sample: Int, model: StrokeModel
  ) throws {
    let said = ToolChange(name: "pen", grid: 1)
    for tool in sample < 24 ? [said] : [said, ToolChange(name: "pen")] {
      var drawing = try Drawing(named(wave, tool: tool), options: ModelOptions(model: model))
      let changed = try revise(&drawing, TouchRevision(index: sample, point: wave[sample] + Vector(0.3, 0.2)))
      let own = sample / StrokeSpan.sampleCount
      #expect(changed.contains(own))
      #expect(changed.isSubset(of: [own - 2, own - 1, own, own + 1, own + 2]))
    }
  }

  @Test(arguments: [0, 7, 31, 32, 160, 319], StrokeModel.allCases)
  func `a pressure changes only the spans within its reach`(sample: Int, model: StrokeModel) throws {
    var drawing = try Drawing(named(wave), options: ModelOptions(model: model))
    // A high pressure of the first or the last sample alone makes no knob since `ink-3`.
    let changed = try revise(&drawing, TouchRevision(index: sample, pressure: 0.2))
    // The reach for a grid of 1 is 16 points, since `ink-3` 24, at most as many samples here.
    let reach = model == .ink2 ? 18 : 26
    let spans = max(0, sample - reach) / StrokeSpan.sampleCount...min(319, sample + reach) / StrokeSpan.sampleCount
    #expect(changed.contains(sample / StrokeSpan.sampleCount))
    #expect(changed.isSubset(of: Set(spans)))
  }

  @Test(arguments: rounds(40))
  func `after any revisions settled ink equals newly modeled ink`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let lattice = [0.01, 0.5, 1][Int(seed % 3)]
    var point = Point(50, 50)
    var heading = Vector(1, 0)
    let points = (0..<200).map { _ in
      heading = Vector(
        heading.dx * 0.95 + random.double(in: -0.4...0.4), heading.dy * 0.95 + random.double(in: -0.4...0.4))
      point = point + heading
      return Point((point.x / lattice).rounded() * lattice, (point.y / lattice).rounded() * lattice)
    }
    let hasPressure = seed % 2 == 0
    let tool = ToolChange(
      name: "pen", width: [2, 10, 40][Int(seed / 3 % 3)], smoothing: [0, 0.3, 1, 4][Int(seed / 2 % 4)],
      taper: seed % 5 == 0 ? Taper(start: 30, end: 20) : nil)
    // While the touch is down, and after it has ended.
    let events = named(points, tool: tool) { _ in hasPressure ? 0.5 : nil }
    for drawn in [150, events.count] {
      var drawing = Drawing(options: ModelOptions(model: .inTurn(seed / 2)))
      for event in events[..<drawn] { try drawing.apply(event) }
      for _ in 0..<40 {
        let index = Int.random(in: 0..<drawn - 1, using: &random)
        var revision = TouchRevision(index: index)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: revision.pressure = random.double(in: 0...1)
        case 1: revision.point = points[index] + Vector(random.double(in: -90...90), random.double(in: -2...2))
        case 2: revision.point = points[index]
        default: revision.time = Double(index) / 240 + random.double(in: -0.02...0.02)
        }
        _ = try revise(&drawing, revision)
      }
    }
  }

  /// A stroke along the x axis with one distant sample, which a revision moves onto the axis.
  private func detour(at sample: Int, tool: ToolChange) throws {
    let points = (0..<300).map { Point(Double($0), $0 == sample ? 500 : 0) }
    for model in StrokeModel.allCases {
      var drawing = try Drawing(named(points, tool: tool) { _ in nil }, options: ModelOptions(model: model))
      _ = try revise(&drawing, TouchRevision(index: sample, point: Point(Double(sample), 0)))
    }
  }

  @Test(arguments: [2, 12, 20, 50, 200, 280, 290, 297])
  func `tapers extend over more samples if the stroke becomes shorter`(sample: Int) throws {
    try detour(at: sample, tool: ToolChange(name: "pen", thinning: 0, taper: Taper(start: 90, end: 90)))
    try detour(at: sample, tool: ToolChange(name: "pen", width: 40, grid: 0.1))
    try detour(at: sample, tool: ToolChange(name: "pen", width: 40, smoothing: 0))
  }

  @Test(arguments: [2.0, 40], [StrokeModel.ink2, .ink3, .ink4])
  func `a late last pressure removes the taper of a lifted pen`(width: Double, model: StrokeModel) throws {
    let points = (0..<300).map { Point(Double($0) / 2, 0) }
    let events = named(points, tool: ToolChange(name: "pen", width: width)) { _ in nil }
    var drawing = try Drawing(events, options: ModelOptions(model: model))
    let changed = try revise(&drawing, TouchRevision(index: 299, pressure: 0.5))
    // The taper is 2.5 widths long, at a width of 40 points a third of the stroke: 50 points or 100 samples.
    #expect(changed.contains(6) == (width == 40))
  }
}
