import DoodleKit
import Lint

/// The options of `doodle lint`.
extension OptionTable {
  static var fixing: [OptionEntry] { [fix.entry, fixedOutput.entry, noClobber.entry, failFast.entry] }

  static let fix = Flag(
    "fix", in: .output, "write each log to OUT, with the mistakes fixed that have one right fix",
    details: "Nothing is written for a log with invalid lines, unless --on-error skip leaves them out.")

  /// `--output` of a command that writes only with `--fix`.
  static let fixedOutput = ValueOption<String>(
    "output", letter: "o", .output("FIXED", extensions: ["jsonl"], words: OutputTemplate.words), in: .output,
    "where --fix writes: a file, DIR/, or - (standard output)", details: output.entry.explanation().details)

  /// `--json` of a command that prints an object for each finding.
  static let findingsAsJSON = Flag("json", in: .output, "print one JSON object per finding, each on a line")

  static let disable = ValueOption<Set<LintRule>>(
    "disable", .rules("RULE,…"), in: .reading, "rules that are not checked, separated by commas",
    details: "May be repeated. The man page explains the rules.")
}

extension ValueType where Value == Set<LintRule> {
  /// Names of rules, separated by commas.
  static func rules(_ placeholder: String) -> Self {
    ValueType(
      placeholder: placeholder,
      expected: "one or more of \(LintRule.allCases.map(\.rawValue).joined(separator: ",")), separated by commas",
      completion: .words(LintRule.allCases.map(\.rawValue))
    ) { text in
      let rules = text.split(separator: ",", omittingEmptySubsequences: false).map { LintRule(rawValue: String($0)) }
      return rules.contains(nil) ? nil : Set(rules.compactMap { $0 })
    }
  }
}
