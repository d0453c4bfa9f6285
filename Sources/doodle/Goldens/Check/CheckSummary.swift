import DoodleKit

/// The results of a check, in the order of their paths.
struct CheckSummary: Sendable {
  let results: [CheckResult]
  let rule: ComparisonRule

  init(_ results: [CheckResult], rule: ComparisonRule) {
    self.results = results.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    self.rule = rule
  }

  func count(_ verdict: CheckResult.Verdict) -> Int { results.count { $0.verdict == verdict } }

  /// The gravest code of all.
  var exitCode: ExitCode {
    let codes = results.map { result -> ExitCode in
      switch result.verdict {
      case .same: .done
      case .different: .different
      case .new, .stale: .badInput
      case .failed: result.error?.exitCode ?? .badInput
      }
    }
    return codes.max { $0.rawValue < $1.rawValue } ?? .badInput
  }

  /// "4 checked: 1 same, 1 different, 1 new, 1 stale", which is the last line of what is printed.
  var line: String {
    guard !results.isEmpty else { return "0 checked: there is no log to check" }
    let parts = CheckResult.Verdict.allCases.map { ($0, count($0)) }.filter { $0.1 > 0 }
    return "\(results.count) checked: " + parts.map { "\($0.1) \($0.0.rawValue)" }.joined(separator: ", ")
  }

  var text: String {
    let width = 11
    let lines = results.map { result in
      let verdict = result.verdict.rawValue
      let details = result.details
      return verdict + String(repeating: " ", count: width - verdict.count) + printable(result.path)
        + (details.isEmpty ? "" : ": \(printable(details))") + "\n"
    }
    return lines.joined() + (rule.isExact ? "" : "rule: \(rule.wording)\n") + line + "\n"
  }

  /// An object a line for each file, and a last one.
  var json: String {
    var last: [JSON.Member] = [.init(name: "checked", value: .integer(results.count))]
    for verdict in CheckResult.Verdict.allCases {
      last.append(.init(name: verdict.rawValue, value: .integer(count(verdict))))
    }
    last.append(.init(name: "ok", value: .bool(exitCode == .done)))
    return results.map { "\($0.json)\n" }.joined() + "\(JSON.object(last))\n"
  }

  /// Test Anything Protocol, version 14 (testanything.org).
  var tap: String {
    var text = "TAP version 14\n1..\(results.count)\n"
    for (index, result) in results.enumerated() {
      let isFine = result.verdict == .same
      let name = printable(result.path).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
      text += "\(isFine ? "ok" : "not ok") \(index + 1) - \(name)\n"
      guard !isFine else { continue }
      text += "  ---\n  verdict: \(result.verdict.rawValue)\n"
      if !result.details.isEmpty { text += "  message: \(JSON.string(result.details))\n" }
      if let line = result.line { text += "  line: \(line)\n" }
      text += "  ...\n"
    }
    if results.isEmpty { text += "Bail out! there is no log to check\n" }
    return text + "# \(line)\n"
  }

  /// What is wrong, as workflow commands of GitHub Actions.
  var github: String {
    if results.isEmpty { return "::error title=doodle check::there is no log to check\n" }
    return results.filter { $0.verdict != .same }.map { result in
      var place = "file=\(Messages.escaped(result.path, and: ":,"))"
      if let line = result.line { place += ",line=\(line)" }
      place += ",title=\(Messages.escaped("doodle check: \(result.verdict.rawValue)", and: ":,"))"
      return "::error \(place)::\(Messages.escaped("\(result.path): \(result.details)", and: ""))\n"
    }.joined()
  }
}
