import Files

/// The help texts: a short one for `-h`, and a long one with examples for `--help`.
enum HelpText {
  /// The longest line, in columns.
  static let width = 80
  /// The column at which the explanation of a name begins.
  private static let column = 26

  static func text(of command: Command?, isShort: Bool) -> String {
    switch command {
    case let command?: isShort ? short(of: command) : long(of: command)
    case nil: isShort ? short() : long()
    }
  }

  /// The short help of the program.
  static func short() -> String {
    """
    \(title)

    Usage: \(usage)

    Commands:
    \(commandLines)
    Options:
    \(lines(of: OptionTable.global))
    'doodle COMMAND -h' lists a command's options, --help explains them.

    """
  }

  /// The long help of the program.
  static func long() -> String {
    """
    \(title)

    Examples:
    \(examples(CommandTable.commands.compactMap(\.examples.first)))
    Usage: \(usage)

    Commands:
    \(commandLines)
    Options:
    \(details(of: OptionTable.global))
    \(exitCodes)
    'doodle COMMAND --help' explains a command.

    """
  }

  static func short(of command: Command) -> String {
    """
    doodle \(command.name): \(command.summary)

    Usage: \(usage(of: command))

    \(sections(of: command, lines))
    'doodle \(command.name) --help' says more, with examples.

    """
  }

  static func long(of command: Command) -> String {
    """
    doodle \(command.name): \(command.summary)

    Examples:
    \(examples(command.examples))
    Usage: \(usage(of: command))

    \(wrapped(command.description + operandRule(of: command), width: width))

    \(sections(of: command, details))
    \(command.tables.map { "\($0.title):\n\($0.rows.map(line).joined())\n" }.joined())\(exitCodes)
    """
  }

  static let title = "doodle: draw recorded touches as pictures"
  static let usage = "doodle COMMAND [OPTIONS] [FILE…]"

  static func usage(of command: Command) -> String {
    var output = ""
    if let option = command.options.first(where: { $0.name == OptionTable.output.entry.name }) {
      // Commands with an output of another kind need none.
      let isNeeded = option.synopsis == OptionTable.output.entry.synopsis
      output = isNeeded ? " -o OUT" : " [-o \(option.placeholder ?? "OUT")]"
    }
    let operands = command.operands.isEmpty ? "" : " \(command.operands)"
    return "doodle \(command.name) [OPTIONS]\(operands)\(output)"
  }

  /// Explains the operand "-" of a command.
  static func operandRule(of command: Command) -> String {
    guard case .files = command.operandCompletion else { return "" }
    return switch command.standardInput {
    case .refused: ""
    case .named: " - is standard input."
    case .namedOrImplied: " - is standard input, which is also read if no file is named."
    }
  }

  private static var commandLines: String {
    CommandTable.commands.map { line($0.name, $0.summary) }.joined()
  }

  private static var exitCodes: String {
    "Exit codes:\n" + ExitCode.allCases.map { line(String($0.rawValue), $0.meaning) }.joined()
  }

  private static func examples(_ examples: [Command.Example]) -> String {
    examples.map { "  \($0.line.exchanging("\n", for: "\n  "))\n      \($0.effect)\n" }.joined()
  }

  private static func sections(of command: Command, _ text: ([OptionEntry]) -> String) -> String {
    OptionGroup.allCases.compactMap { group in
      let options = command.allOptions.filter { $0.group == group }
      return options.isEmpty ? nil : "\(group.rawValue):\n\(text(options))"
    }.joined(separator: "\n")
  }

  /// A line for each option.
  private static func lines(of options: [OptionEntry]) -> String {
    options.map { line(aligned($0), $0.explanation().summaryWithInitial) }.joined()
  }

  /// A paragraph for each option.
  private static func details(of options: [OptionEntry]) -> String {
    options.map { option in
      let explanation = option.explanation()
      let details = explanation.details.map { ". \($0)" } ?? ""
      return line(aligned(option), explanation.summaryWithInitial + details)
    }.joined()
  }

  /// The spellings, indented so that the long ones line up.
  private static func aligned(_ option: OptionEntry) -> String {
    option.letter == nil ? "    \(option.synopsis)" : option.synopsis
  }

  private static func line(_ name: String, _ text: String) -> String {
    let indent = String(repeating: " ", count: column)
    let body = wrapped(text, width: width - column).split(separator: "\n").joined(separator: "\n\(indent)")
    let head = "  \(name)"
    let gap =
      head.count < column - 1 ? String(repeating: " ", count: column - head.count) : "\n\(indent)"
    return head + gap + body + "\n"
  }
}

/// Breaks `text` at spaces into lines of at most `width` columns; a longer word gets a line of its own.
func wrapped(_ text: String, width: Int) -> String {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, line.count + 1 + word.count > width {
      lines.append(line)
      line = ""
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  return (lines + [line]).joined(separator: "\n")
}
