import Foundation
import FoundationXML
import Testing

@testable import doodle

/// `check` and `accept`.
@Suite struct CheckTests {
  /// A folder with the logs d/a.jsonl and d/sub/b.jsonl.
  private static func folder() throws -> Scratch {
    let scratch = try Scratch()
    _ = try scratch.shell("mkdir -p d/sub")
    try scratch.write(Data(DiffTests.log().utf8), to: "d/a.jsonl")
    try scratch.write(Data(SmallLog.dot.utf8), to: "d/sub/b.jsonl")
    return scratch
  }

  /// The same folder with two goldens: d/a.png, and a hash of b in d/sub/goldens.tsv.
  private static func acceptedFolder() throws -> Scratch {
    let scratch = try folder()
    let result = try scratch.shell("doodle accept d/a && cd d/sub && doodle accept --all --store hash")
    try #require(result.status == 0, "\(result.errors)")
    return scratch
  }

  /// Moves the second stroke of d/a.jsonl.
  private static func change(_ scratch: Scratch) throws {
    try scratch.write(Data(DiffTests.log(second: 26).utf8), to: "d/a.jsonl")
  }

  private static func goldens(in scratch: Scratch) -> [String] {
    scratch.names.filter { $0.hasPrefix("d/") && ($0.hasSuffix(".png") || $0.hasSuffix(".tsv")) }
  }

