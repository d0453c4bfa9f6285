/// A rule of the linter: something that goes wrong in recordings, and its fix.
///
/// Each rule is declared beside the check that finds it. `allCases` is the table of all.
package struct LintRule: Sendable {
  /// The effect of fixing a finding.
  package enum Fix: Sendable {
    /// No fix is certainly right.
    case none
    /// The fixed log has the same picture.
    case keepsPicture
    /// The fixed log may have another picture; the rule's explanation says how.
    case changesPicture
  }

  /// The name, such as "time-back".
  package let rawValue: String
  /// The problem, in a few words, without a full stop.
  package let summary: String
  /// Whole sentences: what is reported, from which threshold on, and what the fix does.
  package let explanation: String
  package let fix: Fix
  /// The lines of a log that break the rule.
  package let example: [String]

  init(_ name: String, _ summary: String, fix: Fix = .none, _ explanation: String, example: [String]) {
    (rawValue, self.summary, self.explanation) = (name, summary, explanation)
    (self.fix, self.example) = (fix, example)
  }
}

/// Rules are equal if their names are.
extension LintRule: Hashable, RawRepresentable, CaseIterable {
  /// The table of rules, in the order of the help texts.
  package static let allCases: [LintRule] = [
    .touchNotBegun, .touchNeverEnds, .idUsedTwice,
    .duplicateEvent, .equalPoints, .timeBack,
    .constantPressure, .edgePressure, .hoverDrawn,
    .estimateNeverComes, .predictionNeverReplaced,
    .coordinateJump, .canvasTooSmall, .sizeMissing, .unitUnlikely,
    .unknownKey, .toolWithoutEffect,
  ]

  package init?(rawValue name: String) {
    guard let rule = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = rule
  }

  package static func == (one: LintRule, other: LintRule) -> Bool { one.rawValue == other.rawValue }

  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension LintRule: CustomStringConvertible {
  /// The name.
  package var description: String { rawValue }
}
