import TouchLog

/// A location in a recording that breaks a rule.
package struct Finding: Hashable, Sendable {
  package var rule: LintRule
  package var location: LogLocation
  /// One sentence, without the location and the rule's name.
  package var message: String
  /// Whether `LogCleaner` fixes it.
  package var isFixable: Bool

  /// The finding as a warning whose message ends with the rule's name in brackets.
  package var diagnostic: Diagnostic {
    location.diagnostic(.warning, message: "\(message) [\(rule.rawValue)]")
  }
}

/// The findings that have not been taken yet.
struct FindingList {
  private(set) var findings: [Finding] = []
  private let disabled: Set<LintRule>

  /// - Parameter disabled: The rules whose findings are dropped.
  init(disabled: Set<LintRule>) { self.disabled = disabled }

  /// Adds a finding.
  /// - Parameter isFixable: Nil if every finding of the rule can be fixed, or none.
  mutating func report(_ rule: LintRule, at location: LogLocation, _ message: String, isFixable: Bool? = nil) {
    guard !disabled.contains(rule) else { return }
    let isFixable = isFixable ?? (rule.fix != .none)
    findings.append(Finding(rule: rule, location: location, message: message, isFixable: isFixable))
  }

  /// Adds one finding for all occurrences, at the first; none if nothing has occurred.
  mutating func report(
    _ rule: LintRule, _ occurrences: Occurrences?, isFixable: Bool? = nil, _ message: (Int) -> String
  ) {
    guard let occurrences, let first = occurrences.first else { return }
    report(rule, at: first, message(occurrences.count), isFixable: isFixable)
  }

  mutating func append(_ others: [Finding]) { findings += others }

  /// Orders the findings by their location.
  mutating func sort() {
    func key(_ finding: Finding) -> (Int, Int, String) {
      (finding.location.line, finding.location.column, finding.message)
    }
    findings.sort { key($0) < key($1) }
  }

  mutating func take() -> [Finding] {
    if findings.isEmpty { return [] }
    defer { findings.removeAll() }
    return findings
  }
}

/// How often something occurs, and where first.
struct Occurrences {
  private(set) var count = 0
  private(set) var first: LogLocation?

  mutating func note(at locate: () -> LogLocation) {
    count += 1
    if first == nil { first = locate() }
  }
}
