/// Points joined by straight lines. Consecutive points differ. A single point is a subpath of length 0.
package struct Polyline: Hashable, Sendable {
  package private(set) var points: [Point] = []
  /// For each point, whether the flattened path has no corner there.
  package private(set) var isSmooth: [Bool] = []
  /// Whether a line connects the last point to the first.
  package internal(set) var isClosed = false

  package init() {}

  /// Connects the points with lines; every point is a corner.
  package init(_ points: [Point], isClosed: Bool) {
    for point in points { append(point, isSmooth: false) }
    if isClosed { close(isSmooth: false) }
  }

  package var isEmpty: Bool { points.isEmpty }

  /// Appends a point, unless it equals the last one.
  mutating func append(_ point: Point, isSmooth: Bool) {
    if points.last == point { return }
    points.append(point)
    self.isSmooth.append(isSmooth)
  }

  /// Sets whether the path has no corner at the last point.
  mutating func setLast(isSmooth: Bool) {
    if !self.isSmooth.isEmpty { self.isSmooth[self.isSmooth.count - 1] = isSmooth }
  }

  /// Closes the line.
  /// - Parameter isSmooth: Whether the path has no corner where it ends and begins.
  mutating func close(isSmooth: Bool) {
    isClosed = true
    if points.count > 1, points.last == points.first {
      points.removeLast()
      self.isSmooth.removeLast()
    }
    if !self.isSmooth.isEmpty { self.isSmooth[0] = isSmooth }
  }

  /// The length, including the closing line.
  package var length: Double {
    var length = 0.0
    for i in 1..<Swift.max(1, points.count) { length += points[i - 1].distance(to: points[i]) }
    if isClosed, let first = points.first, let last = points.last { length += last.distance(to: first) }
    return length
  }
}
