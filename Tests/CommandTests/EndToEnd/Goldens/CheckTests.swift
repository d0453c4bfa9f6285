import Foundation
import FoundationXML
import Testing

@testable import doodle

/// Goldens from the first to the last, as a user has them.
@Suite struct CheckTests {
  @Test func `new, accepted, changed, looked at, accepted, gone`() throws {
    let scratch = try Scratch()
    func run(_ line: String, _ status: Int32, _ output: String...) throws {
      let result = try scratch.shell(line)
      #expect(result.status == status, "\(line): \(result.output)\(result.errors)")
      for text in output { #expect(result.output.contains(text), "\(line): \(result.output)") }
    }
    _ = try scratch.shell("mkdir -p d/sub")
    try scratch.write(Data(DiffTests.log().utf8), to: "d/a.jsonl")
    try scratch.write(Data(SmallLog.dot.utf8), to: "d/sub/b.jsonl")

    try run("doodle check d", 3, "new        d/a.jsonl: no golden\n", "\n2 checked: 2 new\n")
    #expect(!scratch.names.contains { $0.hasSuffix(".png") || $0.hasSuffix(".tsv") }, "check writes no golden")
    try run("doodle accept d/a", 0, "new  d/a.jsonl -> d/a.png\n")
    try run("doodle check d", 3, "same       d/a.jsonl\n", "new        d/sub/b.jsonl: no golden\n")
    try run("cd d/sub && doodle accept --all --store hash", 0, "new  b.jsonl -> goldens.tsv")
    try run("doodle check d", 0, "\n2 checked: 2 same\n")
    try run("doodle check d/a d/a.png d/a.jsonl", 0, "same       d/a.jsonl\n1 checked: 1 same\n")

    try scratch.write(Data(DiffTests.log(second: 26).utf8), to: "d/a.jsonl")
    try run(
      "doodle check d", 1, "different  d/a.jsonl: ", "the log changed", "50.0 % in e2, pen, 50.0 % in no element",
      "2 checked: 1 same, 1 different\n")
    let before = try scratch.bytes(of: "d/a.png")
    try run("doodle check d --report r.html --out out --junit j.xml", 1)
    #expect(try scratch.bytes(of: "d/a.png") == before)
    #expect(
      scratch.names.filter { $0.hasPrefix("out/") } == [
        "out/d", "out/d/a.actual.png", "out/d/a.diff.png", "out/d/a.expected.png",
      ])
    try run("doodle diff d/a.jsonl out/d/a.actual.png && cmp d/a.png out/d/a.expected.png", 0)

    let table = try scratch.bytes(of: "d/sub/goldens.tsv")
    try run("doodle accept d", 0, "different  d/a.jsonl -> d/a.png\n", "1 accepted, 0 removed\n")
    #expect(try scratch.bytes(of: "d/sub/goldens.tsv") == table, "what is the same is not touched")
    try run("doodle check d", 0)

    try run(
      "rm d/a.jsonl d/sub/b.jsonl; doodle check d", 3, "stale      d/a.png: no log\n",
      "stale      d/sub/goldens.tsv: b: no log\n")
    try run("doodle check d/a", 3, "stale      d/a.png: no log\n", "\n1 checked: 1 stale\n")
    try run("doodle accept d; ls d/a.png", 0, "left  d/a.png: no log; --prune", "0 accepted, 0 removed\n")
    try run(
      "doodle accept --review d", 0, "doodle accept --prune d/a.png  # stale", "doodle accept --prune d/sub/b  # stale")
    try run("doodle accept --prune d/a.png", 0, "removed  d/a.png\n", "0 accepted, 1 removed\n")
    try run("doodle accept --prune d/a.png", 4)
    try run("doodle accept --prune d", 0, "0 accepted, 1 removed\n")
    try run("doodle check d", 3, "0 checked: there is no log to check\n")
    #expect(!scratch.names.contains { $0.hasPrefix("d/") && ($0.hasSuffix(".png") || $0.hasSuffix(".tsv")) })
  }

  @Test func `the log's change and the renderer's are told apart`() throws {
    let scratch = try Scratch(["a.jsonl": DiffTests.log(), "b.jsonl": DiffTests.log()])
    // Drawn with another option, the same log gives another picture: as another version might.
    let result = try scratch.shell(
      """
      doodle accept --store both a; doodle accept --store hash b
      doodle check --pressure none --scale 1 . ; echo $?
      doodle check --background '#fffffe' .; sed -i 's/,30\\]/,29]/' a.jsonl b.jsonl; doodle check .
      """)
    let checks = result.output.components(separatedBy: "checked:")
    #expect(result.output.contains("2 checked: 2 same\n0\n"))
    #expect(checks[1].components(separatedBy: "the log is the same, the renderer changed").count == 3)
    #expect(checks[1].contains("from the paper on"))
    #expect(checks[2].components(separatedBy: "the log changed").count == 3)
    #expect(checks[2].components(separatedBy: "from stroke 2 on").count == 3)
    #expect(checks[2].contains("b.jsonl: another hash; the log changed; from stroke 2 on; from line 13 on\n"))
  }

  @Test func `another encoding of the golden is no failure`() throws {
    let scratch = try Scratch(["a.jsonl": DiffTests.log()])
    let result = try scratch.shell("doodle render a.jsonl -o a.png --compress small; doodle check .")
    #expect(result.status == 0)
    #expect(result.output == "same       a.jsonl: only the PNG's encoding differs\n1 checked: 1 same\n")
  }

