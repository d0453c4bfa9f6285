/// Computes how many arcs the average of a path needs, edge after edge.
///
/// With a triangular kernel of half-width d the average is A = (Q(s + d) − 2Q(s) + Q(s − d))/d² with Q″ = C, see
/// `PathIntegrals`. The path has unit speed, so that its derivatives follow from θ, the angle by which C′ turns within
/// reach of the kernel: |A‴| = |C′(s + d) − 2C′(s) + C′(s − d)|/d² ≤ θ/d², and |A″| is about θ/(2d). A fourth-order
/// kernel has up to 1.5 times the third derivative of a triangle with the same reach.
///
/// A step of length h deviates from an arc by at most √3/216 · |A‴| h³ (`CubicError`) and turns by |A″| h. The count is
/// the least for which the deviation is within the tolerance and the turn at most half a radian.
struct StepCounter {
  private let first: Int
  private let last: Int
  /// The reach of a triangle, in points. For a fourth-order kernel, the profile has it.
  private let reach: Double
  private var startReaches = ReachProfile.Walk()
  private var endReaches = ReachProfile.Walk()
  /// The largest third derivative, relative to that of a triangle of the same reach.
  private let steepness: Double
  /// The length at which the stroke begins, before which the path is an image of itself.
  private let begin: Double
  /// The length at which the stroke ends, beyond which the path is an image of itself.
  private let end: Double
  /// The vertices between which the turn is measured.
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

  /// The kernel's reach at a length of the path, in points. The length must not decrease from call to call.
  @inline(always)
  mutating func reach(_ stops: Span<ReachProfile.Stop>, at length: Double) -> Double {
    stops.isEmpty ? reach : startReaches.reach(stops, at: length)
  }

  /// The number of arcs for the edges from vertex `start` to vertex `end`. Edges must be passed in order.
  /// - Parameter startReach: The reach at vertex `start`.
  @inline(always)
  mutating func stepCount(
    _ path: Span<FlatPath.Vertex>, _ stops: Span<ReachProfile.Stop>, _ start: Int, _ end: Int, _ length: Double,
    _ startReach: Double, tolerance: Double
  ) -> Int {
    let (from, to) = (path[start].position.length, path[end].position.length)
    let endReach = stops.isEmpty ? reach : endReaches.reach(stops, at: to)
    let earliest = Swift.min(from - startReach, from.nextDown)
    advance(&back) { path[$0 + 1].position.length <= earliest }
    front = Swift.max(front, end)
    let latest = Swift.min(to + endReach, path[last].position.length)
    advance(&front) { path[$0].position.length < latest }
    let turning = path[front].turns - path[back].turns
    let perReach = 1 / Swift.min(startReach, endReach)
    // Beyond an end of the stroke, the image turns by as much again.
    let isTurned = from < begin + startReach || to > self.end - endReach
    let turn = (isTurned ? 2 * turning : turning) * perReach * length
    let miss = turn * steepness * perReach * (length * length) * CubicError.perThirdDerivative
    // `turn` is 2·|A″|·length.
    return leastCount { count in count >= turn && miss <= tolerance * (count * count * count) }
  }
}

extension FlatPath.Vertex {
  /// The number of arcs for the edge if the path is not averaged.
  ///
  /// A parabola of height h over a chord 2c deviates from the best arc through its ends by at most 0.19 h³/c²; for
  /// h ≪ c the factor is 3 − 2√2 = 0.17. Each of n parts of an edge has h/n² and c/n.
  func stepCount(_ length: Double, tolerance: Double) -> Int {
    let bulge = self.bulge.squaredLength.squareRoot()
    guard length > 0, bulge > 0 else { return 1 }
    let miss = 0.19 * 4 * bulge * bulge * bulge / (length * length)
    return leastCount { count in miss <= tolerance / 2 * (count * count * count * count) }
  }
}
