import Geometry

/// The pass of an eraser over one element.
package struct Erasure: Sendable {
  /// The element that erases.
  package var eraser: ElementIndex
  /// The map from where the eraser's ink was drawn to where it erases this element now: holes move with their element.
  package var map: Similarity
}

/// An eraser removes ink from the elements that began before it. While nothing is moved or reordered, these are the
/// elements below it. An element that was moved after the pass, or was raised or lowered past the eraser, is *detached*
/// from that eraser: it keeps the holes that it has and gets no new ones. A copy has the holes of its original.
extension Document {
  /// The passes that have removed ink from an element, in the order in which they began.
  func erasures(of element: ElementIndex) -> [Erasure] {
    erasers.filter { elements[$0].isPresent && original(of: element, metBy: $0) != nil }
      .map { Erasure(eraser: $0, map: map(of: $0, on: element)) }
  }

  /// The element that was there when an eraser began: the given one, or what it is a copy of; nil if both began later.
  func original(of element: ElementIndex, metBy eraser: ElementIndex) -> ElementIndex? {
    var original = element
    while original > eraser {
      guard let earlier = originals[original] else { return nil }
      original = earlier
    }
    return original
  }

  /// The first of the elements of which each is a copy of the one before, the last being the given one.
  func firstOriginal(of element: ElementIndex) -> ElementIndex {
    var original = element
    while let earlier = originals[original] { original = earlier }
    return original
  }

  /// Whether an element other than an eraser is detached from an eraser whose pass would be visible on it.
  func isDetached(_ element: ElementIndex) -> Bool {
    guard isRearranged, !erasers.isEmpty else { return false }
    let covered = bounds(of: element)
    return erasers.contains { eraser in
      guard elements[eraser].isPresent, !isInOrder(element, eraser) else { return false }
      let passed = bounds(of: eraser)
      if passed.intersects(covered) { return true }
      return original(of: element, metBy: eraser) != nil
        && map(of: eraser, on: element).apply(passed).intersects(covered)
    }
  }

  /// Whether an element that began before the eraser is still below it and has not moved since, or one that began after
  /// the eraser, and not as a copy of what it met, is above it.
  private func isInOrder(_ element: ElementIndex, _ eraser: ElementIndex) -> Bool {
    let isBelow = elements[element].rank < elements[eraser].rank
    guard element < eraser else { return !isBelow && original(of: element, metBy: eraser) == nil }
    return isBelow && frames[eraser]?[element] == placements[element]
  }

  private func map(of eraser: ElementIndex, on element: ElementIndex) -> Similarity {
    let now = placements[element]
    guard let frame = frames[eraser], let then = original(of: element, metBy: eraser).flatMap({ frame[$0] }) else {
      return now?.similarity ?? .identity
    }
    if then == now { return .identity }
    return (now?.similarity ?? .identity).after(then.similarity.inverse)
  }
}
