import Foundation
import Testing

/// Signals to a running command.
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
  func `a signal while the log is read ends the run and leaves no temporary file`(
    interruption: Interruption
  ) throws {
    let output = interruption.command[3]
    let scratch = try Scratch([output: "older"])
    let process = try Program.process(Program.doodle, interruption.command, in: scratch.path)
    let (input, errors) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardError = errors
    try Program.start(process)
    // More than a pipe holds: once all of it is written, the command is in the middle of reading.
    let moves = String(repeating: #"{"phase":"moved","touch":1,"point":[20,12]}"# + "\n", count: 3000)
    try input.fileHandleForWriting.write(
      contentsOf: Data((SmallLog.lines[0...1].joined(separator: "\n") + "\n" + moves).utf8))
    try interrupt(process, with: interruption.signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == interruption.status)
    #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
    #expect(scratch.names == [output])
    #expect(try scratch.text(of: output) == "older")
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131)] as [(Int32, Int32)])
  func `a signal while the picture is written removes the temporary file`(signal: Int32, status: Int32) throws {
    let scratch = try Scratch(["dot.jsonl": SmallLog.dot, "a.png": "older"])
    let process = try Program.process(
      Program.doodle, ["render", "dot.jsonl", "-o", "a.png", "--size", "1000x1000000", "--compress", "small"],
      in: scratch.path)
    try Program.start(process)
    try waitUntilWriting(process, in: scratch)
    try interrupt(process, with: signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == status)
    #expect(scratch.names == ["a.png", "dot.jsonl"])
    #expect(try scratch.text(of: "a.png") == "older")
  }

  @Test func `a run that is killed while it writes leaves nothing`() throws {
    let scratch = try Scratch(["a.jsonl": "older"])
    try #require(try hasUnnamedFiles(in: scratch), "the file system of the tests has files without names")
    let process = try Program.process(Program.doodle, ["convert", "-", "-o", "a.jsonl"], in: scratch.path)
    let input = Pipe()
    process.standardInput = input
    try Program.start(process)
    let moves = String(repeating: #"{"phase":"moved","touch":1,"point":[20,12]}"# + "\n", count: 9000)
    try input.fileHandleForWriting.write(
      contentsOf: Data((SmallLog.lines[0...1].joined(separator: "\n") + "\n" + moves).utf8))
    try waitUntilWriting(process, in: scratch)
    try interrupt(process, with: SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(scratch.names == ["a.jsonl"])
    #expect(try scratch.text(of: "a.jsonl") == "older")
  }

  @Test func `a signal at any time of a run has its code, or stops it before it has begun`() throws {
    let scratch = try Scratch(["dot.jsonl": SmallLog.dot])
    for delay in stride(from: UInt32(0), to: 12_000, by: 300) {
      let process = try Program.process(Program.doodle, ["render", "dot.jsonl", "-o", "a.png"], in: scratch.path)
      try Program.start(process)
      usleep(delay)
      kill(process.processIdentifier, SIGTERM)
      process.waitUntilExit()
      let code = process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
      #expect([0, 143].contains(code), "after \(delay) µs")
      #expect(Set(scratch.names).isSubset(of: ["a.png", "dot.jsonl"]), "after \(delay) µs")
    }
  }

  @Test func `a run that waits for a named pipe to be opened can be stopped`() throws {
    let scratch = try Scratch()
    _ = try scratch.shell("mkfifo pipe")
    let process = try Program.process(Program.doodle, ["render", "pipe", "-o", "a.png"], in: scratch.path)
    try Program.start(process)
    try wait(for: process, toHandle: SIGTERM)
    // Nobody writes to the pipe, so the run cannot end by itself.
    try interrupt(process, with: SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, "the command's handler ran")
    #expect(process.terminationStatus == 143)
    #expect(scratch.names == ["pipe"])
  }

  @Test func `a signal that the run was started to ignore stays ignored`() throws {
    let scratch = try Scratch()
    let process = try Program.process(
      "bash", ["-c", "trap '' INT; exec '\(Program.doodle)' render - -o a.png"], in: scratch.path)
    let input = Pipe()
    process.standardInput = input
    try Program.start(process)
    // Once it handles SIGTERM, it has decided about SIGINT too.
    try wait(for: process, toHandle: SIGTERM)
    try interrupt(process, with: SIGINT)
    try input.fileHandleForWriting.write(contentsOf: Data(SmallLog.text.utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(scratch.names == ["a.png"])
  }

  /// Waits until a process has an open file without a name, or with a temporary one, in a folder.
  private func waitUntilWriting(_ process: Process, in scratch: Scratch) throws {
    let deadline = Date(timeIntervalSinceNow: 10)
    while process.isRunning, Date() < deadline {
      if Program.isWriting(process, in: scratch.path) { return }
      usleep(1000)
    }
    Issue.record("the run has not begun to write")
  }

  private func hasUnnamedFiles(in scratch: Scratch) throws -> Bool {
    let number = open(scratch.path, O_WRONLY | 0o20000000 | O_DIRECTORY, 0o600)
    if number >= 0 { close(number) }
    return number >= 0
  }

  /// Sends a signal to a process, which must still run.
  private func interrupt(_ process: Process, with signal: Int32) throws {
    try #require(process.isRunning, "there is a run to interrupt")
    try #require(kill(process.processIdentifier, signal) == 0)
  }

  /// Waits until a process has a handler for a signal.
  private func wait(for process: Process, toHandle signal: Int32) throws {
    let deadline = Date(timeIntervalSinceNow: 10)
    while Date() < deadline, process.isRunning {
      // The caught signals are a hexadecimal mask whose lowest bit is signal 1.
      let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
      let mask = status.firstMatch(of: /SigCgt:\s*([0-9a-f]+)/).flatMap { UInt64($0.output.1, radix: 16) } ?? 0
      if mask >> UInt64(signal - 1) & 1 == 1 { return }
      usleep(1000)
    }
    Issue.record("the command has not installed a handler for signal \(signal)")
  }
}
