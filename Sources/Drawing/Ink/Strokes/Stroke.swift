import Geometry
import TouchLog

/// One touch from its beginning to its end, and the ink that it makes.
///
/// The ink is a list of spans. A span is settled, and stored, once no later event except a revision can change it. The
/// rest of the ink, the tail, is modeled whenever a renderer asks for it.
public struct Stroke: Sendable {
  /// The state of the touch.
  package enum State: Sendable {
    case active, ended
    /// The touch was canceled, for example because it was a palm: there is no ink.
    case cancelled
  }

  /// The stroke's index in the drawing.
  package private(set) var ordinal: StrokeIndex
  public let touch: TouchID
  package private(set) var look: Look
  /// Whether the touch draws ink; if not, it drags something or erases whole elements.
  let isInk: Bool
  package private(set) var state = State.active
  /// The element that the touch makes; nil if it makes none.
  package internal(set) var element: ElementIndex?
  /// The number of events of rainbow ink before the stroke began.
  package internal(set) var hue = 0

  @usableFromInline private(set) var ink = SettledInk()
  /// The samples that have changed since the settled ink was modeled: those of which only the pressure has, and others.
  /// Not sets of ranges, whose size the compiler does not know: strokes would be copied by calls of the runtime.
  private var changed: (pressures: [Range<Int>], positions: [Range<Int>]) = ([], [])
  /// Whether samples were added, or have changed, whose ink has to be modeled.
  var isStale = false
  private var track: SampleTrack
  /// The lengths of the samples' polyline up to the first spans, in points, as far as they are known.
  private var lengths: [Double] = []
  /// The predicted samples, which the next real event removes.
  private(set) var guesses: [Sample] = []
  /// Nil if all predictions count.
  private var trust: PredictionTrust?
  /// The sample count below which settling is not attempted.
  private var nextAttempt: Int
  private var warnedOfTime = false

  init(ordinal: StrokeIndex, touch: TouchID, look: Look, isInk: Bool, model: StrokeModel) {
    track = SampleTrack(capsEstimates: model.rules.capsEstimates)
    trust = model.rules.trustsProvenPredictions ? PredictionTrust() : nil
    self.ordinal = ordinal
    self.touch = touch
    self.look = look
    self.look.brushes = model.brushes
    self.isInk = isInk
    nextAttempt = isInk ? 0 : .max
  }

  /// A stroke of a saved drawing. It still has to be ended.
  init(ordinal: StrokeIndex, look: Look, samples: [Sample], details: [TouchDetails], model: StrokeModel) {
    self.init(ordinal: ordinal, touch: .number(0), look: look, isInk: true, model: model)
    track = SampleTrack(samples, details: details)
  }

  /// The same samples and ink as another stroke of the drawing. All ink must have been modeled.
  func copy(ordinal: StrokeIndex, of element: ElementIndex) -> Stroke {
    var copy = self
    (copy.ordinal, copy.element) = (ordinal, element)
    return copy
  }

  // MARK: Samples

  /// The real samples. Samples of a rest at one position may be merged.
  public var samples: [Sample] { track.samples }

  /// The details of each real sample; none if no sample has any.
  package var details: [TouchDetails] {
    let known = track.details
    return known.isEmpty ? [] : known + Array(repeating: TouchDetails(), count: samples.count - known.count)
  }

  /// The real samples followed by the predicted ones, each with its state.
  package var sampleStates: [(sample: Sample, state: SampleState)] {
    samples.indices.map { (samples[$0], track.state(of: $0)) } + guesses.map { ($0, .predicted) }
  }

  /// The number of samples per span.
  package static let samplesPerSpan = StrokeSpan.sampleCount

  /// The real samples, and if wanted the predicted ones.
  func sequence(predicted: Bool) -> SampleSequence {
    var sequence = SampleSequence(samples: track.samples, guesses: predicted ? trustedGuesses : [])
    if look.readsLength { sequence.measure(from: lengths) }
    return sequence
  }

  private var trustedGuesses: [Sample] {
    guard let trust, let last = samples.last else { return guesses }
    return trust.trusted(guesses, after: last)
  }

  /// The real samples.
  private mutating func realSequence() -> SampleSequence {
    let sequence = sequence(predicted: false)
    lengths = sequence.lengths
    return sequence
  }

