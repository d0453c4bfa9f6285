/// The man page, doodle(1), in roff with the man macros.
enum ManPage {
  static var text: String {
    """
    .TH DOODLE 1 \(Version.date) "doodle \(Version.number)" "User Commands"
    .SH NAME
    doodle \\- draw recorded touches as pictures
    .SH SYNOPSIS
    .B doodle
    .I COMMAND
    [\\fIOPTIONS\\fR] [\\fIFILE\\fR\\&...]
    .SH DESCRIPTION
    Operands are inputs, and output goes only where
    .B \\-o
    says.
    .B \\-
    is standard input or output.
    Options stand anywhere,
    .B \\-\\-
    ends them, and where one is given twice, the last counts.
    .SH COMMANDS
    \(CommandTable.commands.map(section).joined())\
    .SH GLOBAL OPTIONS
    \(OptionTable.global.map(paragraph).joined())\
    .SH EXIT STATUS
    \(ExitCode.allCases.map { ".TP\n.B \($0.rawValue)\n\(sentence($0.meaning))\n" }.joined())\
    .SH ENVIRONMENT
    .TP
    .B NO_COLOR
    Where it is set and not empty, messages are not coloured.
    .TP
    .B CLICOLOR_FORCE
    Where it is set and not 0, messages are coloured, also those that do not go to a terminal.
    .TP
    .B TERM
    Where it is \\(dqdumb\\(dq, messages are not coloured and there is no progress bar.
    .TP
    .BR TERM ", " TERM_PROGRAM ", " LC_TERMINAL ", " KITTY_WINDOW_ID ", " TMUX
    Tell
    .B doodle show
    which protocol for pictures the terminal knows.

    """
  }

  private static func section(of command: Command) -> String {
    """
    .SS \(escaped(HelpText.usage(of: command)))
    \(escaped(command.description + HelpText.operandRule(of: command)))
    \(command.options.map(paragraph).joined())\
    .P
    Examples:
    \(command.examples.map { ".P\n.B \(escaped($0.line))\n.br\n\(escaped($0.effect))\n" }.joined())
    """
  }

  private static func paragraph(_ option: OptionEntry) -> String {
    let explanation = option.explanation()
    let details = explanation.details.map { "\n\(escaped($0))" } ?? ""
    return ".TP\n.B \(escaped(option.synopsis))\n\(sentence(explanation.summaryWithInitial))\(details)\n"
  }

  private static func sentence(_ text: String) -> String {
    escaped(text.prefix(1).uppercased() + text.dropFirst()) + "."
  }

  /// `text` as roff prints it unchanged, in one line of source.
  private static func escaped(_ text: String) -> String {
    var result = text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return result
  }
}
