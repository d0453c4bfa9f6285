import Foundation
import Testing

/// Documents of several pages: every command reads all of them, or says that one must be chosen.
@Suite struct PageTests {
  /// The lines of a page: its background and a stroke at a height.
  private static func page(_ command: String, y: Int) -> [String] {
    [
      command, #"{"tool":"pen","color":"teal","width":4}"#, "{\"phase\":\"began\",\"point\":[5,\(y)],\"time\":0}",
      "{\"phase\":\"moved\",\"point\":[20,\(y + 3)],\"time\":0.1}",
      "{\"phase\":\"ended\",\"point\":[35,\(y)],\"time\":0.2}",
    ]
  }

  private static let header = #"{"doodle":1,"size":[40,20],"background":"ivory"}"#
  private static let first = page(header, y: 5)
  private static let second = page(#"{"command":"page"}"#, y: 12)
  private static let third = page(#"{"command":"page","size":[40,30],"background":"none"}"#, y: 8)
  private static let notes = SmallLog.text(of: first + second + third)

  let scratch: Scratch

  init() throws {
    scratch = try Scratch([
      "notes.jsonl": Self.notes, "1.jsonl": SmallLog.text(of: Self.first),
      "2.jsonl": SmallLog.text(of: Self.page(Self.header, y: 12)),
      "3.jsonl": SmallLog.text(of: Self.page(#"{"doodle":1,"size":[40,30],"background":"none"}"#, y: 8)),
    ])
  }

  /// Commands that write one file, and the name that they suggest for the pages.
  @Test(arguments: [
    ("render notes.jsonl -o out.png", "out-{page}.png"), ("render notes.jsonl -o out.svg", "out-{page}.svg"),
    ("render notes.jsonl --at 50% -o out.png", "out-{page}.png"), ("render notes.jsonl -o - | cat", nil),
    ("replay notes.jsonl -o out.apng", "out-{page}.apng"), ("save notes.jsonl -o out.json", "out-{page}.json"),
    ("convert notes.jsonl -o out.inkml", "out-{page}.inkml"),
    ("render notes.jsonl --pages 2-3 -o out.png", "out-{page}.png"),
    ("render - -o out.png < notes.jsonl", "out-{page}.png"), ("render notes.jsonl --tiles out", nil),
  ])
  func `one output for several pages is an error before anything is written`(line: String, name: String?) throws {
    let before = scratch.names
    let result = try scratch.shell("set -o pipefail; doodle \(line)")
    #expect(result.status == 2)
    #expect(result.errors.contains("has 3 pages"), "\(result.errors)")
    #expect(result.errors.contains("--page 1"))
    if let name { #expect(result.errors.contains("-o '\(name)'"), "\(result.errors)") }
    #expect(scratch.names == before)
    #expect(result.output.isEmpty)
  }

  @Test func `each page is a drawing of its own, with the size and the background of the page before`() throws {
    _ = try scratch.shell("doodle render notes.jsonl -o 'out-{page:03}.png'")
    #expect(scratch.names(where: { $0.hasPrefix("out") }) == ["out-001.png", "out-002.png", "out-003.png"])
    let pages = try scratch.shell("doodle hash notes.jsonl").output.split(separator: "\n")
    #expect(pages.count == 4)
    for page in 1...3 {
      let hash = try scratch.hash("\(page).jsonl")
      #expect(try scratch.hash("out-00\(page).png") == hash)
      #expect(try scratch.hash("--page \(page) notes.jsonl") == hash)
      #expect(pages[page - 1] == "\(hash)  notes.jsonl#\(page)")
    }
    // The hash of all, by another program.
    let whole = try scratch.shell("doodle hash notes.jsonl | head -n 3 | cut -c1-64 | sha256sum").output.prefix(64)
    #expect(pages[3] == "\(whole)  notes.jsonl")
    #expect(
      try scratch.shell("doodle hash --pages last,1 notes.jsonl").output.split(separator: "\n") == [pages[0], pages[2]])
  }

  @Test(arguments: [
    ("render notes.jsonl -o 'out/{page}.svg'", ["out/1.svg", "out/2.svg", "out/3.svg"]),
    ("render notes.jsonl --pages 2- -o '{stem}@{page}.png'", ["notes@2.png", "notes@3.png"]),
    ("render notes.jsonl --tiles 'out/{page}'", ["out/1/0/0/0.png", "out/2/0/0/0.png", "out/3/0/0/0.png"]),
    ("replay notes.jsonl -o 'out/{page}.apng'", ["out/1.apng", "out/2.apng", "out/3.apng"]),
    ("replay notes.jsonl --fps 1 -o 'out/{page}/'", ["out/1/0001.png", "out/2/0001.png", "out/3/0001.png"]),
    ("save notes.jsonl -o 'out-{page}.json'", ["out-1.json", "out-2.json", "out-3.json"]),
    ("convert notes.jsonl -o 'out-{page}.inkml'", ["out-1.inkml", "out-2.inkml", "out-3.inkml"]),
    ("convert notes.jsonl -o out.xopp", ["out.xopp"]), ("convert notes.jsonl -o out.jsonl", ["out.jsonl"]),
    ("batch notes.jsonl -o 'out/{key}.png'", ["out/notes-1.png", "out/notes-2.png", "out/notes-3.png"]),
    ("lint --fix notes.jsonl -o out.jsonl", ["out.jsonl"]),
  ])
  func `commands write all pages`(line: String, outputs: [String]) throws {
    let before = Set(scratch.names)
    let result = try scratch.shell("doodle \(line) -q")
    #expect(result.status == 0, "\(result.errors)")
    for output in outputs { #expect(scratch.names.contains(output)) }
    for output in scratch.names where !before.contains(output) && output.hasSuffix(".jsonl") {
      #expect(
        try scratch.shell("doodle hash \(output) | cut -c1-64").output
          == scratch.shell("doodle hash notes.jsonl | cut -c1-64").output)
    }
  }

  @Test func `documents survive a conversion page by page`() throws {
    _ = try scratch.shell(
      "doodle convert -q notes.jsonl -o a.xopp && doodle convert -q a.xopp -o b.jsonl && doodle convert -q b.jsonl -o c.xopp"
    )
    let strokes = try scratch.shell("doodle inspect --json c.xopp").output.split(separator: "\n")
    #expect(strokes.count == 3)
    #expect(strokes.allSatisfy { $0.contains("\"strokes\":1") })
    #expect(try scratch.shell("doodle diff --max-delta 24 a.xopp c.xopp").status == 0)
  }

  @Test func `pages that differ are found, and so is a page that one document lacks`() throws {
    try scratch.write(Data(Self.notes.replacing("[20,15]", with: "[20,18]").utf8), to: "other.jsonl")
    let different = try scratch.shell("doodle diff notes.jsonl other.jsonl")
    #expect(different.status == 1)
    #expect(different.output.contains("notes.jsonl#1 and other.jsonl#1: the same"))
    #expect(different.output.contains("notes.jsonl#2 and other.jsonl#2: "))
    #expect(different.output.contains("notes.jsonl#3 and other.jsonl#3: the same"))
    try scratch.write(Data(SmallLog.text(of: Self.first + Self.second).utf8), to: "short.jsonl")
    let shorter = try scratch.shell("doodle diff notes.jsonl short.jsonl")
    #expect(shorter.status == 1)
    #expect(shorter.output.hasSuffix("short.jsonl has 2 pages, notes.jsonl has more\n"))
    #expect(try scratch.shell("doodle diff notes.jsonl 1.jsonl").status == 1)
    _ = try scratch.shell("doodle render 2.jsonl -o 2.png")
    #expect(try scratch.shell("doodle diff notes.jsonl 2.png").status == 2)
    #expect(try scratch.shell("doodle diff --page 2 notes.jsonl 2.png").status == 0)
    #expect(try scratch.shell("doodle diff notes.jsonl other.jsonl -o d.png").status == 2)
    _ = try scratch.shell("doodle diff notes.jsonl other.jsonl -o 'd-{page}.png'")
    #expect(scratch.names(where: { $0.hasPrefix("d-") }) == ["d-1.png", "d-2.png", "d-3.png"])
  }

  @Test func `each page has a golden of its own, and one too many is stale`() throws {
    let folder = try Scratch(["d.jsonl": Self.notes, "one.jsonl": SmallLog.text])
    #expect(try folder.shell("doodle check .").output.hasPrefix("d.jsonl#1: new: no golden\nd.jsonl#2: new"))
    #expect(try folder.shell("doodle accept --all").output.contains("new  d.jsonl -> d-2.png\n"))
    #expect(folder.names == ["d-1.png", "d-2.png", "d-3.png", "d.jsonl", "one.jsonl", "one.png"])
    #expect(try folder.shell("doodle check .").output.hasSuffix("4 checked: 4 same\n"))
    try folder.write(Data(Self.notes.replacing("[20,15]", with: "[20,18]").utf8), to: "d.jsonl")
    let changed = try folder.shell("doodle check --json .")
    #expect(changed.status == 1)
    #expect(changed.output.contains(#""file":"d.jsonl","verdict":"different","page":2"#))
    #expect(try folder.shell("doodle accept d.jsonl").output.hasPrefix("different  d.jsonl -> d-2.png\n1 accepted"))
    try folder.write(Data(SmallLog.text(of: Self.first + Self.second).utf8), to: "d.jsonl")
    let stale = try folder.shell("doodle check .")
    #expect(stale.status == 3)
    #expect(stale.output.contains("d-3.png: stale: no log or page\n"))
    _ = try folder.shell("doodle accept --all --prune")
    #expect(!folder.names.contains("d-3.png"))
    #expect(try folder.shell("doodle accept --store hash d.jsonl; doodle check .").status != 2)
    try folder.write(Data(SmallLog.text.utf8), to: "d.jsonl")
    let single = try folder.shell("doodle check .").output
    #expect(single.contains("d.jsonl: new") && single.contains("d-1.png: stale") && single.contains("d-2.png: stale"))
  }

  @Test func `a page that does not exist is an error that tells the count`() throws {
    for pages in ["4", "3-4", "7-"] {
      let result = try scratch.shell("doodle hash --pages \(pages) notes.jsonl")
      #expect(result.status == 3)
      #expect(result.errors.contains("the file has 3"), "\(result.errors)")
    }
    let pipe = try scratch.shell("doodle hash --pages last - < notes.jsonl")
    #expect(pipe.status == 3)
    #expect(pipe.errors.contains("standard input is read once"))
    for pages in ["0", "2-1", "", "1,", "a", "1--2", "1-2-3", "+1", "1000001", "last-9"] {
      #expect(try scratch.shell("doodle hash --pages '\(pages)' notes.jsonl").status == 2)
    }
    #expect(try scratch.shell("doodle hash --page 1 --pages 1 notes.jsonl").status == 2)
  }

  @Test func `pages without ink are drawn, or left out if asked`() throws {
    try scratch.write(Data(SmallLog.text(of: Self.first + [#"{"command":"page"}"#] + Self.third).utf8), to: "gap.jsonl")
    _ = try scratch.shell("doodle render gap.jsonl -o 'a-{page}.png'")
    #expect(scratch.names(where: { $0.hasPrefix("a-") }) == ["a-1.png", "a-2.png", "a-3.png"])
    _ = try scratch.shell("doodle render --skip-empty gap.jsonl -o 'b-{page}.png'")
    #expect(scratch.names(where: { $0.hasPrefix("b-") }) == ["b-1.png", "b-3.png"])
    _ = try scratch.shell("echo keep > a-2.png; rm a-3.png; doodle render --no-clobber gap.jsonl -o 'a-{page}.png'")
    #expect(try scratch.text(of: "a-2.png") == "keep\n")
    #expect(scratch.names.contains("a-3.png"))
  }

  @Test func `inspect, show and lint go through the pages`() throws {
    let report = try scratch.shell("doodle inspect notes.jsonl").output
    for page in 1...3 { #expect(report.contains("notes.jsonl#\(page)\n")) }
    let json = try scratch.shell("doodle inspect --json --pages 2-3 notes.jsonl").output.split(separator: "\n")
    #expect(json.count == 2 && json[1].hasPrefix(#"{"file":"notes.jsonl","page":3,"#))
    let shown = try scratch.shell("doodle show --protocol blocks notes.jsonl").output
    #expect(shown.count > (try scratch.shell("doodle show --protocol blocks 1.jsonl").output.count))
    try scratch.write(Data((Self.notes + #"{"phase":"moved","point":[1,2],"time":9}"# + "\n").utf8), to: "lost.jsonl")
    let findings = try scratch.shell("doodle lint lost.jsonl")
    #expect(findings.status != 0)
    #expect(findings.errors.contains("lost.jsonl:16:"), "\(findings.errors)")
  }

  @Test(arguments: [
    "render notes.jsonl -o 'x{page}.pdf'", "save notes.jsonl -o 'x{page}.json'",
    "replay notes.jsonl -o 'x{page}.svg'", "convert notes.jsonl -o 'x{page}.inkml'",
    "render notes.jsonl -o 'x{page}.png'",
  ])
  func `pages that exist are kept, and the others are written`(line: String) throws {
    #expect(try scratch.shell("doodle \(line) && rm x2.* && for f in x*; do echo kept > $f; done").status == 0)
    let result = try scratch.shell("doodle \(line) --no-clobber")
    #expect(result.status == 0 && result.errors.contains("x1.") && result.errors.contains("already there"))
    let pages = scratch.names.filter { $0.hasPrefix("x") }
    #expect(pages.count == 3)
    #expect(try pages.map { try scratch.bytes(of: $0).count > 5 } == [false, true, false])
  }

  @Test(arguments: [
    "render notes.jsonl -o out.png --tiles 'map/{page}'", "render notes.jsonl -o 'o{page}.png' --tiles map",
  ])
  func `all outputs of a page have its number, or one page is chosen`(line: String) throws {
    let before = scratch.names
    #expect(try scratch.shell("doodle \(line)").status == 2)
    #expect(scratch.names == before)
  }

  @Test func `a page does not take the golden of another log`() throws {
    let folder = try Scratch(["star.jsonl": Self.notes, "star-2.jsonl": SmallLog.text])
    let result = try folder.shell("doodle accept .")
    #expect(result.status == 3 && result.errors.contains("star-2.jsonl"), "\(result.errors)")
    #expect(try folder.shell("doodle check star-2.jsonl").output.contains("1 same"))
  }

  @Test func `a page chosen of a log of one page keeps its golden`() throws {
    let folder = try Scratch(["one.jsonl": SmallLog.text])
    _ = try folder.shell("doodle accept --page 1 one.jsonl")
    #expect(folder.names == ["one.jsonl", "one.png"])
  }

  @Test func `a page without a background becomes white in a log`() throws {
    let notes = """
      <xournal><page width="9" height="9"><background type="solid" color="yellow"/><layer/></page>
      <page width="9" height="9"><background type="pdf"/><layer/></page></xournal>
      """
    try scratch.write(Data(notes.utf8), to: "n.xoj")
    _ = try scratch.shell("doodle convert -q n.xoj -o n2.jsonl")
    #expect(
      try scratch.shell("doodle hash -q n.xoj | cut -c1-64").output
        == scratch.shell("doodle hash n2.jsonl | cut -c1-64").output)
  }

  @Test func `each page is checked and fixed as a recording of its own`() throws {
    let pages = [
      #"{"doodle":1,"size":[99,99]}"#, #"{"phase":"began","touch":1,"point":[10,10],"time":5}"#,
      #"{"phase":"moved","touch":1,"point":[50,50],"time":6}"#, #"{"command":"page","size":[300,300]}"#,
      #"{"phase":"began","touch":1,"point":[200,250],"time":1}"#,
      #"{"phase":"ended","touch":1,"point":[290,290],"time":2}"#,
    ]
    try scratch.write(Data(SmallLog.text(of: pages).utf8), to: "l.jsonl")
    let found = try scratch.shell("doodle lint l.jsonl")
    #expect(found.errors.contains("l.jsonl:2:") && found.errors.contains("touch-never-ends"), "\(found.errors)")
    #expect(!found.errors.contains("time-back") && !found.errors.contains("canvas-too-small"))
    _ = try scratch.shell("doodle lint --fix l.jsonl -o f.jsonl")
    let fixed = try scratch.text(of: "f.jsonl")
    #expect(fixed.contains(pages[4]) && fixed.contains(pages[5]))
    #expect(try scratch.shell("doodle lint f.jsonl").status == 0)
  }
}
