import Files
import DoodleKit
import XML

/// The results of a check, sorted by path, and their output formats.
struct CheckSummary: Sendable {
  let results: [CheckResult]
  /// What was checked, and how.
  let scope: Scope
  var rule: ComparisonRule { scope.rule }

  struct Scope: Hashable, Sendable {
    var rule: ComparisonRule
    /// The command line of the program that drew the logs; nil if this one did.
    var program: String?
    /// The number of recordings, pictures and stale goldens that patterns leave out, and of those that other jobs check.
    var leftOut = 0
    var ofOtherJobs = 0
    var shard: GoldenSelection.Shard?
  }

  init(_ results: [CheckResult], _ scope: Scope) {
    self.scope = scope
    self.results = results.sorted {
      $0.path == $1.path ? $0.page ?? 0 < $1.page ?? 0 : $0.path.utf8.lexicographicallyPrecedes($1.path.utf8)
    }
  }

  func count(_ verdict: CheckResult.Verdict) -> Int { results.count { $0.verdict == verdict } }

  /// Whether nothing was found, here or for another job.
  private var lacksLogs: Bool { results.isEmpty && (scope.shard == nil || scope.leftOut + scope.ofOtherJobs == 0) }

  /// The largest exit code of all results.
  var exitCode: ExitCode {
    let codes = results.map { result -> ExitCode in
      switch result.verdict {
      case _ where result.skipped > 0: .badInput
      case .same: .done
      case .different: .different
      case .new, .stale: .badInput
      case .failed: result.failure?.exitCode ?? .badInput
      }
    }
    return codes.max() ?? (lacksLogs ? .badInput : .done)
  }

  /// The last line of the output: "4 checked: 1 same, 1 different, 1 new, 1 stale".
  var line: String {
    var rest = scope.leftOut > 0 ? "; \(scope.leftOut) left out" : ""
    if scope.ofOtherJobs > 0 { rest += "; \(scope.ofOtherJobs) of other jobs" }
    guard !results.isEmpty else { return "0 checked" + (rest.isEmpty ? ": no logs found" : rest) }
    let parts = CheckResult.Verdict.allCases.map { ($0, count($0)) }.filter { $0.1 > 0 }
    return "\(results.count) checked: " + parts.map { "\($0.1) \($0.0.rawValue)" }.joined(separator: ", ") + rest
  }

  /// A line per file, "FILE:LINE:COLUMN: VERDICT: DETAILS", which terminals and editors can open; then the command that
  /// accepts the changes, and the counts.
  var text: String {
    results.map(\.text).joined() + acceptance + (rule.isExact ? "" : "rule: \(rule.wording)\n") + line + "\n"
  }

  /// Only the lines of files that failed.
  var failureText: String { results.filter { !$0.isFine }.map(\.text).joined() }

  /// The command that makes the changed pictures goldens; empty if there are none.
  private var acceptance: String {
    var changed: [String] = []
    for result in results where !result.isPair && (result.verdict == .different || result.verdict == .new) {
      let path = printable(shellWord(result.path))
      // The pages of a log are accepted together.
      if changed.last != path { changed.append(path) }
    }
    if changed.isEmpty { return "" }
    let most = 5
    let rest = changed.count > most ? " …" : ""
    let program = scope.program.map { "--with \(shellWord($0)) " } ?? ""
    return
      "if these are right: doodle accept \(printable(program))\(changed.prefix(most).joined(separator: " "))\(rest)\n"
  }

  /// One JSON object per file and line, and a last one with the counts.
  var json: String {
    var last: [JSON.Member] = [.init(name: "checked", value: .integer(results.count))]
    for verdict in CheckResult.Verdict.allCases {
      last.append(.init(name: verdict.rawValue, value: .integer(count(verdict))))
    }
    last += scope.members
    last.append(.init(name: "ok", value: .bool(exitCode == .done)))
    return results.map { "\($0.json)\n" }.joined() + "\(JSON.object(last))\n"
  }

