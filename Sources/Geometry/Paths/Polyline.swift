/// Points joined by straight lines, no two of them in a row at one place. A single point is a subpath of no length.
public struct Polyline: Hashable, Sendable {
  public private(set) var points: [Point] = []
  /// Of each point, whether the path that was flattened goes through it without a corner.
  public private(set) var isSmooth: [Bool] = []
  /// Whether a line goes from the last point to the first.
  public internal(set) var isClosed = false

  public init() {}

  /// A row of lines with a corner at every point.
  public init(_ points: [Point], isClosed: Bool) {
    for point in points { append(point, isSmooth: false) }
    if isClosed { close(isSmooth: false) }
  }

  public var isEmpty: Bool { points.isEmpty }

  mutating func append(_ point: Point, isSmooth: Bool) {
    if points.last == point { return }
    points.append(point)
    self.isSmooth.append(isSmooth)
  }

  /// Makes the last point a corner or not.
  mutating func setLast(isSmooth: Bool) {
    if !self.isSmooth.isEmpty { self.isSmooth[self.isSmooth.count - 1] = isSmooth }
  }

  /// - Parameter isSmooth: Whether the path has no corner where it begins and ends.
  mutating func close(isSmooth: Bool) {
    isClosed = true
    if points.count > 1, points.last == points.first {
      points.removeLast()
      self.isSmooth.removeLast()
    }
    if !self.isSmooth.isEmpty { self.isSmooth[0] = isSmooth }
  }

  /// How long it is, the line that closes it included.
  public var length: Double {
    var length = 0.0
    for i in 1..<Swift.max(1, points.count) { length += points[i - 1].distance(to: points[i]) }
    if isClosed, let first = points.first, let last = points.last { length += last.distance(to: first) }
    return length
  }
}
