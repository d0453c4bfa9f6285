import TouchLog

/// Finds what goes wrong in real recordings.
///
///     var linter = Linter()
///     while let event = try reader.next() { linter.add(event) { reader.location } }
///     linter.finish()
///     for finding in linter.takeFindings() { print(finding.diagnostic) }
///
/// The linter reads events as a stream. It keeps what its rules need of each touch that is down, so its memory does not
/// grow with the recording. A repeated problem of a touch is reported once, when the touch ends.
package struct Linter {
  private var lives = TouchLives()
  private var checks: [any LintCheck]
  private var keys = KeyCheck()
  private var findings: FindingList
  private let isTouchLog: Bool

  /// - Parameters:
  ///   - disabled: The rules that report nothing.
  ///   - isTouchLog: Whether the recording is a touch log. Other formats have no header that could give a size.
  package init(disabled: Set<LintRule> = [], isTouchLog: Bool = true) {
    findings = FindingList(disabled: disabled)
    self.isTouchLog = isTouchLog
    checks = Self.checks(isTouchLog)
  }

  private static func checks(_ isTouchLog: Bool) -> [any LintCheck] {
    [
      LifeCheck(), RepetitionCheck(), TimeCheck(), ConstantPressureCheck(), EdgePressureCheck(), HoverCheck(),
      EstimateCheck(),
      PredictionCheck(), JumpCheck(), CanvasCheck(expectsSize: isTouchLog), UnitCheck(), ToolCheck(),
    ]
  }

  /// Checks the next event.
  /// - Parameters:
  ///   - keys: Gives the keys of the event's line that satisfy a condition; see `EventReader.keys`. Nil for a line that
  ///     has only keys of its kind.
  ///   - locate: Gives the event's location. Called for few events only.
  package mutating func add(
    _ event: LogEvent, keys: (((String) -> Bool) -> [LineKey])? = nil, at locate: () -> LogLocation
  ) {
    if let keys { self.keys.add(event, keys, &findings) }
    if case .command(.page, _) = event {
      // Each page is a recording of its own.
      finish()
      (lives, checks) = (TouchLives(), Self.checks(isTouchLog))
    }
    if case .touch(let touch) = event {
      let turn = lives.add(touch, ownMembers: ownMembers(of: event, keys))
      for index in checks.indices { checks[index].add(turn, &findings, at: locate) }
    } else {
      lives.add(event)
      if case .header(let header) = event {
        for index in checks.indices { checks[index].read(header, ownMembers: ownMembers(of: event, keys)) }
      }
      for index in checks.indices { checks[index].add(event, &findings, at: locate) }
    }
  }

  private func ownMembers(of event: LogEvent, _ keys: (((String) -> Bool) -> [LineKey])?) -> [[UInt8]] {
    guard let keys else { return [] }
    let known = KnownKeys.of(event).names
    return keys { !known.contains($0) }.map(\.member)
  }

  /// Completes the checks that need the end of the recording. Their findings are in the order of their lines.
  package mutating func finish() {
    var last = findings
    _ = last.take()
    for index in checks.indices { checks[index].finish(&last) }
    last.sort()
    findings.append(last.take())
  }

  /// Returns and removes the findings since the last call.
  package mutating func takeFindings() -> [Finding] { findings.take() }
}

/// Finds the locations that break some rules.
protocol LintCheck {
  /// Reads the app's own keys in the header.
  mutating func read(_ header: LogHeader, ownMembers: [[UInt8]])
  /// Checks an event of a touch.
  mutating func add(_ turn: TouchTurn, _ findings: inout FindingList, at locate: () -> LogLocation)
  /// Checks an event of another kind.
  mutating func add(_ event: LogEvent, _ findings: inout FindingList, at locate: () -> LogLocation)
  /// Checks the recording as a whole, at its end.
  mutating func finish(_ findings: inout FindingList)
}

extension LintCheck {
  mutating func read(_ header: LogHeader, ownMembers: [[UInt8]]) {}
  mutating func add(_ event: LogEvent, _ findings: inout FindingList, at locate: () -> LogLocation) {}
  mutating func finish(_ findings: inout FindingList) {}
}
