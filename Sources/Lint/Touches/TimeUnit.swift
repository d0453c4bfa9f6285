import TouchLog

/// Whether the times of a log are in milliseconds instead of seconds.
struct TimeUnit {
  /// The intervals between the events of a stroke that a recording in milliseconds has: from a screen of 500 Hz to one
  /// that reports five times a second. In seconds, no hand moves so slowly.
  private static let milliseconds = 2.0..<200.0
  /// The number of intervals that shows the unit.
  private static let enough = 12
  /// The share of the intervals that must be in the range. The rest are pauses and simultaneous events.
  private static let share = 0.75

  private var intervals = 0
  private var inRange = 0

  mutating func add(_ turn: TouchTurn) {
    guard turn.isSuccessor, let time = turn.event.time, let last = turn.previous?.time else { return }
    intervals += 1
    if Self.milliseconds.contains(time - last) { inRange += 1 }
  }

  var isMilliseconds: Bool { inRange >= Self.enough && Double(inRange) >= Self.share * Double(intervals) }
}
