import TouchLog

/// Finds estimates that no revision makes final.
struct EstimateCheck: LintCheck {
  /// The number of events after which a revision no longer comes. In recordings of a pencil, revisions come after 20
  /// events in the median and after 61 at most.
  private static let patience = 10_000
  /// The least number of estimates, and their least share of the touch's, that are reported. The last estimates of a
  /// stroke often have no revision, because the pencil has left the screen: up to 6 in recordings of a pencil.
  private static let enough = 8
  private static let share = 0.25

  /// An estimate without a revision so far.
  private struct Estimate {
    var stroke: Int
    var event: Int
    var location: LogLocation
  }

  private struct Name: Hashable {
    var touch: TouchID
    var index: Int
  }

  /// The estimates of one stroke.
  private struct Stroke {
    var touch: TouchID
    var estimates = 0
    /// The estimates that may still be revised.
    var pending = 0
    /// The estimates that are given up.
    var missed = Occurrences()
    var isDown = true
  }

  private var pending: [Name: Estimate] = [:]
  /// The names of the pending estimates in order, among them names that have been revised since.
  private var queue: [(name: Name, event: Int)] = []
  private var strokes: [Int: Stroke] = [:]
  private var strokeOfTouch = TouchTable<Int>()
  private var count = 0

  mutating func add(_ turn: TouchTurn, _ findings: inout FindingList, at locate: () -> LogLocation) {
    count += 1
    if turn.isStart {
      end(turn.touch, &findings)
      strokeOfTouch[turn.touch] = count
      strokes[count] = Stroke(touch: turn.touch)
    }
    if turn.isStart || turn.isSuccessor, !turn.event.expects.isEmpty, let stroke = strokeOfTouch[turn.touch] {
      expect(turn.event, stroke, at: locate)
    }
    if turn.role == .ends { end(turn.touch, &findings) }
    giveUp(before: count - Self.patience, &findings)
  }

  mutating func add(_ event: LogEvent, _ findings: inout FindingList, at locate: () -> LogLocation) {
    count += 1
    guard case .revision(let revision) = event, revision.expects.isEmpty else { return }
    let name = Name(touch: revision.touch, index: revision.index)
    guard let estimate = pending.removeValue(forKey: name) else { return }
    strokes[estimate.stroke]?.pending -= 1
    settle(estimate.stroke, &findings)
  }

  mutating func finish(_ findings: inout FindingList) {
    for touch in strokeOfTouch.keys { end(touch, &findings) }
    giveUp(before: .max, &findings)
  }

  private mutating func expect(_ event: TouchEvent, _ stroke: Int, at locate: () -> LogLocation) {
    strokes[stroke]?.estimates += 1
    guard let index = event.index else {
      // No revision can name it.
      strokes[stroke]?.missed.note(at: locate)
      return
    }
    let name = Name(touch: event.touch, index: index)
    if let older = pending.updateValue(Estimate(stroke: stroke, event: count, location: locate()), forKey: name) {
      strokes[older.stroke]?.pending -= 1
    }
    queue.append((name, count))
    strokes[stroke]?.pending += 1
  }

  /// Counts the estimates of events before `limit` as missed.
  private mutating func giveUp(before limit: Int, _ findings: inout FindingList) {
    // Removes many at a time, because the rest of the queue moves.
    guard let oldest = queue.first, limit == .max || oldest.event < limit - Self.patience / 4 else { return }
    let end = queue.firstIndex { $0.event >= limit } ?? queue.count
    for (name, event) in queue[..<end] {
      guard let estimate = pending[name], estimate.event == event else { continue }
      pending[name] = nil
      strokes[estimate.stroke]?.pending -= 1
      strokes[estimate.stroke]?.missed.note { estimate.location }
      settle(estimate.stroke, &findings)
    }
    queue.removeFirst(end)
  }

  private mutating func end(_ touch: TouchID, _ findings: inout FindingList) {
    guard let stroke = strokeOfTouch.removeValue(forKey: touch) else { return }
    strokes[stroke]?.isDown = false
    settle(stroke, &findings)
  }

  /// Reports a stroke once nothing more can happen to it.
  private mutating func settle(_ number: Int, _ findings: inout FindingList) {
    guard let stroke = strokes[number], !stroke.isDown, stroke.pending == 0 else { return }
    strokes[number] = nil
    let missed = stroke.missed.count
    guard missed >= Self.enough, Double(missed) >= Self.share * Double(stroke.estimates) else { return }
    findings.report(.estimateNeverComes, stroke.missed) { count in
      "\(count) of the \(stroke.estimates) estimates of touch \(stroke.touch) are never revised"
    }
  }
}

/// Finds predictions that no real event replaces.
struct PredictionCheck: LintCheck {
  /// The predictions since the last real event of the touches that are down.
  private var pending = TouchTable<Occurrences>()
  /// The touches that are not down and whose predictions were reported.
  private var reported: Set<TouchID> = []

  mutating func add(_ turn: TouchTurn, _ findings: inout FindingList, at locate: () -> LogLocation) {
    let touch = turn.touch
    guard turn.role == .predicts else {
      pending[touch] = nil
      if turn.isStart { reported.remove(touch) }
      return
    }
    if turn.previous != nil {
      pending[touch, default: Occurrences()].note(at: locate)
    } else if reported.insert(touch).inserted {
      findings.report(
        .predictionNeverReplaced, at: locate(), "touch \(touch) is predicted while it is not down; nothing shows it")
    }
  }

  mutating func finish(_ findings: inout FindingList) {
    for (touch, predictions) in pending.elements {
      findings.report(.predictionNeverReplaced, predictions) { count in
        "the last \(counted(count, "prediction")) of touch \(touch) \(count == 1 ? "is" : "are") never replaced"
      }
    }
  }
}

extension LintRule {
  /// At least 8 estimates and a quarter of the stroke's, within 10,000 events; `EstimateCheck` says why.
  package static let estimateNeverComes = LintRule(
    "estimate-never-comes", "estimates that are never revised",
    """
    At least 8 estimates of a stroke, and a quarter of all that it has, are not revised within 10,000 events; or they \
    have no index, so that no revision can name them. A stroke's last few estimates often stay without revision, \
    because the pencil has left the screen. The recording was stopped too early, or lacks the updates.
    """,
    example: (0...8).map { step in
      let phase = step == 0 ? "began" : "moved"
      return #"{"phase":"\#(phase)","point":[\#(20 + 5 * step),20],"pressure":0.3\#(step),"index":\#(step),"#
        + #""expects":["pressure"]}"#
    } + [#"{"phase":"ended","point":[70,20]}"#])

  /// Predictions without a later event of their touch are reported, once for each touch.
  package static let predictionNeverReplaced = LintRule(
    "prediction-never-replaced", "predictions that no real event follows", fix: .keepsPicture,
    """
    The touch is not down, or the recording ends before its next event. Finished pictures show no predictions. The \
    fix drops them.
    """,
    example: [
      #"{"phase":"began","touch":1,"point":[20,20],"time":0}"#,
      #"{"phase":"ended","touch":1,"point":[40,20],"time":0.01}"#,
      #"{"phase":"moved","touch":1,"point":[50,20],"time":0.02,"predicted":true}"#,
    ])
}
