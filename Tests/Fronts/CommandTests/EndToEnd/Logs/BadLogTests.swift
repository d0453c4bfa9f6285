import Foundation
import Testing

@testable import doodle

/// Invalid lines of a log: the message, the exit code and the output of each kind.
@Suite struct BadLogTests {
  /// A log with one invalid line.
  struct BadLog: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: Data
    /// The log without the bad line.
    var rest: String
    /// The start of the message: the file, the line and the byte in the line, both from 1.
    var location: String
    var code: Int32

    /// - Parameters:
    ///   - bad: The line, with ▸ before the first wrong byte; � stands for a byte that is not UTF-8.
    ///   - number: The line of the small log that it replaces, from 1.
    ///   - inserted: Whether it comes before that line instead.
    init(_ name: String, _ bad: String, line number: Int = 4, inserted: Bool = true, code: ExitCode = .badInput) {
      testDescription = name
      let parts = bad.components(separatedBy: "▸")
      let before = BadLog.bytes(parts[0])
      location = "a.jsonl:\(number):\(before.count + 1): error: "
      let head = SmallLog.lines.prefix(number - 1)
      let tail = SmallLog.lines.dropFirst(inserted ? number - 1 : number)
      bytes =
        Data(SmallLog.text(of: Array(head)).utf8) + before + BadLog.bytes(parts[1])
        + Data("\n\(SmallLog.text(of: Array(tail)))".utf8)
      rest = SmallLog.text(of: Array(head) + Array(tail))
      self.code = code.rawValue
    }

