import TouchLog

/// Finds events that repeat the one before them.
struct RepetitionCheck: LintCheck {
  private struct Repetitions {
    var equal = Occurrences()
    var run = EqualRun()
    /// The location of the first repetition.
    var runStart: LogLocation?
    var bursts = Occurrences()
    /// The most events in a burst.
    var longest = 0

    mutating func add(_ turn: TouchTurn, at locate: () -> LogLocation) {
      let wasBurst = run.isBurst
      guard run.add(turn) else { return }
      if run.count == 1 { runStart = locate() }
      guard run.isBurst else { return }
      if !wasBurst, let runStart { bursts.note { runStart } }
      longest = max(longest, run.count + 1)
    }
  }

  private var touches = TouchTable<Repetitions>()

  mutating func add(_ turn: TouchTurn, _ findings: inout FindingList, at locate: () -> LogLocation) {
    switch turn.role {
    case .begins, .reopens:
      settle(turn.touch, &findings)
      touches[turn.touch] = Repetitions()
    case .repeats:
      if touches[turn.touch] == nil {
        findings.report(.duplicateEvent, at: locate(), "touch \(turn.touch) ends twice with the same event")
      }
      touches[turn.touch]?.equal.note(at: locate)
    case .continues, .ends:
      touches[turn.touch]?.add(turn, at: locate)
      if turn.role == .ends { settle(turn.touch, &findings) }
    case .lost, .predicts: break
    }
  }

  mutating func finish(_ findings: inout FindingList) {
    for touch in touches.keys { settle(touch, &findings) }
  }

  /// Reports the repetitions of a touch.
  private mutating func settle(_ touch: TouchID, _ findings: inout FindingList) {
    guard let repetitions = touches.removeValue(forKey: touch) else { return }
    findings.report(.duplicateEvent, repetitions.equal) { count in
      "\(counted(count, "event")) of touch \(touch) \(count == 1 ? "repeats" : "repeat") the one before"
    }
    findings.report(.equalPoints, repetitions.bursts) { count in
      let more = count > 1 ? "; it is the first of \(count) such bursts" : ""
      return "touch \(touch) reports the same point \(repetitions.longest) times in a row" + more
    }
  }
}

extension LintRule {
  /// Repetitions are reported once for each touch. The times must be given and equal: without times, consecutive equal
  /// events mean that a touch rests.
  package static let duplicateEvent = LintRule(
    "duplicate-event", "an event that equals the touch's last one", fix: .changesPicture,
    """
    The program that recorded received the event twice: all keys are the same, even the app's own. Events without \
    times are not compared: a touch that rests repeats them. The fix drops the repetition. The ink can change a little \
    where it was, and so do the hues of a rainbow.
    """,
    example: [
      #"{"phase":"began","touch":1,"point":[20,20],"time":0}"#,
      #"{"phase":"moved","touch":1,"point":[30,20],"time":0.01}"#,
      #"{"phase":"moved","touch":1,"point":[30,20],"time":0.01}"#,
      #"{"phase":"ended","touch":1,"point":[40,20],"time":0.02}"#,
    ])

  /// More than 30 repetitions are a burst; `EqualRun` says why. Events with an index are not reported, because
  /// revisions name them, nor are events without times.
  package static let equalPoints = LintRule(
    "equal-points", "a burst of events at one point", fix: .changesPicture,
    """
    More than 30 events in a row differ only in their times, not even in the app's own keys, as if a timer had made \
    them: a finger or a mouse that rests gives no events, and a pen that rests trembles. The fix keeps the first and \
    the last of them. It changes the hues of a rainbow, which turn with each event, and can change the ink of a touch \
    that revisions name; otherwise the picture stays.
    """,
    example: [#"{"phase":"began","touch":1,"point":[20,20],"time":0}"#]
      + (1...31).map { #"{"phase":"moved","touch":1,"point":[20,20],"time":\#(Double($0) / 100)}"# }
      + [#"{"phase":"ended","touch":1,"point":[40,20],"time":0.4}"#])
}
