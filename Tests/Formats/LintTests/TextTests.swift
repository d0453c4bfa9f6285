import Lint
import TestSupport
import Testing
import TouchLog

/// The bytes of a log after `--fix`.
@Suite struct TextTests {
  @Test(arguments: [
    // A misspelled key, in all lines.
    (
      #"{"phase":"began","presure" : 0.5,"point":[1,2]}"# + "\n" + #"{"phase":"ended","point":[3,4],"presure":0.25}"#,
      #"{"phase":"began","pressure" : 0.5,"point":[1,2]}"# + "\n" + #"{"phase":"ended","point":[3,4],"pressure":0.25}"#
    ),
    // An app's own key that only resembles one.
    (#"{"tool":"pen","colours":["red"]}"#, #"{"tool":"pen","colours":["red"]}"#),
    // The size that a header states.
    (
      #"{"doodle": 1, "width":800,"height":600.5}"# + "\n" + tap,
      #"{"doodle": 1,"size":[800,600.5], "width":800,"height":600.5}"# + "\n" + tap
    ),
    (
      #"{"doodle":1,"scale":2,"width":800,"height":600}"# + "\n" + tap,
      #"{"doodle":1,"scale":2,"width":800,"height":600}"# + "\n" + tap
    ),
    (#"{"doodle":1,"width":8,"height":6}"# + "\n" + tap, #"{"doodle":1,"width":8,"height":6}"# + "\n" + tap),
    // A pressure that no pen measured.
    (
      #"{ "phase":"began", "pressure" :0 ,"point":[1,2] }"# + "\r\n\r\n"
        + #"{"phase":"moved","point":[3,4],"pressure":0.5}"# + "\r\n"
        + #"{"pressure":0,"phase":"ended","point":[3,4],"app":7}"#,
      #"{ "phase":"began", "pressure" :0.5 ,"point":[1,2] }"# + "\r\n\r\n"
        + #"{"phase":"moved","point":[3,4],"pressure":0.5}"# + "\r\n"
        + #"{"phase":"ended","point":[3,4],"app":7}"#
    ),
    // A touch that never ends: a line is added, with the ending of the others.
    (
      "\u{FEFF}" + #"{"phase":"began","point":[1,2],"app":1}"# + "\r\n\r\n",
      "\u{FEFF}" + #"{"phase":"began","point":[1,2],"app":1}"# + "\r\n" + #"{"phase":"ended","point":[1,2]}"#
        + "\r\n\r\n"
    ),
    (
      #"{"phase":"began","point":[1,2]}"#,
      #"{"phase":"began","point":[1,2]}"# + "\n" + #"{"phase":"ended","point":[1,2]}"# + "\n"
    ),
    // Pressures of a sensor with 12 bits.
    (
      #"{"phase":"began","point":[1,2],"force":1024}"# + "\n" + #"{"phase":"ended","point":[3,4],"force":4096}"#,
      #"{"phase":"began","point":[1,2],"force":0.25}"# + "\n" + #"{"phase":"ended","point":[3,4],"force":1}"#
    ),
    (
      #"{"phase":"began","point":[1,2],"force":1024}"# + "\n" + #"{"phase":"ended","point":[3,4],"force":3000}"#,
      #"{"phase":"began","point":[1,2],"force":1024}"# + "\n" + #"{"phase":"ended","point":[3,4],"force":3000}"#
    ),
    // Times in milliseconds, and nothing else.
    (
      #"{"t":0,"phase":"began","point":[1,2]}"# + "\n" + #"{"phase":"moved","point":[9,4],"t" : 16,"b":1.0}"# + "\n"
        + #"{"phase":"ended","point":[30,4],"t":32}"#,
      #"{"t":0,"phase":"began","point":[1,2]}"# + "\n" + #"{"phase":"moved","point":[9,4],"t" : 0.016,"b":1.0}"# + "\n"
        + #"{"phase":"ended","point":[30,4],"t":0.032}"#
    ),
  ])
  func `a fix changes the wrong value alone`(log: String, expected: String) { #expect(fixed(log) == expected) }

  private static let tap = #"{"phase":"began","point":[20,30]}"# + "\n" + #"{"phase":"ended","point":[20,30]}"# + "\n"

  @Test func `events that differ in a key of an app's own are no repetition`() throws {
    func log(_ own: (Int) -> String) -> String {
      (0...40).map {
        #"{"phase":"\#($0 == 0 ? "began" : "moved")","point":[1,2],"time":\#($0 < 2 ? 0 : $0)\#(own($0))}"# + "\n"
      }
      .joined() + #"{"phase":"ended","point":[1,2],"time":41}"# + "\n"
    }
    let rules: Set<LintRule> = [.duplicateEvent, .equalPoints]
    #expect(try !lint(log { #","n":\#($0)"# }).contains { rules.contains($0.rule) })
    #expect(fixed(log { #","n":\#($0)"# }) == log { #","n":\#($0)"# })
    #expect(try lint(log { _ in #","n":1"# }).contains { $0.rule == .equalPoints })
  }

  /// A log as an app may write it: its own keys, white space, blank lines, any line ending.
  private static func text(_ events: [LogEvent], _ random: inout SeededRandom) -> [String] {
    let ending = Bool.random(using: &random) ? "\n" : "\r\n"
    return events.map { event in
      var line = String(decoding: LogWriter.line(for: event).dropLast(), as: UTF8.self)
      if Int.random(in: 0..<3, using: &random) == 0 { line = line.replacing("\":", with: "\" : ") }
      if Int.random(in: 0..<3, using: &random) == 0 {
        line = "{ " + #""app":{"n":\#(Int.random(in: 0..<9, using: &random))},"# + line.dropFirst()
      }
      if Int.random(in: 0..<3, using: &random) == 0 { line = line.dropLast() + #", "zz" :[1, 2]}  "# }
      let blank = Int.random(in: 0..<4, using: &random) == 0 ? " \t" + ending : ""
      return blank + line + ending
    }
  }

  @Test(arguments: 0..<10) func `lines without a change keep their bytes`(batch: UInt64) throws {
    for seed in batch * 12..<(batch + 1) * 12 {
      var random = SeededRandom(seed: seed)
      var events = RandomLog(seed: seed, strokes: 3).events
      if let damage = Damage.allCases.randomElement(using: &random), seed % 3 > 0 {
        events = damage.apply(to: events, &random)
      }
      var log = Self.text(events, &random).joined()
      if Bool.random(using: &random) { log = "\u{FEFF}" + log }
      if Bool.random(using: &random) { log.removeLast() }
      let mended = fixed(log)
      let isFixable = try lint(log).contains(where: \.isFixable)
      #expect((mended == log) == !isFixable, "\(seed)")
      #expect(fixed(mended) == mended, "\(seed)")
      #expect(try !lint(mended).contains(where: \.isFixable), "\(seed)")
      // The events of the text are those of the fixed events, and lines that they share have the same bytes.
      let old = try Lines(log)
      let before = Set(old.all.map(\.1))
      for (event, line) in try Lines(mended).all where old.events.contains(event) {
        #expect(before.contains(line), "\(seed): \(line)")
      }
      #expect(Self.blankLines(log) == Self.blankLines(mended), "\(seed)")
    }
  }

  private static func blankLines(_ log: String) -> Int {
    log.split(whereSeparator: \.isNewline).count { $0.allSatisfy(\.isWhitespace) }
  }

  /// The lines of a log with their events.
  private struct Lines {
    var all: [(LogEvent, String)] = []
    var events: Set<LogEvent> { Set(all.map(\.0)) }

    init(_ text: String) throws {
      let texts = text.replacing("\u{FEFF}", with: "").split(whereSeparator: \.isNewline).filter {
        !$0.allSatisfy(\.isWhitespace)
      }.map(String.init)
      all = Array(zip(try LintTests.events(text), texts))
    }
  }
}
