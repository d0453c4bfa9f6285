/// Completions for bash.
enum BashCompletion {
  static var script: String {
    """
    # bash completions for doodle \(Version.number)
    _doodle() {
      local word=$2 previous=$3 command='' options='' operands='' i
      # Readline makes words of their own of --option, = and the value.
      if [[ $word == '=' ]]; then
        word=''
      elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
          \(CommandTable.commands.map(\.name).joined(separator: " | ")))
            command=${COMP_WORDS[i]}
            break
            ;;
        esac
      done
      COMPREPLY=()
      case $command:$previous in
    \(CommandTable.options.filter { $0.placeholder != nil }.map(valueCases).joined())\
      esac
      case $command in
        '')
          options='\(spellings(OptionTable.global))'
          operands='\(compgen(.commands))'
          ;;
    \(CommandTable.commands.map(commandCase).joined())\
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
      elif [[ $operands == files ]]; then
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
      else
        COMPREPLY=($(compgen -W "$operands" -- "$word"))
      fi
    }
    complete -F _doodle doodle

    """
  }

  /// Of all commands at once, unless the values of some are others.
  private static func valueCases(_ option: OptionEntry) -> String {
    let entries = CommandTable.commands.compactMap { command in
      command.allOptions.first { $0.name == option.name }.map { (command: command.name, reply: reply($0)) }
    }
    guard entries.contains(where: { $0.reply != entries[0].reply }) else {
      return valueCase(option, of: "*", entries[0].reply)
    }
    return entries.map { valueCase(option, of: $0.command, $0.reply) }.joined()
  }

  private static func valueCase(_ option: OptionEntry, of command: String, _ reply: String) -> String {
    let letter = option.letter.map { "\(command):-\($0) | " } ?? ""
    return "    \(letter)\(command):--\(option.name))\(reply)\n      return\n      ;;\n"
  }

  private static func reply(_ option: OptionEntry) -> String {
    let completion = option.explanation().completion
    switch completion {
    case .nothing: return ""
    case .words, .commands: return "\n      COMPREPLY=($(compgen -W '\(compgen(completion))' -- \"$word\"))"
    case .files: return "\n      compopt -o filenames\n      mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"
    }
  }

  private static func commandCase(_ command: Command) -> String {
    """
        \(command.name))
          options='\(spellings(command.allOptions))'
          operands='\(compgen(command.operandCompletion))'
          ;;

    """
  }

  private static func compgen(_ completion: Completion) -> String {
    switch completion {
    case .nothing: ""
    case .words(let words): words.joined(separator: " ")
    case .commands: CommandTable.commands.map(\.name).joined(separator: " ")
    case .files: "files"
    }
  }

  private static func spellings(_ options: [OptionEntry]) -> String {
    options.map { option in (option.letter.map { "-\($0) " } ?? "") + "--\(option.name)" }.joined(separator: " ")
  }
}
