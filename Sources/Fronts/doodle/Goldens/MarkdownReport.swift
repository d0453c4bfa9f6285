import DoodleKit

/// The results of a check in Markdown, for the summary of a job and the comments of a pull request: the counts, the rule,
/// and a table of what failed.
struct MarkdownReport {
  let summary: CheckSummary

  /// GitHub refuses comments of more than 65,536 characters.
  private static let mostBytes = 60_000

  var text: String {
    let failed = summary.results.filter { !$0.isFine }
    let outcome =
      failed.isEmpty ? summary.exitCode == .done ? "all the same" : "nothing found" : "\(failed.count) to look at"
    var text = "### doodle check: \(outcome)\n\n"
    text += "\(Self.escaped(summary.line))  \nRule: \(Self.escaped(summary.rule.wording))\n"
    add(failed, under: "what differs", to: &text)
    add(summary.results.filter { $0.isFine && $0.rule != nil }, under: "same within its own rule", to: &text)
    return text
  }

  /// Adds a table of results, and how many are left out if the text becomes too long.
  private func add(_ results: [CheckResult], under heading: String, to text: inout String) {
    if results.isEmpty { return }
    var table = "\n| | recording | \(heading) |\n|---|---|---|\n"
    for (index, result) in results.enumerated() {
      let row = "| \(result.verdict.rawValue) | \(Self.code(result.place)) | \(Self.escaped(result.details)) |\n"
      let rest = "\nand \(results.count - index) more\n"
      // Room for the rest of another table.
      guard text.utf8.count + table.utf8.count + row.utf8.count + 2 * rest.utf8.count <= Self.mostBytes else {
        text += index == 0 ? rest : table + rest
        return
      }
      table += row
    }
    text += table
  }

  /// Text whose characters mean nothing to Markdown or HTML.
  private static func escaped(_ text: String) -> String {
    printable(text).unicodeScalars.map { "\\`*_{}[]<>#|~@&".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  /// A path in a cell of a table. Backquotes in it need more of them around it.
  private static func code(_ path: String) -> String {
    let path = printable(path).exchanging("|", for: "\\|")
    var (longest, run) = (0, 0)
    for byte in path.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    return longest > 0 ? "\(fence) \(path) \(fence)" : fence + path + fence
  }
}
