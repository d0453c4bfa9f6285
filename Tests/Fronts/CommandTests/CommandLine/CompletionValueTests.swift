import Foundation
import Testing

@testable import doodle

/// The values of options, as the shells themselves complete them.
@Suite struct CompletionValueTests {
  /// An option of a command, and the words that its value may be.
  struct Case: Sendable, CustomTestStringConvertible {
    var line: String
    var words: [String]
    var testDescription: String { line }
  }

  /// Every option that has words for values, once, with the first command that takes it.
  static let cases: [Case] = {
    var names: Set<String> = []
    return CommandTable.commands.flatMap { command in
      command.allOptions.compactMap { option in
        guard case .words(let words) = option.explanation().completion, names.insert(option.name).inserted else {
          return nil
        }
        return Case(line: "doodle \(command.name) --\(option.name) ", words: words)
      }
    }
  }()

  /// Lines that no shell may answer with an error.
  private static let optionLines = CommandTable.commands.map { "doodle \($0.name) --" }

  @Test func `there are options with words for values`() { #expect(Self.cases.count > 15) }

  @Test func `bash completes each option's values`() throws {
    var script = "compopt() { :; }\n\(Shell.bash.completions)\n"
    for each in Self.cases {
      let words = each.line.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }
      script += """
        COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
        _doodle doodle '' \(words[words.count - 2])
        echo "${COMPREPLY[*]}"

        """
    }
    let reply = try Program.run("bash", ["--norc"], input: script)
    #expect(reply.errors.isEmpty)
    let lines = reply.output.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count == Self.cases.count + 1)
    for (each, line) in zip(Self.cases, lines) {
      let offered: [String] = line.split(separator: " ").map(String.init)
      #expect(Set(offered) == Set(each.words), "\(each.line)")
    }
  }

  @Test(.enabled(if: Program.exists("fish"), "fish is not installed"))
  func `fish completes each option's values`() throws {
    var script = Shell.fish.completions + "\n"
    for each in Self.cases { script += "complete -C '\(each.line)'\necho ==\n" }
    let reply = try Program.run("fish", ["--no-config"], input: script)
    #expect(reply.errors.isEmpty)
    let answers = reply.output.components(separatedBy: "==\n")
    try #require(answers.count == Self.cases.count + 1)
    for (each, answer) in zip(Self.cases, answers) {
      let found = answer.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
      for word in each.words { #expect(found.contains(word), "\(each.line): \(answer)") }
    }
  }

  @Test(.enabled(if: Program.exists("zsh"), "zsh is not installed"))
  func `zsh completes each option's values, and each command's options, without an error`() throws {
    let scratch = try Scratch(["_doodle": Shell.zsh.completions, "drive.zsh": Self.zshDriver])
    let lines = Self.cases.map(\.line) + Self.optionLines
    try scratch.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: "lines")
    let reply = try scratch.shell("timeout 120 zsh -f drive.zsh . < lines")
    #expect(reply.errors.isEmpty)
    let answers = reply.output.replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "").components(separatedBy: "=====\n")
    try #require(answers.count == lines.count + 1, "\(reply.output)")
    for (each, answer) in zip(Self.cases, answers) {
      for word in each.words { #expect(answer.contains(word), "\(each.line): \(answer)") }
    }
    for (line, answer) in zip(lines, answers) {
      #expect(
        answer.firstMatch(of: /(_arguments|_doodle|_describe|comparguments|zsh): ?[^\n]*/) == nil, "\(line): \(answer)")
    }
    for answer in answers.dropFirst(Self.cases.count).dropLast() { #expect(answer.contains("--quiet")) }
  }

  /// Types each line of standard input and the tab key into an interactive zsh, and prints what its terminal shows.
  private static let zshDriver = """
    zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z "PS2= RPS1= PROMPT_EOL_MARK=; stty columns 200 rows 2000"
    zpty -w z "fpath=($PWD \\$fpath); autoload -Uz compinit; compinit -u -D"
    zpty -w z "LISTMAX=10000; setopt no_beep no_list_ambiguous; zstyle ':completion:*' menu no"
    # The prompt says that the line editor listens again.
    zpty -w z "PS1=@''@; print -r -- REA''DY"
    zpty -r z out '*READY*@@'
    while IFS= read -r line; do
      zpty -n -w z "$line"$'\\t\\t\\x15'
      zpty -w z "print -r -- EN''D"
      zpty -r z out '*END*@@'
      print -r -- "$out"
      print -r -- "====="
    done
    zpty -d z

    """
}
