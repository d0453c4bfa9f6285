import Foundation
import Testing

/// Every command that reads a file of another format reports in one line what the picture lacks.
@Suite struct LossTests {
  /// A page with a stroke, two formulas and a link on ruled paper.
  private static let notes = """
    <xournal><page width="40" height="20"><background type="solid" color="white" style="lined"/><layer>
    <stroke tool="pen" color="black" width="2">5 5 9 9</stroke>
    <teximage left="9" top="9" right="19" bottom="12" text="x">JVBERi0=</teximage>
    <teximage left="9" top="12" right="19" bottom="15" text="y">JVBERi0=</teximage>
    <link x="20" y="3" size="4" url="https://a.example">a</link></layer></page></xournal>
    """

  /// The same with a page of one stroke.
  private static let pages = notes.replacing(
    "</xournal>",
    with: """
      <page width="40" height="20"><background type="solid" color="white" style="plain"/><layer>
      <stroke tool="pen" color="black" width="2">9 9 30 9</stroke></layer></page></xournal>
      """)

  private static let loss =
    "left out: pictures of formulas, whose LaTeX source is written instead (2), addresses of links (1)"

  let scratch: Scratch

  init() throws {
    scratch = try Scratch(["notes.xoj": Self.notes, "a.jsonl": SmallLog.text])
  }

  /// The commands that read a recording, and the files that they write.
  private static let commands: [(line: String, outputs: [String])] = [
    ("render notes.xoj -o out.png", ["out.png"]),
    ("render notes.xoj -o out.svg", ["out.svg"]),
    ("render notes.xoj --at 50% -o out.png", ["out.png"]), ("render notes.xoj --tiles out", ["out"]),
    ("replay notes.xoj -o out.apng", ["out.apng"]), ("replay notes.xoj -o out.svg", ["out.svg"]),
    ("show --protocol blocks notes.xoj", []), ("hash notes.xoj", []), ("diff notes.xoj notes.png", []),
    ("inspect notes.xoj", []),
    ("save notes.xoj -o out.json", ["out.json"]), ("convert notes.xoj -o out.jsonl", ["out.jsonl"]),
    ("convert notes.xoj -o out.xopp", ["out.xopp"]), ("lint notes.xoj", []),
    ("batch notes.xoj -o 'out/{key}.png'", ["out/notes.png"]),
  ]

