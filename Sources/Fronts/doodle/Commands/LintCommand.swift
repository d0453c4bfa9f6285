import Archive
import DoodleKit
import JSON
import Lint

/// `doodle lint`: warns of what goes wrong in real recordings, and fixes it.
enum LintCommand {
  static let entry = Command(
    name: "lint",
    summary: "check recordings for mistakes, and fix them",
    description: """
      Reads each LOG and warns of mistakes that occur in real recordings. Each warning ends with the name of its rule \
      in brackets. Invalid lines are reported as errors, and the lines after them are read. With --fix, writes the log \
      again and fixes the mistakes for which only one fix can be right; an app's own keys are kept. The exit code is 1 \
      if there were warnings, and 3 if there were invalid lines.
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
    // A lint rule reports these mistakes.
    sessionOptions.warnsOfMistakes = false
    sessionOptions.filesRead = console.filesRead
    console.filesRead.note(path: job.input)
    // Fixing needs the text. A pipe can be read only once.
    let limit = options.input.memoryLimit
    let text =
      options.fixes
      ? try text(of: try withFiles { () throws(FileError) in try InputFile(path: job.input) }, of: job, limit: limit)
      : nil
    var reporter = try SessionReporter(
      of: job.input, losses: options.input.losses, in: console
    ) { () throws(SessionError) in
      guard let text else { return try DrawingSession(path: job.input, options: sessionOptions) }
      return try DrawingSession(MemorySource(text), size: text.count, path: job.input, options: sessionOptions)
    }
    let session = reporter.session
    try session.requireRecording(job.input)
    let isTouchLog = session.report.format.isEmpty
    var linter = Linter(disabled: options.disabled, isTouchLog: isTouchLog)
    var events: [LogEvent] = []
    var (count, eventCount, isFixable) = (0, 0, false)
    func report() throws(CommandError) {
      let findings = linter.takeFindings()
      if findings.isEmpty { return }
      count += findings.count
      isFixable = isFixable || findings.contains { $0.isFixable }
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
      linter.add(event, keys: session.mayHaveOwnKeys ? session.keys : nil) { session.location }
      if let text {
        eventCount += 1
        try ask(LogCleaner.memory(bytes: text.count, lines: 0, events: eventCount), of: job, limit: limit)
      }
      if options.fixes, !isTouchLog { events.append(event) }
      try report()
    }
    linter.finish()
    try report()
    try reporter.finish {}
    let isValid = session.totals.skipped == 0
    if let text, isValid || options.input.onError == .skip {
      let cleaner = LogCleaner(disabled: options.disabled)
      var log = text
      if isTouchLog, GunzipSource.recognizes(text) {
        log = try Self.text(of: GunzipSource(MemorySource(text)), of: job, events: eventCount, limit: limit)
      }
      // A log without invalid lines, and without findings that can be fixed, stays as it is.
      if isTouchLog, isFixable || !isValid { log = cleaner.clean(log) }
      try write(isTouchLog ? log : cleaner.log(events), to: job, options, in: console)
    }
    return isValid ? (count == 0 ? .done : .different) : .badInput
  }

  /// Reads a log to its end.
  /// - Parameter events: The number of its events, as far as it is known.
  /// - Throws: `CommandError.limit` if fixing the log takes more than `limit` bytes.
  private static func text(
    of source: some ByteSource, of job: Job, events: Int = 0, limit: Int
  ) throws(CommandError) -> [UInt8] {
    var source = source
    var text: [UInt8] = []
    var lines = 0
    while true {
      let got = try withFiles { () throws(FileError) in try source.read(into: &text, atMost: 1 << 16) }
      guard got > 0 else { return text }
      let bytes = text.span
      var offset = bytes.count - got
      while true {
        offset = bytes.offset(of: ASCII.newline, in: offset..<bytes.count) + 1
        if offset > bytes.count { break }
        lines += 1
      }
      try ask(LogCleaner.memory(bytes: text.count, lines: lines, events: events), of: job, limit: limit)
    }
  }

  private static func ask(_ bytes: Int, of job: Job, limit: Int) throws(CommandError) {
    guard bytes > limit else { return }
    throw .limit(
      path: job.input,
      message:
        "fixing the log takes more than the memory limit of \(counted(limit, "byte")); "
        + "fix it in parts, or raise --memory-limit")
  }

  private static func write(
    _ log: [UInt8], to job: Job, _ options: LintOptions, in console: Console
  ) throws(CommandError) {
    try withFiles { () throws(FileError) in
      let file = try console.create(job, replaces: options.replacesFiles)
      try file.write(log.span)
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

extension LogCleaner {
  /// The fixed log of a recording of another format, with a header that names the model.
  fileprivate func log(_ events: [LogEvent]) -> [UInt8] {
    var log = clean(events.map { LogLine($0) }).map(\.event)
    var header = LogHeader()
    if case .header(let first)? = log.first {
      header = first
      log.removeFirst()
    }
    return ([.header(header.namingModel)] + log).reduce(into: []) { LogWriter.append($1, to: &$0) }
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
    // A fixed log keeps all of its touches.
    try arguments.exclude(OptionTable.pointer, OptionTable.fix)
    guard fixes else {
      if let output = arguments.occurrence(of: OptionTable.output) {
        throw .usage(.without(output.spelling, "--fix"))
      }
      jobs = try arguments.inputs(in: surroundings).map { Job(input: $0, output: "") }
      return
    }
    jobs = try OutputPlan.jobs(arguments, in: surroundings, fileExtension: ConvertTarget.log.fileExtension)
    if jobs.contains(where: { $0.pageTemplate != nil }) {
      throw .usage(.exclusive("{page}", "--fix, which keeps all pages in one log"))
    }
    if printsJSON, let job = jobs.first(where: { $0.output == "-" }) {
      throw .usage(.exclusive("--json", "-o \(job.output)"))
    }
  }
}
