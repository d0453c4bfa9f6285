import Foundation
import Testing

@testable import doodle

/// The man page and the completions, judged by the programs that read them.
@Suite struct GeneratedScriptTests {
  @Test func `the man page has every command and option`() {
    for command in CommandTable.commands {
      #expect(ManPage.text.contains(".SS doodle \(command.name)"))
      for option in command.allOptions {
        #expect(ManPage.text.contains("\\-\\-\(option.name.replacing("-", with: "\\-"))"), "\(option.name)")
      }
    }
  }

  @Test(.enabled(if: Program.exists("groff")))
  func `groff formats the man page without a warning, and shows options as they are typed`() throws {
    let page = try Program.run("groff", ["-man", "-Tascii", "-ww", "-P-cbou"], input: ManPage.text)
    #expect(page.errors.isEmpty)
    #expect(page.output.contains("--keep-cancelled"))
    #expect(page.output.contains("eval \"$(doodle help --completions bash)\""))
    #expect(page.output.contains("-o '{stem}@2x.png'"))
  }

  @Test(.enabled(if: Program.exists("mandoc")))
  func `mandoc has nothing to say about the man page`() throws {
    let lint = try Program.run("mandoc", ["-Tlint"], input: ManPage.text)
    #expect((lint.output + lint.errors).isEmpty)
  }

  @Test(arguments: Shell.allCases)
  func `the completions know every command and option`(shell: Shell) {
    let script = HelpOptions.completions(shell).text
    for option in CommandTable.options {
      #expect(script.contains(shell == .fish ? "-l \(option.name)" : "--\(option.name)"), "\(option.name)")
    }
    for command in CommandTable.commands { #expect(script.contains(command.name)) }
  }

  @Test(arguments: Shell.allCases.filter { Program.exists($0.rawValue) })
  func `the shell finds no fault with its completions`(shell: Shell) throws {
    let check = try Program.run(shell.rawValue, ["-n"], input: HelpOptions.completions(shell).text)
    #expect(check.status == 0)
    #expect(check.errors.isEmpty)
  }

  @Test(arguments: [
    ("doodle ren", "render"), ("doodle render --marg", "--margin"), ("doodle hash --fit c", "canvas content"),
    ("doodle render --fit = ca", "canvas"), ("doodle help --completions ", "bash zsh fish"),
    ("doodle help in", "inspect"), ("doodle replay -f ", "apng png svg y4m rgba"), ("doodle render -f ", "png svg"),
    ("doodle -q hel", "help"), ("doodle render -o Pack", "Package.swift"),
    ("doodle render --margin ", ""), ("doodle convert --no-cl", "--no-clobber"), ("doodle hash --outp", ""),
  ])
  func `bash completes words`(line: String, completed: String) throws {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }
    let script = """
      compopt() { :; }
      \(BashCompletion.script)
      COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
      _doodle doodle \(words[words.count - 1]) \(words[words.count - 2])
      echo "${COMPREPLY[*]}"
      """
    let reply = try Program.run("bash", ["--norc"], input: script)
    #expect(reply.output == completed + "\n")
    #expect(reply.errors.isEmpty)
  }
}
