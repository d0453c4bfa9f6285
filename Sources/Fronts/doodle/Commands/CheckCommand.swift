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
      OptionTable.outDirectory.entry, OptionTable.report.entry, OptionTable.markdown.entry, OptionTable.junit.entry,
      OptionTable.tap.entry, OptionTable.json.entry, OptionTable.against.entry, OptionTable.shard.entry,
    ] + OptionTable.goldenSelection + OptionTable.comparison + PictureReading.entries,
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
    let checker = Checker(
      rule: options.rule, reading: options.reading, keepsImages: options.report != nil || options.outDirectory != nil,
      in: console)
    let summary: CheckSummary
    if let actual = options.actual {
      summary = try compare(with: actual, options, checker, in: console)
    } else {
      summary = try check(options, checker, in: console)
    }
    return try report(summary, options, in: console)
  }

  /// Compares logs with their goldens.
  private static func check(
    _ options: CheckOptions, _ checker: Checker, in console: Console
  ) throws(CommandError) -> CheckSummary {
    let set = try GoldenSet(options.operands, options.selection)
    for golden in set.cases {
      for path in [golden.picture, golden.folder + GoldenTable.fileName] {
        if let path { console.filesRead.note(path: path) }
      }
    }
    let (checked, stalePages) = try checker.check(set)
    let stale = (set.stale + stalePages).map { CheckResult(path: $0.path, verdict: .stale) }
    return CheckSummary(
      checked.map(\.result) + stale, leftOut: set.leftOut, isPart: options.selection.shard != nil, rule: options.rule)
  }

  /// Compares the pictures of two folders.
  private static func compare(
    with actual: String, _ options: CheckOptions, _ checker: Checker, in console: Console
  ) throws(CommandError) -> CheckSummary {
    let set = try PicturePairs(expected: options.operands[0], actual: actual, options.selection)
    for pair in set.pairs {
      for path in [pair.expected, pair.actual, pair.log] { if let path { console.filesRead.note(path: path) } }
    }
    return CheckSummary(
      checker.check(set), leftOut: set.leftOut, isPart: options.selection.shard != nil, rule: options.rule)
  }

  private static func report(
    _ summary: CheckSummary, _ options: CheckOptions, in console: Console
  ) throws(CommandError) -> ExitCode {
    if let folder = options.outDirectory { try FailurePictures(path: folder).write(summary, in: console) }
    if let path = options.junit {
      try GoldenWriter.write(Array(JUnitReport(summary: summary).text.utf8), to: path, in: console)
    }
    if let path = options.markdown {
      try GoldenWriter.write(Array(MarkdownReport(summary: summary).text.utf8), to: path, in: console)
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
  var selection: GoldenSelection
  var reading: PictureReading
  var form: Form
  /// The folder of the pictures that are compared with those of the operand; nil to draw logs.
  var actual: String?
  var outDirectory: String?
  var report: String?
  var junit: String?
  var markdown: String?

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    rule = try ComparisonRule(arguments)
    selection = try GoldenSelection(arguments)
    reading = try PictureReading(arguments)
    try arguments.exclude(OptionTable.json, OptionTable.tap)
    form = arguments[OptionTable.json] ? .json : arguments[OptionTable.tap] ? .tap : .text
    outDirectory = try arguments[OptionTable.outDirectory]
    report = try arguments[OptionTable.report]
    junit = try arguments[OptionTable.junit]
    markdown = try arguments[OptionTable.markdown]
    if let report, !["html", "htm"].contains(OutputPlan.fileExtension(of: report)), report != "-" {
      throw .usage(
        .unknownExtension(
          output: report, found: OutputPlan.fileExtension(of: report), known: ["html"], canForce: false))
    }
    operands = arguments.operands
    actual = try arguments[OptionTable.against]
    if actual != nil, operands.count > 1 { throw .usage(.tooManyOperands(operands[1])) }
    if operands.isEmpty { throw .usage(.nothingToCheck) }
    if operands.contains("") { throw .usage(.emptyOperand) }
    if operands.contains("-") { throw .usage(.standardInputHasNoGolden) }
    let files = ReadFiles(operands, in: surroundings)
    for (_, output) in outputs { try files.check(output, in: surroundings) }
    for (index, (option, output)) in outputs.enumerated() {
      if let other = outputs[..<index].first(where: { $0.path == output }) {
        throw .usage(.exclusive("\(other.option) \(output)", "\(option) \(output)"))
      }
      if output == "-", form != .text { throw .usage(.exclusive("\(option) -", form == .json ? "--json" : "--tap")) }
    }
  }

  /// The reports that are written. If one is "-", nothing else is written to standard output.
  private var outputs: [(option: String, path: String)] {
    [("--report", report), ("--junit", junit), ("--markdown", markdown)].compactMap { option, path in
      path.map { (option, $0) }
    }
  }

  func hasOutput(_ path: String) -> Bool { outputs.contains { $0.path == path } }
}
