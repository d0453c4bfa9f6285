/// The reach of a smoothing kernel as a function of the path's length: linear between the nodes.
struct ReachProfile {
  struct Stop {
    /// The length of the path up to here, in points; infinite for the sentinel after the last stop.
    var start: Double
    /// The reach here, in points.
    var reach: Double
    /// The increase of the reach per point of the path after here.
    var slope: Double
  }

  private(set) var stops: [Stop] = []
  /// The smallest reach, in points.
  private(set) var least = 0.0

  mutating func removeAll() { stops.removeAll(keepingCapacity: true) }

  /// Whether the slope jumps so much at a stop that the average has a visible corner there.
  func bends(at stop: Int) -> Bool {
    stop > 0 && Swift.abs(stops[stop].slope - stops[stop - 1].slope) > 0.25
  }

  /// Replaces the profile.
  /// - Parameters:
  ///   - reaches: The reach at each node, in points, positive.
  ///   - length: The length of the path up to the node with an index in `reaches`.
  mutating func set(_ reaches: ArraySlice<Double>, length: (Int) -> Double) {
    stops.removeAll(keepingCapacity: true)
    least = .infinity
    for (i, reach) in reaches.enumerated() {
      let start = length(i)
      if i > 0 {
        let step = start - stops[i - 1].start
        stops[i - 1].slope = step > 0 ? (reach - stops[i - 1].reach) / step : 0
      }
      stops.append(Stop(start: start, reach: reach, slope: 0))
      least = Swift.min(least, reach)
    }
    stops.append(Stop(start: .infinity, reach: 0, slope: 0))
  }

  /// How far the kernel reaches beyond the start of the path, in points.
  var reachBeforeStart: Double { stops.dropLast().reduce(0) { Swift.max($0, $1.reach - $1.start) } }

  /// How far the kernel reaches beyond the end of a path of this length, in points.
  func reach(beyond length: Double) -> Double {
    stops.dropLast().reduce(0) { Swift.max($0, $1.reach - (length - $1.start)) }
  }

  /// Reads a profile at ascending lengths.
  struct Walk {
    private var index = 0

    /// The reach at `length`, which must not decrease from call to call.
    @inline(always)
    mutating func reach(_ stops: Span<Stop>, at length: Double) -> Double {
      advance(&index) { stops[$0 &+ 1].start <= length }
      let stop = stops[index]
      return stop.reach + stop.slope * (length - stop.start)
    }

    /// The reach at `length`, and the slopes of the profile after and before it.
    @inline(always)
    mutating func reachAndSlopes(
      _ stops: Span<Stop>, at length: Double
    ) -> (reach: Double, slope: Double, slopeBefore: Double) {
      let reach = reach(stops, at: length)
      let stop = stops[index]
      let isAtStop = index > 0 && length == stop.start
      return (reach, stop.slope, isAtStop ? stops[index - 1].slope : stop.slope)
    }
  }
}