  @Test func `a log without a golden is new, and check writes none`() throws {
    let scratch = try Self.folder()
    let result = try scratch.shell("doodle check d")
    #expect(result.status == 3)
    #expect(
      result.output == "d/a.jsonl: new: no golden\nd/sub/b.jsonl: new: no golden\n"
        + "if these are right: doodle accept d/a.jsonl d/sub/b.jsonl\n2 checked: 2 new\n")
    #expect(Self.goldens(in: scratch).isEmpty)
  }

  @Test func `runs of accept at the same time keep the goldens of each other`() throws {
    let names = ["a", "b", "c", "d"]
    let scratch = try Scratch(Dictionary(uniqueKeysWithValues: names.map { ("\($0).jsonl", SmallLog.text) }))
    for _ in 0..<5 {
      let runs = names.map { "doodle accept \($0).jsonl --store hash > /dev/null &" }.joined(separator: "\n")
      _ = try scratch.shell("rm -f goldens.tsv\n\(runs)\nwait")
      let rows = try scratch.text(of: "goldens.tsv").split(separator: "\n").dropFirst()
      let initials: [Substring] = rows.map { $0.prefix(1) }
      #expect(initials == ["a", "b", "c", "d"])
    }
    #expect(scratch.names == ["a.jsonl", "b.jsonl", "c.jsonl", "d.jsonl", "goldens.tsv"])
  }

  @Test func `accept writes a picture beside the log, or a hash into a table`() throws {
    let scratch = try Self.folder()
    let picture = try scratch.shell("doodle accept d/a")
    #expect(picture.status == 0 && picture.output.contains("new  d/a.jsonl -> d/a.png\n"))
    let hash = try scratch.shell("cd d/sub && doodle accept --all --store hash")
    #expect(hash.status == 0 && hash.output.contains("new  b.jsonl -> goldens.tsv\n"))
    #expect(Self.goldens(in: scratch) == ["d/a.png", "d/sub/goldens.tsv"])
  }

  @Test func `an unchanged log is the same as its golden`() throws {
    let result = try Self.acceptedFolder().shell("doodle check d")
    #expect(result.status == 0)
    #expect(result.output == "d/a.jsonl: same\nd/sub/b.jsonl: same\n2 checked: 2 same\n")
  }

  @Test func `a log that is named three ways is checked once`() throws {
    let result = try Self.acceptedFolder().shell("doodle check d/a d/a.png d/a.jsonl")
    #expect(result.status == 0 && result.output == "d/a.jsonl: same\n1 checked: 1 same\n")
  }

  @Test func `a changed log is different, with the cause and the elements`() throws {
    let scratch = try Self.acceptedFolder()
    try Self.change(scratch)
    let result = try scratch.shell("doodle check d")
    #expect(result.status == 1)
    for text in [
      "d/a.jsonl:13:1: different: ", "if these are right: doodle accept d/a.jsonl\n", "the log changed",
      "50.0 % in e2, pen, 50.0 % in no element",
      "2 checked: 1 same, 1 different\n",
    ] { #expect(result.output.contains(text), "\(result.output)") }
  }

  @Test func `quiet check prints failures alone`() throws {
    let scratch = try Self.acceptedFolder()
    #expect(try scratch.shell("doodle check -q d").output.isEmpty)
    try Self.change(scratch)
    let lines = try scratch.shell("doodle check -q d").output.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasPrefix("d/a.jsonl:13:1: different: "), "\(lines)")
  }

  @Test func `check writes the pictures of a failure, and leaves the golden as it is`() throws {
    let scratch = try Self.acceptedFolder()
    try Self.change(scratch)
    let golden = try scratch.bytes(of: "d/a.png")
    #expect(try scratch.shell("doodle check d --report r.html --out out --junit j.xml").status == 1)
    #expect(try scratch.bytes(of: "d/a.png") == golden)
    #expect(
      scratch.names(where: { $0.hasPrefix("out/") }) == [
        "out/d", "out/d/a.actual.png", "out/d/a.diff.png", "out/d/a.expected.png",
      ])
    #expect(scratch.names.contains("r.html") && scratch.names.contains("j.xml"))
    #expect(try scratch.bytes(of: "out/d/a.expected.png") == golden)
    #expect(try scratch.shell("doodle diff d/a.jsonl out/d/a.actual.png").status == 0)
  }

  @Test func `accept rewrites the goldens that differ, and no others`() throws {
    let scratch = try Self.acceptedFolder()
    try Self.change(scratch)
    let table = try scratch.bytes(of: "d/sub/goldens.tsv")
    let result = try scratch.shell("doodle accept d")
    #expect(result.status == 0)
    #expect(result.output == "different  d/a.jsonl -> d/a.png\n1 accepted, 0 removed\n")
    #expect(try scratch.bytes(of: "d/sub/goldens.tsv") == table)
    #expect(try scratch.shell("doodle check d").status == 0)
  }

  @Test(arguments: [
    ("d", "d/a.png: stale: no log or page\nd/sub/goldens.tsv: b: stale: no log or page\n2 checked: 2 stale\n"),
    ("d/a", "d/a.png: stale: no log or page\n1 checked: 1 stale\n"),
  ])
  func `a golden without a log is stale`(operand: String, output: String) throws {
    let result = try Self.acceptedFolder().shell("rm d/a.jsonl d/sub/b.jsonl; doodle check \(operand)")
    #expect(result.status == 3 && result.output == output)
  }

  @Test func `accept without --prune leaves stale goldens`() throws {
    let scratch = try Self.acceptedFolder()
    let result = try scratch.shell("rm d/a.jsonl d/sub/b.jsonl; doodle accept d")
    #expect(result.status == 0)
    #expect(
      result.output.contains("left  d/a.png: no log or page; --prune")
        && result.output.contains("0 accepted, 0 removed"))
    #expect(Self.goldens(in: scratch) == ["d/a.png", "d/sub/goldens.tsv"])
    let review = try scratch.shell("doodle accept --review d").output
    #expect(review.contains("doodle accept --prune d/a.png  # stale"))
    #expect(review.contains("doodle accept --prune d/sub/b  # stale"))
  }

  @Test func `accept --prune removes the stale goldens that are named, then those of the folder`() throws {
    let scratch = try Self.acceptedFolder()
    let named = try scratch.shell("rm d/a.jsonl d/sub/b.jsonl; doodle accept --prune d/a.png")
    #expect(named.status == 0 && named.output == "removed  d/a.png\n0 accepted, 1 removed\n")
    #expect(Self.goldens(in: scratch) == ["d/sub/goldens.tsv"])
    #expect(try scratch.shell("doodle accept --prune d/a.png").status == 4, "the golden is gone")
    let folder = try scratch.shell("doodle accept --prune d")
    #expect(folder.status == 0 && folder.output.hasSuffix("0 accepted, 1 removed\n"))
    #expect(Self.goldens(in: scratch).isEmpty)
  }

  @Test func `a folder without logs is an error`() throws {
    let result = try Scratch().shell("mkdir d; doodle check d")
    #expect(result.status == 3 && result.output == "0 checked: no logs found\n")
  }

  @Test func `a changed log and a changed renderer are distinguished`() throws {
    let scratch = try Scratch(["a.jsonl": DiffTests.log(), "b.jsonl": DiffTests.log()])
    // Another option draws the same log differently, as another version of the program might.
    let result = try scratch.shell(
      """
      doodle accept --store both a; doodle accept --store hash b
      doodle check --pressure none --scale 1 . ; echo $?
      doodle check --background '#fffffe' .; sed -i 's/,30\\]/,29]/' a.jsonl b.jsonl; doodle check .
      """)
    let checks = result.output.components(separatedBy: "checked:")
    #expect(result.output.contains("2 checked: 2 same\n0\n"))
    #expect(checks[1].components(separatedBy: "the log is the same, the renderer changed").count == 3)
    #expect(checks[1].contains("from the background on"))
    #expect(checks[2].components(separatedBy: "the log changed").count == 3)
    #expect(checks[2].components(separatedBy: "from stroke 2 on").count == 3)
    #expect(
      checks[2].contains("b.jsonl:13:1: different: another hash; the log changed; from stroke 2 on; from line 13 on\n"))
  }

  @Test func `another encoding of the golden is not a failure`() throws {
    let scratch = try Scratch(["a.jsonl": DiffTests.log()])
    let result = try scratch.shell("doodle render a.jsonl -o a.png --compress small; doodle check .")
    #expect(result.status == 0)
    #expect(result.output == "a.jsonl: same: only the PNG's encoding differs\n1 checked: 1 same\n")
  }

  @Test func `only a PNG that accept marked with its own name is ever stale, or removed`() throws {
    let log = SmallLog.text(of: [SmallLog.lines[0], #"{"command":"image","path":"photo.png","at":[0,0]}"#])
    let scratch = try Scratch(["a.jsonl": log, "b.jsonl": SmallLog.dot, "é %.jsonl": SmallLog.dot])
    let result = try scratch.shell(
      """
      doodle render b.jsonl -o photo.png; doodle render b.jsonl -o other.png; doodle accept .; cp b.png logo.png
      doodle check . | tail -n 1; rm b.jsonl é*.jsonl; doodle check . | grep stale; doodle accept --prune .
      """)
    #expect(result.output.contains("\n3 checked: 3 same\n"))
    #expect(result.output.contains("b.png: stale: no log or page\né %.png: stale: no log or page\n"))
    #expect(result.output.hasSuffix("removed  b.png\nremoved  é %.png\n0 accepted, 2 removed\n"))
    #expect(scratch.names == ["a.jsonl", "a.png", "logo.png", "other.png", "photo.png"])
  }

  @Test func `a table with CRLF line ends is read`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.dot, "b.jsonl": SmallLog.dot])
    let result = try scratch.shell(
      "doodle accept --store hash -q . > table; sed -i 's/$/\\r/' goldens.tsv; doodle check .; doodle accept .")
    #expect(result.status == 0)
    #expect(result.output.hasSuffix("2 checked: 2 same\n0 accepted, 0 removed\n"))
  }

  @Test func `links to a parent folder and pipes are ignored`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.dot])
    let result = try scratch.shell(
      "doodle accept -q . > a; ln -s . x; ln -s . y; mkdir d; ln -s .. d/up; mkfifo b.jsonl; doodle check .")
    #expect(result.output == "a.jsonl: same\n1 checked: 1 same\n")
    let dangling = try scratch.shell("ln -s nowhere c.jsonl; doodle check .")
    #expect(dangling.status == 4 && dangling.output.contains("c.jsonl: no such file"))
  }

  @Test func `a report on standard output is the only output there`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.dot])
    #expect(try scratch.shell("doodle accept -q . > a; doodle check . --report -").output.hasSuffix("</html>\n"))
    #expect(try scratch.shell("doodle check . --report - --json").status == 2)
    #expect(try scratch.shell("doodle check . --report a.html --junit a.html").status == 2)
  }

  @Test func `in a folder whose goldens are hashes, new goldens are hashes`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.dot])
    let result = try scratch.shell(
      "doodle accept --store hash .; cp a.jsonl b.jsonl; doodle accept .; doodle accept --store both b; ls *.png")
    #expect(result.output.contains("new  b.jsonl -> goldens.tsv\n"))
    #expect(result.output.hasSuffix("b.png\n"))
  }

  @Test func `a review without a terminal reports logs that cannot be drawn`() throws {
    let scratch = try Scratch(["a.jsonl": "{", "b.jsonl": SmallLog.dot])
    let result = try scratch.shell("doodle accept --review .")
    #expect(result.status == 3)
    #expect(result.output == "doodle accept b.jsonl  # new: no golden\n")
    #expect(result.errors.contains("a.jsonl:1:"))
  }

  @Test func `tolerances apply to golden pictures`() throws {
    let scratch = try Scratch(["a.jsonl": DiffTests.log()])
    let result = try scratch.shell(
      """
      doodle accept --all; sed -i 's/#000000/#020202/' a.jsonl
      for rule in '' '--max-delta 1' '--max-delta 2' '--max-pixels 5000' '--metric yiq' '--ignore 0,0,100,40'; do
        doodle check $rule . > /dev/null; echo $?
      done
      """)
    #expect(result.output.hasSuffix("\n1\n1\n0\n0\n0\n0\n"))
  }

  @Test func `an invalid log, table or picture fails without affecting the others`() throws {
    let scratch = try Scratch(["a.jsonl": "{\n", "b.jsonl": SmallLog.dot, "c.jsonl": SmallLog.dot, "b.png": "none"])
    let result = try scratch.shell("doodle accept c; doodle check .; echo $?")
    #expect(result.output.contains("a.jsonl:1:2: failed: "))
    #expect(result.output.contains("b.jsonl: failed: "))
    #expect(result.output.hasSuffix("c.jsonl: same\n3 checked: 1 same, 2 failed\n3\n"))
    for table in ["x\n", "x\ty\tz\t1x1\tw\tv\n", "a\t\(String(repeating: "0", count: 64))\tink-1\t1\tx\t\n"] {
      try scratch.write(Data(table.utf8), to: "goldens.tsv")
      let result = try scratch.shell("doodle check .")
      #expect(result.status == 3 && result.errors.contains("goldens.tsv: error: line 1 "))
    }
  }

  @Test func `TAP, JSON, GitHub and JUnit report the same results`() throws {
    let scratch = try Scratch(["a&b.jsonl": DiffTests.log(), "c.jsonl": SmallLog.dot, "d.jsonl": SmallLog.dot])
    _ = try scratch.shell("doodle accept 'a&b' d; sed -i 's/,30\\]/,26]/' 'a&b.jsonl'")
    let tap = try scratch.shell("doodle check --tap .").output
    #expect(tap.hasPrefix("TAP version 14\n1..3\nnot ok 1 - a&b.jsonl\n") && tap.contains("\nok 3 - d.jsonl\n"))
    let lines = try scratch.shell("doodle check --json .").output.split(separator: "\n")
    let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
    let verdicts: [String?] = objects.map { $0["verdict"] as? String }
    #expect(verdicts == ["different", "new", "same", nil])
    #expect(objects.last?["checked"] as? Int == 3 && objects.last?["ok"] as? Bool == false)
    let github = try scratch.shell("doodle check --error-format github . > /dev/null").errors
    #expect(github.hasPrefix("::error file=a&b.jsonl,line=") && github.contains("::error file=c.jsonl,title="))
    _ = try scratch.shell("doodle check --junit j.xml .")
    let xml = XMLReader()
    let parser = XMLParser(data: try scratch.bytes(of: "j.xml"))
    parser.delegate = xml
    #expect(parser.parse())
    #expect(xml.names == ["a&b.jsonl", "c.jsonl", "d.jsonl"] && xml.failures == ["different", "new"])
  }

  @Test func `results do not depend on the number of threads`() throws {
    let scratch = try Scratch()
    for index in 0..<12 { try scratch.write(Data(DiffTests.log(second: 20 + index).utf8), to: "\(index).jsonl") }
    let result = try scratch.shell(
      """
      doodle accept --all > /dev/null; sed -i 's/,25\\]/,33]/' *.jsonl
      for threads in 1 2 7; do doodle check --json --threads $threads --report r$threads.html . > j$threads; done
      cmp j1 j2 && cmp j1 j7 && cmp r1.html r2.html && cmp r1.html r7.html && echo all
      """)
    #expect(result.output.hasSuffix("all\n"))
  }

  @Test(arguments: [
    "check", "check -", "accept", "accept -", "accept --all d", "check --json --tap d", "check --report r.txt d",
  ])
  func `a command line without operands, or with contradictory options, is refused`(line: String) {
    #expect(refusal(of: words(line)) != nil)
  }

  private final class XMLReader: NSObject, XMLParserDelegate {
    var names: [String] = []
    var failures: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      if name == "testcase" { names.append(attributes["name"] ?? "") }
      if name == "failure" { failures.append(attributes["type"] ?? "") }
    }
  }
}
