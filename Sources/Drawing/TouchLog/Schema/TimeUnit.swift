import Geometry

/// Whether the times of a log are in milliseconds, microseconds or nanoseconds instead of seconds.
package struct TimeUnit {
  /// A unit that is too small.
  package struct Found: Hashable, Sendable {
    let name: String
    /// The number of units in a second.
    package let perSecond: Double

    /// The message of `lint` and of drawing for such a log.
    package var message: String { "the times seem to be in \(name); the unit is seconds" }
  }

  private static let units = [
    Found(name: "milliseconds", perSecond: 1e3), Found(name: "microseconds", perSecond: 1e6),
    Found(name: "nanoseconds", perSecond: 1e9),
  ]

  /// The usual intervals between the events of a stroke in milliseconds: from a screen at 500 Hz to one that reports
  /// five times a second. If they were seconds, no hand would move so slowly.
  private static let milliseconds = 2.0..<200.0
  /// The number of intervals that is enough to decide.
  private static let enough = 12
  /// The share of the intervals that must be in the range. The rest are pauses and simultaneous events.
  private static let share = 0.75
  /// Fewer intervals are enough if at least two have this length or more, all are in the range, and the touch moves
  /// this far in each on average, in points: nobody draws at less than a point per second.
  private static let few = (count: 2, interval: 4.0, step: 2.0)

  private var intervals = 0
  /// The number of usual intervals in each of the units.
  private var inRange = [0, 0, 0]
  private var shortest = Double.infinity
  private var length = 0.0
  /// The last event of each touch that is down.
  private var last: [TouchID: TouchEvent] = [:]

  package init() {}

  package mutating func add(_ event: TouchEvent) {
    if event.predicted { return }
    let previous = event.phase == .began ? nil : last[event.touch]
    last[event.touch] = event.phase == .ended || event.phase == .cancelled ? nil : event
    guard let previous, let time = event.time, let before = previous.time, time != before else { return }
    intervals += 1
    shortest = min(shortest, time - before)
    length += event.point.distance(to: previous.point)
    for (index, unit) in Self.units.enumerated()
    where Self.milliseconds.contains((time - before) * 1000 / unit.perSecond) {
      inRange[index] += 1
    }
  }

  /// The unit of the times if it is not seconds.
  package var found: Found? {
    for (count, unit) in zip(inRange, Self.units) {
      if count >= Self.enough, Double(count) >= Self.share * Double(intervals) { return unit }
      if count >= Self.few.count, count == intervals, shortest * 1000 / unit.perSecond >= Self.few.interval,
        length >= Self.few.step * Double(intervals)
      {
        return unit
      }
    }
    return nil
  }
}
