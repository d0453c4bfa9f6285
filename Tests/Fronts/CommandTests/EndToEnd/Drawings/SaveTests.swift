import Foundation
import Testing

/// Saved drawings: written, drawn, and opened by logs.
@Suite struct SaveTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch(["a.jsonl": SessionLog.text, "b.jsonl": SmallLog.text])
  }

  @Test(arguments: [
    "doodle save a.jsonl -o d.json; doodle hash d.json", "doodle save a.jsonl -o d.json; doodle hash < d.json",
    "doodle save - -o - < a.jsonl | doodle hash", "doodle save a.jsonl -o d.json; doodle hash --from drawing d.json",
    "doodle save a.jsonl -o d.json; doodle save d.json -o e.json; cmp d.json e.json; doodle hash e.json",
    "doodle save a.jsonl -o d.json; doodle render d.json -o d.png; doodle hash d.png",
    "doodle save a.jsonl b.jsonl -o ./; doodle hash a.json",
    #"doodle save a.jsonl -o d.json; echo '{"command":"open","path":"d.json"}' | doodle hash --files any"#,
    #"mkdir s; doodle save a.jsonl -o s/d.json; echo '{"command":"open","path":"d.json"}' > s/b; doodle hash s/b"#,
    // Six lines draw the first element. The tool line after them sets everything that the next element needs.
    "head -n 6 a.jsonl | doodle save -o d.json; "
      + #"(echo '{"command":"open","path":"d.json"}'; tail -n +7 a.jsonl) | doodle hash --files any"#,
  ])
  func `a saved drawing has the pixels of its log`(line: String) throws {
    let result = try scratch.shell(line)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.output.prefix(64) == (try scratch.hash("a.jsonl")))
  }

  @Test func `there are examples`() {
    #expect(!ProjectFiles.examples.isEmpty)
  }

  @Test(arguments: ["", "--scale 3", "--fit content --background none", "--pressure none", "--width 70"])
  func `options have the same effect on a saved drawing as on its log`(options: String) throws {
    _ = try scratch.shell("doodle save a.jsonl -o d.json")
    let expected = try scratch.hash("\(options) a.jsonl")
    #expect(expected.count == 64)
    #expect(try scratch.hash("\(options) d.json") == expected)
    #expect(
      try scratch.shell("echo '{\"command\":\"open\",\"path\":\"d.json\"}' | doodle hash --files any \(options)").output
        .prefix(64)
        == expected)
  }

  @Test(arguments: ProjectFiles.examples)
  func `a saved example has the pixels of its log`(path: String) throws {
    let result = try scratch.shell("doodle save '\(path)' -o d.json && doodle hash --files any d.json '\(path)'")
    let hashes = result.output.split(separator: "\n").map { $0.prefix(64) }
    #expect(hashes.count == 2 && hashes[0] == hashes[1], "\(result.errors)")
  }

  /// Three strokes on half points: the second has pressure, and the last two name their grids.
  private static func wave(_ header: String) -> String {
    var lines = [header]
    for (stroke, tool) in [#""width":5"#, #""grid":2"#, #""width":5,"grid":0.25,"smoothing":2"#].enumerated() {
      lines.append(#"{"tool":"pen",\#(tool)}"#)
      for i in 0...90 {
        let phase = i == 0 ? "began" : i == 90 ? "ended" : "moved"
        let y = [10, 11.5, 13, 13.5, 13, 11.5][i / 3 % 6] + 25 * Double(stroke)
        let pressure = stroke == 1 ? #","pressure":0.6"# : ""
        lines.append(
          #"{"phase":"\#(phase)","point":[\#(Double(i) + 5),\#(y)],"time":\#(Double(i) / 120)\#(pressure)}"#)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test(arguments: [
    #"{"doodle":1,"size":[100,90]}"#, #"{"doodle":1,"size":[100,90],"grid":0.5}"#,
    #"{"doodle":1,"size":[100,90],"model":"ink-2","grid":0.1}"#, #"{"doodle":1,"size":[100,90],"model":"ink-1"}"#,
  ])
  func `a drawing keeps the model and the grids of its log`(header: String) throws {
    let scratch = try Scratch(["w.jsonl": Self.wave(header)])
    let result = try scratch.shell(
      """
      doodle save w.jsonl -o d.json
      echo '{"command":"open","path":"d.json"}' > o.jsonl
      doodle save o.jsonl -o e.json && cmp d.json e.json
      doodle hash w.jsonl d.json o.jsonl; for model in ink-1 ink-2 ink-3; do doodle hash --model $model w.jsonl; done
      # A stroke after the drawing uses the drawing's model and grid.
      (cat w.jsonl; tail -n 92 w.jsonl) > twice.jsonl; (cat o.jsonl; tail -n 92 w.jsonl) > more.jsonl
      doodle hash twice.jsonl more.jsonl
      """)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let hashes = result.output.split(separator: "\n").map { $0.prefix(64) }
    try #require(hashes.count == 8)
    #expect(hashes[0] == hashes[1] && hashes[0] == hashes[2])
    #expect(Set(hashes[3...5]).count == 3)
    let number = ["ink-1", "ink-2"].firstIndex { header.contains($0) } ?? 2
    #expect(hashes[0] == hashes[3 + number])
    #expect(hashes[6] == hashes[7])
    let text = try scratch.text(of: "d.json")
    #expect(text.contains(#""model":"ink-\#(number + 1)""#))
  }

  @Test(arguments: ProjectFiles.examples)
  func `an example whose header names ink-1 has the same pixels after saving`(path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let name = URL(filePath: path).deletingLastPathComponent().path
    let result = try scratch.shell(
      """
      cp -r '\(name)'/. . ; cp '\(path)' x.jsonl
      sed -i '1s/"doodle":1/"doodle":1,"model":"ink-1"/' x.jsonl
      doodle save x.jsonl -o d.json && doodle hash d.json x.jsonl && doodle hash --model ink-1 '\(path)'
      """)
    let hashes = result.output.split(separator: "\n").map { $0.prefix(64) }
    #expect(hashes.count == 3 && hashes[0] == hashes[1], "\(result.errors)")
    if text.hasPrefix(#"{"doodle":1"#) { #expect(hashes[1] == hashes[2]) }
  }

  @Test func `a log's header overrides that of the drawing that it opens`() throws {
    let header = #"{"doodle":1,"size":[40,30],"background":"red"}"#
    let result = try scratch.shell(
      """
      doodle save a.jsonl -o d.json
      (echo '\(header)'; echo '{"command":"open","path":"d.json"}') | doodle hash --files any
      doodle hash --size 40x30 --background red a.jsonl
      """)
    let hashes = result.output.split(separator: "\n").map { $0.prefix(64) }
    #expect(hashes.count == 2 && hashes[0] == hashes[1], "\(result.errors)")
  }

  @Test func `image paths are relative to the folder of the drawing`() throws {
    let result = try scratch.shell(
      """
      doodle render b.jsonl -o p.png; mkdir -p logs/pictures out/deep; cp p.png logs/pictures; mv p.png logs/back.png
      (echo '{"doodle":1,"size":[90,50],"background":"back.png"}'
       echo '{"command":"image","path":"pictures/p.png","at":[30,20],"opacity":0.7}') > logs/c.jsonl
      doodle hash logs/c.jsonl
      doodle save logs/c.jsonl -o out/deep/c.json && doodle hash --files any out/deep/c.json
      cd out; doodle save ../logs/c.jsonl -o c.json && doodle hash --files any c.json && cd ..
      doodle save "$PWD/logs/c.jsonl" -o c.json && doodle hash c.json
      echo '{"command":"open","path":"out/deep/c.json"}' > c.jsonl && doodle hash c.jsonl
      doodle save c.jsonl -o d.json && cmp c.json d.json
      """)
    let hashes = result.output.split(separator: "\n").map { $0.prefix(64) }
    #expect(hashes.count == 5 && Set(hashes).count == 1 && hashes[0].count == 64, "\(result.output)\(result.errors)")
    #expect(result.status == 0)
    #expect(try scratch.text(of: "out/deep/c.json").contains(#""path":"../../logs/pictures/p.png""#))
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    var line: String
    var status: Int32
    var message: String
    var testDescription: String { line }
  }

  @Test(arguments: [
    Refused(
      line: #"echo '{"drawing":3,"elements":[]}' | doodle render -o x.png"#, status: 3,
      message: "<stdin>:1:12: error: the drawing has version 3 of the format; this program reads version 1\n"),
    Refused(
      line: #"echo '{"drawing":1,"elements":[{"kind":"blob"}]}' | doodle render --on-error skip -o x.png"#, status: 3,
      message: #"<stdin>:1:34: error: unknown kind "blob"; use stroke"#),
    Refused(
      line: #"(cat b.jsonl; echo '{"command":"open","path":"x"}') | doodle render --files any -o x.png"#, status: 3,
      message: "<stdin>:6:12: error: a drawing can be opened only at the start"),
    Refused(
      line: #"echo '{"command":"open","path":"no.json"}' | doodle render --files any -o x.png"#, status: 3,
      message: #"no.json"#),
    Refused(
      line:
        #"echo '{"drawing":1,"elements":[7]}' > d; echo '{"command":"open","path":"d"}' | doodle render --files any -o x.png"#,
      status: 3, message: "d:1:26: error: "),
    Refused(
      line:
        #"echo '{"drawing":1,"elements":[{"kind":"image","path":"no.png","frame":[0,0,9,9]}]}' | doodle render --files any -o x.png"#,
      status: 3, message: "no.png"),
    Refused(
      line: "doodle save a.jsonl -o d.json; doodle convert d.json -o x.jsonl", status: 3,
      message: "d.json: error: a drawing has no touches; expected a recording"),
    Refused(line: "doodle save a.jsonl -o x.svg", status: 2, message: #"unknown extension "svg"; known: json"#),
    Refused(line: "doodle save a.jsonl", status: 2, message: "give -o a.json, or -o - for standard output"),
    Refused(line: "doodle save --from drawing a.jsonl -o x.json", status: 3, message: "a.jsonl:2:1: error: "),
  ])
  func `an invalid drawing or output is refused, and no file is written`(refused: Refused) throws {
    let result = try scratch.shell(refused.line)
    #expect(result.status == refused.status)
    #expect(result.errors.contains(refused.message), "\(result.errors)")
    #expect(scratch.names.allSatisfy { !$0.hasPrefix("x") })
  }

  @Test func `with --on-error skip, a log is drawn without the invalid drawing that it opens`() throws {
    let result = try scratch.shell(
      """
      echo '{"drawing":1,"elements":[7]}' > d
      (head -n 1 b.jsonl; echo '{"command":"open","path":"d"}'; tail -n +2 b.jsonl) | doodle hash --files any --on-error skip
      """)
    #expect(result.status == 3)
    #expect(result.output.prefix(64) == (try scratch.hash("b.jsonl")))
    #expect(result.errors.components(separatedBy: "error: ").count == 2, "\(result.errors)")
  }

  @Test func `an older drawing is kept if saving fails or -n forbids replacing it`() throws {
    let result = try scratch.shell(
      "echo old > d.json; doodle save -n a.jsonl -o d.json; echo x | doodle save -o d.json; cat d.json")
    #expect(result.output == "old\n")
  }

  @Test func `canceled strokes are saved only with --keep-cancelled`() throws {
    let result = try scratch.shell(
      """
      sed 's/"ended"/"cancelled"/' b.jsonl > c.jsonl; doodle save c.jsonl -o c.json; doodle hash c.json c.jsonl
      doodle save --keep-cancelled c.jsonl -o c.json; doodle hash c.json b.jsonl
      """)
    let hashes = result.output.split(separator: "\n").map { $0.prefix(64) }
    try #require(hashes.count == 4)
    #expect(hashes[0] == hashes[1] && hashes[2] == hashes[3] && hashes[0] != hashes[2])
  }

  @Test func `a Drawsana drawing is recognized by its shapes and converted`() throws {
    try scratch.write(
      Data(
        ##"""
        {"size":[40,20],"shapes":[{"type":"Pen","id":"A","start":[20,10],"segments":[],"isFinished":true,
        "isEraser":false,"strokeColor":"#000000ff","strokeWidth":4}]}
        """##.utf8), to: "m.json")
    try scratch.write(Data(SmallLog.dot.utf8), to: "dot.jsonl")
    let result = try scratch.shell(
      """
      doodle hash dot.jsonl m.json; doodle hash --from drawsana < m.json; doodle save m.json -o d.json && doodle hash d.json
      doodle inspect m.json
      """)
    let lines = result.output.split(separator: "\n")
    try #require(lines.count > 5, "\(result.errors)")
    let hashes: [Substring] = lines.prefix(4).map { $0.prefix(64) }
    #expect(Set(hashes).count == 1)
    #expect(lines[4] == "m.json")
    #expect(result.output.contains("40 x 20 points"))
    #expect(result.output.contains("  elements   1: 1 pen\n"))
  }
}
