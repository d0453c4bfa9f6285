import Foundation
import Testing

/// Logs by strangers: the files, the memory and the pictures that they can make the command use.
@Suite struct StrangerLogTests {
  /// A log, options, and the message of the limit that the run exceeds.
  struct Refused: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var log: String
    var options = ""
    var message: String
    var status: Int32 = 4
  }

  @Test(arguments: [
    Refused(
      testDescription: "a canvas of a million by a million pixels", log: #"{"doodle":1,"size":[1000000,1000000]}"#,
      message: "1000000 x 1000000 = 1000000000000 pixels; the limit is 1073741824"),
    Refused(
      testDescription: "a canvas beyond a limit that was chosen", log: #"{"doodle":1,"size":[4097,4096]}"#,
      options: "--pixel-limit 16M", message: "the limit is 16777216; use a smaller --scale, --size or --thumbnail"),
    Refused(
      testDescription: "a scale at which numbers underflow", log: #"{"doodle":1,"scale":1e-200}"#,
      options: "--layers cones", message: #""scale" is 1e-200; it must be 1e-06 to 1000000"#, status: 3),
  ])
  func `a log that asks for too much is refused, and no file is written`(refused: Refused) throws {
    let scratch = try Scratch(["a.jsonl": refused.log + "\n" + SmallLog.text(of: Array(SmallLog.lines.dropFirst()))])
    let result = try scratch.shell("doodle render a.jsonl -o a.png \(refused.options)")
    #expect(result.status == refused.status)
    #expect(result.errors.contains(refused.message), "\(result.errors)")
    #expect(scratch.names == ["a.jsonl"])
  }

  @Test(arguments: ["", "--error-format github"])
  func `a run that takes too long ends with 4 and leaves no file`(options: String) throws {
    let scratch = try Scratch()
    let result = try scratch.shell("sleep 2 | doodle render - -o a.png --time-limit 100ms \(options)")
    #expect(result.status == 4)
    #expect(result.errors.contains("the time limit of 0.1 s is over"), "\(result.errors)")
    #expect(scratch.names.isEmpty)
    #expect(try scratch.shell("doodle help | doodle hash --time-limit 10s").status == 3)
  }

  @Test func `a canvas at the limit is drawn`() throws {
    let scratch = try Scratch(["a.jsonl": #"{"doodle":1,"size":[1024,1024]}"# + "\n"])
    #expect(try scratch.shell("doodle render a.jsonl --pixel-limit 1M -o a.png").status == 0)
  }

  @Test(arguments: [1e-300, 1e-6, 1e6, 1e7])
  func `ink of any smoothing is drawn`(smoothing: Double) throws {
    let scratch = try Scratch([
      "a.jsonl": "{\"tool\":\"pen\",\"smoothing\":\(smoothing)}\n"
        + SmallLog.text(of: Array(SmallLog.lines.dropFirst()))
    ])
    #expect(try scratch.shell("doodle render a.jsonl -o a.png --layers cones").status == 0)
    #expect(try scratch.shell("doodle render a.jsonl -o a.png").status == 0)
  }

  /// Files of a folder `logs` that a log in it names by `path`, and the choices of `--files` that allow it.
  @Test(arguments: [
    ("beside.png", "", 0), ("beside.png", "--files below", 0), ("beside.png", "--files any", 0),
    ("beside.png", "--files none", 3), ("../outside.png", "", 3), ("../outside.png", "--files any", 0),
    ("link.png", "", 3), ("link.png", "--files any", 0), ("fifo", "--files any", 3), ("/dev/zero", "--files any", 3),
  ])
  func `a log reads the files that --files allows, and only regular ones`(
    path: String, options: String, status: Int32
  ) throws {
    let scratch = try Scratch(["dot.jsonl": SmallLog.dot])
    let result = try scratch.shell(
      """
      mkdir logs && doodle render dot.jsonl -o outside.png && cp outside.png logs/beside.png && mkfifo logs/fifo
      ln -s ../outside.png logs/link.png
      echo '{"command":"image","path":"\(path)","at":[0,0],"size":[9,9]}' > logs/a.jsonl
      doodle render logs/a.jsonl -o a.png --size 20x20 \(options)
      """)
    #expect(result.status == status, "\(result.errors)")
    if status == 3 { #expect(result.errors.contains("logs/a.jsonl:1:")) }
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

  @Test func `a log from standard input reads no file unless --files allows every file`() throws {
    let scratch = try Scratch(["dot.jsonl": SmallLog.dot])
    _ = try scratch.shell("doodle render dot.jsonl -o dot.png")
    let draw =
      #"echo '{"command":"image","path":"dot.png","at":[0,0],"size":[9,9]}' | doodle render - -o a.png --size 20x20"#
    for options in ["", " --files below", " --files none"] {
      let refused = try scratch.shell(draw + options)
      #expect(refused.status == 3)
      #expect(refused.errors.contains("--files any"), "\(refused.errors)")
    }
    #expect(try scratch.shell(draw + " --files any").status == 0)
  }

  @Test func `nothing of a file that the log names is shown`() throws {
    let scratch = try Scratch(["a.jsonl": #"{"command":"open","path":"secret"}"#, "secret": "root:x:0:0"])
    let result = try scratch.shell("doodle render a.jsonl -o a.png")
    #expect(result.status == 3)
    #expect(!result.errors.contains("root"), "\(result.errors)")
  }

  @Test func `all pictures of a log together fit into the memory limit, and one file is loaded once`() throws {
    let scratch = try Scratch(["dot.jsonl": SmallLog.dot])
    let names = ["one.png", "./one.png", "sub/../one.png", "hard.png", "two.png"]
    let lines = names.map { #"{"command":"image","path":"\#($0)","at":[0,0],"size":[9,9]}"# }
    try scratch.write(Data(lines.dropLast().joined(separator: "\n").utf8), to: "one.jsonl")
    try scratch.write(Data(lines.joined(separator: "\n").utf8), to: "two.jsonl")
    // A picture of 2000 by 2000 pixels takes 16 MB, and its reduced versions as much.
    let result = try scratch.shell(
      """
      mkdir sub && doodle render dot.jsonl --width 2000 --height 2000 -o one.png && cp one.png two.png && ln one.png hard.png
      doodle render one.jsonl --size 20x20 --memory-limit 40M -o a.png && echo drawn
      doodle render two.jsonl --size 20x20 --memory-limit 40M -o b.png
      """)
    #expect(result.output == "drawn\n", "\(result.errors)")
    #expect(result.status == 4)
    #expect(
      result.errors.contains("error: two.png: the picture needs 16000000 bytes"), "\(result.errors)")
  }

  @Test func `numbers of a saved drawing are too small to overflow`() throws {
    let big = Int.max
    let elements = #"[{"kind":"stroke","color":"rainbow","hue":\#(big),"samples":[[1,2,0],[9,9,1]]}]"#
    for drawing in [
      #"{"drawing":1,"size":[20,20],"elements":\#(elements)}"#, #"{"drawing":1,"hue":\#(big),"elements":[]}"#,
      #"{"drawing":1,"next":\#(big),"elements":[]}"#,
      #"{"drawing":1,"elements":[{"kind":"line","rank":\#(big),"a":[0,0],"b":[1,1]}]}"#,
    ] {
      let scratch = try Scratch(["a.json": drawing])
      let result = try scratch.shell("doodle render a.json -o a.png")
      #expect(result.status == 3, "\(drawing): \(result.errors)")
      #expect(result.errors.contains("281474976710656"), "\(result.errors)")
    }
  }

  /// Values outside their ranges, by lines of a log.
  @Test(arguments: [
    #"{"doodle":1,"size":[9,9],"scale":1e9}"#, #"{"doodle":1,"size":[9,9],"scale":-1}"#,
    #"{"doodle":1,"size":[-9,9]}"#, #"{"doodle":1,"size":[9,9],"grid":1e9}"#,
    #"{"tool":"pen","width":1e9}"#, #"{"tool":"pen","width":-1}"#, #"{"tool":"pen","opacity":2}"#,
    #"{"tool":"star","sides":1e9}"#, #"{"tool":"star","sides":1}"#, #"{"tool":"rect","radius":1e9}"#,
    #"{"phase":"began","point":[1e9,1]}"#, #"{"phase":"began","point":[1,1],"pressure":-1}"#,
    #"{"command":"undo","count":1e9}"#, #"{"command":"undo","count":0}"#,
    #"{"command":"transform","id":"a","rotate":1e9}"#, #"{"command":"transform","id":"a","scale":1e9}"#,
    #"{"command":"transform","id":"a","scale":0}"#, #"{"command":"text","text":"a","at":[1,1],"size":1e9}"#,
  ]) func `a value outside its range is invalid input, whatever the key and the side`(line: String) throws {
    let scratch = try Scratch(["a.jsonl": line + "\n"])
    let result = try scratch.shell("doodle hash --fit canvas a.jsonl")
    #expect(result.status == 3, "\(result.errors)")
    #expect(result.errors.contains("must be"), "\(result.errors)")
  }
}
