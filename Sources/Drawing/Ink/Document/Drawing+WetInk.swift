import TouchLog

/// A stroke whose ink had not dried when another one began.
package struct WetInk: Sendable {
  package let element: ElementIndex
  /// 1 for ink that was drawn just then, down to 0 for dry ink.
  package let wetness: Double
}

extension Drawing {
  /// The strokes that were wet when a stroke began, in the order in which they began; none unless its own ink is wet.
  ///
  /// They follow from the times of the samples and what is present alone, so that each renderer, a saved drawing and a
  /// recording agree. Ink of a touch that had not ended is left out: it would change what was drawn before.
  package func wetInk(before element: ElementIndex) -> [WetInk] {
    guard let stroke = stroke(of: element), stroke.look.drying > 0, let start = stroke.samples.first?.time else {
      return []
    }
    return elements.indices.compactMap { other in
      guard other != element, elements[other].isPresent, let index = elements[other].stroke else { return nil }
      let drying = strokes[index].look.drying
      guard drying > 0, strokes[index].state == .ended, let end = strokes[index].samples.last?.time else { return nil }
      let age = start - end
      return age > 0 && age < drying ? WetInk(element: other, wetness: 1 - age / drying) : nil
    }
  }
}
