/// Completions for fish.
enum FishCompletion {
  static var script: String {
    let names = CommandTable.commands.map(\.name).joined(separator: " ")
    return """
      # fish completions for doodle \(Version.number)
      complete -c doodle -f
      \(CommandTable.commands.map { command in
        line(when: "not __fish_seen_subcommand_from \(names)", "-a \(command.name)", saying: command.summary)
      }.joined())\
      \(OptionTable.global.map { line(of: $0, when: nil) }.joined())\
      \(CommandTable.commands.map(lines).joined())
      """
  }

  private static func lines(of command: Command) -> String {
    let condition = "__fish_seen_subcommand_from \(command.name)"
    let operands =
      switch command.operandCompletion {
      case .files: line(when: condition, "-F")
      case .commands: line(when: condition, "-a '\(CommandTable.commands.map(\.name).joined(separator: " "))'")
      case .words(let words): line(when: condition, "-a '\(words.joined(separator: " "))'")
      case .nothing: ""
      }
    return operands + command.options.map { line(of: $0, when: condition) }.joined()
  }

  private static func line(of option: OptionEntry, when condition: String?) -> String {
    let explanation = option.explanation()
    var spelling = (option.letter.map { "-s \($0) " } ?? "") + "-l \(option.name)"
    if option.placeholder != nil {
      let value =
        switch explanation.completion {
        case .nothing, .commands: " -x"
        case .words(let words): " -x -a '\(words.joined(separator: " "))'"
        case .files: " -r -F"
        }
      spelling += value
    }
    return line(when: condition, spelling, saying: explanation.summary)
  }

  private static func line(when condition: String?, _ what: String, saying summary: String? = nil) -> String {
    let guardText = condition.map { " -n '\($0)'" } ?? ""
    return "complete -c doodle\(guardText) \(what)\(summary.map { " -d '\(escaped($0))'" } ?? "")\n"
  }

  /// `text` within single quotes.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
