import DoodleKit
import Testing

@testable import doodle

@Suite struct MessageTests {
  /// An error at the value of `phase`, with a control character in its message.
  let malformed: Diagnostic = {
    var excerpt = Excerpt()
    excerpt.bytes = Array(#"{"phase":"move"}"#.utf8)
    excerpt.offset = 9
    let location = LogLocation(file: "a, 1:b%.jsonl", line: 3, column: 10, excerpt: excerpt)
    return location.diagnostic(.error, message: "unknown phase \"move\"\u{1B}")
  }()

  let doubtful = LogLocation(file: "a.jsonl", line: 2, column: 1).diagnostic(
    .warning, message: "no event has this index")

  @Test func `each advice of the library becomes that of the command, also if it passes the catalog twice`() {
    for (library, command) in Advice.phrases {
      let once = Advice.worded("before; \(library); after")
      #expect(once == "before; \(command); after")
      #expect(Advice.worded(once) == once)
    }
  }

  @Test func `an error names file, line and column as compilers do, and shows the line with a caret`() {
    let text = #"""
      a, 1:b%.jsonl:3:10: error: unknown phase "move"\u{1B}
      {"phase":"move"}
               ^

      """#
    #expect(Messages().text(of: malformed) == text)
    #expect(Messages().text(of: .malformed(malformed)) == text)
  }

  @Test func `a warning is marked as one, and --quiet hides it`() {
    var messages = Messages()
    #expect(messages.text(of: doubtful) == "a.jsonl:2:1: warning: no event has this index\n")
    messages.isQuiet = true
    #expect(messages.text(of: doubtful).isEmpty)
    #expect(!messages.text(of: malformed).isEmpty)
  }

  @Test(arguments: [
    (CommandError.input(path: "a.png", message: "no\nPNG"), "a.png: error: no\\nPNG\n"),
    (.limit(path: "-", message: "too large"), "<stdin>: error: too large\n"),
    (.limit(path: nil, message: "too late"), "doodle: error: too late\n"),
    (
      .file(FileError(operation: .create, path: "a.png", code: FileError.isInput)),
      """
      doodle: error: "a.png" is an input; the output would replace it: give another name
      try 'doodle --help'

      """
    ),
  ])
  func `an error about a whole file names it, and one about the run names none`(error: CommandError, text: String) {
    #expect(Messages().text(of: error) == text)
  }

  @Test(arguments: [
    (CommandError.input(path: "a,1:b%.png", message: "no\nPNG"), "::error file=a%2C1%3Ab%25.png::no%0APNG\n"),
    (.limit(path: nil, message: "too late"), "::error::too late\n"),
    (.limit(path: "-", message: "too large"), "::error file=<stdin>::too large\n"),
    (
      .usage(.unexpectedValue(option: "--json", value: "50%")),
      "::error::--json takes no value; found \"50%25\"%0Atry 'doodle --help'\n"
    ),
  ])
  func `messages for GitHub are workflow commands`(error: CommandError, text: String) {
    var messages = Messages()
    messages.format = .github
    #expect(messages.text(of: error) == text)
  }

  @Test func `workflow commands have the line and the column`() {
    var messages = Messages()
    messages.format = .github
    #expect(
      messages.text(of: malformed)
        .hasPrefix("::error file=a%2C 1%3Ab%25.jsonl,line=3,col=10::unknown phase \"move\""))
    #expect(messages.text(of: doubtful) == "::warning file=a.jsonl,line=2,col=1::no event has this index\n")
  }

  @Test func `an error of the operating system names the file and the reason`() {
    let missing = CommandError.file(FileError(operation: .open, path: "a.jsonl", code: 2))
    #expect(Messages().text(of: missing) == "doodle: error: cannot open a.jsonl: no such file or directory\n")
    #expect(missing.exitCode == .failed)
  }

  @Test func `a closed pipe is not an error`() {
    let gone = CommandError.file(FileError(operation: .write, path: "-", code: 32))
    #expect(gone.exitCode == .done)
    #expect(Messages().text(of: gone).isEmpty)
  }

  @Test(
    arguments: [
      (CommandError.usage(.noCommand), 2), (.input(path: "a", message: ""), 3),
      (.malformed(LogLocation(file: "a", line: 1, column: 1).diagnostic(.error, message: "")), 3),
      (.beyondLimit(LogLocation(file: "a", line: 1, column: 1).diagnostic(.error, message: "")), 4),
      (.limit(path: "a", message: ""), 4), (.file(FileError(operation: .write, path: "-", code: 28)), 4),
      (.file(FileError(operation: .read, path: "-", code: 32)), 4),
    ] as [(CommandError, Int32)])
  func `the kind of an error decides the exit code`(error: CommandError, code: Int32) {
    #expect(error.exitCode.rawValue == code)
  }

  struct ColorCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var isTerminal = true
    var variables: [String: String] = [:]
    var choice = ColorChoice.auto
    var isColored: Bool
  }

  @Test(arguments: [
    ColorCase(testDescription: "a terminal", isColored: true),
    ColorCase(testDescription: "a pipe", isTerminal: false, isColored: false),
    ColorCase(testDescription: "NO_COLOR", variables: ["NO_COLOR": "1"], isColored: false),
    ColorCase(testDescription: "an empty NO_COLOR", variables: ["NO_COLOR": ""], isColored: true),
    ColorCase(testDescription: "a dumb terminal", variables: ["TERM": "dumb"], isColored: false),
    ColorCase(testDescription: "force", isTerminal: false, variables: ["CLICOLOR_FORCE": "1"], isColored: true),
    ColorCase(testDescription: "no force", isTerminal: false, variables: ["CLICOLOR_FORCE": "0"], isColored: false),
    ColorCase(
      testDescription: "force and NO_COLOR", variables: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], isColored: false),
    ColorCase(
      testDescription: "always", isTerminal: false, variables: ["NO_COLOR": "1"], choice: .always, isColored: true),
    ColorCase(testDescription: "never", variables: ["CLICOLOR_FORCE": "1"], choice: .never, isColored: false),
  ])
  func `color depends on the option, the environment and the stream`(test: ColorCase) {
    let surroundings = Surroundings(terminals: test.isTerminal ? [.error] : [], variable: { test.variables[$0] })
    #expect(surroundings.isColored(.error, test.choice) == test.isColored)
  }

  @Test func `only the word error or warning is colored`() {
    var messages = Messages()
    messages.isColored = true
    let error = "\u{1B}[1;31merror:\u{1B}[0m"
    #expect(messages.text(of: malformed).hasPrefix("a, 1:b%.jsonl:3:10: \(error) unknown phase"))
    #expect(messages.text(of: doubtful).hasPrefix("a.jsonl:2:1: \u{1B}[1;33mwarning:\u{1B}[0m no event"))
    #expect(messages.text(of: .input(path: "a", message: "bad")) == "a: \(error) bad\n")
  }

  @Test(
    arguments: [
      .usage(.emptyOperand), .input(path: "a", message: "bad"), .limit(path: "a", message: "bad"),
      .file(FileError(operation: .open, path: "a", code: 2)),
      .malformed(LogLocation(file: "a", line: 1, column: 1).diagnostic(.error, message: "bad")),
    ] as [CommandError])
  func `color adds nothing but escape sequences`(error: CommandError) {
    var messages = Messages()
    let plain = messages.text(of: error)
    messages.isColored = true
    let colored = messages.text(of: error)
    #expect(colored != plain)
    #expect(colored.replacing("\u{1B}[1;31m", with: "").replacing("\u{1B}[0m", with: "") == plain)
  }
}
