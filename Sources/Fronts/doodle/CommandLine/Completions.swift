import Files

extension Shell {
  /// The script that completes doodle's command lines in this shell.
  var completions: String {
    switch self {
    case .bash: BashCompletion.script
    case .zsh: ZshCompletion.script
    case .fish: FishCompletion.script
    }
  }
}

/// Fills in the `@NAME@` markers of an embedded script. Text for a marker on a line of its own ends without a newline.
private func filled(_ template: [UInt8], _ parts: KeyValuePairs<String, String>) -> String {
  let template = String(decoding: template, as: UTF8.self)
  return parts.reduce(template.exchanging("@VERSION@", for: Version.number)) { text, part in
    text.exchanging("@\(part.key)@", for: part.value)
  }
}

private func lines(_ parts: [String]) -> String { parts.joined(separator: "\n") }

private var commandNames: String { CommandTable.commands.map(\.name).joined(separator: " ") }

// MARK: bash

private enum BashCompletion {
  static var script: String {
    filled(
      PackageResources.completion_bash,
      [
        "COMMAND_NAMES": CommandTable.commands.map(\.name).joined(separator: " | "),
        "VALUES": lines(CommandTable.options.filter { $0.placeholder != nil }.flatMap(valueCases)),
        "GLOBAL_OPTIONS": spellings(OptionTable.global),
        "COMMANDS": words(.commands),
        "OPTIONS": lines(CommandTable.commands.map(commandCase)),
      ])
  }

  /// The cases of an option's values: one for all commands, or one per command if the values differ.
  private static func valueCases(_ option: OptionEntry) -> [String] {
    let entries = CommandTable.commands.compactMap { command in
      command.allOptions.first { $0.name == option.name }.map { (command: command.name, reply: reply($0)) }
    }
    guard entries.contains(where: { $0.reply != entries[0].reply }) else {
      return [valueCase(option, of: "*", entries[0].reply)]
    }
    return entries.map { valueCase(option, of: $0.command, $0.reply) }
  }

  private static func valueCase(_ option: OptionEntry, of command: String, _ reply: String) -> String {
    let letter = option.letter.map { "\(command):-\($0) | " } ?? ""
    return "    \(letter)\(command):--\(option.name))\(reply)\n      return\n      ;;"
  }

  private static func reply(_ option: OptionEntry) -> String {
    let completion = option.explanation().completion
    switch completion {
    case .nothing: return ""
    case .words, .commands: return "\n      COMPREPLY=($(compgen -W '\(words(completion))' -- \"$word\"))"
    case .files: return "\n      compopt -o filenames\n      mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"
    }
  }

  private static func commandCase(_ command: Command) -> String {
    """
        \(command.name))
          options='\(spellings(command.allOptions))'
          operands='\(words(command.operandCompletion))'
          ;;
    """
  }

  /// The words of a completion; "files" for files.
  private static func words(_ completion: Completion) -> String {
    switch completion {
    case .nothing: ""
    case .words(let words): words.joined(separator: " ")
    case .commands: commandNames
    case .files: "files"
    }
  }

  private static func spellings(_ options: [OptionEntry]) -> String {
    options.map { option in (option.letter.map { "-\($0) " } ?? "") + "--\(option.name)" }.joined(separator: " ")
  }
}

// MARK: zsh

private enum ZshCompletion {
  static var script: String {
    filled(
      PackageResources.completion_zsh,
      [
        "COMMANDS": lines(CommandTable.commands.map { "    '\(escaped($0.name)):\(escaped($0.summary))'" }),
        "GLOBAL_OPTIONS": specifications(OptionTable.global, indent: 4),
        "OPTIONS": lines(CommandTable.commands.map(commandCase)),
      ])
  }

  private static func commandCase(_ command: Command) -> String {
    """
        \(command.name))
          _arguments -s -S \\
    \(specifications(command.allOptions, indent: 8))
            '*:operand:\(action(command.operandCompletion))'
          ;;
    """
  }

  private static func specifications(_ options: [OptionEntry], indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    return lines(
      options.map { option in
        let explanation = option.explanation()
        let explained = "[\(escaped(explanation.summary))]"
        let value = option.placeholder.map { ":\($0):\(action(explanation.completion))" } ?? ""
        let long = "--\(option.name)\(option.placeholder == nil ? "" : "=")"
        guard let letter = option.letter else { return "\(margin)'\(long)\(explained)\(value)' \\" }
        let short = "-\(letter)\(option.placeholder == nil ? "" : "+")"
        return "\(margin){'(--\(option.name))\(short)','(-\(letter))\(long)'}'\(explained)\(value)' \\"
      })
  }

  private static func action(_ completion: Completion) -> String {
    switch completion {
    case .nothing: " "
    // A colon would end the list.
    case .words(let words): "(\(words.joined(separator: " ").exchanging(":", for: "\\:")))"
    case .commands: "_doodle_commands"
    case .files(let extensions) where extensions.isEmpty: "_files"
    case .files(let extensions): "_files -g \"*.(\(extensions.joined(separator: "|")))(-.)\""
    }
  }

  /// Escapes `text` for a specification within single quotes.
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

// MARK: fish

private enum FishCompletion {
  static var script: String {
    lines(
      ["# fish completions for doodle \(Version.number)", "complete -c doodle -f"]
        + CommandTable.commands.map { command in
          line(
            when: "not __fish_seen_subcommand_from \(commandNames)", "-a \(command.name)", saying: command.summary)
        }
        + OptionTable.global.map { line(of: $0, when: nil) } + CommandTable.commands.flatMap(commandLines)) + "\n"
  }

  private static func commandLines(of command: Command) -> [String] {
    let condition = "__fish_seen_subcommand_from \(command.name)"
    let operands: [String] =
      switch command.operandCompletion {
      case .files: [line(when: condition, "-F")]
      case .commands: [line(when: condition, "-a '\(commandNames)'")]
      case .words(let words): [line(when: condition, "-a '\(words.joined(separator: " "))'")]
      case .nothing: []
      }
    return operands + command.options.map { line(of: $0, when: condition) }
  }

  private static func line(of option: OptionEntry, when condition: String?) -> String {
    let explanation = option.explanation()
    var spelling = (option.letter.map { "-s \($0) " } ?? "") + "-l \(option.name)"
    if option.placeholder != nil {
      switch explanation.completion {
      case .nothing, .commands: spelling += " -x"
      case .words(let words): spelling += " -x -a '\(words.joined(separator: " "))'"
      case .files: spelling += " -r -F"
      }
    }
    return line(when: condition, spelling, saying: explanation.summary)
  }

  private static func line(when condition: String?, _ what: String, saying summary: String? = nil) -> String {
    let guardText = condition.map { " -n '\($0)'" } ?? ""
    return "complete -c doodle\(guardText) \(what)\(summary.map { " -d '\(escaped($0))'" } ?? "")"
  }

  /// Escapes `text` within single quotes.
  private static func escaped(_ text: String) -> String {
    text.exchanging("\\", for: "\\\\").exchanging("'", for: "\\'")
  }
}
