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
      it as a golden. A file NAME.rule beside a golden has a rule for it alone, such as \
      {"max_delta":2,"max_pixels":10,"reason":"the GPU rounds"}; the reports say how much of it is used. --out keeps the pictures of what failed now alone. The exit code is 0 only if all are the same. Never writes a golden: 'doodle accept' does.
      """,
    operands: "DIR|LOG…",
    operandCompletion: .files([]),
    standardInput: .refused,
    options: [
      OptionTable.outDirectory.entry, OptionTable.report.entry, OptionTable.markdown.entry, OptionTable.junit.entry,
      OptionTable.tap.entry, OptionTable.json.entry, OptionTable.merge.entry,
    ] + OptionTable.checking + OptionTable.comparison + PictureReading.entries,
    examples: [
      Command.Example(line: "doodle check drawings/", effect: "Check all logs in a folder."),
      Command.Example(
        line: "doodle check drawings/ --report report.html --junit junit.xml",
        effect: "Also write a report for people and one for CI."),
      Command.Example(
        line: "doodle check --with 'python3 app.py {log} {png}' drawings/",
        effect: "Check the pictures of another program."),
      Command.Example(
        line: "doodle check --merge part-1.json part-2.json --report report.html",
        effect: "Report what two jobs have found."),
      Command.Example(
        line: "doodle check --error-format github drawings/", effect: "Annotate the files on GitHub."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    let options = try CheckOptions(arguments, in: console.surroundings)
    let keepsImages = options.report != nil || options.outDirectory != nil
    if options.merges {
      let summary = try MergedCheck.summary(of: options.operands, keepsImages: keepsImages, in: console)
      return try report(summary, options, in: console)
    }
    let checker = Checker(
      rule: options.rule, reading: options.reading, drawnBy: options.program, keepsImages: keepsImages, in: console)
    let (results, sieve): ([CheckResult], GoldenSelection.Sieve)
    if let actual = options.actual {
      let set = try PicturePairs(expected: options.operands[0], actual: actual, options.selection)
      note(set.pairs.flatMap { [$0.expected, $0.actual?.path, $0.log, $0.rule] }, in: console)
      (results, sieve) = (checker.check(set), set.sieve)
    } else {
      let set = try GoldenSet(options.operands, options.selection)
      note(set.cases.flatMap { [$0.picture, $0.rule, $0.folder + GoldenTable.fileName] }, in: console)
      (results, sieve) = (try check(set, checker), set.sieve)
    }
    let scope = CheckSummary.Scope(
      rule: options.rule, program: options.program?.commandLine, leftOut: sieve.leftOut, ofOtherJobs: sieve.ofOtherJobs,
      shard: options.selection.shard)
    return try report(CheckSummary(results, scope), options, in: console)
  }

  private static func note(_ paths: [String?], in console: Console) {
    for path in paths { if let path { console.filesRead.note(path: path) } }
  }

  /// Compares logs with their goldens.
  private static func check(_ set: GoldenSet, _ checker: Checker) throws(CommandError) -> [CheckResult] {
    let (checked, stalePages) = try checker.check(set)
    let stale = (set.stale + stalePages).map { CheckResult(path: $0.path, verdict: .stale) }
    let strays = set.strayRules.map { path in
      CheckResult(path: path, verdict: .failed) { _ throws(CommandError) in
        throw .input(path: path, message: "the rule is of no recording here; name it as the golden, or remove it")
      }
    }
    return checked.map(\.result) + stale + strays
  }

  private static func report(
    _ summary: CheckSummary, _ options: CheckOptions, in console: Console
  ) throws(CommandError) -> ExitCode {
    if let folder = options.outDirectory {
      try FailurePictures(path: folder).write(summary, threads: options.reading.threads, in: console)
    }
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
  /// Draws the logs instead of this program.
  var program: DrawingProgram?
  /// Whether the operands are the results of jobs.
  var merges: Bool
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
    if let report, !["html", "htm"].contains(FilePath.fileExtension(of: report)), report != "-" {
      throw .usage(
        .unknownExtension(
          output: report, found: FilePath.fileExtension(of: report), known: ["html"], canForce: false))
    }
    operands = arguments.operands
    actual = try arguments[OptionTable.against]
    program = try DrawingProgram(arguments)
    try arguments.exclude(OptionTable.against, OptionTable.drawnWith)
    merges = arguments[OptionTable.merge]
    // Each job has applied these.
    let ofJobs = OptionTable.checking + OptionTable.comparison + PictureReading.entries
    for given in arguments.occurrences where merges && ofJobs.contains(where: { $0.name == given.option.name }) {
      throw .usage(.exclusive("--merge", given.spelling))
    }
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
