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

  @Test func `a name that is not UTF-8 is refused, not taken for another`() throws {
    let result = try scratch.shell("cp a.jsonl $'b\\xff.jsonl'; doodle render a.jsonl -o $'c\\xff.png'; ls")
    #expect(result.errors.contains("is not UTF-8"))
    #expect(!result.output.contains("c"))
    #expect(try scratch.shell("doodle hash $'b\\xff.jsonl'").status == 2)
  }

  @Test func `hash prints lines like sha256sum, with each name as it was given`() throws {
    try scratch.write(Data(SmallLog.dot.utf8), to: "b c.jsonl")
    let dot = try scratch.hash("dot.jsonl")
    let result = try scratch.shell("cat a.jsonl | doodle hash ./dot.jsonl - 'b c.jsonl'")
    #expect(result.output == "\(dot)  ./dot.jsonl\n\(expected)  -\n\(dot)  b c.jsonl\n")
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var status: Int32 = 4
    /// What standard error must contain.
    var words: [String]
    /// The files after the run, except links.
    var files = ["a.jsonl", "dot.jsonl", "folder"]
  }

  @Test(arguments: [
    Refusal(testDescription: "doodle hash none.jsonl", words: ["none.jsonl", "no such file"]),
    Refusal(testDescription: "doodle render none.jsonl -o b.png", words: ["none.jsonl", "no such file"]),
    Refusal(testDescription: "doodle hash folder", words: ["folder", "directory"]),
    Refusal(testDescription: "doodle inspect folder/", words: ["folder/", "directory"]),
    Refusal(testDescription: "doodle hash - < folder", words: ["standard input", "directory"]),
    Refusal(testDescription: "doodle hash - <&-", words: ["standard input"]),
    Refusal(testDescription: "doodle render a.jsonl -o none/b.png", words: ["none/b.png", "no such file"]),
    Refusal(testDescription: "doodle render a.jsonl -o a.jsonl/b.png", words: ["a.jsonl/b.png", "not a directory"]),
    Refusal(testDescription: "doodle render a.jsonl -o /proc/b.png", words: ["/proc/b.png"]),
    Refusal(testDescription: "doodle convert a.jsonl -o /proc/b.jsonl", words: ["/proc/b.jsonl"]),
    Refusal(
      testDescription: "ln -s link1 link2; ln -s link2 link1; doodle render a.jsonl -o link1 -f png", words: ["link1"]),
    Refusal(testDescription: "doodle render a.jsonl -f png -o /dev/full", words: ["/dev/full", "no space left"]),
    Refusal(testDescription: "doodle render a.jsonl -o - > /dev/full", words: ["standard output", "no space left"]),
    Refusal(testDescription: "doodle convert a.jsonl -o - > /dev/full", words: ["standard output", "no space left"]),
    Refusal(testDescription: "doodle hash a.jsonl > /dev/full", words: ["standard output", "no space left"]),
    Refusal(testDescription: "doodle inspect a.jsonl > /dev/full", words: ["standard output", "no space left"]),
    Refusal(
      testDescription: "doodle render a.jsonl --json -o b.png > /dev/full",
      words: ["standard output", "no space left"],
      files: ["a.jsonl", "b.png", "dot.jsonl", "folder"]),
    Refusal(testDescription: "doodle hash a.jsonl >&-", words: ["standard output"]),
    Refusal(testDescription: "(ulimit -f 0; doodle render a.jsonl -o b.png)", words: ["b.png", "too large"]),
    Refusal(testDescription: "head -c 40 <(doodle render a.jsonl -o -) | doodle hash", status: 3, words: ["<stdin>"]),
    Refusal(testDescription: "printf '\\211PNG\\r\\n\\032\\nrubbish' | doodle hash", status: 3, words: ["<stdin>"]),
    Refusal(testDescription: "printf '\\211PNX' | doodle hash", status: 3, words: ["<stdin>"]),
  ])
  func `an input or output that fails is an error with its name and the reason`(refusal: Refusal) throws {
    _ = try scratch.shell("mkdir folder")
    let result = try scratch.shell(refusal.testDescription)
    #expect(result.status == refusal.status)
    for word in refusal.words { #expect(result.errors.contains(word), "\(result.errors)") }
    #expect(result.outputBytes.isEmpty)
    #expect(scratch.names(where: { !$0.hasPrefix("link") }) == refusal.files)
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
