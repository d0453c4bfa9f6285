import Geometry
import Raster
import Rendering
import TestSupport
import Testing
import TouchLog

@testable import Ink

@Suite struct SettlingTests {
  @Test(arguments: rounds(40))
  func `settled ink changes only in spans that are reported as revised`(seed: UInt64) throws {
    var drawing = Drawing(options: ModelOptions(model: .inTurn(seed)))
    var kept: [[[RoundCone]]] = []
    for event in RandomLog(seed: seed, strokes: 6).events {
      let version = drawing.version
      try drawing.apply(event)
      let changes = drawing.changes(since: version).elements
      var now: [[[RoundCone]]] = []
      for stroke in drawing.strokes {
        let spans = stroke.spans.indices.map { stroke.cones(ofSpan: $0) }
        let revised = Set(changes.first { $0.element == stroke.element }?.revisedSpans.map(\.span.rawValue) ?? [])
        let before = stroke.ordinal.rawValue < kept.count ? kept[stroke.ordinal.rawValue] : []
        #expect(spans.count >= before.count)
        for span in before.indices where !revised.contains(span) {
          #expect(spans[span] == before[span], "span \(span) of stroke \(stroke.ordinal)")
        }
        if case .revision = event {} else { #expect(revised.isEmpty || before.isEmpty || stroke.state == .active) }
        now.append(spans)
      }
      kept = now
    }
  }

  @Test(arguments: 200..<240 as Range<UInt64>)
  func `settled ink equals newly modeled ink after every event`(seed: UInt64) throws {
    var drawing = Drawing(options: ModelOptions(model: .inTurn(seed)))
    for event in RandomLog(seed: seed, strokes: 4).events {
      try drawing.apply(event)
      for stroke in drawing.strokes where stroke.state != .cancelled {
        let fresh = stroke.remodeled(options: drawing.options)
        for span in stroke.spans.indices { #expect(stroke.cones(ofSpan: span) == fresh[span.rawValue]) }
        let tail = fresh[stroke.spans.count...]
        #expect(stroke.tail(options: drawing.options)[...] == tail)
      }
    }
  }

  @Test(arguments: 500..<540 as Range<UInt64>)
  func `ink that is updated after several events is that of updates after each event`(seed: UInt64) throws {
    let model = ModelOptions(model: .inTurn(seed))
    let layout = CanvasLayout(width: 150, height: 150, transform: Transform(scale: 1), background: .white)
    var random = SeededRandom(seed: seed)
    var (deferred, direct) = (Drawing(options: model), Drawing(options: model))
    var renderer = PictureRenderer(layout: layout)
    for event in RandomLog(seed: seed, strokes: 4).events {
      try direct.apply(event)
      _ = try deferred.applyDeferringInk(event)
      guard Int.random(in: 0..<9, using: &random) == 0 else { continue }
      deferred.updateInk(threads: 2)
      #expect(deferred.version == direct.version)
      for (a, b) in zip(deferred.strokes, direct.strokes) where a.state != .cancelled {
        #expect(a.spanCones(options: model) == b.spanCones(options: model), "after \(event)")
      }
      try renderer.drawFrame(deferred)
      let difference = PixelDifference(renderer.picture, ScratchRenderer(layout: layout).picture(of: direct))
      #expect(difference == nil, "after \(event)")
    }
    #expect(deferred.finish() == direct.finish())
    #expect(deferred.saved == direct.saved)
    for (a, b) in zip(deferred.strokes, direct.strokes) where a.state != .cancelled {
      #expect(a.spanCones(options: model) == b.spanCones(options: model))
    }
  }

  @Test(arguments: StrokeModel.allCases)
  func `strokes that are modeled on several threads have the ink of strokes modeled one by one`(
    model: StrokeModel
  ) throws {
    let options = ModelOptions(model: model)
    let events = (0..<50).flatMap {
      RandomLog(seed: $0, strokes: 4).events.filter { if case .touch = $0 { true } else { false } }
    }
    var direct = Drawing(options: options)
    for event in events { _ = try? direct.apply(event) }
    _ = direct.finish()
    direct.refine(tolerance: 0.01)
    for threads in 1...8 {
      var drawing = Drawing(options: options)
      for event in events { _ = try? drawing.applyDeferringInk(event) }
      #expect(drawing.strokes.reduce(0) { $0 + $1.samples.count } > 2400)
      drawing.updateInk(threads: threads)
      _ = drawing.finish()
      drawing.refine(tolerance: 0.01, threads: threads)
      #expect(drawing.saved == direct.saved)
      for (a, b) in zip(drawing.strokes, direct.strokes) where a.state != .cancelled {
        #expect(a.isSettled)
        #expect(a.spanCones(options: drawing.options) == b.spanCones(options: direct.options), "\(threads) threads")
      }
    }
  }

  @Test(arguments: 300..<310 as Range<UInt64>)
  func `refining equals modeling with that tolerance from the start`(seed: UInt64) throws {
    let events = RandomLog(seed: seed).events
    var refined = try Drawing(events)
    refined.refine(tolerance: 0.005)
    let fine = try Drawing(events, options: ModelOptions(tolerance: 0.005))
    for (a, b) in zip(refined.strokes, fine.strokes) where a.state != .cancelled {
      #expect(a.spans.indices.map { a.cones(ofSpan: $0) } == b.spans.indices.map { b.cones(ofSpan: $0) })
    }
    #expect(refined.inkBounds == fine.inkBounds)
  }

  // A span of 32 samples settles when the samples for 40 ms and for the reach of the smoothing after it are known, with
  // a few samples between attempts. In ink-2 the reach is known when the path has continued by 4/3 of it, and for 24
  // ms.
  @Test(arguments: [(StrokeModel.ink1, 2...16, 4), (.ink2, 20...60, 12), (.ink3, 44...110, 30), (.ink4, 16...120, 30)])
  func `a long spiral settles while it is drawn`(
    model: StrokeModel, ahead: ClosedRange<Int>, betweenAttempts: Int
  ) throws {
    var drawing = Drawing(options: ModelOptions(model: model))
    // A rotation by one degree, from h = tan ½°.
    let h = 0.008726867790759
    let (c, s) = ((1 - h * h) / (1 + h * h), 2 * h / (1 + h * h))
    var arm = Vector(400, 0)
    var open = 0
    for i in 0...15_000 {
      let point = Point(500, 500) + arm
      let phase: TouchEvent.Phase = i == 0 ? .began : i == 15_000 ? .ended : .moved
      let settled = drawing.strokes.first?.spans.count ?? 0
      try drawing.apply(event(phase, point.x, point.y, time: Double(i) / 240))
      if phase == .moved {
        #expect(drawing.strokes[0].spans.count <= settled + 1, "an event models one span at most")
        if drawing.strokes[0].spans.count > settled {
          let after = drawing.strokes[0].samples.count - drawing.strokes[0].spans.count * StrokeSpan.sampleCount
          #expect(ahead.lowerBound <= after)
        }
        open = max(open, drawing.strokes[0].samples.count - drawing.strokes[0].spans.count * StrokeSpan.sampleCount)
      }
      arm = Vector(arm.dx * c - arm.dy * s, arm.dx * s + arm.dy * c) * 0.9999
    }
    #expect(open <= StrokeSpan.sampleCount + ahead.upperBound + betweenAttempts)
    let stroke = drawing.strokes[0]
    #expect(stroke.spans.indices.map { stroke.cones(ofSpan: $0) } == stroke.remodeled(options: drawing.options))
  }
}
