import DoodleKit
import Testing

@testable import doodle

@Suite struct MessageTests {
  let place = Diagnostic(
    file: "a, 1:b%.jsonl", line: 3, column: 12, message: "unknown phase \"move\"\u{1B}",
    excerpt: ["{\"phase\":\"move\"}", "         ^"])

  @Test func `a diagnostic says where, and shows the line`() {
    #expect(
      Messages().text(of: place, as: .error) == """
        doodle: a, 1:b%.jsonl:3:12: unknown phase "move"\\u{1B}
        {"phase":"move"}
                 ^

        """)
  }

  @Test func `a warning says that it is one, unless it is to be quiet`() {
    var messages = Messages()
    let warning = Diagnostic(file: "-", line: nil, column: nil, message: "no ink")
    #expect(messages.text(of: warning, as: .warning) == "doodle: standard input: warning: no ink\n")
    messages.isQuiet = true
    #expect(messages.text(of: warning, as: .warning).isEmpty)
    #expect(messages.text(of: warning, as: .error) == "doodle: standard input: no ink\n")
  }

  @Test func `GitHub is told in its own form`() {
    var messages = Messages()
    messages.format = .github
    #expect(
      messages.text(of: place, as: .warning)
        == "::warning file=a%2C 1%3Ab%25.jsonl,line=3,col=12::unknown phase \"move\"\\u{1B}"
        + "%0A{\"phase\":\"move\"}%0A         ^\n")
    #expect(
      messages.text(of: .usage(.unexpectedValue(option: "--json", value: "50%")))
        == "::error::--json takes no value; found \"50%25\"%0Atry 'doodle --help'\n")
  }

  @Test func `the system's refusal names the file and the reason`() {
    let missing = CommandError.file(FileError(operation: .open, path: "a.jsonl", code: 2))
    #expect(Messages().text(of: missing) == "doodle: a.jsonl: cannot open: No such file or directory\n")
    #expect(missing.exitCode == .failed)
  }

  @Test func `a reader that has gone is no error`() {
    let gone = CommandError.file(FileError(operation: .write, path: "-", code: 32))
    #expect(gone.exitCode == .done)
    #expect(Messages().text(of: gone).isEmpty)
  }

  @Test(
    arguments: [
      (CommandError.usage(.noCommand), 2), (.input(Diagnostic(file: "a", message: "")), 3),
      (.limit(Diagnostic(file: "a", message: "")), 4), (.file(FileError(operation: .write, path: "-", code: 28)), 4),
    ] as [(CommandError, Int32)])
  func `the kind of an error decides the exit code`(error: CommandError, code: Int32) {
    #expect(error.exitCode.rawValue == code)
  }

  struct Painted: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var isTerminal = true
    var variables: [String: String] = [:]
    var choice = ColorChoice.auto
    var isColored: Bool
  }

  @Test(arguments: [
    Painted(testDescription: "a terminal", isColored: true),
    Painted(testDescription: "a pipe", isTerminal: false, isColored: false),
    Painted(testDescription: "NO_COLOR", variables: ["NO_COLOR": "1"], isColored: false),
    Painted(testDescription: "an empty NO_COLOR", variables: ["NO_COLOR": ""], isColored: true),
    Painted(testDescription: "a dumb terminal", variables: ["TERM": "dumb"], isColored: false),
    Painted(testDescription: "force", isTerminal: false, variables: ["CLICOLOR_FORCE": "1"], isColored: true),
    Painted(testDescription: "no force", isTerminal: false, variables: ["CLICOLOR_FORCE": "0"], isColored: false),
    Painted(
      testDescription: "force and NO_COLOR", variables: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], isColored: false),
    Painted(
      testDescription: "always", isTerminal: false, variables: ["NO_COLOR": "1"], choice: .always, isColored: true),
    Painted(testDescription: "never", variables: ["CLICOLOR_FORCE": "1"], choice: .never, isColored: false),
  ])
  func `colour follows the stream, the environment and the option`(painted: Painted) {
    let surroundings = Surroundings(terminals: painted.isTerminal ? [.error] : [], variables: painted.variables)
    #expect(surroundings.isColored(.error, painted.choice) == painted.isColored)
  }

  @Test func `only the program's name is coloured`() {
    var messages = Messages()
    messages.isColored = true
    #expect(
      messages.text(of: Diagnostic(file: "a", message: "bad"), as: .error) == "\u{1B}[1;31mdoodle:\u{1B}[0m a: bad\n")
  }
}
