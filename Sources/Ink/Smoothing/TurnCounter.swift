/// How many steps the average of a path needs, edge after edge.
struct TurnCounter {
  private let first: Int
  private let last: Int
  /// Of a triangle, in points; of a fourth-order kernel the profile has it.
  private let reach: Double
  private var startReaches = ReachProfile.Walk()
  private var endReaches = ReachProfile.Walk()
  /// What the third derivative is at most to that of a triangle of the same reach.
  private let steepness: Double
  /// Before and beyond these lengths of the path it is turned around an end.
  private let begin: Double
  private let end: Double
  /// The vertices between which the kernel turns.
  private var back: Int
  private var front: Int

  /// - Parameter smoothing: The reach of a triangle, in points.
  init(_ path: FlatPath, smoothing: Double) {
    (first, last) = (path.first, path.last)
    reach = smoothing
    if case .fourthOrder? = path.kernel {
      steepness = 1.5
    } else {
      steepness = 1
    }
    begin = path.beginsHere ? 0 : -.infinity
    end = path.endsHere ? path.length(at: last) : .infinity
    (back, front) = (path.first, path.first)
  }

  /// The kernel's reach at a length of the path, no less than at the last call, in points.
  @inline(always)
  mutating func reach(_ stops: Span<ReachProfile.Stop>, at length: Double) -> Double {
    stops.isEmpty ? reach : startReaches.reach(stops, at: length)
  }

  /// Into how many steps the edges from vertex `start` to `end` are cut so that an arc follows the average in each. No
  /// edge may be asked for before one that was asked for already.
  ///
  /// The second derivative of a triangle's average is about half the turning within reach by d, and its third at most
  /// that turning by d². A cubic is within √3/216 of its third derivative of an arc, and a step turns by half a radian.
  @inline(always)
  mutating func stepCount(
    _ path: Span<FlatPath.Vertex>, _ stops: Span<ReachProfile.Stop>, _ start: Int, _ end: Int, _ length: Double,
    tolerance: Double
  ) -> Int {
    let (from, to) = (path[start].place.w, path[end].place.w)
    let startReach = reach(stops, at: from)
    let endReach = stops.isEmpty ? reach : endReaches.reach(stops, at: to)
    let behind = Swift.min(from - startReach, from.nextDown)
    advance(&back) { path[$0 + 1].place.w <= behind }
    front = Swift.max(front, end)
    let beyond = Swift.min(to + endReach, path[last].place.w)
    advance(&front) { path[$0].place.w < beyond }
    let turning = path[front].turns - path[back].turns
    let perReach = 1 / Swift.min(startReach, endReach)
    // Beyond an end the path turns as much again.
    let isTurned = from < begin + startReach || to > self.end - endReach
    let turn = (isTurned ? 2 * turning : turning) * perReach * length
    let miss = turn * steepness * perReach * (length * length) * 0.00802
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
