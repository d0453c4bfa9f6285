import Geometry
import TouchLog

/// The strokes of a document, and the modeler that makes their ink.
///
/// All settled ink comes from the current modeler, so it equals the result of `Stroke.remodeled`.
@usableFromInline
struct StrokeStore: Sendable {
  @usableFromInline private(set) var strokes = IndexedArray<StrokeIndex, Stroke>()
  private var modeler: SpanModeler
  /// The strokes with ink that has to be modeled again. May have an entry several times.
  private var stale: [StrokeIndex] = []

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
  mutating func begin(_ touch: TouchID, look: Look, isInk: Bool) -> StrokeIndex {
    let index = strokes.endIndex
    strokes.append(Stroke(ordinal: index, touch: touch, look: look, isInk: isInk, model: model))
    return index
  }

  /// Adds a stroke of a saved drawing, which has ended.
  mutating func restore(_ saved: SavedStroke, element: ElementIndex, version: Int) -> StrokeIndex {
    let index = strokes.endIndex
    var stroke = Stroke(ordinal: index, look: saved.look, samples: saved.samples, model: model)
    stroke.element = element
    stroke.hue = saved.hue
    stroke.end(as: .ended, with: &modeler, version: version)
    strokes.append(stroke)
    return index
  }

  mutating func setElement(_ element: ElementIndex, of stroke: StrokeIndex) { strokes[stroke].element = element }

  mutating func setHue(_ hue: Int, of stroke: StrokeIndex) { strokes[stroke].hue = hue }

  // MARK: Events

  /// Appends an event of the stroke's touch, and models what it settles.
  mutating func append(_ event: TouchEvent, to stroke: StrokeIndex, version: Int) -> Stroke.Addition {
    let taken = strokes[stroke].append(event, with: &modeler, version: version)
    if taken.hasStaleInk { noteStale(stroke) }
    return taken
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
  mutating func predict(_ event: TouchEvent, of stroke: StrokeIndex) { strokes[stroke].predict(event) }

  /// Ends a stroke. If it was not canceled, all its ink settles.
  mutating func end(_ stroke: StrokeIndex, as state: Stroke.State, version: Int) {
    strokes[stroke].end(as: state, with: &modeler, version: version)
  }

  // MARK: Revisions

  /// Gives new values to the sample that a revision names. The ink is not modeled again before `updateInk`.
  /// - Returns: Whether the stroke has such a sample, and whether any sample changed.
  mutating func revise(_ stroke: StrokeIndex, _ revision: TouchRevision) -> (isKnown: Bool, isChanged: Bool) {
    let result = strokes[stroke].revise(revision)
    if result.isChanged { noteStale(stroke) }
    return result
  }

  /// Keeps the recorded estimate of each pressure that was never revised. The ink is not modeled again before
  /// `updateInk`.
  /// - Returns: Whether any sample changed.
  mutating func settlePending(_ stroke: StrokeIndex) -> Bool {
    let isChanged = strokes[stroke].settlePending()
    if isChanged { noteStale(stroke) }
    return isChanged
  }

  private mutating func noteStale(_ stroke: StrokeIndex) {
    if stale.last != stroke { stale.append(stroke) }
  }

  /// Whether ink has to be modeled again.
  var hasStaleInk: Bool { !stale.isEmpty }

  /// Models the ink again whose samples have changed.
  mutating func updateInk(version: Int) {
    for stroke in stale { strokes[stroke].updateInk(with: &modeler, version: version) }
    stale.removeAll()
  }

  // MARK: Modeling

  /// Models all settled spans of a stroke again.
  mutating func remodel(_ stroke: StrokeIndex, version: Int) {
    strokes[stroke].remodel(with: &modeler, version: version)
  }

  /// Changes the look of a stroke, and models its ink again.
  mutating func restyle(_ stroke: StrokeIndex, _ look: Look, version: Int) {
    strokes[stroke].restyle(look, with: &modeler, version: version)
  }

  /// Lays out a text and models its ink.
  mutating func model(_ text: inout TextElement) { text.model(options: options, modeler: &modeler) }
}
