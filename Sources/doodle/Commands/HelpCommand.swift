/// `doodle help`: the helps, the man page and the completions.
enum HelpCommand {
  static let entry = Command(
    name: "help",
    summary: "show the help, the man page, completions or schemas",
    description: "Prints the help of COMMAND, or of doodle, to standard output.",
    operands: "[COMMAND]",
    operandCompletion: .commands,
    options: [OptionTable.man.entry, OptionTable.completions.entry, OptionTable.schema.entry],
    examples: [
      Command.Example(line: "doodle help render", effect: "All about one command."),
      Command.Example(line: "doodle help --man | man -l -", effect: "Read the man page."),
      Command.Example(line: "eval \"$(doodle help --completions bash)\"", effect: "Complete with Tab, in bash."),
      Command.Example(
        line: "doodle help --schema log > log.schema.json", effect: "What editors and validators know logs by."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    try console.print(HelpOptions(arguments).text)
    return .done
  }
}

extension OptionTable {
  static let man = Flag("man", in: .output, "print the man page, doodle(1)")

  static let completions = ValueOption<Shell>(
    "completions", .choice("SHELL"), in: .output, "print completions for a shell: bash, zsh or fish"
  )
}

extension OptionTable {
  static let schema = ValueOption<SchemaSubject>(
    "schema", .choice("WHAT"), in: .output,
    "print the JSON Schema of a log's lines, or of a saved drawing: log, drawing"
  )
}

/// What JSON Schemas are printed of.
enum SchemaSubject: String, CaseIterable, Sendable {
  /// A line of a touch log.
  case log
  /// A saved drawing.
  case drawing
}

/// The shells that completions are written for.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

/// What `doodle help` was asked for.
enum HelpOptions: Hashable, Sendable {
  case program
  case command(String)
  case man
  case completions(Shell)
  case schema(SchemaSubject)

  init(_ arguments: Arguments) throws(CommandError) {
    try arguments.exclude(OptionTable.man, OptionTable.completions)
    try arguments.exclude(OptionTable.man, OptionTable.schema)
    try arguments.exclude(OptionTable.completions, OptionTable.schema)
    let shell = try arguments[OptionTable.completions]
    let schema = try arguments[OptionTable.schema]
    if arguments.operands.count > 1 { throw .usage(.tooManyOperands(arguments.operands[1])) }
    let name = arguments.operands.first

    if let name {
      if schema != nil { throw .usage(.exclusive("--schema", name)) }
      if shell != nil { throw .usage(.exclusive("--completions", name)) }
      if arguments[OptionTable.man] { throw .usage(.exclusive("--man", name)) }
      guard CommandTable.command(named: name) != nil else {
        throw .usage(.unknownCommand(name, nearest: nearestName(to: name, in: CommandTable.commands.map(\.name))))
      }
    }
    self =
      if let shell { .completions(shell) } else if let schema { .schema(schema) } else if arguments[OptionTable.man] {
        .man
      } else {
        name.map(HelpOptions.command) ?? .program
      }
  }

  var text: String {
    switch self {
    case .program: HelpText.long()
    case .command(let name): CommandTable.command(named: name).map(HelpText.long(of:)) ?? ""
    case .man: ManPage.text
    case .completions(.bash): BashCompletion.script
    case .completions(.zsh): ZshCompletion.script
    case .completions(.fish): FishCompletion.script
    case .schema(.log): JSONSchema.log.indented
    case .schema(.drawing): JSONSchema.drawing.indented
    }
  }
}
