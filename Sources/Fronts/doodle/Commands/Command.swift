/// A command. The parser, the help texts and the man pages all read this description.
struct Command: Sendable {
  let name: String
  /// One line, without a period at the end.
  let summary: String
  /// Whole sentences.
  let description: String
  /// The placeholder of the operands in help texts, such as "LOG…".
  let operands: String
  let operandCompletion: Completion
  let standardInput: StandardInput
  private let makeOptions: @Sendable () -> [OptionEntry]
  private let makeExamples: @Sendable () -> [Example]
  private let makeTables: @Sendable () -> [Table]
  let run: @Sendable (Arguments, Console) throws(CommandError) -> ExitCode

  /// A command line and what it does.
  struct Example: Sendable {
    let line: String
    let effect: String
  }

  /// Names for values of the command's options, and their meanings.
  struct Table: Sendable {
    /// The heading.
    let title: String
    /// Each meaning is one line, without a period at the end.
    let rows: [(name: String, meaning: String)]
  }

  /// How a command can read standard input.
  enum StandardInput: Sendable {
    case refused
    /// If an operand is "-".
    case named
    /// If an operand is "-", or if there are no operands.
    case namedOrImplied
  }

  /// - Parameters:
  ///   - options: Evaluated on demand, like the examples, because a run needs those of its own command only.
  ///   - tables: Tables for the long help and the man page. Evaluated on demand, too.
  init(
    name: String, summary: String, description: String, operands: String, operandCompletion: Completion,
    standardInput: StandardInput = .namedOrImplied,
    tables: @autoclosure @escaping @Sendable () -> [Table] = [],
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
    makeTables = tables
    self.run = run
  }

  /// The options, without the global ones.
  var options: [OptionEntry] { makeOptions() }

  var examples: [Example] { makeExamples() }

  var tables: [Table] { makeTables() }

  /// The options, including the global ones.
  var allOptions: [OptionEntry] { options + OptionTable.global }

  func takes(_ option: OptionEntry) -> Bool {
    options.contains { $0.name == option.name } || OptionTable.global.contains { $0.name == option.name }
  }
}

/// All commands, in the order of the help texts.
enum CommandTable {
  static let commands: [Command] = [
    RenderCommand.entry, ReplayCommand.entry, ShowCommand.entry, BatchCommand.entry, ConvertCommand.entry,
    SaveCommand.entry, HashCommand.entry, DiffCommand.entry, CheckCommand.entry, AcceptCommand.entry,
    InspectCommand.entry,
    LintCommand.entry, RecorderCommand.entry, HelpCommand.entry,
  ]

  /// Every option of every command, once.
  static let options: [OptionEntry] = {
    var entries: [OptionEntry] = []
    for entry in commands.flatMap(\.options) + OptionTable.global
    where !entries.contains(where: { $0.name == entry.name }) {
      entries.append(entry)
    }
    return entries
  }()

  static func command(named name: String) -> Command? {
    commands.first { $0.name == name }
  }
}
