import Foundation
import Testing

/// The memory limit covers everything that a run keeps.
@Suite struct MemoryLimitTests {
  /// A shell command that writes a log of strokes of one point.
  private static func dots(_ count: Int) -> String {
    let began = #"{\"phase\":\"began\",\"touch\":%d,\"point\":[%d,%d]}\n"#
    let ended = began.replacing("began", with: "ended")
    return """
      awk 'BEGIN { print "{\\"doodle\\":1,\\"size\\":[100,100]}"; for (i = 0; i < \(count); i++) \
      { printf "\(began)\(ended)", i, i % 100, i % 90, i, i % 100, i % 90 } }'
      """
  }

  @Test(arguments: [
    "render - -o a.png", "render - -o a.svg", "render - -o a.pdf", "inspect -", "save - -o a.json", "hash -",
    "convert --to inkml - -o a.inkml", "replay - -o a.svg",
  ])
  func `strokes count`(command: String) throws {
    let scratch = try Scratch()
    let result = try scratch.shell("\(Self.dots(3000)) | doodle \(command) --memory-limit 1M")
    #expect(result.status == 4)
    #expect(result.errors.contains("more than the memory limit of 1048576 bytes"), "\(result.errors)")
    #expect(scratch.names.isEmpty)
    #expect(try scratch.shell("\(Self.dots(300)) | doodle \(command) --memory-limit 1M").status == 0)
  }

  @Test func `letters count`() throws {
    let text = #"{"command":"text","text":"\#(String(repeating: "letters ", count: 200))","at":[5,5]}"#
    let scratch = try Scratch(["a.jsonl": SmallLog.text(of: [SmallLog.lines[0], text])])
    let result = try scratch.shell("doodle render a.jsonl -o a.png --memory-limit 1M")
    #expect(result.status == 4)
    #expect(scratch.names == ["a.jsonl"])
  }

  /// Their outlines take several times the memory of their ink.
  @Test(arguments: ["render a.jsonl -o a.svg", "replay a.jsonl -o a.svg"])
  func `a document of letters takes no more than their picture`(command: String) throws {
    let text = #"{"command":"text","text":"\#(String(repeating: "letters ", count: 4000))","at":[5,5]}"#
    let scratch = try Scratch(["a.jsonl": SmallLog.text(of: [SmallLog.lines[0], text])])
    let program = """
      import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=-3)
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10)
      """
    func megabytes(_ command: String) throws -> Int {
      let result = try scratch.shell("python3 -c '\(program)' '\(Program.doodle)' \(command)")
      return try #require(Int(result.output.filter { $0.isNumber }), "\(result.errors)")
    }
    #expect(try megabytes(command) < megabytes("hash a.jsonl") + 16)
  }

  /// A line of text whose outlines take 150 MB in an SVG document.
  @Test(arguments: [
    "render a.jsonl -o a.png --threads 1", "render a.jsonl -o a.svg --threads 1", "render a.jsonl -o a.pdf --threads 1",
    "save a.jsonl -o a.json",
    "hash a.jsonl --threads 1",
  ])
  func `a text of many letters takes no more than the limit`(command: String) throws {
    let text = #"{"command":"text","text":"\#(String(repeating: "letters ", count: 50_000))","at":[5,5]}"#
    let scratch = try Scratch(["a.jsonl": SmallLog.text(of: [SmallLog.lines[0], text])])
    let program = "import resource, subprocess, sys; run = subprocess.run(sys.argv[1:], stderr=subprocess.DEVNULL)"
    let result = try scratch.shell(
      """
      python3 -c '\(program)
      print(run.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10)' \
        '\(Program.doodle)' \(command) --memory-limit 64M
      """)
    let numbers = result.output.split { $0.isWhitespace }.compactMap { Int($0) }
    try #require(numbers.count == 2, "\(result.errors)")
    #expect(numbers[0] == 4)
    #expect(numbers[1] < 64 + 32)
    #expect(scratch.names == ["a.jsonl"])
  }

  /// Logs that unpack to 100 MB of blank lines or of touches, and one that is not packed.
  @Test(arguments: ["", #"{\"phase\":\"moved\",\"x\":1,\"y\":2}"#], [true, false])
  func `fixing a log asks for its memory first`(line: String, isPacked: Bool) throws {
    let scratch = try Scratch()
    let made = try scratch.shell(
      """
      (echo '{"doodle":1,"size":[9,9]}'; echo '{"phase":"began","x":1,"y":2}'; yes "\(line)" | head -c 30M | head -n -1
      echo '{"phase":"ended","x":1,"y":2}') \(isPacked ? "| gzip > a.gz" : "> a.gz")
      """)
    try #require(made.status == 0, "\(made.errors)")
    let program = "import resource, subprocess, sys; run = subprocess.run(sys.argv[1:])"
    let result = try scratch.shell(
      """
      python3 -c '\(program)
      print(run.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10)' \
        '\(Program.doodle)' lint -q --fix a.gz -o a.jsonl --memory-limit 16M
      """)
    let numbers = result.output.split { $0.isWhitespace }.compactMap { Int($0) }
    try #require(numbers.count == 2, "\(result.errors)")
    #expect(numbers[0] == 4)
    #expect(numbers[1] < 16 + 32)
    #expect(result.errors.contains("takes more than the memory limit of 16777216 bytes"), "\(result.errors)")
    #expect(result.errors.contains("fixing the log"), "\(result.errors)")
    #expect(scratch.names == ["a.gz"])
  }

  /// The estimate of the drawing, or else the process, reaches the limit. Of touches that are down at once the estimate
  /// is too low.
  @Test(arguments: [("64M", "the drawing takes more"), ("72M", "the run takes more")])
  func `the message names the limit`(limit: String, message: String) throws {
    let text = #"{"command":"text","text":"\#(String(repeating: "letters ", count: 50_000))","at":[5,5]}"#
    let touches = (0..<40_000).map { #"{"phase":"began","touch":\#($0),"point":[\#($0 % 100),\#($0 % 90)]}"# }
    let lines = message.contains("drawing") ? [text] : touches
    let scratch = try Scratch(["a.jsonl": SmallLog.text(of: [SmallLog.lines[0]] + lines)])
    let result = try scratch.shell("doodle render -q a.jsonl -o a.svg --threads 1 --memory-limit \(limit)")
    #expect(result.status == 4)
    #expect(result.errors.contains(message) && result.errors.contains("memory-limit"), "\(result.errors)")
  }

  @Test func `the usual limit is less if the system gives less`() throws {
    let scratch = try Scratch()
    #expect(try scratch.shell("\(Self.dots(150_000)) > a.jsonl").status == 0)
    // Where memory ends decides what the runtime can still say.
    let limited = try scratch.shell(
      "for kib in $(seq 190000 500 199500); do (ulimit -v $kib; doodle hash a.jsonl --threads 1); echo $?; done")
    #expect(limited.output == String(repeating: "4\n", count: 20))
    #expect(limited.errors.split(separator: "\n").allSatisfy { $0.contains("memory") }, "\(limited.errors)")
    #expect(try scratch.shell("doodle hash a.jsonl --threads 1").status == 0)
  }
}
