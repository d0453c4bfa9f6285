import Foundation
import Glibc
import Testing

@testable import doodle

/// The built command as a process: exit codes, streams, locales and terminals.
@Suite struct ProcessTests {
  struct Run: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var status: Int32
    var output = ""
    var errors = ""
  }

  @Test(arguments: [
    Run(testDescription: "doodle --version", status: 0, output: "doodle 0.1.0\n"),
    Run(testDescription: "doodle -V render", status: 0, output: "doodle 0.1.0\n"),
    Run(testDescription: "doodle help hash", status: 0, output: HelpText.long(of: HashCommand.entry)),
    Run(testDescription: "doodle hash --help --bogus", status: 0, output: HelpText.long(of: HashCommand.entry)),
    Run(testDescription: "doodle -h", status: 0, output: HelpText.short()),
    Run(testDescription: "doodle help", status: 0, output: HelpText.long()),
    Run(testDescription: "doodle", status: 2, errors: HelpText.short()),
    Run(
      testDescription: "doodle render --scale=5x a", status: 2,
      errors: """
        doodle: error: --scale: found "5x", expected a number from 0.001 to 10000
        try 'doodle render --help'

        """),
    Run(
      testDescription: "doodle rendr --error-format github", status: 2,
      errors: "::error::unknown command \"rendr\"; did you mean render?%0Atry 'doodle --help'\n"),
    Run(
      testDescription: "doodle --color=always -x 2>&1", status: 2,
      output: "doodle: \u{1B}[1;31merror:\u{1B}[0m unknown option \"-x\"\ntry 'doodle --help'\n"),
    Run(testDescription: "doodle help | head -1", status: 0, output: "doodle: draw recorded touches as pictures\n"),
    Run(
      testDescription: "doodle --version > /dev/full", status: 4,
      errors: "doodle: error: cannot write standard output: no space left on device\n"),
    Run(testDescription: "doodle help --man | true; echo ${PIPESTATUS[0]}", status: 0, output: "0\n"),
    Run(testDescription: "(sleep 0.05; doodle help --man) | true; echo ${PIPESTATUS[0]}", status: 0, output: "0\n"),
  ])
  func `a run ends with its exit code, data on standard output and messages on standard error`(run: Run) throws {
    let result = try Program.shell(run.testDescription)
    #expect(result.status == run.status)
    #expect(result.output == run.output)
    #expect(result.errors == run.errors)
  }

  @Test func `the locale changes no output`() throws {
    for line in ["render --scale=5x a", "help render", "help --man"] {
      let plain = try Program.run(Program.doodle, words(line))
      let german = try Program.run(
        Program.doodle, words(line), environment: ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE", "LANGUAGE": "de"])
      #expect(plain.output == german.output)
      #expect(plain.errors == german.errors)
    }
  }

  @Test func `at a terminal, no input shows the help instead of waiting`() throws {
    let (main, terminal) = try openTerminal()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.doodle)
    process.arguments = ["inspect"]
    let errors = Pipe()
    process.standardInput = terminal
    process.standardError = errors
    try Program.start(process)
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(String(decoding: text, as: UTF8.self) == HelpText.short(of: InspectCommand.entry))
    try main.close()
  }

  @Test func `at a terminal, a picture is refused`() throws {
    let (main, terminal) = try openTerminal()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.doodle)
    process.arguments = ["render", "a.jsonl", "-o", "-"]
    let errors = Pipe()
    process.standardOutput = terminal
    process.standardError = errors
    try Program.start(process)
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(
      String(decoding: text, as: UTF8.self).hasPrefix(
        "doodle: error: a picture cannot be written to a terminal: give -o a.png"))
    try main.close()
  }

  /// The two ends of a pseudoterminal.
  private func openTerminal() throws -> (main: FileHandle, terminal: FileHandle) {
    var main: Int32 = -1
    var terminal: Int32 = -1
    try #require(openpty(&main, &terminal, nil, nil, nil) == 0)
    return (
      FileHandle(fileDescriptor: main, closeOnDealloc: true), FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
    )
  }
}
