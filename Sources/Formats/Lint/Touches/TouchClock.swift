import TouchLog

/// The time that drawing uses for a touch.
struct TouchClock {
  /// The least time between the events of a touch, in seconds. An event with an earlier time is moved to this much
  /// after the last one.
  private static let shortestStep = 0.0001
  /// The time between events without times, in seconds.
  private static let defaultStep = 1.0 / 120

  /// The time that drawing uses for the last event.
  private var now: Double
  /// The last time in the log, or its replacement if it runs backward.
  private var stamp: Double?

  /// - Parameter time: The time of the touch's first event.
  init(_ time: Double?) {
    now = time ?? 0
    stamp = time
  }

  /// Advances to the next event.
  /// - Returns: If its time runs backward, the time that drawing uses instead, and by how much it runs backward.
  mutating func advance(to time: Double?) -> (time: Double, delay: Double)? {
    let before = now
    now = max(time ?? before + Self.defaultStep, before + Self.shortestStep)
    guard let time else { return nil }
    guard let last = stamp, time < last else {
      stamp = time
      return nil
    }
    stamp = now
    return (now, last - time)
  }
}
