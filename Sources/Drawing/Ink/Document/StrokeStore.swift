import Files
import Geometry
import Lettering
import Synchronization
import TouchLog

/// The strokes of a document, and the modeler that makes their ink. The document changes both in place.
///
/// All settled ink comes from the current modeler, so it equals the result of `Stroke.remodeled`.
@usableFromInline
struct StrokeStore: Sendable {
  @usableFromInline var strokes = IndexedArray<StrokeIndex, Stroke>()
  var modeler: SpanModeler
  /// Of the letters of all texts.
  private var kernings = Kernings()
  /// The strokes with samples whose ink has to be modeled.
  private var stale: [StrokeIndex] = []

  init(options: ModelOptions) { modeler = SpanModeler(options: options) }

  var options: ModelOptions { modeler.options }

  /// The model that the options name, or the newest if they name none.
  var model: StrokeModel { modeler.model }

  /// Sets the model. There must not be any strokes yet.
  mutating func choose(_ model: StrokeModel) {
    var options = options
    options.model = model
    (modeler, kernings) = (SpanModeler(options: options), Kernings())
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
    stroke.end(as: .ended)
    stroke.updateInk(with: &modeler, version: version)
    strokes.append(stroke)
    return index
  }

  /// Adds a copy of a stroke that has ended.
  mutating func duplicate(_ stroke: StrokeIndex, as element: ElementIndex) -> StrokeIndex {
    let index = strokes.endIndex
    strokes.append(strokes[stroke].copy(ordinal: index, of: element))
    return index
  }

  // MARK: Modeling

  /// Models the new and changed ink of a stroke with the next `updateInk`.
  mutating func noteStale(_ stroke: StrokeIndex) {
    if strokes[stroke].isStale { return }
    strokes[stroke].isStale = true
    stale.append(stroke)
  }

  /// Whether ink has to be modeled.
  var hasStaleInk: Bool { !stale.isEmpty }

  /// Models the ink of samples that were added or have changed.
  mutating func updateInk(version: Int, threads: Int) {
    change(stale, threads: threads) {
      $0.updateInk(with: &$1, version: version)
      $0.isStale = false
    }
    stale.removeAll(keepingCapacity: true)
  }

  /// Models the ink of one stroke.
  mutating func updateInk(of stroke: StrokeIndex, version: Int) {
    guard strokes[stroke].isStale else { return }
    strokes[stroke].updateInk(with: &modeler, version: version)
    strokes[stroke].isStale = false
    stale.removeAll { $0 == stroke }
  }

  /// With fewer samples to model on each thread, starting it takes longer than modeling them.
  private static let fewestSamples = 300

  /// Changes strokes, on several threads at the same time if there is much to model. No change depends on another.
  mutating func change(
    _ indices: [StrokeIndex], threads: Int, _ change: @escaping @Sendable (inout Stroke, inout SpanModeler) -> Void
  ) {
    let sampleCount = indices.reduce(0) { $0 + strokes[$1].samples.count }
    let threads = Swift.min(threads, indices.count, sampleCount / Self.fewestSamples)
    guard threads > 1 else {
      for index in indices { change(&strokes[index], &modeler) }
      return
    }
    let work = Mutex((next: 0, strokes: indices.map { strokes[$0] }))
    let modeler = modeler
    parallel(threads) {
      var modeler = modeler
      while true {
        let taken = work.withLock { work -> (number: Int, stroke: Stroke)? in
          guard work.next < work.strokes.count else { return nil }
          defer { work.next += 1 }
          return (work.next, work.strokes[work.next])
        }
        guard var taken else { return }
        change(&taken.stroke, &modeler)
        work.withLock { $0.strokes[taken.number] = taken.stroke }
      }
    }
    for (index, stroke) in zip(indices, work.withLock { $0.strokes }) { strokes[index] = stroke }
  }

  /// Lays out a text and models its ink.
  mutating func model(_ text: inout TextElement, after previous: TextElement? = nil) {
    text.model(options: options, modeler: &modeler, kernings: &kernings, after: previous)
  }
}
