import TouchLog

/// Finds touches that do not begin and end once each.
struct LifeCheck: LintCheck {
  /// The locations of the begin events of the touches that are down.
  private var begins = TouchTable<LogLocation>()
  /// The touches that began again while they were down, until it is known whether two strokes shared the id.
  private var reopened = TouchTable<Occurrences>()
  /// The touches that are not down and whose events have been reported.
  private var reported: Set<TouchID> = []

  mutating func add(_ turn: TouchTurn, _ findings: inout FindingList, at locate: () -> LogLocation) {
    let touch = turn.touch
    switch turn.role {
    case .begins:
      settle(touch, &findings)
      reported.remove(touch)
      begins[touch] = locate()
    case .reopens:
      reopened[touch, default: Occurrences()].note(at: locate)
      begins[touch] = locate()
    case .ends: begins[touch] = nil
    case .lost: lose(turn.event, &findings, at: locate)
    case .continues, .repeats, .predicts: break
    }
  }

  mutating func add(_ event: LogEvent, _ findings: inout FindingList, at locate: () -> LogLocation) {
    if event.endsTouches { begins.removeAll() }
  }

  mutating func finish(_ findings: inout FindingList) {
    for touch in reopened.keys { settle(touch, &findings) }
    for (touch, location) in begins.elements {
      findings.report(.touchNeverEnds, at: location, "touch \(touch) never ends")
    }
  }

  /// Reports an event of a touch that is not down.
  private mutating func lose(_ event: TouchEvent, _ findings: inout FindingList, at locate: () -> LogLocation) {
    let touch = event.touch
    if event.phase == .ended || event.phase == .cancelled, let second = reopened.removeValue(forKey: touch) {
      reported.insert(touch)
      findings.report(.idUsedTwice, second, isFixable: false) { _ in
        "touch \(touch) begins while another touch with this id is down; give each touch an id of its own"
      }
    } else if reported.insert(touch).inserted {
      findings.report(.touchNotBegun, at: locate(), "touch \(touch) \(event.phase.rawValue), but it has not begun")
    }
  }

  /// Reports a touch that has begun again, if the strokes did not end one by one.
  private mutating func settle(_ touch: TouchID, _ findings: inout FindingList) {
    findings.report(.idUsedTwice, reopened.removeValue(forKey: touch)) { count in
      "touch \(touch) begins before it has ended" + (count > 1 ? ", \(count) times" : "")
    }
  }
}

extension LintRule {
  /// Reported once for each touch, because drawing the log fails at such an event.
  package static let touchNotBegun = LintRule(
    "touch-not-begun", "an event of a touch that is not down",
    """
    Drawing the log is an error there. The recording may have begun too late, or the touch's "began" is missing. Where \
    the stroke began is not known, so there is no fix.
    """,
    example: [
      #"{"phase":"moved","touch":1,"point":[20,20],"time":0}"#,
      #"{"phase":"ended","touch":1,"point":[40,20],"time":0.01}"#,
    ])

  /// Every touch that is down at the end is reported, unless a command has ended it.
  package static let touchNeverEnds = LintRule(
    "touch-never-ends", "a touch that is still down at the end", fix: .keepsPicture,
    """
    The recording was cut off, or the touch's "ended" is missing. The fix makes the touch's last event its end. If \
    tools or commands follow that event, it adds an end after them instead.
    """,
    example: [
      #"{"phase":"began","touch":1,"point":[20,20],"time":0}"#,
      #"{"phase":"moved","touch":1,"point":[40,20],"time":0.01}"#,
    ])

  /// Every such event is reported: drawing the log is an error there. Whether two strokes share the id shows when the
  /// touch ends a second time.
  package static let idUsedTwice = LintRule(
    "id-used-twice", "a touch that begins while its id is down", fix: .changesPicture,
    """
    Drawing the log is an error there. If the first stroke only lacks its end, the fix makes its last event its end, \
    and both strokes are drawn. If both strokes end, they were down at the same time and share the id; their events \
    cannot be told apart, so there is no fix.
    """,
    example: [
      #"{"phase":"began","touch":1,"point":[20,20],"time":0}"#,
      #"{"phase":"moved","touch":1,"point":[40,20],"time":0.01}"#,
      #"{"phase":"began","touch":1,"point":[20,50],"time":0.5}"#,
      #"{"phase":"ended","touch":1,"point":[40,50],"time":0.51}"#,
    ])
}
