import DoodleKit
import Foundation
import Lint
import Testing

@testable import doodle

/// The man pages, compared with the command tables and checked by the programs that format them.
@Suite struct ManPageTests {
  @Test func `doodle(1) lists the commands, the global options, the exit codes and the other pages`() {
    let page = ManPage.program.text
    for command in CommandTable.commands { #expect(page.contains("\n.B \(command.name)\n"), "\(command.name)") }
    for option in OptionTable.global { #expect(page.contains(escaped(option.synopsis)), "\(option.name)") }
    for code in ExitCode.allCases { #expect(page.contains("\n.B \(code.rawValue)\n"), "\(code)") }
    for other in ManPage.all where other != .program { #expect(page.contains(".BR \(escaped(other.name)) ")) }
    for section in ["ENVIRONMENT", "FILES", "EXAMPLES"] { #expect(page.contains(".SH \(section)\n")) }
  }

  @Test(arguments: CommandTable.commands.map(\.name))
  func `a command's page has its options and examples`(name: String) throws {
    let command = try #require(CommandTable.command(named: name))
    let page = ManPage.command(name).text
    for option in command.allOptions { #expect(page.contains(".B \(escaped(option.synopsis))\n"), "\(option.name)") }
    for example in command.examples { #expect(page.contains(escaped(example.line)), "\(example.line)") }
  }

  @Test func `doodle-log(5) explains every kind of line and every key with all its names`() {
    let page = ManPage.format(.log).text
    #expect(!LogSchema.ofDoodle.lines.isEmpty && !LogCommand.names.isEmpty)
    for line in LogSchema.ofDoodle.lines {
      for field in line.line.fields where field.names != ["command"] {
        #expect(page.contains("\n.B \(field.names[0])\n"), "\(line.name): \(field.names[0])")
        for name in field.names.dropFirst() { #expect(page.contains(escaped(name)), "\(name)") }
      }
    }
    for name in LogCommand.names { #expect(page.contains("\n.SS The command \(name)\n"), "\(name)") }
  }

  @Test func `doodle-drawing(5) explains every kind of element and every key`() {
    let page = ManPage.format(.drawing).text
    let headings = page.split(separator: "\n").filter { $0.hasPrefix(".SS ") }
      .flatMap { $0.dropFirst(4).split(separator: ", ").map(String.init) }
    #expect(!DrawingSchema.kinds.isEmpty && !DrawingSchema.drawing.fields.isEmpty)
    for field in DrawingSchema.drawing.fields { #expect(page.contains("\n.B \(field.names[0])\n")) }
    for kind in DrawingSchema.kinds {
      #expect(headings.contains(kind.name), "\(kind.name)")
      for field in kind.element.fields where field.names != ["kind"] {
        #expect(page.contains("\n.B \(field.names[0])\n"), "\(kind.name): \(field.names[0])")
      }
    }
  }

  @Test func `make install installs every page`() throws {
    let makefile = try String(contentsOfFile: "\(ProjectFiles.root)/Makefile", encoding: .utf8)
    let commands = try #require(makefile.firstMatch(of: /\nCOMMANDS := (.*)\n/)).output.1
    let installed: [String] = commands.split(separator: " ").map(String.init)
    let names: [String] = CommandTable.commands.map(\.name)
    #expect(installed == names)
    for subject in SchemaSubject.allCases { #expect(makefile.contains("doodle-\(subject.rawValue)")) }
  }

  @Test(arguments: ManPage.all)
  func `a page is found by its name`(page: ManPage) throws {
    let name = page.name.split(separator: "-").last.map(String.init) ?? ""
    #expect(ManPage(named: name) == page)
  }

  @Test(.enabled(if: Program.exists("groff"), "groff is not installed"), arguments: ManPage.all)
  func `groff formats a page without a warning`(page: ManPage) throws {
    let result = try Program.run("groff", ["-man", "-Tascii", "-ww", "-P-cbou"], input: page.text)
    #expect(result.errors.isEmpty)
    #expect(result.output.contains("NAME"))
  }

  @Test(
    .enabled(if: Program.exists("groff"), "groff is not installed"),
    arguments: [
      ("render", "--keep-cancelled"), ("render", "-o '{stem}@2x.png'"),
      ("help", "eval \"$(doodle help --completions bash)\""), ("log", #"{"doodle":1,"size":[320,200],"scale":2}"#),
    ])
  func `groff prints options and examples as they are typed`(name: String, text: String) throws {
    let page = try #require(ManPage(named: name))
    #expect(try Program.run("groff", ["-man", "-Tascii", "-P-cbou"], input: page.text).output.contains(text))
  }

  @Test(.enabled(if: Program.exists("mandoc"), "mandoc is not installed"), arguments: ManPage.all)
  func `mandoc accepts a page without a warning`(page: ManPage) throws {
    let lint = try Program.run("mandoc", ["-Tlint", "-W", "warning"], input: page.text)
    #expect((lint.output + lint.errors).isEmpty)
  }

  @Test func `doodle-lint(1) lists the rules with an example each`() {
    let page = ManPage.command("lint").text
    for rule in LintRule.allCases {
      #expect(page.contains("\n.SS \(rule.rawValue.replacing("-", with: "\\-"))\n"), "\(rule)")
      #expect(page.contains(escaped(rule.example[0])), "\(rule)")
    }
  }

  /// The text as the source of a page escapes it.
  private func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("'", with: "\\(aq")
      .replacing("\"", with: "\\(dq").replacing("…", with: "...").replacing("^", with: "\\(ha")
      .replacing("~", with: "\\(ti").replacing("`", with: "\\(ga")
  }
}
