import Foundation
import Testing

/// Runs that are told to stop.
@Suite struct InterruptionTests {
  struct Interruption: Sendable, CustomTestStringConvertible {
    var command: [String]
    var signal: Int32
    var status: Int32
    var testDescription: String { "\(command[0]), signal \(signal)" }
  }

  static let interruptions = [["render", "-", "-o", "a.png"], ["convert", "-", "-o", "a.jsonl"]].flatMap { command in
    [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)].map { signal, status in
      Interruption(command: command, signal: signal, status: status)
    }
  }

  @Test(arguments: interruptions)
  func `while the log still comes, a signal ends the run and leaves no temporary file`(
    interruption: Interruption
  ) throws {
    let output = interruption.command[3]
    let scratch = try Scratch([output: "older"])
    let process = try Program.process(Program.doodle, interruption.command, in: scratch.path)
    let (input, errors) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardError = errors
    try Program.start(process)
    // More than a pipe holds: once all of it is written, the command has read some and is in the middle of its work.
    let moves = String(repeating: #"{"phase":"moved","touch":1,"point":[20,12]}"# + "\n", count: 3000)
    try input.fileHandleForWriting.write(
      contentsOf: Data((SmallLog.lines[0...1].joined(separator: "\n") + "\n" + moves).utf8))
    #expect(process.isRunning)
    kill(process.processIdentifier, interruption.signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == interruption.status)
    #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
    #expect(scratch.names == [output])
    #expect(try scratch.text(of: output) == "older")
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `while the picture is written, a signal removes the temporary file`(signal: Int32, status: Int32) throws {
    let scratch = try Scratch(["dot.jsonl": SmallLog.dot, "a.png": "older"])
    let process = try Program.process(
      Program.doodle, ["render", "dot.jsonl", "-o", "a.png", "--size", "1000x1000000", "--compress", "small"],
      in: scratch.path)
    try Program.start(process)
    let deadline = Date(timeIntervalSinceNow: 10)
    while scratch.names.count < 3, process.isRunning, Date() < deadline { usleep(1000) }
    try #require(scratch.names.contains { $0.hasSuffix(".tmp") }, "the run is in the middle of its work")
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == status)
    #expect(scratch.names == ["a.png", "dot.jsonl"])
    #expect(try scratch.text(of: "a.png") == "older")
  }

  @Test func `a run that waits for a pipe to be opened can be stopped`() throws {
    let scratch = try Scratch()
    let result = try scratch.shell(
      """
      mkfifo pipe
      '\(Program.doodle)' render pipe -o a.png & process=$!
      sleep 0.2; kill -TERM $process; wait $process; echo $?
      """)
    #expect(result.output == "143\n")
    #expect(scratch.names == ["pipe"])
  }

  @Test func `a signal that the run was started to ignore stays ignored`() throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text])
    let result = try scratch.shell(
      """
      trap '' INT
      '\(Program.doodle)' render - -o a.png < <(cat a.jsonl; sleep 0.3) & process=$!
      sleep 0.1; kill -INT $process; wait $process; echo $?
      """)
    #expect(result.output == "0\n")
    #expect(scratch.names == ["a.jsonl", "a.png"])
  }
}
