/// Fixes those findings of the linter for which only one fix can be right.
///
/// Fixing a fixed log changes nothing: the linter has no more findings that can be fixed. The cleaner holds all lines
/// of the log.
package struct LogCleaner: Sendable {
  private let rules: Set<LintRule>

  /// - Parameter disabled: The rules whose findings are not fixed.
  package init(disabled: Set<LintRule> = []) {
    rules = Set(LintRule.allCases.filter { $0.fix != .none }).subtracting(disabled)
  }

  /// An estimate of the memory for fixing a log, in bytes, measured on recordings of short and of long lines.
  package static func memory(bytes: Int, lines: Int, events: Int) -> Int { 8 * bytes + 64 * lines + 800 * events }

  /// The fixed text of a log. Blank lines, and lines that no fix changes, keep their bytes. A line that a fix changes
  /// keeps the bytes of its other values. Invalid lines are left out.
  package func clean(_ text: [UInt8]) -> [UInt8] {
    var text = text
    while true {
      let before = text
      var log = LogText(text)
      if rules.contains(.unknownKey) {
        while let spelled = log.withKeysSpelled { log = spelled }
      }
      text = log.bytes(with: clean(log.lines))
      if text == before { return text }
    }
  }

  /// The fixed log.
  package func clean(_ lines: [LogLine]) -> [LogLine] {
    // Each page is a recording of its own.
    var pages: [[LogLine]] = [[]]
    for line in lines {
      if case .command(.page, _) = line.event { pages.append([]) }
      pages[pages.count - 1].append(line)
    }
    return pages.enumerated().flatMap { clean(page: $1, rules.subtracting($0 == 0 ? [] : [.sizeMissing])) }
  }

  private func clean(page lines: [LogLine], _ rules: Set<LintRule>) -> [LogLine] {
    var lines = lines
    while true {
      // A fix can lead to another: after a repetition is removed, for example, a tool line may have no effect.
      let before = lines
      for (rule, fix) in Self.fixes where rules.contains(rule) { lines = fix(lines) }
      if lines == before { return lines }
    }
  }

  /// The fixes in the order in which they are made. Each returns the log without the findings of its rule.
  private static let fixes: [(LintRule, @Sendable ([LogLine]) -> [LogLine])] = [
    (.unitUnlikely, { $0.withTimesInSeconds.withPressuresOfOne }),
    (.duplicateEvent, { $0.withoutRepetitions }),
    (.equalPoints, { $0.withoutBursts }),
    (.idUsedTwice, { $0.withReopenedTouchesEnded }),
    (.timeBack, { $0.withTimesInOrder }),
    (.predictionNeverReplaced, { $0.withoutIdlePredictions }),
    (.touchNeverEnds, { $0.withOpenTouchesEnded }),
    (.coordinateJump, { $0.withoutZeroPoints }),
    (.constantPressure, { $0.withoutConstantPressure }),
    (.edgePressure, { $0.withoutEdgePressures }),
    (.sizeMissing, { $0.withKnownSize }),
    (.toolWithoutEffect, { $0.withoutIdleTools }),
  ]
}
