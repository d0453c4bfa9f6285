import Lint
import TestSupport
import Testing
import TouchLog

@Suite struct CleanerTests {
  /// A random log with random damage.
  private static func damaged(_ seed: UInt64) -> [LogEvent] {
    var random = SeededRandom(seed: seed)
    var events =
      seed.isMultiple(of: 3)
      ? RandomSession(seed: seed, steps: 12).events : RandomLog(seed: seed, strokes: 4).events
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      if let damage = Damage.allCases.randomElement(using: &random) { events = damage.apply(to: events, &random) }
    }
    return events
  }

  private static func clean(_ events: [LogEvent]) -> [LogEvent] {
    LogCleaner().clean(events.map { LogLine($0) }).map(\.event)
  }

  @Test(arguments: 0..<10) func `fixing twice gives the same log`(batch: UInt64) {
    for seed in batch * 40..<(batch + 1) * 40 {
      let fixed = Self.clean(Self.damaged(seed))
      #expect(Self.clean(fixed) == fixed, "\(seed)")
    }
  }

  @Test(arguments: 0..<10) func `a fixed log has no finding that could be fixed`(batch: UInt64) {
    for seed in batch * 40..<(batch + 1) * 40 {
      let left = lint(Self.clean(Self.damaged(seed))).filter(\.isFixable)
      #expect(left.isEmpty, "\(seed): \(left.map { "\($0.location.line) \($0.message)" })")
    }
  }

  @Test(arguments: 0..<10) func `a log without a finding that could be fixed stays as it is`(batch: UInt64) {
    for seed in batch * 40..<(batch + 1) * 40 {
      let events = Self.damaged(seed)
      let isFixable = lint(events).contains(where: \.isFixable)
      #expect((Self.clean(events) == events) == !isFixable, "\(seed)")
    }
  }

  @Test func `milliseconds become seconds in touches and in commands, and other keys of the lines stay`() {
    let touches = (0..<8).map { step in
      let phase = step == 0 ? "began" : step == 7 ? "ended" : "moved"
      return #"{"phase":"\#(phase)","point":[\#(20 + 9 * step),20],"t":\#(1000 + 16 * step)}"#
    }
    let lines = touches + [#"{"command":"mark","own":1,"timestamp":2000,"name":"a"}"#]
    let text = fixed(lines.joined(separator: "\n"))
    #expect(text.hasSuffix("\n" + #"{"command":"mark","own":1,"timestamp":2,"name":"a"}"#), "\(text)")
    #expect(text.contains(#""point":[83,20],"t":1.112}"#), "\(text)")
  }

  @Test func `a log that is read again after fixing is the same`() throws {
    for seed in UInt64(0)..<60 {
      let fixed = Self.clean(Self.damaged(seed))
      let text = fixed.reduce(into: [UInt8]()) { LogWriter.append($1, to: &$0) }
      #expect(try events(String(decoding: text, as: UTF8.self)) == fixed, "\(seed)")
    }
  }

  @Test(arguments: LintRule.allCases.filter { $0.fix != .none })
  func `the example of a rule is fixed, unless the rule is disabled`(rule: LintRule) throws {
    let broken = rule.example.joined(separator: "\n") + "\n"
    #expect(try !lint(fixed(broken)).contains { $0.rule == rule })
    let others = LintRule.allCases.filter { $0 != rule }
    #expect(fixed(broken, disabled: Set(others)) != broken)
    #expect(try lint(fixed(broken, disabled: [rule])).contains { $0.rule == rule })
  }

  @Test func `strokes that share an id are left alone`() throws {
    let shared = try events(
      """
      {"phase":"began","point":[20,20]}
      {"phase":"began","point":[20,80]}
      {"phase":"ended","point":[40,20]}
      {"phase":"ended","point":[40,80]}
      """)
    #expect(Self.clean(shared) == shared)
    #expect(lint(shared).filter { $0.rule == .idUsedTwice }.map(\.isFixable) == [false])
  }

  /// `RandomLog` is wild: its clock steps back and stands still, hands rest and leave the canvas, estimates stay.
  @Test(arguments: 0..<10) func `a random log of a sound device breaks no other rule`(batch: UInt64) {
    let wildness: Set<LintRule> = [
      .duplicateEvent, .equalPoints, .timeBack, .estimateNeverComes, .canvasTooSmall, .toolWithoutEffect,
    ]
    for seed in batch * 40..<(batch + 1) * 40 {
      let found = lint(RandomLog(seed: seed, strokes: 6).events).filter { !wildness.contains($0.rule) }
      #expect(found.isEmpty, "\(seed): \(found.map(\.message))")
    }
  }
}