    private static func bytes(_ text: String) -> Data {
      Data(text.unicodeScalars.flatMap { $0 == "\u{FFFD}" ? [0xFF] : Array(String($0).utf8) })
    }
  }

  static let logs = notJSON + wrongValues + wrongOrder + limits

  static let notJSON = [
    BadLog("a word", "▸phase began"),
    BadLog("an array", #"▸["phase","began"]"#),
    BadLog("a comma is missing", #"{"phase":"moved" ▸"touch":1,"point":[20,10]}"#),
    BadLog("a quote is missing", #"{"phase":"moved","touch":1,"point":[20,10],"note":"é▸"#),
    BadLog("cut off", #"{"phase":"moved","touch":1,"point":[20,10]▸"#),
    BadLog("two objects", #"{"phase":"moved","touch":1,"point":[20,10]} ▸{}"#),
    BadLog("not UTF-8", #"{"phase":"moved","note":"é▸�","touch":1,"point":[20,10]}"#),
    BadLog("NaN", #"{"phase":"moved","touch":1,"point":[▸NaN,10]}"#),
    BadLog("infinity", #"{"phase":"moved","touch":1,"point":[20,10],"pressure":▸Infinity}"#),
    BadLog("beyond Double", #"{"phase":"moved","touch":1,"point":[20,10],"time":▸1e309}"#),
    BadLog("beyond Double in another key", #"{"phase":"moved","touch":1,"point":[20,▸-1e999]}"#),
  ]

  static let wrongValues = [
    BadLog("a phase that is a number", #"{"phase":▸1,"touch":1,"point":[20,10]}"#),
    BadLog("a point that is text", #"{"phase":"moved","touch":1,"point":▸"20,10"}"#),
    BadLog("a point of one number", #"{"phase":"moved","touch":1,"point":▸[20]}"#),
    BadLog("a touch that is a fraction", #"{"phase":"moved","touch":▸1.5,"point":[20,10]}"#),
    BadLog("a negative pressure", #"{"phase":"moved","touch":1,"point":[20,10],"pressure":▸-0.1}"#),
    BadLog("no point", #"{"phase":▸"moved","touch":1}"#),
    BadLog("no y", #"{"phase":"moved","touch":1,"x":▸20}"#),
    BadLog("an unknown phase", #"{"phase":▸"move","touch":1,"point":[20,10]}"#),
    BadLog("an invalid color", ##"{"tool":"pen","color":▸"#12"}"##),
    BadLog("an unknown tool", #"{"tool":▸"brushes"}"#),
    BadLog("an unknown command", #"{"command":▸"unknown"}"#),
    BadLog("a line of no kind", #"▸{"touch":1,"point":[20,10]}"#),
    BadLog("a line of two kinds", #"{"phase":"moved","touch":1,"point":[20,10],"tool":▸"pen"}"#),
    BadLog("a repeated key", #"{"phase":"moved","touch":1,▸"touch":1,"point":[20,10]}"#),
    BadLog("a repeated unknown key", #"{"phase":"moved","a":0,"touch":1,"point":[20,10],▸"a":0}"#),
    BadLog("a newer version", #"{"doodle":▸2,"size":[40,20]}"#, line: 1, inserted: false),
  ]

  static let wrongOrder = [
    BadLog("moved before it began", #"{"phase":▸"moved","touch":2,"point":[20,10]}"#),
    BadLog("stationary before it began", #"{"phase":▸"stationary","touch":2,"point":[20,10]}"#),
    BadLog("ended before it began", #"{"phase":▸"ended","touch":2,"point":[20,10]}"#),
    BadLog("cancelled before it began", #"{"phase":▸"cancelled","touch":2,"point":[20,10]}"#),
    BadLog("began while down", #"{"phase":▸"began","touch":1,"point":[20,10]}"#),
    BadLog("ended twice", #"{"phase":▸"ended","touch":1,"point":[20,10]}"#, line: 6),
    BadLog("a second header", #"{"doodle":▸1}"#),
  ]

  static let limits = [
    BadLog(
      "over 32 MiB",
      #"▸{"phase":"moved","touch":1,"point":[20,10],"note":"\#(String(repeating: "x", count: 1 << 25))"}"#,
      code: .failed),
    BadLog(
      "65 deep",
      #"{"phase":"moved","touch":1,"point":[20,10],"note":\#(String(repeating: "[", count: 63))▸["#
        + String(repeating: "]", count: 64) + "}", code: .failed),
    BadLog("x out of range", #"{"phase":"moved","touch":1,"point":[▸10000001,10]}"#),
    BadLog("y out of range", #"{"phase":"moved","touch":1,"x":20,"y":▸-1.1e7}"#),
    BadLog(
      "a canvas beyond the limit", #"{"doodle":1,"size":▸[1000001,20]}"#, line: 1, inserted: false, code: .failed),
    BadLog(
      "a canvas beyond the limit in pixels", #"{"doodle":1,"scale":2,"size":▸[20,500001]}"#, line: 1, inserted: false,
      code: .failed),
  ]

  @Test(arguments: logs)
  func `a bad line ends the run with its location, and an older picture is kept`(log: BadLog) throws {
    let scratch = try Scratch(["a.png": "older"])
    try scratch.write(log.bytes, to: "a.jsonl")
    let result = try scratch.shell("doodle render a.jsonl -o a.png")
    #expect(result.status == log.code)
    #expect(result.errors.hasPrefix(log.location), "\(result.errors.prefix(300))")
    #expect(result.outputBytes.isEmpty)
    #expect(scratch.names == ["a.jsonl", "a.png"])
    #expect(try scratch.text(of: "a.png") == "older")
  }

  @Test(arguments: logs)
  func `--on-error=skip draws the rest, reports the line that it left out, and ends with 3`(log: BadLog) throws {
    let scratch = try Scratch(["a.png": "older", "rest.jsonl": log.rest])
    try scratch.write(log.bytes, to: "a.jsonl")
    let result = try scratch.shell("doodle render --on-error=skip a.jsonl -o a.png")
    #expect(result.status == 3)
    #expect(result.errors.hasPrefix(log.location), "\(result.errors.prefix(300))")
    let messages = result.errors.split(separator: "\n").filter { $0.hasPrefix("a.jsonl:") }
    #expect(
      messages.count == 2 && messages.last?.contains("skipped 1 invalid line") == true, "\(result.errors.prefix(300))")
    #expect(scratch.names == ["a.jsonl", "a.png", "rest.jsonl"])
    #expect(try scratch.hash("a.png") == scratch.hash("rest.jsonl"))
  }

  @Test(arguments: ["", "--error-format github", "--json", "-v"])
  func `no message holds a character that controls the terminal or turns text`(options: String) throws {
    let name = "\u{1B}[31m\u{202E}\u{2066}a\nb.jsonl"
    let scratch = try Scratch([name: "{\"phase\":\"\u{202E}\u{9B}\"}\n"])
    for command in ["render -o x.png", "hash", "inspect", "check", "lint", "convert -o x.jsonl", "diff x.png"] {
      let words = "\(command) \(options)".split(separator: " ").map(String.init) + [name]
      let result = try Program.run(Program.doodle, words, in: scratch.path)
      #expect(result.status > 0)
      for scalar in result.errors.unicodeScalars where scalar != "\n" {
        #expect(![.control, .format].contains(scalar.properties.generalCategory), "\(command): \(result.errors)")
      }
    }
  }
}
