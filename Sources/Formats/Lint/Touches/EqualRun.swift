import TouchLog

/// A run of events of one touch that differ only in their times.
struct EqualRun {
  /// The most repetitions that are not a burst: a quarter of a second at 120 Hz. A resting finger or mouse gives no
  /// events, and a resting pen trembles. Points that repeat for longer come from a timer.
  private static let most = 30

  /// The number of events that repeat the one before them.
  private(set) var count = 0

  /// Whether the run is a burst.
  var isBurst: Bool { count > Self.most }

  /// Notes an event.
  /// - Returns: Whether it belongs to the run. If it does not, a new run begins with it.
  mutating func add(_ turn: TouchTurn) -> Bool {
    let event = turn.event
    guard let previous = turn.previous, turn.hasSameMembers, event.phase == .moved, event.index == nil,
      event.expects.isEmpty, event.time != nil, previous.time != nil
    else {
      count = 0
      return false
    }
    var same = previous
    (same.time, same.phase) = (event.time, event.phase)
    count = event == same ? count + 1 : 0
    return count > 0
  }
}
