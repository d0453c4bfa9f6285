import Foundation
import Testing

@testable import doodle

/// Which files of a folder are recordings with goldens.
@Suite struct FolderRecordingTests {
  /// Recordings in several formats, and files that are none.
  private static func folder() throws -> Scratch {
    let scratch = try Scratch()
    _ = try scratch.shell("mkdir d")
    for (name, text) in [
      ("log.jsonl", SmallLog.text), ("points.csv", "x,y\n1,2\n30,9\n"), ("empty.txt", ""), ("notes.md", "# notes\n"),
      ("package.json", #"{"name":"a"}"# + "\n"), (".hidden.jsonl", SmallLog.text),
      ("stroke.json", #"[{"x":1,"y":2},{"x":30,"y":9}]"#),
    ] { try scratch.write(Data(text.utf8), to: "d/\(name)") }
    let made = try scratch.shell(
      "cd d; for kind in inkml xopp; do doodle convert log.jsonl -o ink.$kind; done; gzip -c log.jsonl > packed.jsonl.gz"
    )
    try #require(made.status == 0, "\(made.errors)")
    return scratch
  }

  private static let cases = [
    "ink.inkml", "ink.xopp", "log.jsonl", "packed.jsonl.gz", "points.csv", "stroke.json",
  ]

  private static let goldens = ["ink.inkml", "ink.xopp", "log", "packed", "points", "stroke"].map { "d/\($0).png" }

  /// The paths and verdicts of a check.
  private func verdicts(_ scratch: Scratch, _ line: String = "doodle check d") throws -> [String] {
    try scratch.shell(line).output.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ":")
      return parts.count > 1 && line.hasPrefix("d/") ? "\(parts[0]):\(parts[1])" : nil
    }
  }

  @Test func `every format that is read is checked, and nothing else`() throws {
    let scratch = try Self.folder()
    #expect(try verdicts(scratch) == Self.cases.map { "d/\($0): new" })
    #expect(try scratch.shell("doodle accept d").status == 0)
    #expect(scratch.names.filter { $0.hasSuffix(".png") } == Self.goldens)
    #expect(try verdicts(scratch) == Self.cases.map { "d/\($0): same" })
    #expect(try scratch.shell("doodle check -q d").status == 0)
  }

  @Test(arguments: ["png", "hash", "both"])
  func `accept --prune removes no golden whose recording is there`(store: String) throws {
    let scratch = try Self.folder()
    let files = Self.cases.map { "d/\($0)" }.joined(separator: " ")
    let result = try scratch.shell("doodle accept --store \(store) \(files); doodle accept --prune d")
    #expect(result.output.hasSuffix("0 accepted, 0 removed\n"), "\(result.output)")
    // Also when a recording cannot be recognized any more.
    for broken in ["points.csv", "stroke.json", "packed.jsonl.gz", "ink.xopp"] {
      let kept = try scratch.bytes(of: "d/\(broken)")
      try scratch.write(Data("{".utf8), to: "d/\(broken)")
      let checked = try scratch.shell("doodle check d; doodle accept --prune d")
      #expect(checked.output.contains("d/\(broken):1:2: failed: "), "\(checked.output)")
      #expect(checked.output.hasSuffix("0 accepted, 0 removed\n"), "\(checked.output)")
      try scratch.write(kept, to: "d/\(broken)")
    }
    #expect(try verdicts(scratch) == Self.cases.map { "d/\($0): same" })
  }

  @Test(arguments: ["png", "hash", "both"])
  func `a golden of any format without its recording is stale`(store: String) throws {
    let scratch = try Self.folder()
    let result = try scratch.shell(
      """
      doodle accept --store \(store) d > /dev/null; rm d/points.csv d/packed.jsonl.gz d/ink.xopp d/ink.inkml
      doodle accept --prune d | tail -n 1; doodle check d
      """)
    #expect(result.output.hasPrefix("0 accepted, \(store == "both" ? 8 : 4) removed\n"), "\(result.output)")
    #expect(result.output.hasSuffix("\n2 checked: 2 same\n"), "\(result.output)")
  }

  @Test(arguments: ["d/points", "d/points.png", "d/points.csv", "d/./points"])
  func `a recording of another format may be named without its extension, and by its golden`(name: String) throws {
    let scratch = try Self.folder()
    #expect(try scratch.shell("doodle accept \(name)").output.hasPrefix("new  "))
    #expect(scratch.names.filter { $0.hasSuffix(".png") } == ["d/points.png"])
  }

  @Test func `pages of a document have goldens of their own`() throws {
    let scratch = try Scratch([
      "notes.jsonl": SmallLog.text + #"{"command":"page"}"# + "\n" + SmallLog.lines[1...].joined(separator: "\n")
    ])
    let result = try scratch.shell(
      """
      mkdir d; doodle convert notes.jsonl -o d/notes.xopp; doodle accept d; ls d; doodle accept --prune d
      doodle check d
      """)
    #expect(
      result.output.contains("\nnotes-1.png\nnotes-2.png\nnotes.xopp\n0 accepted, 0 removed\n"), "\(result.output)")
    #expect(result.output.hasSuffix("2 checked: 2 same\n"))
  }

  @Test func `a tolerated difference is not called one of encoding`() throws {
    let scratch = try Scratch(["a.jsonl": DiffTests.log()])
    let result = try scratch.shell(
      """
      doodle accept --all > /dev/null; sed -i 's/#000000/#020100/' a.jsonl; doodle diff a.jsonl a.png --max-delta 1
      doodle check --max-delta 2 .; doodle check --max-delta 2 --json . | head -n 1
      """)
    let count = try #require(result.output.firstMatch(of: /: ([0-9]+) of 4000 pixels differ/)?.1)
    #expect(result.output.contains("a.jsonl: same: within the rule: "), "\(result.output)")
    #expect(result.output.contains("by at most 2 of 255\n") && result.output.contains(#""unequal_pixels":"#))
    #expect(!result.output.contains("encoding") && Int(count) ?? 0 > 100)
  }

  @Test func `the folder of pictures holds what failed now, and what doodle did not make`() throws {
    let scratch = try Scratch(["a.jsonl": DiffTests.log(), "c.csv": "x,y\n1,2\n9,9\n"])
    let failing = try scratch.shell(
      """
      mkdir sub; cp a.jsonl sub/b.jsonl
      doodle accept --all > /dev/null; sed -i 's/,30\\]/,26]/' a.jsonl sub/b.jsonl; echo 20,20 >> c.csv
      doodle check . --out out; find out -type f | sort
      doodle render a.jsonl -o out/mine.actual.png; echo text > out/a.expected.txt
      sed -i 's/,26\\]/,30]/' a.jsonl; rm c.csv c.png; doodle check . --out out; find out -type f | sort
      """)
    func pictures(_ name: String, _ kinds: [String] = ["actual", "diff", "expected"]) -> String {
      kinds.map { "out/\(name).\($0).png\n" }.joined()
    }
    // Pictures of two sizes have no difference.
    let csv = pictures("c.csv", ["actual", "expected"])
    #expect(failing.output.contains("\n" + pictures("a") + csv + pictures("sub/b")), "\(failing.output)")
    #expect(
      failing.output.hasSuffix("\nout/a.expected.txt\nout/mine.actual.png\n" + pictures("sub/b")), "\(failing.output)")
  }
}