  // MARK: Ink

  /// Whether the shortest line between its ends closes it, and its interior is filled.
  package var isFilled: Bool { state == .ended && look.tool.isNib && look.fill != .none }

  /// The settled spans in order.
  @inlinable package var spans: IndexedArray<SpanIndex, StrokeSpan> { IndexedArray(ink.spans) }

  /// The changes to settled spans, in ascending order of their versions.
  var revisions: [SpanRevision] { ink.revisions }

  /// The bounds of the settled ink, in points.
  package var settledBounds: Rect { ink.spans.reduce(into: .empty) { $0.formUnion($1.bounds) } }

  /// The bounds of all ink, in points.
  /// - Parameter predicted: Whether predicted samples count.
  func bounds(predicted: Bool, options: ModelOptions) -> Rect {
    var bounds = settledBounds
    guard state == .active else { return bounds }
    for cone in tail(predicted: predicted, options: options).joined() { bounds.formUnion(cone.bounds) }
    return bounds
  }

  /// The number of spans that the samples make, settled or not.
  private var spanCount: Int { StrokeSpan.count(forSamples: track.samples.count) }

  /// Whether all ink is settled.
  package var isSettled: Bool { state != .active && ink.spans.count == spanCount }

  /// Appends the cones of settled span `index`, in points, in order along the stroke.
  ///
  /// The first span begins with a round cap; each later one continues where the previous one ends.
  package func appendCones(ofSpan index: SpanIndex, to cones: inout [RoundCone]) {
    let isLast = index.rawValue + 1 == ink.spans.count
    ink.appendCones(ofSpan: index.rawValue, endsStroke: state == .ended && isLast, to: &cones)
  }

  /// Appends the tips of settled span `index`, in points, in order along the stroke; none if it is not that of a brush.
  /// - Parameter area: Where ink is seen, in points; nil for everywhere. Many dashes elsewhere are left out.
  package func appendTips(ofSpan index: SpanIndex, within area: Rect? = nil, to tips: inout [SweptTip]) {
    let isLast = index.rawValue + 1 == ink.spans.count
    let first = tips.count
    ink.appendTips(ofSpan: index.rawValue, endsStroke: state == .ended && isLast, to: &tips)
    if let dashes = TipDashes(look) { tips.replaceSubrange(first..., with: dashes.cut(tips[first...], within: area)) }
  }

  /// The tip at which the settled ink ends, and the one before it.
  var lastTips: [PenTip] { ink.lastTips(before: ink.spans.count) }

  // MARK: Events

  /// The effects of `append`.
  struct Addition {
    /// Whether the event is the first of the stroke that is earlier than the event before it.
    var warnsOfTime: Bool
    /// Whether it is the first event of the stroke that a revision can name.
    var isFirstRevisable: Bool
  }

  /// Appends an event of the touch. Its ink settles with `updateInk`, or before if much is open.
  @inline(always)
  mutating func append(_ event: TouchEvent, with modeler: inout SpanModeler, version: Int) -> Addition {
    let isFirstRevisable = event.index != nil && !track.hasRevisableSamples
    let last = guesses.isEmpty ? nil : samples.last
    let taken = track.append(
      point: event.point, time: event.time, pressure: event.pressure, tilt: Tilt(event.reading), index: event.index,
      expectsPressure: event.expects.contains(.pressure))
    track.noteDetails(event.reading.details)
    if let last {
      let next = track.samples[track.samples.count - 1]
      trust?.learn(from: guesses, after: last, next: next)
      guesses.removeAll(keepingCapacity: true)
    }
    if let changed = taken.changed { noteChange(of: changed, moved: false) }
    settleIfMany(with: &modeler, version: version)
    let warnsOfTime = taken.ranBackwards && !warnedOfTime
    if warnsOfTime { warnedOfTime = true }
    return Addition(warnsOfTime: warnsOfTime, isFirstRevisable: isFirstRevisable)
  }

