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
  let standardInput: StandardInput
  private let makeOptions: @Sendable () -> [OptionEntry]
  private let makeExamples: @Sendable () -> [Example]
  let run: @Sendable (Arguments, Console) throws(CommandError) -> ExitCode

  /// A command line that works, and what it does.
  struct Example: Sendable {
    let line: String
    let effect: String
  }

  /// Whether standard input may stand for an operand that is a file.
  enum StandardInput: Sendable {
    case refused
    /// As "-".
    case named
    /// As "-", and where there are no operands.
    case namedOrImplied
  }

  /// - Parameters:
  ///   - options: Made when they are asked for, as the examples are: a run needs those of its own command alone.
  init(
    name: String, summary: String, description: String, operands: String, operandCompletion: Completion,
    standardInput: StandardInput = .namedOrImplied,
    options: @autoclosure @escaping @Sendable () -> [OptionEntry],
    examples: @autoclosure @escaping @Sendable () -> [Example],
    run: @escaping @Sendable (Arguments, Console) throws(CommandError) -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    self.description = description
    self.operands = operands
    self.operandCompletion = operandCompletion
    self.standardInput = standardInput
    makeOptions = options
    makeExamples = examples
    self.run = run
  }

  /// Beside the global ones.
  var options: [OptionEntry] { makeOptions() }

  var examples: [Example] { makeExamples() }

  /// The options of its own and the global ones.
  var allOptions: [OptionEntry] { options + OptionTable.global }

  func takes(_ option: OptionEntry) -> Bool {
    options.contains { $0.name == option.name } || OptionTable.global.contains { $0.name == option.name }
  }
}
