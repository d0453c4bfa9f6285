import Foundation
import Testing

/// The picture of a moment: `render --at`.
@Suite struct MomentTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch(["a.jsonl": TimedLog.text, "untimed.jsonl": TimedLog.untimed])
  }

  /// A moment, and the number of lines of the log up to it.
  struct Moment: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var lines: Int

    init(_ options: String, _ lines: Int) { (testDescription, self.lines) = (options, lines) }
  }

  @Test(arguments: [
    Moment("0s", 3), Moment("0.25s", 4), Moment("0.249s", 3), Moment("0.6s", 6), Moment(".5s", 6), Moment("2.5s", 12),
    Moment("60s", 12), Moment("0%", 3), Moment("10%", 4), Moment("50%", 9), Moment("99.9%", 11), Moment("100%", 12),
    Moment("event:0", 1), Moment("event:1", 1), Moment("event:4", 4), Moment("event:12", 12), Moment("stroke:0", 1),
    Moment("stroke:1", 5), Moment("stroke:2", 10), Moment("stroke:3", 12), Moment("mark:one line", 6),
  ])
  func `a moment is the picture of the lines up to it`(moment: Moment) throws {
    try scratch.write(Data(TimedLog.text(first: moment.lines).utf8), to: "part.jsonl")
    let result = try scratch.shell(
      "doodle render a.jsonl --at '\(moment.testDescription)' -o then.png && doodle hash then.png")
    #expect(result.errors.isEmpty)
    // A touch that is down is drawn as if it had ended at its last point.
    #expect(result.output.prefix(64) == (try scratch.hash("--quiet part.jsonl")))
  }

  @Test func `predictions are shown only with --predicted, and only until the next event`() throws {
    func hash(_ options: String) throws -> String {
      let result = try scratch.shell("doodle render a.jsonl \(options) -o - | doodle hash")
      #expect(result.errors.isEmpty)
      return String(result.output.prefix(64))
    }
    #expect(try hash("--at event:9") == hash("--at event:8"))
    #expect(try hash("--at event:9 --predicted") != hash("--at event:9"))
    #expect(try hash("--at event:8 --predicted") == hash("--at event:8"))
    #expect(try hash("--at event:10 --predicted") == hash("--at event:10"))
  }

  @Test func `without times a percentage counts events, with --synth-time it measures time`() throws {
    func hash(_ options: String) throws -> String {
      try scratch.shell("doodle render untimed.jsonl \(options) -o - | doodle hash").output
    }
    #expect(try hash("--at 60%") == hash("--at event:3"))
    #expect(try hash("--at stroke:1") == hash("--at event:3"))
    // Each line takes 0.1 s at 400 points per second, and 0.3 s lie between two lines.
    #expect(try hash("--at 0.09s --synth-time gap=0.3,speed=400") == hash("--at event:2"))
    #expect(try hash("--at 0.1s --synth-time gap=0.3,speed=400") == hash("--at event:3"))
    #expect(try hash("--at 0.4s --synth-time speed=400") == hash("--at event:4"))
    #expect(try hash("--at 80% --synth-time gap=0.3") == hash("--at event:4"))
  }
}
