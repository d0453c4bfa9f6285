import Lint
import Testing
import TouchLog

/// The table of rules: every example breaks its rule, and a log that almost breaks it does not.
@Suite struct RuleTests {
  @Test(arguments: LintRule.allCases)
  func `the example of a rule breaks it`(rule: LintRule) throws {
    let findings = try lint(rule.example.joined(separator: "\n")).filter { $0.rule == rule }
    #expect(findings.count == 1)
    let finding = try #require(findings.first)
    #expect(finding.isFixable == (rule.fix != .none))
    #expect(finding.diagnostic.severity == .warning)
    #expect(finding.diagnostic.message.hasSuffix(" [\(rule.rawValue)]"))
    #expect(!finding.message.hasSuffix("."))
    #expect((1...rule.example.count).contains(finding.location.line))
  }

  @Test(arguments: LintRule.allCases)
  func `a disabled rule reports nothing`(rule: LintRule) throws {
    let findings = try lint(rule.example.joined(separator: "\n"), disabled: [rule])
    #expect(!findings.contains { $0.rule == rule })
  }

  @Test func `names are unique, and texts are sentences`() {
    #expect(Set(LintRule.allCases.map(\.rawValue)).count == LintRule.allCases.count)
    for rule in LintRule.allCases {
      #expect(LintRule(rawValue: rule.rawValue) == rule)
      #expect(rule.explanation.hasSuffix(".") && !rule.summary.hasSuffix("."))
    }
    #expect(LintRule(rawValue: "no-rule") == nil)
  }
}
