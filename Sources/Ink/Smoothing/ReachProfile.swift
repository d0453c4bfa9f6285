/// How far the average of a path reaches at each length of the path: linear between the places that the path goes
/// through.
struct ReachProfile {
  struct Stop {
    /// A length of the path, in points; infinite for what follows the last stop.
    var start: Double
    /// The reach there, in points.
    var reach: Double
    /// What the reach grows by per point of the path.
    var slope: Double
  }

  private(set) var stops: [Stop] = []
  /// The smallest reach, in points.
  private(set) var least = 0.0

  mutating func removeAll() { stops.removeAll(keepingCapacity: true) }

  /// Whether the reach bends at a stop so much that the average has a corner there to be seen.
  func bends(at stop: Int) -> Bool {
    stop > 0 && Swift.abs(stops[stop].slope - stops[stop - 1].slope) > 0.25
  }

  /// Replaces the profile.
  /// - Parameters:
  ///   - reaches: In points, over 0, for each place.
  ///   - length: The length of the path up to the place of an index of `reaches`.
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

  /// How far the average reaches beyond the start of the path, in points.
  var reachBeforeStart: Double { stops.dropLast().reduce(0) { Swift.max($0, $1.reach - $1.start) } }

  /// How far the average reaches beyond the end of a path of a length, in points.
  func reach(beyond length: Double) -> Double {
    stops.dropLast().reduce(0) { Swift.max($0, $1.reach - (length - $1.start)) }
  }

  /// Reads the profile from the start of a path to its end.
  struct Walk {
    private var index = 0

    /// The reach at `length`, no less than at the last call.
    @inline(always)
    mutating func reach(_ stops: Span<Stop>, at length: Double) -> Double {
      advance(&index) { stops[$0 &+ 1].start <= length }
      let stop = stops[index]
      return stop.reach + stop.slope * (length - stop.start)
    }

    /// The same, and what the reach grows by per point behind this length and before it.
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
