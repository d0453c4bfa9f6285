/// What is inside contours that cross or hold one another.
public enum FillRule: Hashable, Sendable {
  /// What the contours go round more often in one direction than in the other.
  case nonzero
  /// What lies behind an odd number of contours, seen from outside.
  case evenOdd

  /// - Parameter winding: How often contours go round a place, those in the other direction counted negative.
  @inlinable public func isInside(winding: Int) -> Bool {
    switch self {
    case .nonzero: winding != 0
    case .evenOdd: winding & 1 != 0
    }
  }
}
