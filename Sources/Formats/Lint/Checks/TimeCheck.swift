import TouchLog

/// Finds times that run backward within a touch.
struct TimeCheck: LintCheck {
  private struct Times {
    var clock: TouchClock
    var steps = Occurrences()
    /// The longest step back, in seconds.
    var longest = 0.0

    mutating func advance(to time: Double?, at locate: () -> LogLocation) {
      guard let back = clock.advance(to: time) else { return }
      steps.note(at: locate)
      longest = max(longest, back.delay)
    }
  }

  private var touches = TouchTable<Times>()

  mutating func add(_ turn: TouchTurn, _ findings: inout FindingList, at locate: () -> LogLocation) {
    if turn.isStart {
      settle(turn.touch, &findings)
      touches[turn.touch] = Times(clock: TouchClock(turn.event.time))
    } else if turn.isSuccessor {
      touches[turn.touch]?.advance(to: turn.event.time, at: locate)
      if turn.role == .ends { settle(turn.touch, &findings) }
    }
  }

  mutating func finish(_ findings: inout FindingList) {
    for touch in touches.keys { settle(touch, &findings) }
  }

  private mutating func settle(_ touch: TouchID, _ findings: inout FindingList) {
    guard let times = touches.removeValue(forKey: touch) else { return }
    findings.report(.timeBack, times.steps) { count in
      let step = rounded(times.longest * 1000)
      return "time runs backward within touch \(touch), at \(counted(count, "event")), by up to \(step) ms"
    }
  }
}

/// A number for messages, with at most three decimals.
func rounded(_ value: Double) -> String {
  value.magnitude < 1e12 ? plain((value * 1000).rounded() / 1000) : plain(value)
}

extension LintRule {
  /// Any step back is reported, once for each touch: the times of a touch come from one clock. Equal times are usual,
  /// because clocks are coarse. Touches are not compared with each other.
  package static let timeBack = LintRule(
    "time-back", "time that runs backward within a touch", fix: .keepsPicture,
    """
    The events are out of order, or their clock was set back. Drawing takes such an event as 0.1 ms after the one \
    before. The fix writes that time.
    """,
    example: [
      #"{"phase":"began","touch":1,"point":[20,20],"time":1}"#,
      #"{"phase":"moved","touch":1,"point":[30,20],"time":0.99}"#,
      #"{"phase":"ended","touch":1,"point":[40,20],"time":1.01}"#,
    ])
}
