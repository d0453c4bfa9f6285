import TouchLog

/// Finds pressure that no sensor measured.
struct ConstantPressureCheck: LintCheck {
  private var sensors = PressureSensors()
  /// The location of the first pressure of each kind of pointer.
  private var locations: [TouchEvent.Pointer?: LogLocation] = [:]

  mutating func add(_ turn: TouchTurn, _ findings: inout FindingList, at locate: () -> LogLocation) {
    if turn.role != .repeats, sensors.add(turn.event) { locations[turn.event.pointer] = locate() }
  }

  mutating func add(_ event: LogEvent, _ findings: inout FindingList, at locate: () -> LogLocation) {
    switch event {
    case .revision(let revision): sensors.add(revision)
    case .tool(let tool): sensors.add(tool)
    default: break
    }
  }

  mutating func finish(_ findings: inout FindingList) {
    for (pointer, location) in locations {
      guard let pressure = sensors.constant(of: pointer) else { continue }
      let owner = pointer.map { "every \($0.rawValue)" } ?? "every touch"
      findings.report(
        .constantPressure, at: location,
        "the pressure of \(owner) is always \(plain(pressure)), so no sensor measured it; leave it out")
    }
  }
}

/// Finds pressures of 0 where touches begin and end that no sensor measured.
struct EdgePressureCheck: LintCheck {
  private var edges = EdgePressures<LogLocation?>()
  private var found = Occurrences()

  mutating func add(_ turn: TouchTurn, _ findings: inout FindingList, at locate: () -> LogLocation) {
    // Few events need their location.
    for edge in edges.add(turn, turn.event.pressure == 0 ? locate() : nil) { found.note { edge.place ?? locate() } }
  }

  mutating func add(_ event: LogEvent, _ findings: inout FindingList, at locate: () -> LogLocation) {
    if case .tool(let tool) = event { edges.add(tool) }
  }

  mutating func finish(_ findings: inout FindingList) {
    findings.report(.edgePressure, found) { count in
      count == 1
        ? "a touch begins or ends with the pressure 0 beside a high one, which no sensor measured; leave it out"
        : "touches begin or end with the pressure 0 beside a high one, \(count) times, which no sensor measured; leave it out"
    }
  }
}

/// Finds ink where the pen hovered.
struct HoverCheck: LintCheck {
  /// The number of consecutive events without pressure that cannot be a touch. Pens report 0 when they come down and
  /// when they lift, and some screens in the middle of a stroke, but only for single events.
  private static let enough = 5
  /// The distance in points that the pen must move meanwhile. A resting pen may simply not press.
  private static let distance = 10.0

  private struct Run {
    var count = 0
    var length = 0.0
    var start: LogLocation?
    var isReported = false
  }

  private var runs = TouchTable<Run>()
  /// Whether any event had pressure.
  private var hasPressure = false
  /// Runs before the first pressure. If there never is any, there is no sensor.
  private var early = Occurrences()

  mutating func add(_ turn: TouchTurn, _ findings: inout FindingList, at locate: () -> LogLocation) {
    let event = turn.event
    if turn.isStart { runs[turn.touch] = Run() }
    if turn.role == .ends { runs[turn.touch] = nil }
    guard turn.isStart || turn.role == .continues, var run = runs[turn.touch] else { return }
    runs[turn.touch] = nil
    if event.pressure == 0, event.expects.isEmpty {
      if run.count == 0 { run.start = locate() }
      if run.count > 0, let previous = turn.previous { run.length += event.point.distance(to: previous.point) }
      run.count += 1
      if run.count >= Self.enough, run.length >= Self.distance, !run.isReported, let start = run.start {
        run.isReported = true
        if hasPressure { report(turn.touch, at: start, &findings) } else { early.note { start } }
      }
    } else {
      (run.count, run.length) = (0, 0)
      if event.pressure != nil { notePressure(&findings) }
    }
    runs[turn.touch] = run
  }

  private mutating func notePressure(_ findings: inout FindingList) {
    hasPressure = true
    findings.report(.hoverDrawn, early) { count in
      count == 1
        ? "a touch draws without pressure; the pen may hover"
        : "\(count) touches draw without pressure; the pen may hover"
    }
    early = Occurrences()
  }

  private func report(_ touch: TouchID, at location: LogLocation, _ findings: inout FindingList) {
    findings.report(.hoverDrawn, at: location, "touch \(touch) draws without pressure; the pen may hover")
  }
}

extension LintRule {
  /// At least 12 events of a kind of pointer, and no other pressure; `PressureSensors` says why.
  package static let constantPressure = LintRule(
    "constant-pressure", "a pressure that never changes", fix: .changesPicture,
    """
    A device without a sensor reports a constant: a mouse 0.5, a finger 0 or 1. At least 12 events of one kind of \
    pointer must have it, and none another pressure, apart from the ends of touches. The fix leaves the pressure out, \
    so that the width of the ink follows the speed.
    """,
    example: [#"{"phase":"began","touch":1,"point":[20,20],"pressure":0.5,"time":0}"#]
      + (1...12).map {
        #"{"phase":"moved","touch":1,"point":[\#(20 + 5 * $0),20],"pressure":0.5,"time":\#(Double($0) / 100)}"#
      }
      + [#"{"phase":"ended","touch":1,"point":[85,20],"pressure":0,"time":0.13}"#])

  /// The event beside it has at least 0.3, or no pressure; `EdgePressures` says why.
  package static let edgePressure = LintRule(
    "edge-pressure", "a pressure of 0 at an end of a touch that no sensor measured", fix: .changesPicture,
    """
    A touch begins or ends with the pressure 0, while the event beside it has a pressure of at least 0.3, or none. Many \
    programs write 0 where the device reports no pressure, and the ink narrows there; a sensor comes down and lifts by \
    smaller steps. The fix gives the beginning the pressure of the next event, and leaves that of the end out, so that \
    the last one stays.
    """,
    example: [
      #"{"phase":"began","touch":1,"point":[20,20],"pressure":0.4,"time":0}"#,
      #"{"phase":"moved","touch":1,"point":[24,20],"pressure":0.6,"time":0.01}"#,
      #"{"phase":"ended","touch":1,"point":[28,20],"pressure":0,"time":0.02}"#,
    ])

  /// At least 5 events without pressure that move at least 10 points; `HoverCheck` says why.
  package static let hoverDrawn = LintRule(
    "hover-drawn", "ink where a pen hovers: pressure 0, while other events have pressure",
    """
    At least 5 events in a row have the pressure 0 and move at least 10 points, while others have pressure. The \
    program that recorded took the events of a hovering pen for touches. Where the pen touched is not certain, so \
    there is no fix.
    """,
    example: [
      #"{"phase":"began","touch":1,"point":[20,20],"pressure":0.4,"time":0}"#,
      #"{"phase":"moved","touch":1,"point":[24,20],"pressure":0.5,"time":0.01}"#,
    ]
      + (1...5).map {
        #"{"phase":"moved","touch":1,"point":[\#(24 + 5 * $0),20],"pressure":0,"time":\#(Double($0 + 1) / 100)}"#
      }
      + [#"{"phase":"ended","touch":1,"point":[54,20],"pressure":0,"time":0.07}"#])
}