  @Test func `only what was accepted as the golden of a log of its name is ever stale, or removed`() throws {
    let log = SmallLog.text(of: [SmallLog.lines[0], #"{"command":"image","path":"photo.png","at":[0,0]}"#])
    let scratch = try Scratch(["a.jsonl": log, "b.jsonl": SmallLog.dot, "é %.jsonl": SmallLog.dot])
    let result = try scratch.shell(
      """
      doodle render b.jsonl -o photo.png; doodle render b.jsonl -o other.png; doodle accept .; cp b.png logo.png
      doodle check . | tail -n 1; rm b.jsonl é*.jsonl; doodle check . | grep stale; doodle accept --prune .
      """)
    #expect(result.output.contains("\n3 checked: 3 same\n"))
    #expect(result.output.contains("stale      b.png: no log\nstale      é %.png: no log\n"))
    #expect(result.output.hasSuffix("removed  b.png\nremoved  é %.png\n0 accepted, 2 removed\n"))
    #expect(scratch.names == ["a.jsonl", "a.png", "logo.png", "other.png", "photo.png"])
  }

  @Test func `a table whose lines end as on Windows is one`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.dot, "b.jsonl": SmallLog.dot])
    let result = try scratch.shell(
      "doodle accept --store hash -q . > table; sed -i 's/$/\\r/' goldens.tsv; doodle check .; doodle accept .")
    #expect(result.status == 0)
    #expect(result.output.hasSuffix("2 checked: 2 same\n0 accepted, 0 removed\n"))
  }

  @Test func `links that lead back and pipes are passed over`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.dot])
    let result = try scratch.shell(
      "doodle accept -q . > a; ln -s . x; ln -s . y; mkdir d; ln -s .. d/up; mkfifo b.jsonl; doodle check .")
    #expect(result.output == "same       a.jsonl\n1 checked: 1 same\n")
    let dangling = try scratch.shell("ln -s nowhere c.jsonl; doodle check .")
    #expect(dangling.status == 4 && dangling.output.contains("c.jsonl: no such file"))
  }

  @Test func `a report to standard output stands there alone`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.dot])
    #expect(try scratch.shell("doodle accept -q . > a; doodle check . --report -").output.hasSuffix("</html>\n"))
    #expect(try scratch.shell("doodle check . --report - --json").status == 2)
    #expect(try scratch.shell("doodle check . --report a.html --junit a.html").status == 2)
  }

  @Test func `where goldens are kept as hashes, new ones are too`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.dot])
    let result = try scratch.shell(
      "doodle accept --store hash .; cp a.jsonl b.jsonl; doodle accept .; doodle accept --store both b; ls *.png")
    #expect(result.output.contains("new  b.jsonl -> goldens.tsv\n"))
    #expect(result.output.hasSuffix("b.png\n"))
  }

  @Test func `a review without a terminal says what cannot be drawn`() throws {
    let scratch = try Scratch(["a.jsonl": "{", "b.jsonl": SmallLog.dot])
    let result = try scratch.shell("doodle accept --review .")
    #expect(result.status == 3)
    #expect(result.output == "doodle accept b.jsonl  # new: no golden\n")
    #expect(result.errors.contains("a.jsonl:1:"))
  }

  @Test func `tolerances hold for pictures`() throws {
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

  @Test func `bad logs, tables and pictures fail, each by itself`() throws {
    let scratch = try Scratch(["a.jsonl": "{\n", "b.jsonl": SmallLog.dot, "c.jsonl": SmallLog.dot, "b.png": "none"])
    let result = try scratch.shell("doodle accept c; doodle check .; echo $?")
    #expect(result.output.contains("failed     a.jsonl: 1:2: error: "))
    #expect(result.output.contains("failed     b.jsonl: "))
    #expect(result.output.hasSuffix("same       c.jsonl\n3 checked: 1 same, 2 failed\n3\n"))
    for table in ["x\n", "x\ty\tz\t1x1\tw\tv\n", "a\t\(String(repeating: "0", count: 64))\tink-1\t1\tx\t\n"] {
      try scratch.write(Data(table.utf8), to: "goldens.tsv")
      let result = try scratch.shell("doodle check .")
      #expect(result.status == 3 && result.errors.contains("goldens.tsv: error: line 1 "))
    }
  }

  @Test func `what machines read says the same`() throws {
    let scratch = try Scratch(["a&b.jsonl": DiffTests.log(), "c.jsonl": SmallLog.dot, "d.jsonl": SmallLog.dot])
    _ = try scratch.shell("doodle accept 'a&b' d; sed -i 's/,30\\]/,26]/' 'a&b.jsonl'")
    let tap = try scratch.shell("doodle check --tap .").output
    #expect(tap.hasPrefix("TAP version 14\n1..3\nnot ok 1 - a&b.jsonl\n") && tap.contains("\nok 3 - d.jsonl\n"))
    let lines = try scratch.shell("doodle check --json .").output.split(separator: "\n")
    let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
    #expect(objects.map { $0["verdict"] as? String } == ["different", "new", "same", nil])
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
  func `a command line that says nothing is refused`(line: String) {
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