  /// Appends the leading events that only move `touch`: no predictions, no revision indices, no times that run
  /// backward.
  ///
  /// Their ink settles with `updateInk`, or before if much is open.
  /// - Parameter version: The version before the first event.
  /// - Returns: The number of events that were appended.
  mutating func appendMoves(
    _ events: Span<TouchEvent>, of touch: TouchID, with modeler: inout SpanModeler, after version: Int
  ) -> Int {
    guard !track.hasRevisableSamples, guesses.isEmpty else { return 0 }
    var count = 0
    while count < events.count {
      let event = events[count]
      let isMove = event.phase == .moved && event.touch == touch && !event.predicted && event.index == nil
      guard isMove, !track.runsBackwards(at: event.time) else { break }
      _ = track.appendUnnamed(point: event.point, time: event.time, pressure: event.pressure, tilt: Tilt(event.reading))
      track.noteDetails(event.reading.details)
      count += 1
    }
    settleIfMany(with: &modeler, version: version + count)
    return count
  }

  /// Appends a predicted event, which the next real event removes.
  mutating func predict(_ event: TouchEvent) {
    let last = guesses.last ?? samples[samples.count - 1]
    let time = event.time ?? last.time + SampleTrack.defaultStep
    guesses.append(
      Sample(
        point: event.point, time: Swift.max(time, last.time + SampleTrack.shortestStep),
        pressure: event.pressure.map { Float(pressure: $0) } ?? last.pressure,
        tilt: Tilt(event.reading).completed(from: last.tilt)))
  }

  /// Ends the stroke. If it was not canceled, all its ink settles with the next `updateInk`.
  mutating func end(as state: State) {
    self.state = state
    guesses = []
    if state == .cancelled { trim() }
  }

  /// Releases spare capacity: a stroke that has ended seldom grows.
  private mutating func trim() {
    ink.trim()
    track.trim()
  }

  // MARK: Revisions

  /// Gives new values to the sample that a revision names. The ink is not modeled again before `updateInk`.
  /// - Returns: Whether the stroke has such a sample, and whether any sample changed.
  mutating func revise(_ revision: TouchRevision) -> (isKnown: Bool, isChanged: Bool) {
    guard let sample = track.position(ofIndex: revision.index) else { return (false, false) }
    track.noteDetails(revision.reading.details, at: sample)
    let changed = track.revise(
      at: sample, point: revision.point, time: revision.time, pressure: revision.pressure,
      tilt: Tilt(revision.reading),
      expectsPressure: revision.expects.contains(.pressure))
    guard let changed else { return (true, track.hasStalePressures) }
    let isTurned = revision.altitude != nil || revision.azimuth != nil || revision.twist != nil
    noteChange(of: changed, moved: isTurned || revision.point != nil || revision.time != nil)
    return (true, true)
  }

  /// Makes the pressure estimates that were never revised final. The ink is not modeled again before `updateInk`.
  /// - Returns: Whether any sample changed.
  mutating func settlePending() -> Bool {
    guard let changed = track.settlePending() else { return false }
    noteChange(of: changed, moved: false)
    return true
  }

  /// - Parameter moved: Whether positions, times or tilts changed, not only pressures.
  private mutating func noteChange(of samples: ClosedRange<Int>, moved: Bool) {
    if moved {
      lengths.removeLast(Swift.max(0, lengths.count - 1 - samples.lowerBound / StrokeSpan.sampleCount))
      changed.positions.append(Range(samples))
    } else {
      changed.pressures.append(Range(samples))
    }
  }

  /// The settled spans that depend on samples that have changed. A span that depended on none of them when it was modeled
  /// does not depend on any now.
  private var staleSpans: RangeSet<Int> {
    var stale = RangeSet<Int>()
    for samples in RangeSet(changed.pressures).ranges { stale.formUnion(ink.spans(dependingOn: samples, moved: false)) }
    for samples in RangeSet(changed.positions).ranges { stale.formUnion(ink.spans(dependingOn: samples, moved: true)) }
    return stale
  }

  /// Changes the look, and models the ink again.
  mutating func restyle(_ look: Look, with modeler: inout SpanModeler, version: Int) {
    let brushes = self.look.brushes
    self.look = look
    self.look.brushes = brushes
    remodel(with: &modeler, version: version)
  }

  // MARK: Settling

  /// The most samples without settled ink that wait for `updateInk`. Planning many spans together takes less time than
  /// planning them event by event, but takes memory.
  private static let mostOpenSamples = 2048