  @Test(arguments: commands) func `a command reports once what the picture lacks`(
    line: String, outputs: [String]
  ) throws {
    _ = try scratch.shell("doodle render -q notes.xoj -o notes.png")
    let said = try scratch.shell("doodle \(line) 2>&1 >/dev/null | grep -c -F '\(Self.loss)'")
    #expect(said.output == "1\n")
    let line = "doodle \(line)"
    #expect(try scratch.shell("rm -rf out*; \(line) -q").errors.isEmpty)
    let refused = try scratch.shell("rm -rf out*; \(line) --strict")
    #expect(refused.status == 3)
    #expect(refused.errors.contains(Self.loss) && refused.errors.contains("--strict"), "\(refused.errors)")
    for output in outputs { #expect(!scratch.names.contains(output)) }
  }

  @Test func `check and accept say it beside the result, and --strict refuses it`() throws {
    let accepted = try scratch.shell("doodle accept notes.xoj")
    #expect(accepted.errors == "notes.xoj: warning: \(Self.loss)\n")
    let checked = try scratch.shell("doodle check notes.xoj")
    #expect(checked.status == 0)
    #expect(checked.output.hasPrefix("notes.xoj: same: \(Self.loss)\n"))
    #expect(try scratch.shell("doodle check --json notes.xoj").output.contains("\"loss\":\"\(Self.loss)\""))
    let strict = try scratch.shell("doodle check --strict notes.xoj")
    #expect(strict.status == 3)
    #expect(strict.output.contains("notes.xoj: failed: ") && strict.output.contains(Self.loss), "\(strict.output)")
  }

  @Test(arguments: ["--page 2", "--pages 2- --strict"]) func `what another page lacks is no loss`(
    option: String
  ) throws {
    try scratch.write(Data(Self.pages.utf8), to: "notes.xoj")
    let result = try scratch.shell("doodle hash \(option) notes.xoj")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
  }

  @Test func `a whole recording passes --strict in every command`() throws {
    // Xournal++ has no times.
    for (line, outputs) in Self.commands where outputs != ["out.xopp"] {
      let line = line.replacing("notes.xoj", with: "a.jsonl").replacing("notes.png", with: "a.png")
      let result = try scratch.shell("doodle render -q a.jsonl -o a.png; rm -rf out*; doodle \(line) --strict")
      #expect(result.status == 0, "\(line): \(result.errors)")
    }
  }

  @Test func `elements of Excalidraw that are not drawn are counted by kind`() throws {
    let scene = """
      {"type":"excalidraw","elements":[
      {"type":"freedraw","x":0,"y":0,"points":[[1,1],[20,20]]},{"type":"image","x":0,"y":0,"width":9,"height":9},
      {"type":"widget","x":0,"y":0,"text":"Note"},{"type":"image","x":5,"y":5,"width":9,"height":9}]}
      """
    try scratch.write(Data(scene.utf8), to: "a.excalidraw")
    let result = try scratch.shell("doodle render --json a.excalidraw -o a.png")
    #expect(
      result.errors
        == "a.excalidraw: warning: left out: images that are not in the file (2), elements of other kinds (1)\n")
    #expect(
      result.output.contains(#""loss":"left out: images that are not in the file (2), elements of other kinds (1)""#))
  }

  @Test func `only -v and inspect report what no picture shows, and --strict allows it`() throws {
    let events = ["pointermove", "pointerdown", "pointermove", "pointerup"].enumerated().map { index, type in
      #"{"type":"\#(type)","pointerId":1,"x":\#(index * 5),"y":9,"timeStamp":\#(index * 10),"buttons":\#(index % 3 == 0 ? 0 : 1)}"#
    }
    try scratch.write(Data("[\(events.joined(separator: ","))]".utf8), to: "events.json")
    let result = try scratch.shell("doodle hash --strict events.json")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(try scratch.shell("doodle inspect events.json").output.contains("hovering events (1)"))
    let converted = try scratch.shell("doodle convert --strict events.json -o out.jsonl")
    #expect(converted.status == 3)
    #expect(converted.errors.contains("hovering events (1)"))
  }

  @Test func `header values that a format does not hold are reported, and refused with --strict`() throws {
    let log =
      #"{"doodle":1,"size":[40,20],"scale":2,"grid":0.5,"label":"a"}"# + "\n"
      + SmallLog.text
      .split(separator: "\n").filter { !$0.contains("doodle") }.joined(separator: "\n")
    try scratch.write(Data(log.utf8), to: "b.jsonl")
    let converted = try scratch.shell("doodle convert b.jsonl -o b.xopp")
    #expect(converted.status == 0)
    for loss in ["scales: 1", "grids: 1", "labels: 1"] { #expect(converted.errors.contains(loss)) }
    let refused = try scratch.shell("doodle convert --strict b.jsonl -o c.xopp")
    #expect(refused.status == 3)
    #expect(!scratch.names.contains("c.xopp"))
  }

  @Test func `fills of strokes are lost by other formats, which leave out invisible lines`() throws {
    let log = SmallLog.text(of: [
      #"{"doodle":1,"size":[40,20]}"#, ##"{"tool":"pen","color":"#0000","fill":"red"}"##,
      #"{"phase":"began","point":[1,1]}"#, #"{"phase":"moved","point":[30,1]}"#, #"{"phase":"ended","point":[30,15]}"#,
    ])
    try scratch.write(Data(log.utf8), to: "c.jsonl")
    let converted = try scratch.shell("doodle convert c.jsonl -o c.xopp && gzip -dc c.xopp | grep -c '<stroke'")
    #expect(converted.output == "0\n" && converted.errors.contains("fills of strokes: 1"), "\(converted.errors)")
    #expect(try scratch.shell("doodle convert --strict c.jsonl -o d.xopp").status == 3)
  }

  @Test(arguments: ["inkml", "xopp", "excalidraw", "svc"])
  func `a file without strokes is said to be empty`(name: String) throws {
    try scratch.write(Data(#"{"doodle":1,"size":[40,20]}"#.utf8), to: "b.jsonl")
    let converted = try scratch.shell("doodle convert b.jsonl -o b.\(name)")
    #expect(converted.status == 0)
    #expect(
      converted.errors.contains("b.jsonl: warning: no strokes: the \(name) file is empty\n"), "\(converted.errors)")
  }

  @Test func `of many bad records the first are reported`() throws {
    let result = try scratch.shell(
      """
      mkdir in; for i in $(seq 12); do cp notes.xoj in/$i.xoj; done
      doodle batch in -o 'out/{key}.png' 2>&1 >/dev/null | grep -c -F '\(Self.loss)'
      doodle batch in -o 'strict/{key}.png' --strict --on-error skip -q; wc -l < strict/errors.ndjson
      """)
    #expect(result.output == "10\n12\n")
  }
}
