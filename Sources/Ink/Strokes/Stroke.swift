import Geometry
import TouchLog

/// One touch from its beginning to its end, and the ink that it makes.
///
/// The ink is a list of spans. A span is settled, and stored, once no later event except a revision can change it. The
/// rest of the ink, the tail, is modeled whenever a renderer asks for it.
public struct Stroke: Sendable {
  public enum State: Sendable {
    case active, ended
    /// The touch was cancelled, for example because it was a palm: there is no ink.
    case cancelled
  }

  /// The stroke's index in the drawing.
  public let ordinal: Int
  public let touch: TouchID
  public internal(set) var style: ToolStyle
  /// Whether the touch draws ink; if not, it drags something or erases whole elements.
  let isInk: Bool
  public internal(set) var state = State.active
  /// The index of the element that the touch makes; -1 for none.
  public internal(set) var element = -1
  /// The number of events of rainbow ink before the stroke began.
  public internal(set) var hue = 0

  @usableFromInline private(set) var ink = SettledInk()
  var track: SampleTrack
  /// The predicted samples, which the next real event removes.
  var guesses: [Sample] = []
  /// The sample count below which settling is not attempted.
  private var nextAttempt: Int
  var warnedOfTime = false

  init(ordinal: Int, touch: TouchID, style: ToolStyle, isInk: Bool, model: StrokeModel) {
    track = SampleTrack(capsEstimates: model != .ink1)
    self.ordinal = ordinal
    self.touch = touch
    self.style = style
    self.isInk = isInk
    nextAttempt = isInk ? 0 : .max
  }

  // MARK: Samples

  /// The real samples. Samples of a rest at one position may be merged.
  public var samples: [Sample] { track.samples }

  /// The real samples followed by the predicted ones, each with its state.
  public var sampleStates: [(sample: Sample, state: SampleState)] {
    samples.indices.map { (samples[$0], track.state(of: $0)) } + guesses.map { ($0, .predicted) }
  }

  /// The number of samples per span.
  public static let samplesPerSpan = StrokeSpan.sampleCount

  private func sequence(predicted: Bool) -> SampleSequence {
    SampleSequence(samples: track.samples, guesses: predicted ? guesses : [])
  }

  // MARK: Ink

  /// The settled spans in order.
  @inlinable public var spans: [StrokeSpan] { ink.spans }

  /// The changes to settled spans, in ascending order of their versions.
  var revisions: [SpanRevision] { ink.revisions }

  /// The bounds of the settled ink, in points.
  public var settledBounds: Rect { ink.spans.reduce(into: .empty) { $0.formUnion($1.bounds) } }

  /// The number of spans that the samples make, settled or not.
  private var spanCount: Int { StrokeSpan.count(forSamples: track.samples.count) }

  /// Whether all ink is settled.
  public var isSettled: Bool { state != .active && ink.spans.count == spanCount }

  /// Appends the cones of settled span `index`, in points, in order along the stroke.
  ///
  /// The first span begins with a round cap; each later one continues where the previous one ends.
  public func appendCones(ofSpan index: Int, to cones: inout [RoundCone]) {
    ink.appendCones(ofSpan: index, endsStroke: state == .ended && index + 1 == ink.spans.count, to: &cones)
  }

  /// The cones that are not settled, in points, by span.
  /// - Parameter predicted: Whether to include the predicted samples.
  public func tail(predicted: Bool = false, options: ModelOptions) -> [[RoundCone]] {
    freshCones(fromSpan: ink.spans.count, predicted: predicted, options: options)
  }

  /// All cones of the stroke, in points, by span, modeled from its samples without use of the settled ink: the oracle
  /// for incremental modeling.
  public func remodelled(predicted: Bool = false, options: ModelOptions) -> [[RoundCone]] {
    freshCones(fromSpan: 0, predicted: predicted, options: options)
  }

  private func freshCones(fromSpan first: Int, predicted: Bool, options: ModelOptions) -> [[RoundCone]] {
    guard state != .cancelled else { return [] }
    let sequence = sequence(predicted: predicted)
    var modeler = SpanModeler(options: options)
    let spans = first..<Swift.max(first, StrokeSpan.count(forSamples: sequence.count))
    modeler.plan(spans: spans, of: sequence, style: style)
    return spans.map { span in
      modeler.model(span: span, of: sequence, style: style)
      return SettledInk.cones(
        of: modeler.discs, startsStroke: span == 0, endsStroke: span + 1 == spans.upperBound)
    }
  }

  /// A point of a stroke's center line.
  public struct CenterlinePoint: Hashable, Sendable {
    /// In points.
    public var center: Point
    /// Half of the ink's width there, in points.
    public var radius: Double
  }

