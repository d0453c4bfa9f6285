import DoodleKit

/// `doodle convert`: foreign recordings to touch logs.
enum ConvertCommand {
  static let entry = Command(
    name: "convert",
    summary: "write recordings of other formats as touch logs",
    description: "Reads each RECORDING and writes what it holds as a touch log: JSON lines, one event a line.",
    operands: "RECORDING…",
    operandCompletion: .files([]),
    options: [OptionTable.output, OptionTable.noClobber] + OptionTable.reading,
    examples: [
      Command.Example(
        line: "doodle convert --from uitouch pencil.json -o pencil.jsonl", effect: "A recording of UITouch events."),
      Command.Example(
        line: "doodle convert --from uitouch a.json -o - | doodle render -o a.png",
        effect: "Converted and drawn at once."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in session: Session) throws(CommandError) -> ExitCode {
    _ = try ConvertOptions(arguments, in: session.surroundings)
    throw .unavailable(command: entry.name)
  }
}

/// What `doodle convert` was asked to do.
struct ConvertOptions: Hashable, Sendable {
  /// The extension of touch logs.
  static let fileExtension = "jsonl"

  var jobs: [Job]
  var from: RecordingFormat
  var onError: ErrorAction
  var replacesFiles: Bool

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    from = try arguments[OptionTable.from] ?? .doodle
    onError = try arguments[OptionTable.onError] ?? .stop
    replacesFiles = !arguments[OptionTable.noClobber]
    let output = try arguments[OptionTable.output]

    let inputs = try arguments.inputs(in: surroundings)
    guard let output else {
      throw .usage(
        .missingOutput(example: OutputPlan.example(for: inputs, fileExtension: ConvertOptions.fileExtension)))
    }
    jobs = try OutputPlan.jobs(
      inputs, to: output, fileExtension: ConvertOptions.fileExtension, isDirectory: surroundings.isDirectory)
    for job in jobs where job.output != "-" {
      let found = OutputPlan.fileExtension(of: job.output)
      if found != ConvertOptions.fileExtension {
        throw .usage(
          .unknownExtension(
            output: job.output, found: found, known: [ConvertOptions.fileExtension], canForce: false))
      }
    }
  }
}
