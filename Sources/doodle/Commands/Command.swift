/// A command as the parser runs it and the helps show it.
struct Command: Sendable {
  let name: String
  /// One line, without a full stop.
  let summary: String
  /// Whole sentences.
  let description: String
  /// What stands for the operands in the helps, "LOG…" say.
  let operands: String
  let operandCompletion: Completion
  /// Beside the global ones.
  let options: [any Option]
  let examples: [Example]
  let run: @Sendable (Arguments, Session) throws(CommandError) -> ExitCode

  /// A command line that works, and what it does.
  struct Example: Sendable {
    let line: String
    let effect: String
  }

  /// The options of its own and the global ones.
  var allOptions: [OptionEntry] {
    (options + OptionTable.global).map(\.entry)
  }

  func takes(_ option: OptionEntry) -> Bool {
    allOptions.contains { $0.name == option.name }
  }
}
