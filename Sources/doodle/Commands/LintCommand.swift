import DoodleKit

/// `doodle lint`: warns of what goes wrong in real recordings, and fixes it.
enum LintCommand {
  static let entry = Command(
    name: "lint",
    summary: "warn of what is doubtful in recordings, and fix it",
    description: """
      Reads each LOG and warns of what goes wrong in real recordings. Each warning ends with the name of its rule in \
      brackets. Invalid lines are reported as errors, and the lines after them are read. With --fix, writes the log \
      again without what only one fix can be right for; an app's own keys are kept. The exit code is 1 if there were \
      warnings, and 3 if there were invalid lines.
      """,
    operands: "LOG…",
    operandCompletion: .files([]),
    options: OptionTable.fixing + [OptionTable.findingsAsJSON.entry, OptionTable.disable.entry] + InputReading.entries,
    examples: [
      Command.Example(line: "doodle lint sketch.jsonl", effect: "Check a recording."),
      Command.Example(
        line: "doodle lint --disable size-missing,time-back --json *.jsonl",
        effect: "As JSON, without the findings of two rules."),
      Command.Example(line: "doodle lint --fix sketch.jsonl -o fixed.jsonl", effect: "Fix a recording."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    let options = try LintOptions(arguments, in: console.surroundings)
    var batch = try Batch(arguments, options.fixes ? "read" : "checked", in: console)
    for job in options.jobs {
      try batch.run(options.fixes ? job : nil) { () throws(CommandError) in try lint(job, options, in: console) }
    }
    return batch.finish()
  }

  private static func lint(
    _ job: Job, _ options: LintOptions, in console: Console
  ) throws(CommandError) -> ExitCode {
    var sessionOptions = options.input.sessionOptions
    sessionOptions.onError = .skip
    // A rule reports them.
    sessionOptions.warnsOfKeys = false
    var reporter = try SessionReporter(opening: job.input, sessionOptions, in: console)
    let session = reporter.session
    try session.requireRecording(job.input)
    let isTouchLog = session.report.format.isEmpty
    var linter = Linter(disabled: options.disabled, isTouchLog: isTouchLog)
    var lines: [LogLine] = []
    var count = 0
    func report() throws(CommandError) {
      let findings = linter.takeFindings()
      count += findings.count
      for finding in findings {
        if options.printsJSON {
          try console.print("\(finding.json)\n")
        } else {
          console.messages.report(finding.diagnostic)
        }
      }
    }
    while let step = try reporter.follow(session.nextStep) {
      guard case .event(let event) = step else { continue }
      linter.add(event, keys: session.keys) { session.location }
      if options.fixes {
        let known = KnownKeys.of(event).names
        lines.append(LogLine(event, ownMembers: session.keys { !known.contains($0) }.map(\.member)))
      }
      try report()
    }
    linter.finish()
    try report()
    try reporter.finish {}
    let isValid = session.summary.skipped == 0
    if options.fixes, isValid || options.input.onError == .skip {
      try write(LogCleaner(disabled: options.disabled).clean(lines), isTouchLog, to: job, options, in: console)
    }
    return isValid ? (count == 0 ? .done : .different) : .badInput
  }

  private static func write(
    _ log: [LogLine], _ isTouchLog: Bool, to job: Job, _ options: LintOptions, in console: Console
  ) throws(CommandError) {
    try withFiles { () throws(FileError) in
      let file = try console.create(job, replaces: options.replacesFiles)
      var bytes: [UInt8] = []
      for line in isTouchLog ? log : log.namingModel {
        line.write(to: &bytes)
        guard bytes.count > 1 << 16 else { continue }
        try file.write(bytes.span)
        bytes.removeAll(keepingCapacity: true)
      }
      try file.write(bytes.span)
      try file.commit()
    }
  }
}

extension Finding {
  /// The object that `--json` prints.
  fileprivate var json: JSON {
    [
      "file": .string(location.file), "line": .integer(location.line), "column": .integer(location.column),
      "rule": .string(rule.rawValue), "message": .string(message), "fixable": .bool(isFixable),
    ]
  }
}

extension [LogLine] {
  /// With a header that names the model.
  fileprivate var namingModel: [LogLine] {
    guard case .header(let header) = first?.event else { return [LogLine(.header(LogHeader().namingModel))] + self }
    return [LogLine(.header(header.namingModel))] + dropFirst()
  }
}

/// The options of `doodle lint`.
struct LintOptions: Hashable, Sendable {
  /// The logs, and the files for the fixed ones: empty names unless logs are fixed.
  var jobs: [Job]
  var fixes: Bool
  var printsJSON: Bool
  var disabled: Set<LintRule>
  var input: InputReading
  var replacesFiles: Bool

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    fixes = arguments[OptionTable.fix]
    printsJSON = arguments[OptionTable.json]
    disabled = []
    for rules in try arguments.all(OptionTable.disable) { disabled.formUnion(rules) }
    input = try InputReading(arguments)
    replacesFiles = !arguments[OptionTable.noClobber]
    guard fixes else {
      if let output = arguments.occurrence(of: OptionTable.output) {
        throw .usage(.without(output.spelling, "--fix"))
      }
      jobs = try arguments.inputs(in: surroundings).map { Job(input: $0, output: "") }
      return
    }
    jobs = try OutputPlan.jobs(arguments, in: surroundings, fileExtension: ConvertTarget.log.fileExtension)
    if printsJSON, let job = jobs.first(where: { $0.output == "-" }) {
      throw .usage(.exclusive("--json", "-o \(job.output)"))
    }
  }
}
