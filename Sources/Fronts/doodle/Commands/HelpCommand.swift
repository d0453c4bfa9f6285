import TouchLog

/// `doodle help`: help texts, man pages, completions and schemas.
enum HelpCommand {
  static let entry = Command(
    name: "help",
    summary: "show help, man pages, completions or schemas",
    description: "Prints the help of COMMAND, or of doodle, to standard output.",
    operands: "[COMMAND]",
    operandCompletion: .commands,
    options: [OptionTable.man.entry, OptionTable.completions.entry, OptionTable.schema.entry],
    examples: [
      Command.Example(line: "doodle help render", effect: "Explain one command."),
      Command.Example(line: "doodle help --man render | man -l -", effect: "Read the man page of a command."),
      Command.Example(line: "eval \"$(doodle help --completions bash)\"", effect: "Complete with Tab in bash."),
      Command.Example(
        line: "doodle help --schema log > log.schema.json", effect: "Write a schema for editors and validators."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, in console: Console) throws(CommandError) -> ExitCode {
    try console.print(HelpOptions(arguments).text)
    return .done
  }
}

/// The kinds of output of `doodle help`.
enum HelpOptions: Hashable, Sendable {
  case program
  case command(String)
  case man(ManPage)
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
    }
    if let shell {
      self = .completions(shell)
    } else if let schema {
      self = .schema(schema)
    } else if arguments[OptionTable.man] {
      self = .man(try Self.find(name, ManPage.init(named:)) ?? .program)
    } else {
      self = try Self.find(name, CommandTable.command(named:)).map { .command($0.name) } ?? .program
    }
  }

  /// Looks up a name; nil if no name was given.
  private static func find<Found>(_ name: String?, _ find: (String) -> Found?) throws(CommandError) -> Found? {
    guard let name else { return nil }
    if let found = find(name) { return found }
    throw .usage(
      .unknownCommand(name, nearest: nearestName(to: name, among: CommandTable.commands.map(\.name), completes: true)))
  }

  var text: String {
    switch self {
    case .program: HelpText.long()
    case .command(let name): CommandTable.command(named: name).map(HelpText.long(of:)) ?? ""
    case .man(let page): page.text
    case .completions(let shell): shell.completions
    case .schema(.log): JSONSchema.log.indented
    case .schema(.drawing): JSONSchema.drawing.indented
    }
  }
}
