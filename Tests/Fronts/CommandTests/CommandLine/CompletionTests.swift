import Foundation
import Testing

@testable import doodle

/// Completions, checked by the shells.
@Suite struct CompletionTests {
  @Test(arguments: Shell.allCases)
  func `completions list every command and option`(shell: Shell) {
    let script = shell.completions
    #expect(script.firstMatch(of: /@[A-Z_]+@/) == nil, "no placeholder is left")
    for option in CommandTable.options {
      #expect(script.contains(shell == .fish ? "-l \(option.name)" : "--\(option.name)"), "\(option.name)")
    }
    for command in CommandTable.commands { #expect(script.contains(command.name)) }
  }

  @Test(arguments: Shell.allCases.filter { Program.exists($0.rawValue) })
  func `the shell accepts the syntax of its completions`(shell: Shell) throws {
    let check = try Program.run(shell.rawValue, ["-n"], input: shell.completions)
    #expect(check.status == 0)
    #expect(check.errors.isEmpty)
  }

  @Test(arguments: [
    ("doodle ren", "render"), ("doodle render --marg", "--margin"), ("doodle hash --fit c", "canvas content"),
    ("doodle render --fit = ca", "canvas"), ("doodle help --completions ", "bash zsh fish"),
    ("doodle help in", "inspect"), ("doodle replay -f ", "apng png svg y4m rgba"), ("doodle render -f ", "png svg pdf"),
    ("doodle -q hel", "help"), ("doodle render -o Pack", "Package.swift"),
    ("doodle render --margin ", ""), ("doodle convert --no-cl", "--no-clobber"), ("doodle hash --outp", ""),
  ])
  func `bash completes commands, options and values`(line: String, completed: String) throws {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }
    let script = """
      compopt() { :; }
      \(Shell.bash.completions)
      COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
      _doodle doodle \(words[words.count - 1]) \(words[words.count - 2])
      echo "${COMPREPLY[*]}"
      """
    let reply = try Program.run("bash", ["--norc"], input: script)
    #expect(reply.output == completed + "\n")
    #expect(reply.errors.isEmpty)
  }
}
