import Geometry
import TouchLog

/// The strokes of a document, and the modeler that makes their ink.
///
/// All settled ink comes from the current modeler, so that it is what `Stroke.remodelled` makes of the samples.
@usableFromInline
struct StrokeStore: Sendable {
  @usableFromInline private(set) var strokes = IndexedArray<StrokeIndex, Stroke>()
  private var modeler: SpanModeler

  init(options: ModelOptions) { modeler = SpanModeler(options: options) }

  var options: ModelOptions { modeler.options }

  /// The model that the options name, or the newest if they name none.
  var model: StrokeModel { modeler.model }

  /// Sets the model. There must not be any strokes yet.
  mutating func choose(_ model: StrokeModel) {
    var options = options
    options.model = model
    modeler = SpanModeler(options: options)
  }

  /// Sets the tolerance. The ink must then be modeled again.
  mutating func setTolerance(_ tolerance: Double) {
    var options = options
    options.tolerance = tolerance
    modeler = SpanModeler(options: options)
  }

  /// Adds a stroke without samples.
  mutating func begin(_ touch: TouchID, style: ToolStyle, isInk: Bool) -> StrokeIndex {
    let index = strokes.endIndex
    strokes.append(Stroke(ordinal: index, touch: touch, style: style, isInk: isInk, model: model))
    return index
  }

  /// Adds a stroke of a saved drawing, which has ended.
  mutating func restore(_ saved: SavedStroke, element: ElementIndex, version: Int) -> StrokeIndex {
    let index = begin(.number(0), style: saved.style, isInk: true)
    strokes[index].element = element
    strokes[index].hue = saved.hue
    strokes[index].track = SampleTrack(saved.samples)
    end(index, as: .ended, version: version)
    return index
  }

  mutating func setElement(_ element: ElementIndex, of stroke: StrokeIndex) { strokes[stroke].element = element }

  mutating func setHue(_ hue: Int, of stroke: StrokeIndex) { strokes[stroke].hue = hue }

  // MARK: Events

  /// Appends an event of the stroke's touch, and models what it settles.
  /// - Returns: Whether the event is the stroke's first that a revision can name, and whether to warn that its time is
  ///   earlier than that of the event before it, which is once per stroke.
  mutating func append(
    _ event: TouchEvent, to stroke: StrokeIndex, version: Int
  ) -> (isFirstRevisable: Bool, warnsOfTime: Bool) {
    let taken = strokes[stroke].append(event, with: &modeler, version: version)
    if let changed = taken.changed { resettle(stroke, changed, moved: false, version: version) }
    guard taken.ranBackwards, !strokes[stroke].warnedOfTime else { return (taken.isFirstRevisable, false) }
    strokes[stroke].warnedOfTime = true
    return (taken.isFirstRevisable, true)
  }

  /// Appends the leading events that are plain moves of `touch`, for less time than one by one.
  /// - Parameter version: The version before the first event.
  /// - Returns: The number of events that were appended.
  mutating func appendMoves(
    _ events: Span<TouchEvent>, of touch: TouchID, to stroke: StrokeIndex, after version: Int
  ) -> Int {
    strokes[stroke].appendMoves(events, of: touch, with: &modeler, after: version)
  }

  /// Appends a predicted event, which the next real event removes.
  mutating func predict(_ event: TouchEvent, of stroke: StrokeIndex) {
    let last = strokes[stroke].guesses.last ?? strokes[stroke].samples[strokes[stroke].samples.count - 1]
    let time = event.time ?? last.time + SampleTrack.defaultStep
    strokes[stroke].guesses.append(
      Sample(
        point: event.point, time: Swift.max(time, last.time + SampleTrack.shortestStep),
        pressure: event.pressure.map { Float($0) } ?? last.pressure))
  }

  /// Ends a stroke. If it was not canceled, all its ink settles.
  mutating func end(_ stroke: StrokeIndex, as state: Stroke.State, version: Int) {
    strokes[stroke].state = state
    strokes[stroke].guesses = []
    if state != .cancelled { strokes[stroke].settle(with: &modeler, version: version) }
    strokes[stroke].trim()
  }

  // MARK: Revisions

  /// The index of the sample whose event has the revision index `index`; the last one if several have it.
  func sample(ofRevisionIndex index: Int, in stroke: StrokeIndex) -> Int? {
    strokes[stroke].track.position(ofIndex: index)
  }

  /// Gives new values to a sample. The ink is not modeled again.
  /// - Returns: The samples that changed, or nil if none did.
  mutating func revise(
    _ sample: Int, of stroke: StrokeIndex, _ revision: TouchRevision
  ) -> ClosedRange<Int>? {
    strokes[stroke].track.revise(
      at: sample, point: revision.point, time: revision.time, pressure: revision.pressure,
      expectsPressure: revision.expects.contains(.pressure))
  }

  /// Keeps the recorded estimate of each pressure that was never revised. The ink is not modeled again.
  /// - Returns: The samples that changed, or nil if none did.
  mutating func settlePending(_ stroke: StrokeIndex) -> ClosedRange<Int>? {
    strokes[stroke].track.settlePending()
  }

  // MARK: Modeling

  /// Models the settled spans again that depend on some samples.
  /// - Parameter moved: Whether their points or times changed, not only their pressures.
  mutating func resettle(_ stroke: StrokeIndex, _ samples: ClosedRange<Int>, moved: Bool, version: Int) {
    strokes[stroke].resettle(samples, moved: moved, with: &modeler, version: version)
    if strokes[stroke].state == .active { strokes[stroke].settle(with: &modeler, version: version) }
  }

  /// Models all settled spans of a stroke again.
  mutating func remodel(_ stroke: StrokeIndex, version: Int) {
    strokes[stroke].resettle(with: &modeler, version: version)
    if strokes[stroke].state == .active { strokes[stroke].settle(with: &modeler, version: version) }
  }

  /// Changes the style of a stroke, and models its ink again.
  mutating func restyle(_ stroke: StrokeIndex, _ style: ToolStyle, version: Int) {
    strokes[stroke].style = style
    remodel(stroke, version: version)
  }

  /// Lays out a text and models its ink.
  mutating func model(_ text: inout TextElement) { text.model(options: options, modeler: &modeler) }
}

extension Stroke {
  /// Appends the leading events that only move `touch`: no predictions, no revision indices, no times that run backwards.
  /// - Returns: The number of events that were appended.
  fileprivate mutating func appendMoves(
    _ events: Span<TouchEvent>, of touch: TouchID, with modeler: inout SpanModeler, after version: Int
  ) -> Int {
    guard !track.hasRevisableSamples else { return 0 }
    var count = 0
    while count < events.count {
      let event = events[count]
      let isMove = event.phase == .moved && event.touch == touch && !event.predicted && event.index == nil
      guard isMove, !track.runsBackwards(at: event.time) else { break }
      _ = track.appendUnnamed(point: event.point, time: event.time, pressure: event.pressure)
      count += 1
      if !modeler.plansAhead { settle(with: &modeler, version: version + count) }
    }
    // Planning many spans together takes less time than planning them event by event.
    if modeler.plansAhead, count > 0 {
      settle(with: &modeler, version: version + count, samplesAhead: SpanModeler.samplesAheadOfMany)
    }
    if count > 0, !guesses.isEmpty { guesses.removeAll(keepingCapacity: true) }
    return count
  }
}
