import Foundation
import Testing

@testable import doodle

/// Several inputs that are drawn at the same time.
@Suite struct SharedRunTests {
  /// The lines of a log whose stroke depends on `number`.
  private static func log(_ number: Int, _ more: String...) -> String {
    let end = #"{"phase":"ended","touch":1,"point":[\#(number % 39),\#(number % 19)],"time":0.03}"#
    return SmallLog.text(of: Array(SmallLog.lines.prefix(4)) + [end] + more)
  }

  /// Logs that are valid, invalid, doubtful, of different sizes, and that need the picture of another one.
  private func folder() throws -> Scratch {
    var files: [String: String] = [:]
    for number in 10..<50 { files["a\(number).jsonl"] = Self.log(number) }
    files["a15.jsonl"] = #"{"phase":"hovered"}"# + "\n"
    files["a16.jsonl"] = Self.log(16, "nonsense")
    files["a20.jsonl"] = Self.log(20, #"{"command":"text","text":"x","at":[5,5],"alinement":"left"}"#)
    files["a21.jsonl"] = Self.log(21, #"{"phase":"moved","touch":9,"point":[1,1],"time":1}"#)
    files["a25.jsonl"] = Self.log(25, #"{"command":"image","path":"a11.png","at":[1,1]}"#)
    files["a26.jsonl"] = Self.log(26, #"{"command":"open","path":"none.json"}"#)
    files["a27.jsonl"] = ""
    files["a30.jsonl"] = SmallLog.text(of: [#"{"doodle":1,"size":[1500,900]}"#] + SmallLog.lines.dropFirst())
    return try Scratch(files)
  }

  @Test(arguments: [
    "render -v --json -o '{stem}.png'", "render -o out/", "render -n -v -o '{stem}.png'",
    "render --error-format github -o '{stem}.png'", "render --on-error skip -v -o '{stem}.png'",
    "render --at 50% -o '{stem}.svg'", "render -q -o '{stem}/{stem}.png'", "hash --on-error skip", "hash --json",
    "convert -v --to inkml -o out/", "save -o out/", "render --fail-fast -o out/", "render --color always -o out/",
  ])
  func `a run says and writes the same on any number of threads`(command: String) throws {
    var expected: (result: Program.Result, files: [String: Data])?
    for threads in [1, 2, 3, 8] {
      let scratch = try folder()
      let hasThreads = ["render", "hash"].contains { command.hasPrefix($0) }
      let result = try scratch.shell(
        "echo old > a12.png; doodle \(command) \(hasThreads ? "--threads \(threads)" : "") a*.jsonl none.jsonl a1*.gz")
      var files: [String: Data] = [:]
      for name in scratch.names { files[name] = try? scratch.bytes(of: name) }
      guard let expected else {
        expected = (result, files)
        #expect(result.status != 0 && result.status != 2, "\(result.errors)")
        continue
      }
      #expect(result.status == expected.result.status)
      #expect(result.outputBytes == expected.result.outputBytes)
      #expect(result.errors == expected.result.errors)
      #expect(files == expected.files)
    }
  }

  @Test func `messages and output stay in the order of the inputs`() throws {
    let scratch = try folder()
    let result = try scratch.shell("doodle hash --threads 8 --on-error skip a[2-4]*.jsonl 2>&1")
    let names = result.output.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /(a\d\d)\.jsonl/).map { String($0.output.1) }
    }
    #expect(names.count > 30)
    #expect(names == names.sorted())
  }

  @Test func `a log sees the picture that an earlier input of the run makes`() throws {
    let scratch = try folder()
    let inputs = (10..<15).map { "a\($0).jsonl" }.joined(separator: " ") + " a25.jsonl"
    for input in inputs.split(separator: " ") {
      #expect(
        try scratch.shell("doodle render \(input) -o 'one-{stem}.png'; mv one-a11.png a11.png || true").status == 0)
    }
    #expect(try scratch.shell("rm a11.png; doodle render --threads 8 \(inputs) -o '{stem}.png'").status == 0)
    #expect(try scratch.bytes(of: "a25.png") == scratch.bytes(of: "one-a25.png"))
  }

  /// A log of many dots, which takes memory for each of them.
  private static func dots(_ count: Int) -> String {
    var lines = [#"{"doodle":1,"size":[100,100]}"#]
    for number in 0..<count {
      for phase in ["began", "ended"] {
        lines.append(#"{"phase":"\#(phase)","touch":1,"point":[\#(number % 97),\#(number % 89)]}"#)
      }
    }
    return SmallLog.text(of: lines)
  }

  @Test func `a log that does not fit beside others is drawn alone, and refused only if it does not fit at all`() throws
  {
    let scratch = try Scratch()
    for number in 10..<30 {
      let large = [13: 3000, 17: 8000, 22: 3000][number]
      try scratch.write(Data((large.map(Self.dots) ?? Self.log(number)).utf8), to: "a\(number).jsonl")
    }
    // More tiles than the limit.
    let lines = (0..<6).map {
      #"{"phase":"\#($0 == 0 ? "began" : "moved")","touch":1,"point":[\#($0 % 2 * 9000),\#($0 * 1500)]}"#
    }
    let wide = [#"{"doodle":1,"size":[9000,9000]}"#, #"{"tool":"pen","width":900}"#] + lines
    try scratch.write(Data(SmallLog.text(of: wide).utf8), to: "a24.jsonl")
    // An image in the log itself, of more bytes than a share.
    let image = try scratch.shell(
      """
      printf '{"doodle":1,"size":[1200,900]}\\n' | doodle render - -o image.png
      (echo '{"doodle":1,"size":[40,20]}'; printf '{"command":"image","data":"%s","at":[1,1]}\\n' $(base64 -w0 image.png)) \
        > a25.jsonl
      """)
    #expect(image.status == 0, "\(image.errors)")
    let alone = try scratch.shell("doodle hash --threads 1 --memory-limit 16M --on-error skip a*.jsonl")
    #expect(alone.status == 4)
    #expect(alone.errors.hasSuffix("doodle: 19 hashed, 1 failed\n"), "\(alone.errors)")
    for threads in [2, 3, 8] {
      let shared = try scratch.shell("doodle hash --threads \(threads) --memory-limit 16M --on-error skip a*.jsonl")
      #expect(shared.status == 4)
      #expect(shared.errors == alone.errors)
      #expect(shared.outputBytes == alone.outputBytes)
    }
  }

  @Test func `a job beside others gets a share of the memory, and a job alone all of it`() {
    #expect(Share(ofThreads: 1, memory: 1 << 30).isWhole)
    #expect(Share(ofThreads: 8, memory: 1 << 20).isWhole)
    let share = Share(ofThreads: 4, memory: 1 << 30)
    #expect(share.jobs == 4 && share.threads(of: 4) == 1)
    #expect(share.memory(of: 1 << 30) == 1 << 26)
    #expect(Share.whole.memory(of: 1 << 30) == 1 << 30 && Share.whole.threads(of: 4) == 4)
    #expect(Share(ofThreads: 1000, memory: .max).jobs == 64)
  }

  @Test(arguments: [(SIGTERM, 143), (SIGINT, 130)] as [(Int32, Int32)])
  func `a signal at any time of a run on several threads leaves no temporary file`(signal: Int32, status: Int32) throws
  {
    let scratch = try Scratch()
    let names = (100..<500).map { "a\($0)" }
    for (number, name) in names.enumerated() {
      try scratch.write(Data(Self.log(number).utf8), to: "\(name).jsonl")
      // A file that is replaced has a temporary name for a moment.
      try scratch.write(Data(), to: "\(name).png")
    }
    let expected = scratch.names
    let arguments = ["render", "--threads", "3", "-o", "{stem}.png"] + names.map { "\($0).jsonl" }
    var stopped = 0
    for delay in stride(from: UInt32(3000), to: 60_000, by: 1900) {
      let process = try Program.process(Program.doodle, arguments, in: scratch.path)
      try Program.start(process)
      usleep(delay)
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      let code = process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
      #expect([0, status].contains(code), "after \(delay) µs")
      if code == status { stopped += 1 }
      #expect(scratch.names == expected, "after \(delay) µs")
    }
    #expect(stopped > 0)
  }

  @Test func `the time limit ends a run on several threads`() throws {
    let scratch = try Scratch()
    for number in 0..<40 {
      let size = ##"{"doodle":1,"size":[9000,9000],"background":"#123456"}"##
      try scratch.write(Data(SmallLog.text(of: [size] + SmallLog.lines.dropFirst()).utf8), to: "a\(number).jsonl")
    }
    let result = try scratch.shell("doodle render --threads 3 --compress small --time-limit 200ms a*.jsonl -o out/")
    #expect(result.status == 4)
    #expect(result.errors.contains("the time limit of 0.2 s is over"))
    #expect(!scratch.names.contains { $0.hasSuffix(".tmp") })
  }

  @Test func `a reader that goes away ends the run quietly`() throws {
    let scratch = try folder()
    let result = try scratch.shell(
      "doodle hash --threads 2 --on-error skip a1[0-4]*.jsonl | head -n 0; echo ${PIPESTATUS[0]}")
    #expect(result.output == "0\n")
    #expect(result.errors.isEmpty)
  }
}
