import DoodleKit
import Lint

/// The rules of `doodle lint` in its man page.
extension Roff {
  /// The most lines of an example that are printed.
  private static let exampleLines = 5

  mutating func writeRules() {
    heading("RULES")
    for rule in LintRule.allCases {
      subheading(rule.rawValue)
      paragraph("\(Self.sentence(rule.summary)) \(rule.explanation) \(Self.note(on: rule.fix))")
      let isLong = rule.example.count > Self.exampleLines
      let shown =
        isLong ? rule.example.prefix(Self.exampleLines - 2) + ["…"] + rule.example.suffix(1) : rule.example[...]
      example(shown.joined(separator: "\n"))
    }
  }

  private static func note(on fix: LintRule.Fix) -> String {
    switch fix {
    case .none: "Not fixed."
    case .keepsPicture: "Fixed without a change of the picture."
    case .changesPicture: "Fixed; the picture can change."
    }
  }
}
