import Compare
import Files
import Lint
import Session
import TestSupport
import Testing
import TouchLog

/// Fixes keep the picture, except where their rule says so.
@Suite struct PictureTests {
  private static func hash(_ events: [LogEvent]) throws -> String {
    let text = events.reduce(into: [UInt8]()) { LogWriter.append($1, to: &$0) }
    let session = try PictureSession(DrawingSession(MemorySource(text), path: "a.jsonl"))
    while try session.advance() {}
    return PixelHash.of(try session.finish().picture)
  }

  @Test(arguments: 0..<8) func `fixes that keep the picture keep every pixel`(batch: UInt64) throws {
    let others = Set(LintRule.allCases.filter { $0.fix != .keepsPicture })
    for seed in batch * 6..<(batch + 1) * 6 {
      var random = SeededRandom(seed: seed)
      var events = RandomLog(seed: seed, strokes: 4, revisesPoints: false).events
      for damage in Damage.harmless where Bool.random(using: &random) { events = damage.apply(to: events, &random) }
      let fixed = LogCleaner(disabled: others).clean(events.map { LogLine($0) }).map(\.event)
      #expect(try Self.hash(fixed) == Self.hash(events), "\(seed)")
    }
  }

  @Test(arguments: LintRule.allCases.filter { $0.fix == .keepsPicture } + [.equalPoints])
  func `fixing the example of a rule keeps its picture`(rule: LintRule) throws {
    let broken = try events(rule.example.joined(separator: "\n"))
    let others = Set(LintRule.allCases.filter { $0 != rule })
    let mended = LogCleaner(disabled: others).clean(broken.map { LogLine($0) }).map(\.event)
    #expect(mended != broken)
    #expect(try Self.hash(mended) == Self.hash(broken))
  }

  @Test func `a tap that never ends keeps its dot`() throws {
    let tap = try events(#"{"phase":"began","point":[20,20],"time":1}"#)
    let fixed = LogCleaner().clean(tap.map { LogLine($0) }).map(\.event)
    #expect(fixed.count == 2)
    #expect(try Self.hash(fixed) == Self.hash(tap))
  }
}
