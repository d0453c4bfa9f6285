/// An axis-parallel box that includes its edges, in points. `Rect.empty` contains nothing.
public struct Rect: Hashable, Sendable {
  public var minX: Double
  public var minY: Double
  public var maxX: Double
  public var maxY: Double

  @inlinable public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The empty box: the neutral element of `union`.
  public static let empty = Rect(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  @inlinable public var isEmpty: Bool { minX > maxX || minY > maxY }
  @inlinable public var width: Double { isEmpty ? 0 : maxX - minX }
  @inlinable public var height: Double { isEmpty ? 0 : maxY - minY }

  /// Of a box that is not empty.
  @inlinable package var center: Point { Point((minX + maxX) / 2, (minY + maxY) / 2) }

  /// Grows the box to contain the disc of `radius` around `center`.
  @inlinable package mutating func include(_ center: Point, radius: Double = 0) {
    minX = Swift.min(minX, center.x - radius)
    minY = Swift.min(minY, center.y - radius)
    maxX = Swift.max(maxX, center.x + radius)
    maxY = Swift.max(maxY, center.y + radius)
  }

  @inlinable package mutating func formUnion(_ other: Rect) {
    minX = Swift.min(minX, other.minX)
    minY = Swift.min(minY, other.minY)
    maxX = Swift.max(maxX, other.maxX)
    maxY = Swift.max(maxY, other.maxY)
  }

  @inlinable package func union(_ other: Rect) -> Rect {
    var result = self
    result.formUnion(other)
    return result
  }

  @inlinable package func intersects(_ other: Rect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// The corners, clockwise from the upper left one with y down.
  package var corners: [Point] { [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)] }

  /// The area that lies in both; it is empty if there is none.
  package func intersection(_ other: Rect) -> Rect {
    Rect(
      minX: Swift.max(minX, other.minX), minY: Swift.max(minY, other.minY), maxX: Swift.min(maxX, other.maxX),
      maxY: Swift.min(maxY, other.maxY))
  }

  /// The bounds of the four corners after `map`; empty if the box is.
  func mapped(by map: (Point) -> Point) -> Rect {
    guard !isEmpty else { return .empty }
    var result = Rect.empty
    for (x, y) in [(minX, minY), (maxX, minY), (minX, maxY), (maxX, maxY)] { result.include(map(Point(x, y))) }
    return result
  }
}
