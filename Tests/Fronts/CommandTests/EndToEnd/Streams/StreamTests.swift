import Foundation
import Testing

/// Files, pipes and devices as inputs and outputs.
@Suite struct StreamTests {
  let scratch: Scratch
  let expected: String

  init() throws {
    scratch = try Scratch(["a.jsonl": SmallLog.text, "dot.jsonl": SmallLog.dot])
    expected = try scratch.hash("a.jsonl")
    try #require(expected.count == 64)
  }

  @Test(arguments: [
    "doodle hash - < a.jsonl",
    "doodle hash < a.jsonl",
    "cat a.jsonl | doodle hash",
    "doodle hash /dev/stdin < a.jsonl",
    "doodle hash -- - < a.jsonl",
    "(while IFS= read -r line; do echo \"$line\"; sleep 0.01; done < a.jsonl) | doodle hash",
    "doodle hash <(cat a.jsonl)",
    "mkfifo pipe; cat a.jsonl > pipe & doodle hash pipe",
    "doodle render a.jsonl -o - | doodle hash",
    "doodle render -o - < a.jsonl | doodle hash -",
    "doodle render a.jsonl -o a.png; doodle hash a.png",
    "doodle render a.jsonl -o /dev/stdout -f png | doodle hash",
    "doodle render a.jsonl -o >(doodle hash) -f png",
    "doodle render a.jsonl -o picture -f png; doodle hash picture",
    "doodle render a.jsonl -o a.PNG; doodle hash a.PNG",
    "ln -s b.png link.png; doodle render a.jsonl -o link.png; doodle hash b.png",
    "doodle convert a.jsonl -o - | doodle hash",
    "doodle convert - -o b.jsonl < a.jsonl; doodle hash b.jsonl",
    "cp a.jsonl ./-a.jsonl; doodle hash -- -a.jsonl",
    "cp a.jsonl 'é b.jsonl'; doodle hash 'é b.jsonl'",
  ])
  func `the pixels do not depend on how the log is read and the picture is written`(line: String) throws {
    let result = try scratch.shell(line)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output.prefix(64) == expected)
    #expect(!scratch.names.contains { $0.hasSuffix(".tmp") })
  }

  /// Commands with the options that they need, and whether they read standard input for "-" and without an operand.
  @Test(arguments: [
    ("render -o -", true, true), ("hash", true, true), ("inspect", true, true), ("convert -o -", true, true),
    ("save -o -", true, true), ("replay -o -", true, true), ("show --protocol blocks", true, true),
    ("diff a.jsonl", true, false), ("check", false, false), ("accept", false, false),
  ])
  func `a command reads standard input if and only if its help says so`(
    line: String, whenNamed: Bool, whenNothingIsNamed: Bool
  ) throws {
    #expect((try scratch.shell("doodle \(line) - < a.jsonl").status != 2) == whenNamed)
    #expect((try scratch.shell("doodle \(line) < a.jsonl").status != 2) == whenNothingIsNamed)
    let help = try scratch.shell("doodle \(line.prefix { $0 != " " }) --help").output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains("- is standard input") == whenNamed)
    #expect(help.contains("which is also read if no file is named") == whenNothingIsNamed)
  }

  @Test func `hash prints lines like sha256sum, with each name as it was given`() throws {
    try scratch.write(Data(SmallLog.dot.utf8), to: "b c.jsonl")
    let dot = try scratch.hash("dot.jsonl")
    let result = try scratch.shell("cat a.jsonl | doodle hash ./dot.jsonl - 'b c.jsonl'")
    #expect(result.output == "\(dot)  ./dot.jsonl\n\(expected)  -\n\(dot)  b c.jsonl\n")
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `a folder without write permission is an error`() throws {
    let result = try scratch.shell("mkdir folder; chmod 555 folder; doodle render a.jsonl -o folder/b.png")
    #expect(result.status == 4)
    #expect(result.errors.contains("permission denied"))
  }

  @Test(arguments: [
    "render dot.jsonl --size 3000x300 -o -", "convert dot.jsonl -o -", "hash a.jsonl dot.jsonl", "inspect a.jsonl",
    "render a.jsonl dot.jsonl -o {stem}.png --json", "help --man", "help render", "--version -v",
  ])
  func `if the reader closes the pipe, the run ends with 0 and no message`(line: String) throws {
    let result = try scratch.shell("(sleep 0.1; doodle \(line)) | true; echo ${PIPESTATUS[0]}")
    #expect(result.output == "0\n")
    #expect(result.errors.isEmpty)
  }
}
