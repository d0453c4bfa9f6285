import TouchLog

/// Finds tool lines without effect.
struct ToolCheck: LintCheck {
  private var tools = ToolUse<LogLocation>()
  /// The lines without effect since the last stroke.
  private var replaced = Occurrences()

  mutating func add(_ turn: TouchTurn, _ findings: inout FindingList, at locate: () -> LogLocation) {
    guard turn.isStart else { return }
    tools.use()
    settle(&findings)
  }

  mutating func add(_ event: LogEvent, _ findings: inout FindingList, at locate: () -> LogLocation) {
    if case .tool(let change) = event {
      for location in tools.set(change, locate()) { replaced.note { location } }
    } else if event.usesTool {
      tools.use()
      settle(&findings)
    }
  }

  mutating func finish(_ findings: inout FindingList) { settle(&findings) }

  private mutating func settle(_ findings: inout FindingList) {
    findings.report(.toolWithoutEffect, replaced) { count in
      count == 1
        ? "the tool line has no effect: no stroke begins before others replace it"
        : "\(count) tool lines have no effect: no stroke begins before others replace them"
    }
    replaced = Occurrences()
  }
}

extension LintRule {
  /// A line is reported if all its keys are set again before the next stroke. The last line of a log is not reported,
  /// because the log may continue.
  package static let toolWithoutEffect = LintRule(
    "tool-without-effect", "a tool line that others replace before a stroke", fix: .keepsPicture,
    """
    Later tool lines set all of its keys before a stroke begins or a text is added, as when a slider is dragged. The \
    fix drops the line.
    """,
    example: [
      #"{"tool":"pen","color":"red"}"#,
      #"{"tool":"pen","color":"blue"}"#,
      #"{"phase":"began","point":[20,20],"time":0}"#,
      #"{"phase":"ended","point":[40,20],"time":0.01}"#,
    ])
}
