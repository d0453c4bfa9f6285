import DoodleKit

/// `doodle inspect`: prints what recordings contain.
enum InspectCommand {
  static let entry = Command(
    name: "inspect",
    summary: "summarize what recordings contain",
    description: """
      Prints a summary of each LOG, which is a recording or a saved drawing: its canvas, its events, its strokes and \
      their bounds, warnings, and how a file of another format was understood. A document has a summary for each page.
      """,
    operands: "LOG…",
    operandCompletion: .files(["jsonl", "json"]),
    options: [OptionTable.json.entry, OptionTable.centerline.entry, OptionTable.at.entry, OptionTable.failFast.entry]
      + InputReading.entries,
    examples: [
      Command.Example(line: "doodle inspect sketch.jsonl", effect: "Summarize a recording."),
      Command.Example(
        line: "doodle inspect --on-error skip --json *.jsonl", effect: "As JSON, without invalid lines."),
      Command.Example(
        line: "doodle inspect --centerline sketch.jsonl",
        effect: "Print the smoothed path of each stroke, with its radius."),
      Command.Example(
        line: "doodle inspect --at 120,80 sketch.jsonl", effect: "Print what is at a position, and which lines drew it."
      ),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    let options = try InspectOptions(arguments, in: console.surroundings)
    var batch = try Batch(arguments, "read", in: console)
    for path in options.inputs {
      try batch.run { () throws(CommandError) in .afterReading(try inspect(path, options, in: console)) }
    }
    return batch.finish()
  }

  private static func inspect(
    _ path: String, _ options: InspectOptions, in console: Console
  ) throws(CommandError) -> SessionSummary {
    var sessionOptions = options.input.sessionOptions
    sessionOptions.model.tolerance = 0.005
    var reporter = try SessionReporter(
      opening: path, sessionOptions, losses: options.input.losses, isPaged: true, in: console)
    let session = reporter.session
    var isPaged = options.input.pages != nil
    var hasMore: Bool
    repeat {
      var statistics = Statistics()
      var lines = ElementLines()
      while let step = try reporter.follow(session.step) {
        guard case .event(let event) = step else { continue }
        statistics.add(event)
        if options.position != nil { lines.add(event, line: session.lineNumber, session.drawing) }
      }
      try reporter.finish(session.finish)
      // Continuing with the next page empties the session's drawing.
      let inspection = Inspection(session, statistics: statistics)
      hasMore = try reporter.nextPage()
      if hasMore { isPaged = true }
      if let position = options.position {
        let hits = Hits(
          path: isPaged ? "\(path)#\(inspection.page)" : path, drawing: inspection.drawing, lines: lines,
          position: position)
        try console.print(options.report == .json ? "\(hits.json)\n" : hits.text)
        continue
      }
      switch options.report {
      case .text: try console.print(inspection.text(isPaged: isPaged))
      case .json: try console.print("\(inspection.json.onPage(isPaged ? inspection.page : nil))\n")
      case .centerline: try console.print(inspection.centerline(isPaged: isPaged))
      }
    } while hasMore
    return session.totals
  }
}

/// The options of `doodle inspect`.
struct InspectOptions: Hashable, Sendable {
  /// What is printed for a log.
  enum Report: Hashable, Sendable {
    case text
    /// One object per log.
    case json
    /// One object per stroke.
    case centerline
  }

  /// "-" is standard input.
  var inputs: [String]
  var report: Report
  /// The position, in points, at which elements are looked up.
  var position: Point?
  var input: InputReading

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    try arguments.exclude(OptionTable.json, OptionTable.centerline)
    report =
      arguments[OptionTable.centerline] ? .centerline : arguments[OptionTable.json] ? .json : .text
    position = try arguments[OptionTable.at]
    try arguments.exclude(OptionTable.at, OptionTable.centerline)
    input = try InputReading(arguments)
    inputs = try arguments.inputs(in: surroundings)
  }
}
