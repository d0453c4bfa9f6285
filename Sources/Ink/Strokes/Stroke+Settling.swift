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
        nextAttempt = track.samples.count + 4
        break
      }
      appendSpan(modeler.discs, version: version)
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

  /// Models the settled spans anew that depend on `samples`, and `others` beside them.
  mutating func resettle(
    _ samples: ClosedRange<Int>, and others: ClosedRange<Int>?, with modeler: inout SpanModeler, version: Int
  ) {
    guard let affected = union(dependents(of: samples), others), affected.lowerBound < spans.count else { return }
    for span in affected.lowerBound...Swift.min(affected.upperBound, spans.count - 1) {
      modeler.model(span: span, of: SampleSequence(samples: track.samples, guesses: []), style: style)
      var covered = spans[span].bounds
      replaceSpan(span, by: modeler.discs, version: version)
      covered.formUnion(spans[span].bounds)
      revisions.append(SpanRevision(version: version, span: span, covered: covered))
    }
  }

  /// The spans whose ink may depend on the samples of a range, for the places that they have now.
  func dependents(of samples: ClosedRange<Int>) -> ClosedRange<Int> {
    let reach = Swift.max(style.smoothing, style.taper.start, style.taper.end)
    let first = outermost(from: samples.lowerBound, step: -1, reach: reach)
    let last = outermost(from: samples.upperBound, step: 1, reach: reach)
    return first / StrokeSpan.sampleCount...last / StrokeSpan.sampleCount
  }

  /// The sample that lies further along from `start` than anything at `start` has a say in: two places beyond the
  /// reach of the smoothing, and beyond the time over which speed is measured.
  private func outermost(from start: Int, step: Int, reach: Double) -> Int {
    let sequence = SampleSequence(samples: track.samples, guesses: [])
    let time = sequence[start].time
    var i = start
    var distance = 0.0
    var places = 3
    while places > 0, i + step >= 0, i + step < sequence.count {
      let next = i + step
      let isElsewhere = sequence.startsNode(Swift.max(i, next))
      distance += sequence[i].point.distance(to: sequence[next].point)
      i = next
      if isElsewhere, distance > reach, (sequence[i].time - time).magnitude > 2 * SampleSequence.speedReach {
        places -= 1
      }
    }
    return i
  }
}
