/// Completions for zsh.
enum ZshCompletion {
  static var script: String {
    """
    #compdef doodle
    # zsh completions for doodle \(Version.number)
    _doodle_commands() {
      local -a commands=(
    \(CommandTable.commands.map { "    '\(escaped($0.name)):\(escaped($0.summary))'\n" }.joined())\
      )
      _describe command commands
    }
    _doodle() {
      local context state line
      local -A opt_args
      _arguments -C -s -S \\
    \(specifications(OptionTable.global, indent: 4))\
        '1:command:_doodle_commands' \\
        '*::operand:->operands'
      [[ $state == operands ]] || return
      case $line[1] in
    \(CommandTable.commands.map(commandCase).joined())\
      esac
    }
    if [[ $funcstack[1] == _doodle ]]; then
      _doodle "$@"
    else
      compdef _doodle doodle
    fi

    """
  }

  private static func commandCase(_ command: Command) -> String {
    """
        \(command.name))
          _arguments -s -S \\
    \(specifications(command.allOptions, indent: 8))\
            '*:operand:\(action(command.operandCompletion))'
          ;;

    """
  }

  private static func specifications(_ options: [OptionEntry], indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    return options.map { option in
      let explanation = option.explanation()
      let explained = "[\(escaped(explanation.summary))]"
      let value = option.placeholder.map { ":\($0):\(action(explanation.completion))" } ?? ""
      let long = "--\(option.name)\(option.placeholder == nil ? "" : "=")"
      guard let letter = option.letter else { return "\(margin)'\(long)\(explained)\(value)' \\\n" }
      let short = "-\(letter)\(option.placeholder == nil ? "" : "+")"
      return "\(margin){'(--\(option.name))\(short)','(-\(letter))\(long)'}'\(explained)\(value)' \\\n"
    }.joined()
  }

  private static func action(_ completion: Completion) -> String {
    switch completion {
    case .nothing: " "
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .commands: "_doodle_commands"
    case .files(let extensions) where extensions.isEmpty: "_files"
    case .files(let extensions): "_files -g \"*.(\(extensions.joined(separator: "|")))(-.)\""
    }
  }

  /// `text` within single quotes, and within the brackets and colons of a specification.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "'": result += "'\\''"
      case "[", "]", ":", "\\": result += "\\\(character)"
      default: result.append(character)
      }
    }
  }
}
