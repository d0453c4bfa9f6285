import Foundation
import Testing

/// Logs that give a warning but no error, logs without ink, and pictures beyond a limit.
@Suite struct DoubtfulLogTests {
  struct Doubt: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Lines that are appended to the small log.
    var lines: [String]
    /// The start of the message.
    var location: String
    var words: String
  }

  @Test(arguments: [
    Doubt(
      testDescription: "time runs backwards twice",
      lines: [
        #"{"phase":"began","touch":"b","point":[5,5],"time":1}"#,
        #"{"phase":"moved","touch":"b","point":[9,5],"time":0.9}"#,
        #"{"phase":"moved","touch":"b","point":[12,5],"time":0.8}"#,
        #"{"phase":"ended","touch":"b","point":[15,5],"time":1.1}"#,
      ], location: "a.jsonl:7:", words: "backwards"),
    Doubt(
      testDescription: "a touch never ends",
      lines: [
        #"{"phase":"began","touch":"b","point":[5,5],"time":1}"#,
        #"{"phase":"moved","touch":"b","point":[9,5],"time":1.1}"#,
      ], location: "a.jsonl:", words: "never ended"),
    Doubt(
      testDescription: "a revision of nothing", lines: [#"{"revises":7,"touch":1,"pressure":0.5}"#],
      location: "a.jsonl:6:", words: "7"),
  ])
  func `a doubtful log gives one warning, and the picture is drawn`(doubt: Doubt) throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text + SmallLog.text(of: doubt.lines)])
    let result = try scratch.shell("doodle render a.jsonl -o a.png --json")
    #expect(result.status == 0)
    let warnings = result.errors.split(separator: "\n").filter { $0.contains("warning: ") }
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix(doubt.location) == true, "\(result.errors)")
    #expect(warnings.first?.contains(doubt.words) == true, "\(result.errors)")
    #expect(scratch.names == ["a.jsonl", "a.png"])
    let object = try #require(JSONSerialization.jsonObject(with: result.outputBytes) as? [String: Any])
    #expect(object["warnings"] as? Int == 1)
    #expect(try scratch.shell("doodle render a.jsonl -o a.png -q").errors.isEmpty)
  }

  @Test(arguments: ["", "\n\n", #"{"doodle":1}"# + "\n", #"{"tool":"pen"}"#])
  func `without ink, the size must be known`(text: String) throws {
    let scratch = try Scratch(["a.jsonl": text])
    let refused = try scratch.shell("doodle render a.jsonl -o a.png")
    #expect(refused.status == 3)
    #expect(refused.errors.hasPrefix("a.jsonl: error: "))
    #expect(refused.errors.contains("size"))
    #expect(scratch.names == ["a.jsonl"])

    let blank = try scratch.shell("doodle render a.jsonl -o a.png --size 3x2 --background '#010203'")
    #expect(blank.status == 0)
    #expect(blank.errors.isEmpty)
    #expect(try scratch.hash("a.png") == BlankPicture(width: 3, height: 2, pixel: [1, 2, 3, 255]).hash())
  }

  @Test func `a log with nothing but an eraser has no ink to take the size from`() throws {
    let stroke = SmallLog.lines.dropFirst()
    let scratch = try Scratch(["a.jsonl": SmallLog.text(of: [#"{"tool":"eraser"}"#] + stroke)])
    #expect(try scratch.shell("doodle hash a.jsonl").status == 3)
  }

  @Test func `a byte-order mark, CRLF, blank lines, other keys and a missing newline change nothing`() throws {
    let lines = SmallLog.lines.map { $0.dropLast() + #","my app":{"a":[1,null,true,"é\n"]}}"# }
    let scratch = try Scratch([
      "plain.jsonl": SmallLog.text, "odd.jsonl": "\u{FEFF}" + lines.joined(separator: "\r\n\r\n \t\r\n"),
    ])
    let result = try scratch.shell("doodle hash odd.jsonl")
    #expect(result.errors.isEmpty)
    #expect(result.output.prefix(64) == (try scratch.hash("plain.jsonl")))
  }

  struct Excess: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var names: String
  }

  @Test(arguments: [
    Excess(testDescription: "--scale 10000 --size 101x1", names: "1000000"),
    Excess(testDescription: "--fit content --margin 1000000", names: "1000000"),
    Excess(testDescription: "--memory-limit 1", names: "memory limit of 1 byte"),
    Excess(
      testDescription: "--size 10000x10000 --scale 100 --pixel-limit 1T --memory-limit 64K",
      names: "memory limit of 65536 bytes"),
  ])
  func `a picture beyond a limit is refused with the limit's name, and nothing is written`(excess: Excess) throws {
    let scratch = try Scratch(["a.jsonl": SmallLog.text, "a.png": "older"])
    let result = try scratch.shell("doodle render a.jsonl -o a.png \(excess.testDescription)")
    #expect(result.status == 4)
    #expect(result.errors.hasPrefix("a.jsonl: error: "))
    #expect(result.errors.contains(excess.names), "\(result.errors)")
    #expect(try scratch.text(of: "a.png") == "older")
    #expect(scratch.names == ["a.jsonl", "a.png"])
  }
}
