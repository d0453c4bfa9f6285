import DoodleKit

/// `doodle hash`: one line for the pixels of each picture.
enum HashCommand {
  static let entry = Command(
    name: "hash",
    summary: "print the SHA-256 of pixels",
    description: """
      Prints, for each FILE, a log or a PNG, the SHA-256 of its size and its pixels, two spaces and its name. The hash \
      says nothing of how a file was compressed: two files with one hash show the same.
      """,
    operands: "FILE…",
    operandCompletion: .files(["jsonl", "png"]),
    options: OptionTable.picture + [OptionTable.from, OptionTable.json],
    examples: [
      Command.Example(line: "doodle hash sketch.jsonl sketch.png", effect: "Is the picture up to date?"),
      Command.Example(line: "doodle hash *.jsonl > goldens.txt", effect: "Note what all recordings look like."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in session: Session) throws(CommandError) -> ExitCode {
    _ = try HashOptions(arguments, in: session.surroundings)
    throw .unavailable(command: entry.name)
  }
}

/// What `doodle hash` was asked to do.
struct HashOptions: Hashable, Sendable {
  /// Logs or PNGs, told apart by their first bytes; "-" is standard input.
  var inputs: [String]
  /// How logs are drawn.
  var options: PictureOptions
  var from: LogFormat?
  var printsJSON: Bool

  init(_ arguments: Arguments, in surroundings: Surroundings) throws(CommandError) {
    options = try PictureOptions(arguments)
    from = try arguments[OptionTable.from]
    printsJSON = arguments[OptionTable.json]
    inputs = try arguments.inputs(in: surroundings)
  }
}
