import Foundation
import Testing

/// Logs by strangers: the files that they cannot make the command draw, and ink of any smoothing.
@Suite struct StrangerLogTests {
  @Test(arguments: [1e-300, 1e-6, 1e6, 1e7])
  func `ink of any smoothing is drawn`(smoothing: Double) throws {
    let scratch = try Scratch([
      "a.jsonl": "{\"tool\":\"pen\",\"smoothing\":\(smoothing)}\n"
        + SmallLog.text(of: Array(SmallLog.lines.dropFirst()))
    ])
    #expect(try scratch.shell("doodle render a.jsonl -o a.png --layers cones").status == 0)
    #expect(try scratch.shell("doodle render a.jsonl -o a.png").status == 0)
  }

  /// Another process swaps the link that a log names, and the folder of a second one.
  @Test func `a link that is swapped during runs never draws a file from outside`() throws {
    let scratch = try Scratch(["dot.jsonl": SmallLog.dot])
    let image = { (path: String) in #"{"command":"image","path":"\#(path)","at":[0,0],"size":[20,20]}"# }
    try scratch.write(Data(image("deep/a.png").utf8), to: "inside.jsonl")
    try scratch.write(Data(image("file.png").utf8), to: "file.jsonl")
    try scratch.write(Data(image("dir/a.png").utf8), to: "dir.jsonl")
    let swapper = try Program.process(
      "bash",
      [
        "-c",
        """
        mkdir -p logs/deep && while :; do
          ln -s deep/a.png logs/1; mv -T logs/1 logs/file.png; ln -s deep logs/2; mv -T logs/2 logs/dir
          ln -s ../a.png logs/1; mv -T logs/1 logs/file.png; ln -s .. logs/2; mv -T logs/2 logs/dir
        done
        """,
      ], in: scratch.path)
    _ = try scratch.shell(
      """
      mkdir -p logs/deep && mv inside.jsonl file.jsonl dir.jsonl logs
      doodle render dot.jsonl --background '#0f0' -o logs/deep/a.png && doodle render dot.jsonl --background '#f00' -o a.png
      """)
    try Program.start(swapper)
    defer { swapper.terminate() }
    let result = try scratch.shell(
      """
      for run in {1..60}; do
        for log in file dir; do doodle render logs/$log.jsonl --size 20x20 -o $log.png 2>>errors && doodle hash $log.png; done
      done
      true
      """)
    let inside = try scratch.hash("logs/inside.jsonl --size 20x20")
    let drawn = Set(result.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) })
    #expect(drawn == [inside])
    #expect(try scratch.text(of: "errors").contains("the log may not read this file"))
  }
}
