import Geometry
import TouchLog

extension Drawing {
  /// A stroke as it was recorded, which can be changed.
  package struct RecordedStroke {
    package var look: Look
    /// In points, before the stroke was moved.
    package var samples: [Sample]
    /// How the stroke was moved; nil if it was not.
    package let placement: Placement?
  }

  /// The same elements with changed strokes, modeled as if they had been drawn like this. Touches that are down end at
  /// their positions. The samples have no details.
  /// - Parameters:
  ///   - options: How the ink is modeled. Its model is ignored.
  ///   - change: Changes a stroke; called with each, in the order in which they began. The samples stay in the order of
  ///     time, and at least one is left. If it returns false, the stroke is left out.
  package func revised(
    options: ModelOptions, _ change: (inout RecordedStroke) -> Bool
  ) -> Drawing {
    var saved = SavedDrawing(self)
    var images: [NewImage.Source: any ImageContent] = [:]
    for case .image(let image) in elements.map({ $0.content }) { images[image.source] = image.content }
    saved.changeStrokes(change)
    var options = options
    options.model = model
    var result = Drawing(options: options)
    // Cannot fail: all images are given, and the drawing is new.
    try? result.open(saved, images: images)
    return result
  }
}

extension SavedDrawing {
  /// Changes the strokes, and leaves out those for which `change` returns false.
  fileprivate mutating func changeStrokes(_ change: (inout Drawing.RecordedStroke) -> Bool) {
    var left: Set<Int> = []
    for index in elements.indices {
      guard case .stroke(var stroke) = elements[index].content else { continue }
      var recorded = Drawing.RecordedStroke(
        look: stroke.look, samples: stroke.samples, placement: elements[index].placement)
      if !change(&recorded) { left.insert(index) }
      (stroke.look, stroke.samples, stroke.details) = (recorded.look, recorded.samples, [])
      elements[index].content = .stroke(stroke)
    }
    remove(left)
  }

  /// Removes elements. The remaining erasers keep the placements at which they met the remaining elements.
  private mutating func remove(_ indices: Set<Int>) {
    guard !indices.isEmpty else { return }
    let kept = elements.indices.filter { !indices.contains($0) }
    // The new index of each element, or of the last one before it that is left.
    let numbers = elements.indices.map { index in kept.count { $0 <= index } - 1 }
    for index in elements.indices {
      for earlier in elements[index].earlier.indices {
        let last = elements[index].earlier[earlier].lastEraser
        elements[index].earlier[earlier].lastEraser = numbers[last]
      }
    }
    elements = kept.map { elements[$0] }
    let ranks = elements.indices.sorted { elements[$0].rank < elements[$1].rank }
    for (rank, index) in ranks.enumerated() { elements[index].rank = rank }
  }
}
