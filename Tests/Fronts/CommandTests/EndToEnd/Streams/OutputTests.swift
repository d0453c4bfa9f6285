import Foundation
import Testing

/// The output files of several inputs, and the reports about them.
@Suite struct OutputTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch(["a.jsonl": SmallLog.text, "dot.jsonl": SmallLog.dot])
  }

  struct Several: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var outputs: [String]
  }

  @Test(arguments: [
    Several(testDescription: "mkdir p; doodle render a.jsonl dot.jsonl -o p/", outputs: ["p/a.png", "p/dot.png"]),
    Several(testDescription: "mkdir p; doodle render a.jsonl dot.jsonl -o p", outputs: ["p/a.png", "p/dot.png"]),
    Several(testDescription: "mkdir p; doodle render *.jsonl -o p/", outputs: ["p/a.png", "p/dot.png"]),
    Several(testDescription: "doodle render *.jsonl -o '{stem}.png'", outputs: ["a.png", "dot.png"]),
    Several(testDescription: "mkdir a dot; doodle render *.jsonl -o {stem}/1.png", outputs: ["a/1.png", "dot/1.png"]),
    Several(
      testDescription: "mkdir p; doodle render - dot.jsonl -o p/ < a.jsonl", outputs: ["p/stdin.png", "p/dot.png"]),
  ])
  func `each input gets its own picture`(several: Several) throws {
    let result = try scratch.shell(several.testDescription)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty && result.outputBytes.isEmpty)
    #expect(scratch.names(where: { $0.hasSuffix(".png") }) == several.outputs.sorted())
    #expect(try scratch.hash(several.outputs[0]) == scratch.hash("a.jsonl"))
    #expect(try scratch.hash(several.outputs[1]) == scratch.hash("dot.jsonl"))
  }

  @Test func `inputs before a bad one are drawn, and the bad one leaves no file`() throws {
    try scratch.write(Data("nonsense\n".utf8), to: "bad.jsonl")
    let result = try scratch.shell("doodle render a.jsonl bad.jsonl -o '{stem}.png'")
    #expect(result.status == 3)
    #expect(scratch.names == ["a.jsonl", "a.png", "bad.jsonl", "dot.jsonl"])
  }

  @Test func `-n replaces no file`() throws {
    try scratch.write(Data("older".utf8), to: "a.png")
    let result = try scratch.shell("doodle render -n a.jsonl -o a.png")
    #expect(result.status == 4)
    #expect(result.errors.contains("a.png") && result.errors.contains("exists"))
    #expect(try scratch.text(of: "a.png") == "older")
    #expect(try scratch.shell("doodle render -n a.jsonl -o b.png").status == 0)
    #expect(try scratch.shell("doodle render a.jsonl -o a.png").status == 0)
    #expect(try scratch.bytes(of: "a.png") == scratch.bytes(of: "b.png"))
  }

  @Test func `a replaced picture keeps its permissions, and a new one has those of the umask`() throws {
    let result = try scratch.shell(
      """
      umask 027; touch a.png; chmod 604 a.png
      doodle render a.jsonl -o a.png; doodle render a.jsonl -o b.png; stat -c %a a.png b.png
      """)
    #expect(result.output == "604\n640\n")
  }

  @Test func `--json prints one object per line for each file`() throws {
    let result = try scratch.shell("doodle render a.jsonl dot.jsonl -o '{stem}@2x.png' --json")
    #expect(result.status == 0)
    let objects = try result.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    try #require(objects.count == 2)
    #expect(try objects.values(of: "file", as: String.self) == ["a.jsonl", "dot.jsonl"], "\(result.output)")
    #expect(try objects.values(of: "strokes", as: Int.self) == [1, 1], "\(result.output)")
    #expect(try objects.values(of: "events", as: Int.self) == [5, 4], "\(result.output)")
    #expect(try objects.values(of: "width", as: Int.self) == [80, 80], "\(result.output)")
    #expect(try objects.values(of: "height", as: Int.self) == [40, 40], "\(result.output)")
    #expect(try objects.values(of: "warnings", as: Int.self) == [0, 0], "\(result.output)")
    let hashes = [try scratch.hash("a@2x.png"), try scratch.hash("dot.jsonl --scale 2")]
    #expect(try objects.values(of: "pixels_sha256", as: String.self) == hashes, "\(result.output)")
  }

  @Test func `hash --json prints the same size and hash for a log and its picture`() throws {
    let result = try scratch.shell("doodle render a.jsonl -o a.png; doodle hash --json a.jsonl a.png")
    let objects = try result.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    try #require(objects.count == 2)
    for key in ["width", "height"] { #expect(objects[0][key] as? Int == objects[1][key] as? Int) }
    #expect(objects[0]["pixels_sha256"] as? String == objects[1]["pixels_sha256"] as? String)
    #expect(try objects.values(of: "file", as: String.self) == ["a.jsonl", "a.png"], "\(result.output)")
  }

  @Test func `inspect --json prints the counts, the size and the duration of a log`() throws {
    let result = try scratch.shell("doodle inspect --json a.jsonl")
    let object = try #require(JSONSerialization.jsonObject(with: result.outputBytes) as? [String: Any])
    #expect(object["strokes"] as? Int == 1)
    #expect(object["real"] as? Int == 4)
    #expect(object["size"] as? [Double] == [40, 20])
    #expect((object["duration_s"] as? Double).map { abs($0 - 0.03) < 1e-12 } == true)
    #expect((object["rate_hz"] as? Double).map { abs($0 - 100) < 1e-6 } == true)
  }

  @Test func `the same log and options give the same bytes`() throws {
    let result = try scratch.shell(
      """
      for name in a b; do doodle render a.jsonl --metadata --dpi 144 --compress small -o $name.png; sleep 0.01; done
      cmp a.png b.png
      """)
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
  }

  @Test func `if standard error is closed, no message is written to a file`() throws {
    try scratch.write(Data((SmallLog.text + "nonsense\n").utf8), to: "bad.jsonl")
    let result = try scratch.shell(
      """
      doodle convert --on-error=skip - -o open.jsonl < bad.jsonl 2> errors
      doodle convert --on-error=skip - -o closed.jsonl < bad.jsonl 2>&-
      cmp open.jsonl closed.jsonl
      """)
    #expect(result.status == 0)
    #expect(try scratch.text(of: "errors").contains("nonsense"))
  }
}
