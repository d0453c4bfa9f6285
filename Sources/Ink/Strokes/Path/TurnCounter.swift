/// How many steps the average of a path needs, edge after edge.
struct TurnCounter {
  private let first: Int
  private let last: Int
  private let reach: Double
  private let perReach: Double
  /// Before and beyond these lengths of the path the kernel reaches over an end.
  private let low: Double
  private let high: Double
  /// The vertices between which the kernel turns.
  private var back: Int
  private var front: Int

  /// - Parameter reach: That of the kernel, in points, over 0.
  init(_ path: FlatPath, reach: Double) {
    (first, last) = (path.first, path.last)
    self.reach = reach
    perReach = 1 / reach
    low = path.beginsHere ? reach : -.infinity
    high = path.endsHere ? path.length(at: last) - reach : .infinity
    (back, front) = (path.first, path.first)
  }

  /// Into how many steps the edges from vertex `start` to `end` are cut so that an arc follows the average in each. No
  /// edge may be asked for before one that was asked for already.
  ///
  /// The second derivative of the average is about half the turning within reach by d, and its third at most that
  /// turning by d². A cubic is within √3/216 of its third derivative of an arc, and a step turns by half a radian.
  @inline(always)
  mutating func stepCount(
    _ path: Span<FlatPath.Vertex>, _ start: Int, _ end: Int, _ length: Double, tolerance: Double
  ) -> Int {
    let (from, to) = (path[start].place.w, path[end].place.w)
    let behind = Swift.min(from - reach, from.nextDown)
    advance(&back) { path[$0 + 1].place.w <= behind }
    front = Swift.max(front, end)
    let beyond = Swift.min(to + reach, path[last].place.w)
    advance(&front) { path[$0].place.w < beyond }
    let turning = path[front].turns - path[back].turns
    // Beyond an end the path turns as much again.
    let turn = (from < low || to > high ? 2 * turning : turning) * perReach * length
    let miss = turn * perReach * (length * length) * 0.00802
    return leastCount { count in count >= turn && miss <= tolerance * (count * count * count) }
  }
}

extension FlatPath.Vertex {
  /// The same where nothing is averaged and the edge's parabola is followed: of height h over a chord of 2c it is
  /// within 0.19·h³/c² of an arc.
  func stepCount(_ length: Double, tolerance: Double) -> Int {
    let bulge = self.bulge.squaredLength.squareRoot()
    guard length > 0, bulge > 0 else { return 1 }
    let miss = 0.19 * 4 * bulge * bulge * bulge / (length * length)
    return leastCount { count in miss <= tolerance / 2 * (count * count * count * count) }
  }
}
