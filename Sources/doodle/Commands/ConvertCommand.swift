import DoodleKit

/// `doodle convert`: converts recordings of other formats to touch logs.
enum ConvertCommand {
  static let entry = Command(
    name: "convert",
    summary: "convert recordings of other formats to touch logs",
    description: "Reads each RECORDING and writes its events as a touch log: JSON Lines, one event per line.",
    operands: "RECORDING…",
    operandCompletion: .files([]),
    options: OptionTable.files + InputReading.entries,
    examples: [
      Command.Example(
        line: "doodle convert --from uitouch pencil.json -o pencil.jsonl",
        effect: "Convert a recording of UITouch events."),
      Command.Example(
        line: "doodle convert --from uitouch a.json -o - | doodle render -o a.png",
        effect: "Convert and draw in one step."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    let options = try ConvertOptions(arguments, in: console.surroundings)
    try OutputPlan.makeFolder(arguments)
    var isComplete = true
    for job in options.jobs where try convert(job, options, in: console) > 0 { isComplete = false }
    return isComplete ? .done : .badInput
  }

  /// - Returns: The number of skipped events.
  private static func convert(
    _ job: Job, _ options: ConvertOptions, in console: Console
  ) throws(CommandError) -> Int {
    var reporter = try SessionReporter(opening: job.input, options.input.sessionOptions, in: console)
    let session = reporter.session
    let file = try withFiles { () throws(FileError) in
      try OutputFile(path: job.output, noClobber: !options.replacesFiles)
    }
    var lines: [UInt8] = []
    if session.isSavedDrawing {
      throw .input(path: job.input, message: "a drawing has no touches; expected a recording")
    }
    // The header names the model, so that a later default does not change the picture.
    if try !reporter.follow(session.beginsWithHeader) {
      LogWriter.append(.header(LogHeader(model: StrokeModel.newest.rawValue)), to: &lines)
    }
    while let step = try reporter.follow(session.nextStep) {
      guard case .event(var event) = step else { continue }
      if case .header(var header) = event, header.model == nil {
        header.model = StrokeModel.newest.rawValue
        event = .header(header)
      }
      LogWriter.append(event, to: &lines)
      guard lines.count > 1 << 16 else { continue }
      try withFiles { () throws(FileError) in try file.write(lines.span) }
      lines.removeAll(keepingCapacity: true)
    }
    try withFiles { () throws(FileError) in
      try file.write(lines.span)
      try file.commit()
    }
    try reporter.finish {}
    return session.summary.skipped
  }
}

/// The options of `doodle convert`.
struct ConvertOptions: Hashable, Sendable {
  /// The extension of touch logs.
  static let fileExtension = "jsonl"

  var jobs: [Job]
  var input: InputReading
  var replacesFiles: Bool

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    input = try InputReading(arguments)
    replacesFiles = !arguments[OptionTable.noClobber]
    jobs = try OutputPlan.jobs(arguments, in: surroundings, fileExtension: ConvertOptions.fileExtension)
  }
}
