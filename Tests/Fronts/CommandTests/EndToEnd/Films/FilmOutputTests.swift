import DoodleKit
import Foundation
import Testing

/// The files that interrupted, refused and failed films leave.
@Suite struct FilmOutputTests {
  /// A stroke of 22 hours, so that writing its film takes a while.
  private static let long = SmallLog.text(of: [
    #"{"doodle":1,"size":[400,400]}"#, #"{"phase":"began","point":[10,10],"time":0}"#,
    #"{"phase":"moved","point":[390,10],"time":1}"#, #"{"phase":"ended","point":[390,390],"time":80000}"#,
  ])

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `an interrupted film leaves no file, and an older file is unchanged`(signal: Int32, status: Int32) throws {
    let scratch = try Scratch(["long.jsonl": Self.long, "a.y4m": "older"])
    let process = try Program.process(Program.doodle, ["replay", "long.jsonl", "-o", "a.y4m"], in: scratch.path)
    try Program.start(process)
    let deadline = Date(timeIntervalSinceNow: 10)
    while process.isRunning, Date() < deadline, !Program.isWriting(process, in: scratch.path) { usleep(1000) }
    try #require(Program.isWriting(process, in: scratch.path), "the run is still writing")
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationStatus == status)
    #expect(scratch.names == ["a.y4m", "long.jsonl"])
    #expect(try scratch.text(of: "a.y4m") == "older")
  }

  @Test(arguments: [(SIGINT, 130, 1), (SIGINT, 130, 4), (SIGTERM, 143, 2), (SIGTERM, 143, 9)] as [(Int32, Int32, Int)])
  func `an interrupted run adds only complete frames to its folder`(
    signal: Int32, status: Int32, count: Int
  ) throws {
    let scratch = try Scratch(["long.jsonl": Self.long])
    #expect(try scratch.shell("mkdir f && echo older > f/kept.txt").status == 0)
    let process = try Program.process(
      Program.doodle, ["replay", "long.jsonl", "--scale", "3", "-o", "f/"], in: scratch.path)
    try Program.start(process)
    let deadline = Date(timeIntervalSinceNow: 10)
    func frames() -> [String] { scratch.names.filter { $0.hasPrefix("f/") && $0.hasSuffix(".png") } }
    while frames().count < count, process.isRunning, Date() < deadline { usleep(500) }
    try #require(process.isRunning, "the run is still writing")
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationStatus == status)
    let whole = frames()
    #expect(whole.count >= count)
    #expect(scratch.names == ["f"] + whole + ["f/kept.txt", "long.jsonl"])
    for (number, name) in whole.enumerated() {
      let digits = String(number + 1)
      #expect(name == "f/" + String(repeating: "0", count: 7 - digits.count) + digits + ".png")
      let frame = try readPNG(from: MemorySource(Array(try scratch.bytes(of: name))))
      #expect(frame.width == 1200 && frame.height == 1200)
    }
  }

  @Test(arguments: ["-f rgba", "-f y4m", "-f apng", ""])
  func `if the reader closes the pipe, the run ends with 0 and no message`(format: String) throws {
    let scratch = try Scratch(["a.jsonl": TimedLog.text])
    let result = try scratch.shell(
      "(sleep 0.1; doodle replay a.jsonl --size 300x300 \(format) -o -) | true; echo ${PIPESTATUS[0]}")
    #expect(result.output == "0\n")
    #expect(result.errors.isEmpty)
    #expect(scratch.names == ["a.jsonl"])
  }
}
