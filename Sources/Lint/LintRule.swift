/// A rule of the linter: something that goes wrong in recordings, and its fix.
///
/// Each rule is declared beside the check that finds it. `allCases` is the table of all.
public struct LintRule: Sendable {
  /// The effect of fixing a finding.
  public enum Fix: Sendable {
    /// No fix is certainly right.
    case none
    /// The fixed log has the same picture.
    case keepsPicture
    /// The fixed log may have another picture; the rule's explanation says how.
    case changesPicture
  }

  /// The name, such as "time-back".
  public let rawValue: String
  /// The problem, in a few words, without a full stop.
  public let summary: String
  /// Whole sentences: what is reported, from which threshold on, and what the fix does.
  public let explanation: String
  public let fix: Fix
  /// The lines of a log that break the rule.
  public let example: [String]

  init(_ name: String, _ summary: String, fix: Fix = .none, _ explanation: String, example: [String]) {
    (rawValue, self.summary, self.explanation) = (name, summary, explanation)
    (self.fix, self.example) = (fix, example)
  }
}

/// Rules are equal if their names are.
extension LintRule: Hashable, RawRepresentable, CaseIterable {
  /// The table of rules, in the order of the help texts.
  public static let allCases: [LintRule] = [
    .touchNotBegun, .touchNeverEnds, .idUsedTwice,
    .duplicateEvent, .equalPoints, .timeBack,
    .constantPressure, .edgePressure, .hoverDrawn,
    .estimateNeverComes, .predictionNeverReplaced,
    .coordinateJump, .canvasTooSmall, .sizeMissing, .unitUnlikely,
    .unknownKey, .toolWithoutEffect,
  ]

  public init?(rawValue name: String) {
    guard let rule = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = rule
  }

  public static func == (one: LintRule, other: LintRule) -> Bool { one.rawValue == other.rawValue }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension LintRule: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
