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
  /// - Returns: Whether any span was added.
  @discardableResult
  @inline(always)
  mutating func settle(with modeler: inout SpanModeler, version: Int) -> Bool {
    // All that there is to most events.
    guard state == .active ? track.samples.count >= nextAttempt : isInk else { return false }
    return settleSpans(with: &modeler, version: version)
  }

  @inline(never)
  private mutating func settleSpans(with modeler: inout SpanModeler, version: Int) -> Bool {
    let before = spans.count
    while spans.count < spanCount {
      let span = spans.count
      let sequence = SampleSequence(samples: track.samples, guesses: [])
      if state != .active {
        modeler.model(span: span, of: sequence, style: style)
      } else if !mayBeReady(span) || !modeler.modelIfSettled(span: span, of: sequence, style: style) {
        nextAttempt = track.samples.count + modeler.samplesBetweenAttempts
        break
      }
      appendSpan(modeler.discs, of: modeler.samples, version: version)
    }
    return spans.count > before
  }

  /// Whether modelling `span` is worth a try: cheap, and asked at every event.
  private func mayBeReady(_ span: Int) -> Bool {
    let end = (span + 1) * StrokeSpan.sampleCount
    let count = track.samples.count
    guard count > end + 2 else { return false }
    let fresh = Swift.max(end - StrokeSpan.sampleCount, count - Self.patience)
    return fresh >= end || !track.hasPending(in: fresh..<end)
  }

  /// Models the settled spans anew that depend on some samples that have changed.
  /// - Parameter moved: Whether these have other places or times too, rather than other pressures alone.
  mutating func resettle(
    _ changed: ClosedRange<Int>, moved: Bool, with modeler: inout SpanModeler, version: Int
  ) {
    for span in spans.indices where spans[span].samples.depend(on: changed, moved: moved) {
      remodel(span, with: &modeler, version: version)
    }
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
