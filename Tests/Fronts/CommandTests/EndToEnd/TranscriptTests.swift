import Foundation
import Testing

/// The commands of Transcripts print what the pages show. `make transcripts` writes what they print into the pages.
@Suite struct TranscriptTests {
  private static let isRewriting = ProcessInfo.processInfo.environment["DOODLE_TRANSCRIPTS"] == "rewrite"

  private static let pages = ProjectFiles.files(
    in: ProjectFiles.root + "/Tests/Fronts/CommandTests/Transcripts", ending: ".md")

  /// A section of a page.
  struct Part: Sendable, CustomTestStringConvertible {
    var path: String
    var section: Transcript.Section

    var testDescription: String { "\(URL(filePath: path).lastPathComponent), \(section.title)" }
  }

  private static func parts() throws -> [Part] {
    try pages.flatMap { path in try page(path).sections.map { Part(path: path, section: $0) } }
  }

  private static func page(_ path: String) throws -> Transcript {
    try Transcript(String(contentsOfFile: path, encoding: .utf8))
  }

  @Test(arguments: isRewriting ? [] : try parts())
  func `the commands of a section print what it shows`(part: Part) throws {
    for failure in try Transcript.failures(of: part.section) {
      Issue.record(
        "\(failure.difference)",
        sourceLocation: SourceLocation(
          fileID: "CommandTests/\(URL(filePath: part.path).lastPathComponent)", filePath: part.path,
          line: failure.command.line, column: 1))
    }
  }

  @Test(arguments: isRewriting ? pages : []) func `what commands print is written into the pages`(path: String) throws {
    try Self.page(path).rewritten().write(toFile: path, atomically: true, encoding: .utf8)
  }

  @Test(.enabled(if: !isRewriting)) func `no message has an empty part, or counts one thing as several`() throws {
    let flaws = /: $|; ;|: ;|\b1 (bytes|pixels|points|lines|events|strokes|pages|files|inputs|names)\b/
    for part in try Self.parts() {
      for command in part.section.commands {
        for line in command.output {
          #expect(!line.contains(flaws), "\(part.testDescription), line \(command.line)")
        }
      }
    }
  }

  @Test func `there are pages, each with commands, which begin with a sentence for the reader`() throws {
    #expect(!Self.pages.isEmpty)
    for path in Self.pages {
      let page = try Self.page(path)
      #expect(
        page.lines[0].hasPrefix("# ") && page.lines[1].isEmpty
          && "`ABCDEFGHIJKLMNOPQRSTUVWXYZ".contains(page.lines[2].prefix(1)))
      #expect(page.sections.allSatisfy { !$0.commands.isEmpty }, "\(path)")
    }
  }
}

/// A page with a wrong line fails there.
@Suite struct TranscriptFormatTests {
  private static let page = """
    # A page

    ```text a file
    one
    it's two
    ```

    ```console
    $ cat 'a file'; echo three >&2; (exit 3)
    ? 3
    one
    it's two
    three
    $ cat <<'END'
    > first
    >
    > last
    > END
    first

    last
    $ printf 'a 12 b'
    a 12 b (no-eol)
    ```
    """

  /// The differences of a page, by their lines.
  private static func failures(_ text: String) throws -> [Int: String] {
    let failures = try Transcript(text).sections.flatMap { try Transcript.failures(of: $0) }
    return Dictionary(uniqueKeysWithValues: failures.map { ($0.command.line, $0.difference) })
  }

  @Test func `a right page passes`() throws { #expect(try Self.failures(Self.page) == [:]) }

  @Test(arguments: [
    ("wrong output", "\nthree\n", "\nfour\n", 9, "- four\n+ three"), ("a wrong code", "? 3", "? 1", 9, "- ? 1\n+ ? 3"),
    ("no code", "? 3\n", "", 9, "- ? 0\n+ ? 3"), ("a code of 0", "'a 12 b'\n", "'a 12 b'\n? 4\n", 22, "- ? 4\n+ ? 0"),
    ("a missing line", "it's two\nthree\n", "three\n", 9, "+ it's two"),
    ("no output", "\nfirst\n\nlast\n", "\n", 14, "+ last"),
    ("an extra line", "three\n$", "three\nfour\n$", 9, "- four"), ("a blank line", "last\n$", "last\n\n$", 14, "- "),
    ("no blank line", "\nfirst\n\nlast", "\nfirst\nlast", 14, "+ "),
    ("no end of line", " (no-eol)", "", 22, "(no-eol)"),
    ("another order", "it's two\nthree\n", "three\nit's two\n", 9, "three"),
    ("another file", "one\nit's two\n```", "won\nit's two\n```", 9, "+ won"),
    ("too much after lines", "\none\nit's two\nthree\n$", "\none\n...\nfour\n$", 9, "- four"),
    ("too much after text", "\na 12 b", "\na [..] c", 22, "- a [..] c"),
    ("text twice", "\na 12 b", "\na 12[..]12[..]", 22, "a 12"),
    ("no text before", "\na 12 b", "\n12[..]", 22, "- 12[..]"),
  ])
  func `a wrong page fails at its command, and shows the difference`(
    name: String, found: String, instead: String, line: Int, difference: String
  ) throws {
    let text = Self.page.replacing(found, with: instead)
    try #require(text != Self.page)
    let failures = try Self.failures(text)
    // A page with fewer or more lines before the command moves it.
    #expect(failures.count == 1 && failures.keys.first.map { abs($0 - line) <= 1 } == true, "\(failures)")
    #expect(failures.values.first?.contains(difference) == true, "\(failures)")
    // What the commands print is what the right page shows.
    if name != "another file" { #expect(try Transcript(text).rewritten() == Self.page) }
  }

  @Test(arguments: ["\none\nit's two\nthree\n$", "\nfirst\n\nlast\n$", "\na 12 b"])
  func `elided lines and text may be anything`(shown: String) throws {
    let instead = shown.contains("12") ? "\na [..] b" : "\n...\n$"
    #expect(try Self.failures(Self.page.replacing(shown, with: instead)) == [:])
  }

  @Test func `a run that ends early fails`() throws {
    let failures = try Self.failures(Self.page.replacing("(exit 3)", with: "exit 3"))
    #expect(failures.count == 3 && failures.values.allSatisfy { $0.contains("has not run") })
  }

  @Test(arguments: ["```console\none\n```", "```console\n$ true\n", "```sh\n$ true\n```", "```\nnothing\n```"])
  func `no block is left unchecked`(text: String) {
    #expect(throws: Transcript.Fault.self) { try Transcript(text) }
  }

  @Test func `each section begins with the files before the first, and with no others`() throws {
    let page = """
      ```text a
      x
      ```
      ## One
      ```console
      $ ls; touch b
      a
      ```
      ## Two
      ```console
      $ ls
      a
      ```
      """
    #expect(try Self.failures(page) == [:])
  }
}
