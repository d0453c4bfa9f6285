import Geometry
import Lettering
import TouchLog

/// The strokes of a document, and the modeler that makes their ink. The document changes both in place.
///
/// All settled ink comes from the current modeler, so it equals the result of `Stroke.remodeled`.
@usableFromInline
struct StrokeStore: Sendable {
  @usableFromInline var strokes = IndexedArray<StrokeIndex, Stroke>()
  var modeler: SpanModeler
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

  /// Sets the fonts of texts. Those that are drawn must then be modeled again.
  mutating func use(_ fonts: FontSet) { modeler.use(fonts) }

  /// Adds a stroke without samples.
  mutating func begin(_ touch: TouchID, look: Look, isInk: Bool) -> StrokeIndex {
    let index = strokes.endIndex
    strokes.append(Stroke(ordinal: index, touch: touch, look: look, isInk: isInk, model: model))
    return index
  }

  /// Adds a stroke of a saved drawing, which has ended.
  mutating func restore(_ saved: SavedStroke, element: ElementIndex, version: Int) -> StrokeIndex {
    let index = strokes.endIndex
    var stroke = Stroke(ordinal: index, look: saved.look, samples: saved.samples, details: saved.details, model: model)
    stroke.element = element
    stroke.hue = saved.hue
    stroke.end(as: .ended, with: &modeler, version: version)
    strokes.append(stroke)
    return index
  }

  // MARK: Modeling

  /// Models the ink of a stroke again with the next `updateInk`.
  mutating func noteStale(_ stroke: StrokeIndex) {
    if stale.last != stroke { stale.append(stroke) }
  }

  /// Whether ink has to be modeled again.
  var hasStaleInk: Bool { !stale.isEmpty }

  /// Models the ink again whose samples have changed.
  mutating func updateInk(version: Int) {
    for stroke in stale { strokes[stroke].updateInk(with: &modeler, version: version) }
    stale.removeAll()
  }

  /// Lays out a text and models its ink.
  mutating func model(_ text: inout TextElement, after previous: TextElement? = nil) {
    text.model(options: options, modeler: &modeler, after: previous)
  }
}
