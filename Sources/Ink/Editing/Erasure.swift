import Geometry

/// The pass of an eraser over one element.
public struct Erasure: Sendable {
  /// The element that erases.
  public var eraser: Int
  /// From where the eraser went to where that place of the element is now.
  public var map: Similarity
}

/// An eraser takes ink away from what is there when it begins. As long as nothing is moved and the order is kept, that
/// is what lies below it. An element that has been moved since, or has come to lie on the other side of an eraser,
/// takes its holes along and gets no new ones: it is detached from that eraser.
extension Drawing {
  /// The passes that have taken ink from an element, in their order.
  public func erasures(of element: Int) -> [Erasure] {
    erasers.filter { $0 > element && elements[$0].isPresent }.map { Erasure(eraser: $0, map: map(of: $0, on: element)) }
  }

  /// Whether an element that is no eraser is detached from one whose pass could be seen on it.
  public func isDetached(_ element: Int) -> Bool {
    guard isRearranged, !erasers.isEmpty else { return false }
    let covered = bounds(of: element)
    return erasers.contains { eraser in
      guard elements[eraser].isPresent, !isInOrder(element, eraser) else { return false }
      let passed = bounds(of: eraser)
      if passed.intersects(covered) { return true }
      return eraser > element && map(of: eraser, on: element).apply(passed).intersects(covered)
    }
  }

  private func isInOrder(_ element: Int, _ eraser: Int) -> Bool {
    let isBelow = elements[element].rank < elements[eraser].rank
    guard element < eraser else { return !isBelow }
    return isBelow && frames[eraser]?[element] == placements[element]
  }

  private func map(of eraser: Int, on element: Int) -> Similarity {
    let now = placements[element]
    guard let then = frames[eraser]?[element] else { return now?.similarity ?? .identity }
    if then == now { return .identity }
    return (now?.similarity ?? .identity).after(then.similarity.inverse)
  }
}