  /// Points along the axis of the ink, settled or not; straight lines between them lie within the tolerance of the
  /// axis.
  /// - Parameter predicted: Whether to include the predicted samples.
  public func centerline(predicted: Bool = false, options: ModelOptions) -> [CenterlinePoint] {
    var modeler = SpanModeler(options: options)
    var result: [CenterlinePoint] = []
    let sequence = sequence(predicted: predicted)
    let count = StrokeSpan.count(forSamples: sequence.count)
    modeler.plan(spans: 0..<count, of: sequence, style: style)
    for span in 0..<count {
      modeler.model(span: span, of: sequence, style: style)
      for disc in modeler.discs {
        guard let last = result.last else {
          result.append(CenterlinePoint(center: disc.center, radius: disc.radius))
          continue
        }
        // A span begins where the previous one ends.
        if disc == modeler.discs[0], last.center == disc.center { continue }
        let cone = RoundCone(
          start: last.center, startRadius: last.radius, end: disc.center, endRadius: disc.radius, bulge: disc.bulge)
        for piece in cone.chords(tolerance: options.tolerance / 4) {
          result.append(CenterlinePoint(center: piece.end, radius: piece.endRadius))
        }
      }
    }
    return result
  }

  // MARK: Events

  /// What `append` did.
  struct Addition {
    /// Whether the event is earlier than the previous one.
    var ranBackwards: Bool
    /// Whether it is the first event of the stroke that a revision can name.
    var isFirstRevisable: Bool
    /// The earlier samples that changed with it, nil for none. If there are any, nothing was settled yet, because their
    /// ink must be modeled again first.
    var changed: ClosedRange<Int>?
  }

  /// Appends an event of the touch, and settles the spans that it completes.
  ///
  /// For most events this is all there is to do, so it takes a single access to the drawing's strokes.
  @inline(always)
  mutating func append(_ event: TouchEvent, with modeler: inout SpanModeler, version: Int) -> Addition {
    let isFirstRevisable = event.index != nil && !track.hasRevisableSamples
    let taken = track.append(
      point: event.point, time: event.time, pressure: event.pressure, index: event.index,
      expectsPressure: event.expects.contains(.pressure))
    if !guesses.isEmpty { guesses.removeAll(keepingCapacity: true) }
    if taken.changed == nil { settle(with: &modeler, version: version) }
    return Addition(ranBackwards: taken.ranBackwards, isFirstRevisable: isFirstRevisable, changed: taken.changed)
  }

  /// Releases the spare capacity of arrays: a stroke that has ended seldom grows.
  mutating func trim() {
    ink.trim()
    track.trim()
  }

  // MARK: Settling

  /// While the touch is down, a span waits for pending pressures of its samples, but no longer than for this many
  /// samples: some pressures never come.
  private static let patience = 64

  /// Models and stores the spans that only revisions can still change.
  /// - Parameter samplesAhead: The least number of samples after a span that is tried while the touch is down; nil for
  ///   as few as may suffice.
  @inline(always)
  mutating func settle(with modeler: inout SpanModeler, version: Int, samplesAhead: Int? = nil) {
    // For most events this check is all there is to do.
    guard state == .active ? track.samples.count >= nextAttempt : isInk else { return }
    settleSpans(with: &modeler, version: version, samplesAhead: samplesAhead ?? modeler.samplesAhead)
  }

  @inline(never)
  private mutating func settleSpans(with modeler: inout SpanModeler, version: Int, samplesAhead: Int) {
    let sequence = SampleSequence(samples: track.samples, guesses: [])
    guard state == .active else {
      let open = ink.spans.count..<spanCount
      modeler.plan(spans: open, of: sequence, style: style)
      defer { modeler.endPlan() }
      for span in open {
        modeler.model(span: span, of: sequence, style: style)
        ink.append(modeler.discs, of: modeler.samples, version: version)
      }
      return
    }
    let ready = readySpans(samplesAhead: samplesAhead)
    modeler.planIfSettled(spans: ready, of: sequence, style: style)
    defer { modeler.endPlan() }
    for span in ready {
      guard modeler.modelIfSettled(span: span, of: sequence, style: style) else { break }
      ink.append(modeler.discs, of: modeler.samples, version: version)
    }
    if ink.spans.count < spanCount {
      // Spans that were not ready are not tried again before they may be.
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

  /// Models the settled spans again that depend on some changed samples.
  /// - Parameter moved: Whether positions or times changed, not only pressures.
  mutating func resettle(
    _ changed: ClosedRange<Int>, moved: Bool, with modeler: inout SpanModeler, version: Int
  ) {
    for span in ink.spans(dependingOn: changed, moved: moved) { remodel(span, with: &modeler, version: version) }
  }

  /// Models all settled spans again.
  mutating func resettle(with modeler: inout SpanModeler, version: Int) {
    for span in ink.spans.indices { remodel(span, with: &modeler, version: version) }
  }

  private mutating func remodel(_ span: Int, with modeler: inout SpanModeler, version: Int) {
    modeler.model(span: span, of: SampleSequence(samples: track.samples, guesses: []), style: style)
    ink.replace(span, by: modeler.discs, of: modeler.samples, version: version)
  }
}
