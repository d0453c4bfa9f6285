import DoodleKit

/// `doodle inspect`: what is in a recording.
enum InspectCommand {
  static let entry = Command(
    name: "inspect",
    summary: "summarize what recordings contain",
    description: """
      Prints a summary of each LOG, which is a recording or a saved drawing: its canvas, its events, its strokes and \
      their bounds, and warnings.
      """,
    operands: "LOG…",
    operandCompletion: .files(["jsonl", "json"]),
    options: [OptionTable.json.entry, OptionTable.centerline.entry, OptionTable.at.entry] + OptionTable.reading,
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
    var isComplete = true
    for path in options.inputs {
      var recording = try Recording(path, from: options.from, onError: options.onError, in: console)
      var drawing = Drawing(options: ModelOptions(tolerance: 0.005))
      var statistics = Statistics()
      var lines = ElementLines()
      while let event = try recording.next() {
        statistics.add(event)
        try recording.apply(event, to: &drawing)
        if options.place != nil { lines.add(recording.place.line, drawing) }
      }
      recording.finish(&drawing)
      if recording.skippedCount > 0 { isComplete = false }
      if let place = options.place {
        let hits = Hits(recording: recording, drawing: drawing, lines: lines, place: place)
        try console.print(options.report == .json ? "\(hits.json)\n" : hits.text)
        continue
      }
      let inspection = Inspection(recording: recording, drawing: drawing, statistics: statistics)
      switch options.report {
      case .text: try console.print(inspection.text)
      case .json: try console.print("\(inspection.json)\n")
      case .centerline: try console.print(inspection.centerline)
      }
    }
    return isComplete ? .done : .badInput
  }
}

/// What `doodle inspect` was asked to do.
struct InspectOptions: Hashable, Sendable {
  /// What is printed of a log.
  enum Report: Hashable, Sendable {
    case text
    /// One object a log.
    case json
    /// One object a stroke.
    case centerline
  }

  /// "-" is standard input.
  var inputs: [String]
  var report: Report
  /// In points: what is there is asked for.
  var place: Point?
  var from: InputFormat?
  var onError: ErrorAction

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    try arguments.exclude(OptionTable.json, OptionTable.centerline)
    report =
      arguments[OptionTable.centerline] ? .centerline : arguments[OptionTable.json] ? .json : .text
    place = try arguments[OptionTable.at]
    try arguments.exclude(OptionTable.at, OptionTable.centerline)
    from = try arguments[OptionTable.from]
    onError = try arguments[OptionTable.onError] ?? .stop
    inputs = try arguments.inputs(in: surroundings)
  }
}
