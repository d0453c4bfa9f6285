import DoodleKit
import Lint
import Foundation
import Testing

@testable import doodle

/// `doodle lint`: its messages, exit codes and output files.
@Suite struct LintTests {
  /// The small log with a step back in time, and without the touch's end.
  private static let doubtful = SmallLog.text(of: SmallLog.lines.dropLast()).replacing(
    "\"time\":0.02", with: "\"time\":0.005")

  @Test func `a clean log gives nothing`() throws {
    let result = try Scratch(["a.jsonl": SmallLog.text]).shell("doodle lint a.jsonl")
    #expect(result.status == 0)
    #expect(result.output.isEmpty && result.errors.isEmpty)
  }

  /// Three touches, 16 ms apart.
  @Test func `drawing and replaying a log in milliseconds warns as lint does`() throws {
    let log = SmallLog.text.replacing("\"time\":0.01", with: "\"time\":16").replacing(
      "\"time\":0.02", with: "\"time\":32"
    )
    .replacing("\"time\":0.03", with: "\"time\":48")
    let scratch = try Scratch(["a.jsonl": log, "b.jsonl": SmallLog.text])
    let words = "the times seem to be in milliseconds; the unit is seconds"
    for line in ["lint a.jsonl", "render a.jsonl -o a.png", "replay a.jsonl -o a.apng --fps 1"] {
      let result = try scratch.shell("doodle \(line)")
      #expect(result.errors.components(separatedBy: words).count == 2, "\(line): \(result.errors)")
      let sound = try scratch.shell("doodle \(line.replacing("a.jsonl", with: "b.jsonl"))")
      #expect(!sound.errors.contains(words), "\(line): \(sound.errors)")
    }
    #expect(try scratch.shell("doodle lint -q --fix a.jsonl -o c.jsonl; doodle render c.jsonl -o c.png").errors.isEmpty)
  }

