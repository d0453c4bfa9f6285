import Geometry
import TouchLog

extension Stroke {
  /// While the touch is down, ink is held back for a pressure that is still to come, but for no more samples than
  /// this: some never come.
  private static let patience = 64

  /// Takes an event of the touch in, and settles what it completes: all that there is to most events, in one access to
  /// the drawing's strokes.
  ///
  /// - Returns: Whether time ran backwards, whether the event is the first that a revision can name, and which earlier
  ///   samples changed with it. Where there are such, nothing has been settled yet: their ink comes first.
  @inline(always)
  mutating func append(
    _ event: TouchEvent, with modeler: inout SpanModeler, version: Int
  ) -> (ranBackwards: Bool, isFirstRevisable: Bool, changed: ClosedRange<Int>?) {
    let isFirstRevisable = event.index != nil && !track.hasRevisableSamples
    let (ranBackwards, changed) = track.append(
      point: event.point, time: event.time, pressure: event.pressure, index: event.index,
      expectsPressure: event.expects.contains(.pressure))
    if !guesses.isEmpty { guesses.removeAll(keepingCapacity: true) }
    if changed == nil { settle(with: &modeler, version: version) }
    return (ranBackwards, isFirstRevisable, changed)
  }

  /// Models what nothing but a revision will change any more, and keeps it.
  /// - Parameter samplesAhead: How many samples there must be behind a span that is to settle while the touch is down, at
  ///   least; nil for as few as may do.
  /// - Returns: Whether any span was added.
  @discardableResult
  @inline(always)
  mutating func settle(with modeler: inout SpanModeler, version: Int, samplesAhead: Int? = nil) -> Bool {
    // All that there is to most events.
    guard state == .active ? track.samples.count >= nextAttempt : isInk else { return false }
    return settleSpans(with: &modeler, version: version, samplesAhead: samplesAhead ?? modeler.samplesAhead)
  }

  @inline(never)
  private mutating func settleSpans(
    with modeler: inout SpanModeler, version: Int, samplesAhead: Int
  ) -> Bool {
    let before = spans.count
    let sequence = SampleSequence(samples: track.samples, guesses: [])
    guard state == .active else {
      modeler.plan(spans: before..<spanCount, of: sequence, style: style)
      defer { modeler.endPlan() }
      for span in before..<spanCount {
        modeler.model(span: span, of: sequence, style: style)
        appendSpan(modeler.discs, of: modeler.samples, version: version)
      }
      return spans.count > before
    }
    let ready = readySpans(samplesAhead: samplesAhead)
    modeler.planIfSettled(spans: ready, of: sequence, style: style)
    defer { modeler.endPlan() }
    for span in ready {
      guard modeler.modelIfSettled(span: span, of: sequence, style: style) else { break }
      appendSpan(modeler.discs, of: modeler.samples, version: version)
    }
    if spans.count < spanCount {
      // Those that were not ready are not asked for again before they may be.
      let end = (spans.count + 1) * StrokeSpan.sampleCount + samplesAhead
      nextAttempt = Swift.max(track.samples.count + modeler.samplesBetweenAttempts, end + 1)
    }
    return spans.count > before
  }

  /// The spans whose modelling is worth a try: cheap, and asked at every event.
  private func readySpans(samplesAhead: Int) -> Range<Int> {
    let count = track.samples.count
    var ready = spans.count..<spans.count
    while true {
      let end = (ready.upperBound + 1) * StrokeSpan.sampleCount
      guard count > end + samplesAhead else { return ready }
      let fresh = Swift.max(end - StrokeSpan.sampleCount, count - Self.patience)
      guard fresh >= end || !track.hasPending(in: fresh..<end) else { return ready }
      ready = ready.lowerBound..<ready.upperBound + 1
    }
  }

  /// Models the settled spans anew that depend on some samples that have changed.
  /// - Parameter moved: Whether these have other places or times too, rather than other pressures alone.
  mutating func resettle(
    _ changed: ClosedRange<Int>, moved: Bool, with modeler: inout SpanModeler, version: Int
  ) {
    for span in spansNear(changed, moved: moved) where spans[span].samples.depend(on: changed, moved: moved) {
      remodel(span, with: &modeler, version: version)
    }
  }

  /// The settled spans among which are all that depend on some samples: not all of a long stroke are to be asked.
  private func spansNear(_ changed: ClosedRange<Int>, moved: Bool) -> Range<Int> {
    if moved, changed.lowerBound < mostLeading { return spans.indices }
    let first = Swift.max(0, changed.lowerBound - widestReach) / StrokeSpan.sampleCount
    let last = (changed.upperBound + widestReach) / StrokeSpan.sampleCount
    return (first..<last + 1).clamped(to: spans.indices)
  }

  /// Models all settled spans anew.
  mutating func resettle(with modeler: inout SpanModeler, version: Int) {
    for span in spans.indices { remodel(span, with: &modeler, version: version) }
  }

  private mutating func remodel(_ span: Int, with modeler: inout SpanModeler, version: Int) {
    modeler.model(span: span, of: SampleSequence(samples: track.samples, guesses: []), style: style)
    var covered = spans[span].bounds
    replaceSpan(span, by: modeler.discs, of: modeler.samples, version: version)
    covered.formUnion(spans[span].bounds)
    revisions.append(SpanRevision(version: version, span: span, covered: covered))
  }
}
