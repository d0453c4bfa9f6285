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
      doodle hash w.jsonl d.json o.jsonl; for model in ink-1 ink-2 ink-3 ink-4; do doodle hash --model $model w.jsonl; done
      # A stroke after the drawing uses the drawing's model and grid.
      (cat w.jsonl; tail -n 92 w.jsonl) > twice.jsonl; (cat o.jsonl; tail -n 92 w.jsonl) > more.jsonl
      doodle hash twice.jsonl more.jsonl
      """)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let hashes = result.output.split(separator: "\n").map { $0.prefix(64) }
    try #require(hashes.count == 9)
    #expect(hashes[0] == hashes[1] && hashes[0] == hashes[2])
    #expect(Set(hashes[3...6]).count == 4)
    let number = ["ink-1", "ink-2"].firstIndex { header.contains($0) } ?? 3
    #expect(hashes[0] == hashes[3 + number])
    #expect(hashes[7] == hashes[8])
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
}
