public import TouchLog

/// Fixes what the linter finds, where only one fix can be right.
///
/// Fixing a fixed log changes nothing, and the linter finds nothing more in it that could be fixed. The cleaner holds all
/// events of the log.
public struct LogCleaner: Sendable {
  private let rules: Set<LintRule>

  /// - Parameter disabled: The rules whose findings are not fixed.
  public init(disabled: Set<LintRule> = []) {
    rules = Set(LintRule.allCases.filter { $0.fix != .none }).subtracting(disabled)
  }

  /// The fixed log.
  public func clean(_ events: [LogEvent]) -> [LogEvent] {
    var events = events
    while true {
      // A fix can uncover more to fix: without a repetition, for example, a tool line may have no effect.
      let before = events
      for (rule, fix) in Self.fixes where rules.contains(rule) { events = fix(events) }
      if events == before { return events }
    }
  }

  /// The fixes in the order in which they are made. Each returns the events without the findings of its rule.
  private static let fixes: [(LintRule, @Sendable ([LogEvent]) -> [LogEvent])] = [
    (.unitUnlikely, { $0.withTimesInSeconds }),
    (.duplicateEvent, { $0.withoutRepetitions }),
    (.equalPoints, { $0.withoutBursts }),
    (.idUsedTwice, { $0.withReopenedTouchesEnded }),
    (.timeBack, { $0.withTimesInOrder }),
    (.predictionNeverReplaced, { $0.withoutIdlePredictions }),
    (.touchNeverEnds, { $0.withOpenTouchesEnded }),
    (.constantPressure, { $0.withoutConstantPressure }),
    (.toolWithoutEffect, { $0.withoutIdleTools }),
  ]
}

/// A walk through the events of touches.
extension [LogEvent] {
  /// Calls `visit` for each touch event, with its index.
  func forEachTurn(_ visit: (Int, TouchTurn) -> Void, other: (Int, LogEvent) -> Void = { _, _ in }) {
    var lives = TouchLives()
    for (index, event) in enumerated() {
      if case .touch(let touch) = event {
        visit(index, lives.add(touch))
      } else {
        lives.add(event)
        other(index, event)
      }
    }
  }

  /// The events without those at some indices.
  func removing(_ indices: Set<Int>) -> [LogEvent] {
    indices.isEmpty ? self : enumerated().filter { !indices.contains($0.offset) }.map(\.element)
  }

  /// Changes a touch event.
  mutating func changeTouch(at index: Int, _ change: (inout TouchEvent) -> Void) {
    guard case .touch(var touch) = self[index] else { return }
    change(&touch)
    self[index] = .touch(touch)
  }
}
