import DoodleKit

/// `doodle check`: compares the pictures of logs with their goldens.
enum CheckCommand {
  static let entry = Command(
    name: "check",
    summary: "compare the pictures of logs with their goldens",
    description: """
      Draws each LOG, and all recordings in each DIR and its subfolders, of any format that is read, and compares each \
      picture with its golden: NAME.png beside NAME.jsonl, or the line of NAME in goldens.tsv; those of the pages of a \
      document have names such as NAME-1.png. A recording NAME.EXT beside another of that NAME has NAME.EXT.png. Lists each log as same, different, new (no golden) \
      or failed, and each golden without a log as stale; with -q, only what failed. A PNG without a log is ignored unless 'doodle accept' marked \
      it as a golden. --out keeps the pictures of what failed now alone. The exit code is 0 only if all are the same. Never writes a golden: 'doodle accept' does.
      """,
    operands: "DIR|LOG…",
    operandCompletion: .files([]),
    standardInput: .refused,
    options: [
      OptionTable.outDirectory.entry, OptionTable.report.entry, OptionTable.junit.entry, OptionTable.tap.entry,
      OptionTable.json.entry,
    ] + OptionTable.comparison + PictureReading.entries,
    examples: [
      Command.Example(line: "doodle check drawings/", effect: "Check all logs in a folder."),
      Command.Example(
        line: "doodle check drawings/ --report report.html --junit junit.xml",
        effect: "Also write a report for people and one for CI."),
      Command.Example(
        line: "doodle check --error-format github drawings/", effect: "Annotate the files on GitHub."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    let options = try CheckOptions(arguments, in: console.surroundings)
    let set = try GoldenSet(options.operands)
    for golden in set.cases {
      for path in [golden.picture, golden.folder + GoldenTable.fileName] {
        if let path { console.filesRead.note(path: path) }
      }
    }
    let checker = Checker(
      rule: options.rule, reading: options.reading, keepsImages: options.report != nil || options.outDirectory != nil,
      in: console)
    let (checked, stalePages) = try checker.check(set)
    let stale = (set.stale + stalePages).map { CheckResult(path: $0.path, verdict: .stale) }
    let summary = CheckSummary(checked.map(\.result) + stale, rule: options.rule)

    if let folder = options.outDirectory { try FailurePictures(path: folder).write(summary, in: console) }
    if let path = options.junit {
      try GoldenWriter.write(Array(JUnitReport(summary: summary).text.utf8), to: path, in: console)
    }
    if let path = options.report { try GoldenWriter.write(HTMLReport(summary: summary).page, to: path, in: console) }
    switch options.form {
    case .text where options.hasOutput("-"): break
    case .text: try console.print(console.messages.isQuiet ? summary.failureText : summary.text)
    case .json: try console.print(summary.json)
    case .tap: try console.print(summary.tap)
    }
    if console.messages.format == .github { StandardError.write(summary.github) }
    return summary.exitCode
  }
}

/// The options of `doodle check`.
struct CheckOptions: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    case text, json, tap
  }

  var operands: [String]
  var rule: ComparisonRule
  var reading: PictureReading
  var form: Form
  var outDirectory: String?
  var report: String?
  var junit: String?

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    rule = try ComparisonRule(arguments)
    reading = try PictureReading(arguments)
    try arguments.exclude(OptionTable.json, OptionTable.tap)
    form = arguments[OptionTable.json] ? .json : arguments[OptionTable.tap] ? .tap : .text
    outDirectory = try arguments[OptionTable.outDirectory]
    report = try arguments[OptionTable.report]
    junit = try arguments[OptionTable.junit]
    if let report, !["html", "htm"].contains(OutputPlan.fileExtension(of: report)), report != "-" {
      throw .usage(
        .unknownExtension(
          output: report, found: OutputPlan.fileExtension(of: report), known: ["html"], canForce: false))
    }
    operands = arguments.operands
    if operands.isEmpty { throw .usage(.nothingToCheck) }
    if operands.contains("") { throw .usage(.emptyOperand) }
    if operands.contains("-") { throw .usage(.standardInputHasNoGolden) }
    let files = ReadFiles(operands, in: surroundings)
    for output in [report, junit].compactMap({ $0 }) { try files.check(output, in: surroundings) }
    if let report, report == junit { throw .usage(.exclusive("--report \(report)", "--junit \(report)")) }
    if hasOutput("-"), form != .text {
      throw .usage(.exclusive(report == "-" ? "--report -" : "--junit -", form == .json ? "--json" : "--tap"))
    }
  }

  /// Whether a report is written to a path. If it is "-", nothing else is written to standard output.
  func hasOutput(_ path: String) -> Bool { report == path || junit == path }
}
