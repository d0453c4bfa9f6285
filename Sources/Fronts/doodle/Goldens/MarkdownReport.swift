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
    if failed.isEmpty { return text }
    text += "\n| | recording | what differs |\n|---|---|---|\n"
    for (index, result) in failed.enumerated() {
      let row = "| \(result.verdict.rawValue) | \(Self.code(result.place)) | \(Self.escaped(result.details)) |\n"
      let rest = "\nand \(failed.count - index) more\n"
      guard text.utf8.count + row.utf8.count + rest.utf8.count <= Self.mostBytes else { return text + rest }
      text += row
    }
    return text
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
