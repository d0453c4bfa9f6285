import Geometry

/// The pass of an eraser over one element.
public struct Erasure: Sendable {
  /// The element that erases.
  public var eraser: ElementIndex
  /// Maps the eraser's ink as it was made to where it must erase now: the element takes its holes along when it moves.
  public var map: Similarity
}

/// An eraser removes ink from the elements that are present when it begins. While nothing is moved or reordered, these
/// are the elements below it. An element that was moved since, or that has come to lie on the other side of an eraser,
/// keeps its own holes and gets no new ones: it is detached from that eraser.
extension Document {
  /// The passes that have removed ink from an element, in the order in which they began.
  func erasures(of element: ElementIndex) -> [Erasure] {
    erasers.filter { $0 > element && elements[$0].isPresent }
      .map { Erasure(eraser: $0, map: map(of: $0, on: element)) }
  }

  /// Whether an element other than an eraser is detached from an eraser whose pass would be visible on it.
  func isDetached(_ element: ElementIndex) -> Bool {
    guard isRearranged, !erasers.isEmpty else { return false }
    let covered = bounds(of: element)
    return erasers.contains { eraser in
      guard elements[eraser].isPresent, !isInOrder(element, eraser) else { return false }
      let passed = bounds(of: eraser)
      if passed.intersects(covered) { return true }
      return eraser > element && map(of: eraser, on: element).apply(passed).intersects(covered)
    }
  }

  /// Whether an element is where the eraser met it, and below the eraser, or began after it and is above it.
  private func isInOrder(_ element: ElementIndex, _ eraser: ElementIndex) -> Bool {
    let isBelow = elements[element].rank < elements[eraser].rank
    guard element < eraser else { return !isBelow }
    return isBelow && frames[eraser]?[element] == placements[element]
  }

  private func map(of eraser: ElementIndex, on element: ElementIndex) -> Similarity {
    let now = placements[element]
    guard let then = frames[eraser]?[element] else { return now?.similarity ?? .identity }
    if then == now { return .identity }
    return (now?.similarity ?? .identity).after(then.similarity.inverse)
  }
}
