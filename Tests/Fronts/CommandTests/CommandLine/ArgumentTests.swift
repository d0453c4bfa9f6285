import TestSupport
import Testing

@testable import doodle

@Suite struct ArgumentTests {
  struct Line: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var operands: [String] = []
    /// The last value of each option, by name; "" for a flag.
    var options: [String: String] = [:]

    init(_ line: String, operands: [String] = [], options: [String: String] = [:]) {
      testDescription = line
      self.operands = operands
      self.options = options
    }
  }

  @Test(arguments: [
    Line("render a.jsonl", operands: ["a.jsonl"]),
    Line("render --output x.png a", operands: ["a"], options: ["output": "x.png"]),
    Line("render --output=x.png a", operands: ["a"], options: ["output": "x.png"]),
    Line("render --output=x=y.png a", operands: ["a"], options: ["output": "x=y.png"]),
    Line("render -o x.png a", operands: ["a"], options: ["output": "x.png"]),
    Line("render -ox.png a", operands: ["a"], options: ["output": "x.png"]),
    Line("render -o=x.png a", operands: ["a"], options: ["output": "x.png"]),
    Line("render -qn a", operands: ["a"], options: ["quiet": "", "no-clobber": ""]),
    Line("render -qnox.png a", operands: ["a"], options: ["quiet": "", "no-clobber": "", "output": "x.png"]),
    Line("render -qno x.png a", operands: ["a"], options: ["quiet": "", "no-clobber": "", "output": "x.png"]),
    Line("-q --dpi 300 render a -o x.png", operands: ["a"], options: ["quiet": "", "dpi": "300", "output": "x.png"]),
    Line("render a -o x.png b --json c", operands: ["a", "b", "c"], options: ["output": "x.png", "json": ""]),
    Line("render -- -a --json -", operands: ["-a", "--json", "-"]),
    Line("-- render -o", operands: ["-o"]),
    Line("render - -o -", operands: ["-"], options: ["output": "-"]),
    Line("render --margin 1 --margin 2", options: ["margin": "2"]),
    Line("render --json --json", options: ["json": ""]),
    Line("render --margin -5", options: ["margin": "-5"]),
    Line("render --margin -.5", options: ["margin": "-.5"]),
    Line("render --output=--json", options: ["output": "--json"]),
    Line("render -o--json", options: ["output": "--json"]),
    Line("render --output=", options: ["output": ""]),
    Line("render render help", operands: ["render", "help"]),
  ])
  func `a command line is parsed into command, options and operands`(line: Line) {
    let arguments = typed(line.testDescription)
    #expect(arguments.problem == nil)
    #expect(arguments.command?.name == "render")
    #expect(arguments.operands == line.operands)
    let last = Dictionary(arguments.occurrences.map { ($0.option.name, $0.value ?? "") }) { $1 }
    #expect(last == line.options)
  }

  @Test func `-h and --help are distinguished`() {
    #expect(typed("render -h").occurrence(of: OptionTable.help)?.isShort == true)
    #expect(typed("render --help").occurrence(of: OptionTable.help)?.isShort == false)
  }

  @Test func `valid global options apply even if another argument is invalid`() {
    let arguments = typed("render --bogus --error-format=github --color=always -q")
    #expect(arguments.problem == .unknownOption("--bogus", nearest: nil))
    let messages = Messages(for: arguments, in: piped)
    #expect(messages.format == .github)
    #expect(messages.isColored)
    #expect(messages.isQuiet)
  }

  @Test func `option names and letters are unique`() {
    let letters = CommandTable.options.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
    for command in CommandTable.commands {
      let names = command.allOptions.map(\.name)
      #expect(Set(names).count == names.count, "\(command.name)")
    }
  }

  @Test func `random arguments never trap, and every operand is one of the arguments`() {
    let pieces = ["-", "--", "=", "o", "q", "-o", "--size", "render", "", "é", "5", "--json", "\u{0}", "x", "-qo", "n"]
    var random = SeededRandom(seed: 7)
    for _ in 0..<3000 {
      let line = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        (0..<Int.random(in: 1...3, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      }
      let arguments = Arguments(typed: line)
      let operands = line.filter { arguments.operands.contains($0) }
      #expect(operands.count >= arguments.operands.count, "\(line)")
      if arguments.command == nil { #expect(arguments.problem != nil, "\(line)") }
    }
  }
}
