import TouchLog

/// An estimate of the memory that a drawing takes, from the events that were applied to it.
///
/// The figures were measured on recordings of each kind. Single drawings differ by up to a factor of 2, because the
/// memory of a stroke depends on its shape.
package struct MemoryEstimate {
  /// For an event: a sample, or a step of the history.
  private static let bytesPerEvent = 100
  /// For an element with its entries in all indices.
  private static let bytesPerElement = 1000
  /// For a letter, which is a path.
  private static let bytesPerLetter = 1000

  private var letters = 0
  /// The letters that the last edit of each text gave it, by its name in the log; nil for the text that was selected.
  private var edited: [String?: Int] = [:]
  /// The samples of saved drawings, and of copies, which may be modeled apart from their originals.
  private var copiedSamples = 0
  /// What the history keeps of edits.
  private var wordings = 0

  package init() {}

  /// Counts the letters of an event.
  package mutating func add(_ event: LogEvent) {
    switch event {
    case .command(.text(let text), _): letters += text.text.utf8.count
    case .command(.edit(let id, let text), _):
      // The letters of an edit replace those of the edit before it.
      let count = text.utf8.count
      letters += count - (edited.updateValue(count, forKey: id) ?? 0)
      wordings += count
      return
    default: break
    }
    // Another text may be selected.
    if case .command = event { edited[nil] = nil }
  }

  /// Counts the copy that was added last to a drawing.
  package mutating func addCopy(in drawing: Drawing) {
    guard let copy = drawing.elements.indices.last else { return }
    copiedSamples += drawing.stroke(of: copy)?.samples.count ?? 0
    if case .text(let text) = drawing.elements[copy].content { letters += text.text.utf8.count }
  }

  /// Counts the samples and the letters of a saved drawing.
  package mutating func add(_ saved: SavedDrawing) { count(saved, 1) }

  /// Takes back a saved drawing that was counted.
  package mutating func remove(_ saved: SavedDrawing) { count(saved, -1) }

  private mutating func count(_ saved: SavedDrawing, _ factor: Int) {
    for element in saved.elements {
      switch element.content {
      case .stroke(let stroke): copiedSamples += factor * stroke.samples.count
      case .text(let text): letters += factor * text.text.utf8.count
      case .shape, .image: break
      }
    }
  }

  /// Takes back the event that was counted last.
  package mutating func remove(_ event: LogEvent) {
    switch event {
    case .command(.text(let text), _): letters -= text.text.utf8.count
    case .command(.edit(let id, let text), _):
      letters -= edited.removeValue(forKey: id) ?? 0
      wordings -= text.utf8.count
    default: break
    }
  }

  /// The memory of a drawing, in bytes.
  package func bytes(events: Int, elements: Int) -> Int {
    Self.bytesPerEvent * (events + copiedSamples) + Self.bytesPerElement * elements + Self.bytesPerLetter * letters
      + wordings
  }
}
