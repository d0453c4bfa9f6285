import DoodleKit
import Foundation
import Testing

@testable import doodle

@Suite struct HelpTests {
  @Test(arguments: CommandTable.commands.map(\.name))
  func `a command's help lists its options, and the long help begins with examples`(name: String) throws {
    let command = try #require(CommandTable.command(named: name))
    let short = HelpText.short(of: command)
    let long = HelpText.long(of: command)
    for option in command.allOptions {
      #expect(short.contains(option.synopsis), "\(option.name)")
      #expect(long.contains(option.synopsis), "\(option.name)")
    }
    #expect(!command.examples.isEmpty)
    for example in command.examples { #expect(long.contains(example.line.replacing("\n", with: "\n  "))) }
    let examples = try #require(long.range(of: "Examples:"))
    let usage = try #require(long.range(of: "Usage:"))
    #expect(examples.lowerBound < usage.lowerBound)
    #expect(short.utf8.count < long.utf8.count)
  }

  @Test func `the program's help lists the commands and the global options`() {
    for help in [HelpText.short(), HelpText.long()] {
      for command in CommandTable.commands { #expect(help.contains("\n  \(command.name) ")) }
      for option in OptionTable.global { #expect(help.contains(option.synopsis)) }
    }
    for code in ExitCode.allCases { #expect(HelpText.long().contains("\n  \(code.rawValue) ")) }
  }

  @Test func `no line of help is wider than 80 columns`() {
    let helps = CommandTable.commands.flatMap { [HelpText.short(of: $0), HelpText.long(of: $0)] }
    for help in helps + [HelpText.short(), HelpText.long()] {
      for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
      #expect(help.hasSuffix("\n") && !help.hasSuffix("\n\n"))
    }
  }

  @Test func `the examples are valid command lines`() {
    for command in CommandTable.commands {
      #expect(!command.examples.isEmpty, "\(command.name)")
      for example in command.examples {
        for part in example.line.split(separator: "|") where part.contains("doodle") {
          let line = part.drop { $0 != "d" }.replacing("'", with: "").replacing("\"", with: "").replacing(")", with: "")
          let arguments = line.split(separator: " ").dropFirst().prefix { $0 != "<" && $0 != ">" }
          #expect(Arguments(typed: arguments.map(String.init)).problem == nil, "\(example.line)")
        }
      }
    }
  }

  @Test func `the help of --layers explains every layer`() throws {
    let details = try #require(OptionTable.layers.entry.explanation().details)
    for layer in DebugLayer.allCases { #expect(details.contains("\(layer.rawValue): "), "\(layer)") }
  }

  @Test func `the help of convert has a line for each format, and other commands refer to it`() throws {
    let help = HelpText.long(of: ConvertCommand.entry)
    let page = ManPage.command("convert").text
    for name in InputFormat.allCases.map(\.rawValue) + ConvertTarget.allCases.map(\.rawValue) {
      #expect(help.contains("\n  \(name) "), "\(name)")
      #expect(page.contains("\n.B \(name.replacing("-", with: "\\-"))\n"), "\(name)")
    }
    let details = try #require(OptionTable.from.entry.explanation().details)
    #expect(details.utf8.count < 100 && details.contains("doodle convert --help"))
  }

  @Test(arguments: [
    ("one two three", 7, "one two\nthree"), ("one", 2, "one"), ("", 5, ""), ("a  b", 9, "a b"), ("ab cd", 5, "ab cd"),
  ])
  func `text is wrapped at spaces`(text: String, width: Int, lines: String) {
    #expect(wrapped(text, width: width) == lines)
  }

  @Test(arguments: [
    ("help", HelpOptions.program), ("help render", .command("render")), ("help --man", .man(.program)),
    ("help --man render", .man(.command("render"))), ("help --man log", .man(.format(.log))),
    ("help --completions fish", .completions(.fish)), ("help --schema log", .schema(.log)),
    ("help help", .command("help")),
  ])
  func `the arguments of help choose its output`(line: String, options: HelpOptions) throws {
    #expect(try HelpOptions(typed(line)) == options)
  }

  @Test func `the newest version of the changelog is that of the program`() throws {
    let page = try String(contentsOfFile: ProjectFiles.root + "/.github/CHANGELOG.md", encoding: .utf8)
    let newest = try #require(page.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(newest == "## \(Version.number)")
  }

  @Test func `the version comes first, and -v adds the components`() throws {
    #expect(Version.text(isVerbose: false) == "doodle 0.1.0\n")
    let names = Version.text(isVerbose: true).split(separator: "\n").map { $0.split(separator: " ").first ?? "" }
    #expect(names == ["doodle", "models", "libpng", "zlib", "Swift"])
    #expect(Version.text(isVerbose: true).hasPrefix("doodle 0.1.0\nmodels ink-1 ink-2 ink-3 ink-4\n"))
    for verbose in ["", " -v"] {
      let asCommand = try Program.shell("doodle version\(verbose)")
      #expect(asCommand.status == 0)
      #expect(asCommand.output == Version.text(isVerbose: !verbose.isEmpty))
    }
  }

  @Test(.enabled(if: Program.exists("pkg-config"), "needs pkg-config"), arguments: ["libpng", "zlib"])
  func `the libraries' versions are the installed ones`(library: String) throws {
    let installed = try Program.run("pkg-config", ["--modversion", library]).output
    #expect(Version.text(isVerbose: true).contains("\n\(library) \(installed)"))
  }

  @Test(.enabled(if: Program.exists("swift"), "needs swift in PATH"))
  func `the Swift version is the start of the compiler's version`() throws {
    let compiler = try Program.run("swift", ["--version"]).output
    let version = try #require(Version.components.last?.version)
    #expect(compiler.contains("Swift version \(version)"))
  }
}