  /// Settles the spans that only revisions can still change, if there are many.
  @inline(__always)
  private mutating func settleIfMany(with modeler: inout SpanModeler, version: Int) {
    guard track.samples.count - ink.spans.count * StrokeSpan.sampleCount > Self.mostOpenSamples else { return }
    let samplesAhead = modeler.plansAhead ? SpanModeler.samplesAheadOfMany : nil
    settle(with: &modeler, version: version, samplesAhead: samplesAhead)
  }

  /// While the touch is down, a span waits for pending pressures of its samples, but no longer than for this many
  /// samples: some pressures never come.
  private static let patience = 64

  /// Models and stores the spans that only revisions can still change.
  /// - Parameter samplesAhead: The least number of samples after a span that is tried while the touch is down; nil for
  ///   as few as may suffice.
  @inline(always)
  private mutating func settle(with modeler: inout SpanModeler, version: Int, samplesAhead: Int? = nil) {
    // Most events end here.
    guard state == .active ? track.samples.count >= nextAttempt : isInk else { return }
    settleSpans(with: &modeler, version: version, samplesAhead: samplesAhead ?? modeler.samplesAhead)
  }

  @inline(never)
  private mutating func settleSpans(with modeler: inout SpanModeler, version: Int, samplesAhead: Int) {
    let sequence = realSequence()
    guard state == .active else {
      let open = ink.spans.count..<spanCount
      modeler.plan(spans: open, of: sequence, look: look)
      defer { modeler.endPlan() }
      for span in open {
        modeler.model(span: span, of: sequence, look: look)
        ink.append(modeler.discs, modeler.tips, of: modeler.samples, version: version)
      }
      return
    }
    let ready = readySpans(samplesAhead: samplesAhead)
    while ink.spans.count < ready.upperBound {
      let spans = modeler.planIfSettled(spans: ink.spans.count..<ready.upperBound, of: sequence, look: look)
      for span in spans {
        guard modeler.modelIfSettled(span: span, of: sequence, look: look) else { break }
        ink.append(modeler.discs, modeler.tips, of: modeler.samples, version: version)
      }
      modeler.endPlan()
      if ink.spans.count < spans.upperBound { break }
    }
    if ink.spans.count < spanCount {
      // Spans that were not ready are tried again only when enough further samples have arrived.
      let end = (ink.spans.count + 1) * StrokeSpan.sampleCount + samplesAhead
      nextAttempt = Swift.max(track.samples.count + modeler.samplesBetweenAttempts, end + 1)
    }
  }

  /// The spans that may have settled, found by a cheap check.
  private func readySpans(samplesAhead: Int) -> Range<Int> {
    let count = track.samples.count
    var ready = ink.spans.count..<ink.spans.count
    while true {
      let end = (ready.upperBound + 1) * StrokeSpan.sampleCount
      guard count > end + samplesAhead else { return ready }
      let fresh = Swift.max(end - StrokeSpan.sampleCount, count - Self.patience)
      guard fresh >= end || !track.hasPending(in: fresh..<end) else { return ready }
      ready = ready.lowerBound..<ready.upperBound + 1
    }
  }

  /// Models the settled spans again whose samples have changed, and settles those that are complete.
  mutating func updateInk(with modeler: inout SpanModeler, version: Int) {
    if let refreshed = track.refreshPressures() { noteChange(of: refreshed, moved: false) }
    if !changed.pressures.isEmpty || !changed.positions.isEmpty {
      remodel(staleSpans, with: &modeler, version: version)
      changed = ([], [])
    }
    switch state {
    case .active: settle(with: &modeler, version: version)
    case .ended:
      settle(with: &modeler, version: version)
      trim()
    case .cancelled: break
    }
  }

  /// Models all ink again.
  mutating func remodel(with modeler: inout SpanModeler, version: Int) {
    remodel(RangeSet(ink.spans.indices), with: &modeler, version: version)
    changed = ([], [])
    updateInk(with: &modeler, version: version)
  }

  private mutating func remodel(_ spans: RangeSet<Int>, with modeler: inout SpanModeler, version: Int) {
    let sequence = realSequence()
    ink.replace(spans, version: version) { spans, store in
      modeler.plan(spans: spans, of: sequence, look: look)
      for span in spans {
        modeler.model(span: span, of: sequence, look: look)
        store(modeler.discs, modeler.tips, modeler.samples)
      }
      modeler.endPlan()
    }
  }
}