  @Test(arguments: ["\n\n", "\r\n"]) func `a log without findings to fix keeps its bytes`(ending: String) throws {
    let log = "\u{FEFF}" + SmallLog.lines.joined(separator: ending)
    let result = try Scratch(["a.jsonl": log]).shell("doodle lint -q --fix a.jsonl -o b.jsonl; cmp a.jsonl b.jsonl")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `findings are warnings that name their rule`() throws {
    let scratch = try Scratch(["a.jsonl": Self.doubtful])
    let result = try scratch.shell("doodle lint a.jsonl")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        a.jsonl:2:10: warning: touch 1 never ends [touch-never-ends]
        {"phase":"began","touch":1,"point":[5,10],"time":0}
                 ^
        a.jsonl:4:10: warning: time runs backward within touch 1, at 1 event, by up to 5 ms [time-back]
        {"phase":"moved","touch":1,"point":[30,5],"time":0.005}
                 ^

        """)
    let github = try scratch.shell("doodle lint --error-format github < a.jsonl")
    #expect(github.errors.hasPrefix("::warning file=<stdin>,line=2,col=10::touch 1 never ends [touch-never-ends]\n"))
    #expect(try scratch.shell("doodle lint -q a.jsonl").errors.isEmpty)
    #expect(try scratch.shell("doodle lint --disable time-back,touch-never-ends a.jsonl").status == 0)
    #expect(try scratch.shell("doodle lint --disable time-back --disable touch-never-ends a.jsonl").status == 0)
  }

  @Test func `the output that is suggested for a fixed log can be given`() throws {
    let scratch = try Scratch(["a.jsonl": Self.doubtful])
    let result = try scratch.shell("doodle lint --fix a.jsonl")
    #expect(result.status == 2)
    #expect(result.errors.contains("give -o a-new.jsonl, or -o - for standard output"))
    #expect(try scratch.shell("doodle lint --fix a.jsonl -q -o a-new.jsonl").status == 1)
    #expect(scratch.names == ["a-new.jsonl", "a.jsonl"])
  }

  @Test func `with --json, each finding is an object`() throws {
    let result = try Scratch(["a.jsonl": Self.doubtful]).shell("doodle lint --json a.jsonl")
    #expect(result.status == 1)
    #expect(result.errors.isEmpty)
    let objects = try result.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(try objects.values(of: "rule", as: String.self) == ["touch-never-ends", "time-back"], "\(result.output)")
    #expect(try objects.values(of: "line", as: Int.self) == [2, 4], "\(result.output)")
    #expect(try objects.values(of: "column", as: Int.self) == [10, 10], "\(result.output)")
    #expect(try objects.values(of: "file", as: String.self) == ["a.jsonl", "a.jsonl"], "\(result.output)")
    #expect(try objects.values(of: "fixable", as: Bool.self) == [true, true], "\(result.output)")
    #expect((objects[0]["message"] as? String) == "touch 1 never ends")
  }

  @Test func `an invalid line is an error, and the lines after it are read`() throws {
    let scratch = try Scratch(["a.jsonl": Self.doubtful.replacing("[20,12]", with: "[20]"), "b.jsonl": "older"])
    let result = try scratch.shell("doodle lint a.jsonl")
    #expect(result.status == 3)
    #expect(result.errors.hasPrefix("a.jsonl:3:36: error: "))
    #expect(result.errors.contains("[touch-never-ends]"))
    // Nothing is written, unless invalid lines may be left out.
    #expect(try scratch.shell("doodle lint --fix a.jsonl -o b.jsonl").status == 3)
    #expect(try scratch.text(of: "b.jsonl") == "older")
    #expect(try scratch.shell("doodle lint --fix --on-error skip a.jsonl -o b.jsonl").status == 3)
    #expect(try scratch.shell("doodle lint b.jsonl").status == 0)
  }

  @Test func `a fixed log is clean, has the same picture, and stays the same`() throws {
    let scratch = try Scratch(["a.jsonl": Self.doubtful.replacing("\"time\":0.01}", with: "\"time\":0.01,\"app\":[1]}")]
    )
    let result = try scratch.shell("doodle lint --fix a.jsonl -o b.jsonl")
    #expect(result.status == 1)
    #expect(
      try scratch.text(of: "b.jsonl") == """
        {"doodle":1,"size":[40,20]}
        {"phase":"began","touch":1,"point":[5,10],"time":0}
        {"phase":"moved","touch":1,"point":[20,12],"time":0.01,"app":[1]}
        {"phase":"ended","touch":1,"point":[30,5],"time":0.0101}

        """)
    #expect(try scratch.shell("doodle lint b.jsonl").status == 0)
    #expect(try scratch.hash("a.jsonl") == scratch.hash("b.jsonl"))
    #expect(try scratch.shell("doodle lint --fix b.jsonl -o - | cmp - b.jsonl").status == 0)
    #expect(try scratch.shell("mkdir out; doodle lint -q --fix a.jsonl b.jsonl -o out/; cat out/*").output.count > 300)
    #expect(
      try scratch.shell("doodle lint --fix -n b.jsonl -o b2.jsonl; doodle lint --fix -n b.jsonl -o b2.jsonl").status
        == 4)
  }

  @Test func `a recording of another format is linted, and fixed as a log with the same picture`() throws {
    let touches = FormatTests.touches.replacing(#""phase":3"#, with: #""phase":1"#)
    let scratch = try Scratch(["touches": touches])
    let result = try scratch.shell("doodle lint touches")
    #expect(result.status == 1)
    #expect(
      result.errors.hasPrefix("touches:2:12: warning: touch \"A\" never ends [touch-never-ends]"), "\(result.errors)")
    #expect(!result.errors.contains("size-missing"))
    #expect(try scratch.shell("doodle lint -q --fix touches -o b.jsonl").status == 1)
    #expect(try scratch.text(of: "b.jsonl").hasPrefix(#"{"doodle":1,"model":"ink-3"}"#))
    #expect(try scratch.shell("doodle lint --disable size-missing b.jsonl").status == 0)
    #expect(try scratch.hash("--size 40x20 touches 2>/dev/null") == scratch.hash("--size 40x20 b.jsonl"))
  }

  @Test(arguments: [
    ("-o b.jsonl a", "-o needs --fix"), ("--fix a", "no output: give -o a.jsonl, or -o - for standard output"),
    ("--fix --json a -o -", "--json cannot be combined with -o -"),
    ("--disable time-bak a", #"did you mean time-back?"#), ("--disable time-back, a", "separated by commas"),
  ])
  func `a wrong command line is refused`(line: String, wording: String) throws {
    #expect(try #require(refusal(of: words("lint \(line)"))).wording.contains(wording))
  }

  @Test func `a drawing and a missing file are refused`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text])
    #expect(try scratch.shell("doodle save a.jsonl -o a.json; doodle lint a.json").status == 3)
    #expect(try scratch.shell("doodle lint b.jsonl").status == 4)
  }

  @Test func `the examples are clean`() throws {
    let result = try Program.shell("doodle lint Examples/*.jsonl", in: ProjectFiles.root)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
  }

  @Test func `doodle-lint(1) lists the rules with an example each`() {
    let page = ManPage.command("lint").text
    for rule in LintRule.allCases {
      #expect(page.contains("\n.SS \(rule.rawValue.replacing("-", with: "\\-"))\n"), "\(rule)")
      let first = rule.example[0].replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing(
        "\"", with: "\\(dq")
      #expect(page.contains(first), "\(rule)")
    }
  }
}