  /// The results in the Test Anything Protocol, version 14 (testanything.org).
  var tap: String {
    var text = "TAP version 14\n1..\(results.count)\n"
    for (index, result) in results.enumerated() {
      let isFine = result.isFine
      let name = printable(result.name).exchanging("\\", for: "\\\\").exchanging("#", for: "\\#")
      text += "\(isFine ? "ok" : "not ok") \(index + 1) - \(name)\n"
      guard !isFine else { continue }
      text += "  ---\n  verdict: \(result.verdict.rawValue)\n"
      if !result.details.isEmpty { text += "  message: \(JSON.string(result.details))\n" }
      if let line = result.line { text += "  line: \(line)\n" }
      text += "  ...\n"
    }
    if lacksLogs { text += "Bail out! no logs found\n" }
    return text + "# \(line)\n"
  }

  /// The failures as workflow commands of GitHub Actions.
  var github: String {
    if lacksLogs { return "::error title=doodle check::no logs found\n" }
    return results.filter { !$0.isFine }.map { result in
      var properties = "file=\(Diagnostic.escaped(printable(result.log ?? result.path), inProperty: true))"
      if let line = result.line { properties += ",line=\(line)" }
      properties += ",title=\(Diagnostic.escaped("doodle check: \(result.verdict.rawValue)", inProperty: true))"
      return
        "::error \(properties)::\(Diagnostic.escaped(printable("\(result.name): \(result.details)"), inProperty: false))\n"
    }.joined()
  }
}

extension CheckSummary.Scope {
  /// The members of the last line of JSON.
  var members: [JSON.Member] {
    var members: [JSON.Member] = [.init(name: "rule", value: rule.json)]
    if let program { members.append(.init(name: "program", value: .string(program))) }
    if leftOut > 0 { members.append(.init(name: "left_out", value: .integer(leftOut))) }
    if ofOtherJobs > 0 { members.append(.init(name: "of_other_jobs", value: .integer(ofOtherJobs))) }
    if let shard { members.append(.init(name: "shard", value: [.integer(shard.number), .integer(shard.count)])) }
    return members
  }

  /// Reads what `members` writes.
  init?(_ json: JSON) {
    guard let rule = json["rule"].flatMap({ ComparisonRule($0) }) else { return nil }
    self.init(rule: rule, program: json["program"]?.text)
    (leftOut, ofOtherJobs) = (json["left_out"]?.whole ?? 0, json["of_other_jobs"]?.whole ?? 0)
    guard let shard = json["shard"] else { return }
    guard let numbers = shard.wholes, numbers.count == 2, numbers[0] >= 1, numbers[0] <= numbers[1] else { return nil }
    self.shard = GoldenSelection.Shard(number: numbers[0], count: numbers[1])
  }
}

// MARK: Files

/// The results of a check as JUnit XML, for continuous integration.
struct JUnitReport {
  let summary: CheckSummary

  var text: String {
    let failures = summary.count(.different) + summary.count(.new) + summary.count(.stale)
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="doodle check" tests="\(summary.results.count)" failures="\(failures)" \
      errors="\(summary.count(.failed))">
        <testsuite name="doodle check" tests="\(summary.results.count)" failures="\(failures)" \
      errors="\(summary.count(.failed))" skipped="0">

      """
    for result in summary.results {
      let (folder, name) = Self.parts(of: result.name)
      let head =
        "    <testcase classname=\"\(xmlEscaped(folder))\" name=\"\(xmlEscaped(name))\" file=\"\(xmlEscaped(result.path))\""
      let line = result.line.map { " line=\"\($0)\"" } ?? ""
      switch result.verdict {
      case .same: text += "\(head)/>\n"
      case .failed:
        text += "\(head)\(line)>\n      <error message=\"\(xmlEscaped(result.details))\"/>\n    </testcase>\n"
      case .different, .new, .stale:
        let kind = "type=\"\(result.verdict.rawValue)\" message=\"\(xmlEscaped(result.details))\""
        text += "\(head)\(line)>\n      <failure \(kind)/>\n    </testcase>\n"
      }
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  /// A path's folder and file name.
  private static func parts(of path: String) -> (String, String) {
    let folder = FilePath.directory(of: path)
    return (folder.isEmpty ? "." : String(folder.dropLast()), FilePath.name(of: path))
  }
}
