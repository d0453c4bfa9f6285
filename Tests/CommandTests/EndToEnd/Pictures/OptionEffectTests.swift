import Testing

/// An option has the same effect as the same setting in the log.
@Suite struct OptionEffectTests {
  struct Effect: Sendable, CustomTestStringConvertible {
    var options: String
    /// A part of the log, and the text that replaces it to give the same effect.
    var found: String
    var instead: String
    var testDescription: String { options }

    init(_ options: String, _ found: String, _ instead: String) {
      self.options = options
      self.found = found
      self.instead = instead
    }
  }

  static let log = SmallLog.text(of: [
    #"{"doodle":1,"size":[40,20],"scale":1,"background":"white"}"#,
    #"{"tool":"pen","width":6,"thinning":0.6}"#,
    #"{"phase":"began","touch":1,"point":[5,10],"time":0,"pressure":0.9}"#,
    #"{"phase":"moved","touch":1,"point":[20,12],"time":0.01,"pressure":0.8}"#,
    #"{"phase":"ended","touch":1,"point":[35,10],"time":0.03}"#,
    #"{"phase":"began","touch":2,"point":[5,3],"time":1,"pressure":0.2}"#,
    #"{"phase":"moved","touch":2,"point":[20,4],"time":1.01,"pressure":0.7}"#,
    #"{"phase":"cancelled","touch":2,"point":[35,3],"time":1.03}"#,
  ])

  @Test(arguments: [
    Effect("--size 30x25", "[40,20]", "[30,25]"),
    Effect("--scale 2.5", #""scale":1"#, #""scale":2.5"#),
    Effect("--dpi 180", #""scale":1"#, #""scale":2.5"#),
    Effect("--width 100", #""scale":1"#, #""scale":2.5"#),
    Effect("--height 50", #""scale":1"#, #""scale":2.5"#),
    Effect("--background '#1234'", "white", "#11223344"),
    Effect("--background none", "white", "none"),
    Effect("--background rebeccapurple", "white", "#663399"),
    Effect("--model ink-1", #""scale":1"#, #""scale":1,"model":"ink-1""#),
    Effect("--model ink-2", "0.6", "0.6"),
    Effect("--keep-cancelled", "cancelled", "ended"),
    Effect("--pressure velocity", #""pressure""#, #""none""#),
    Effect("--pressure none", "0.6", "0"),
    Effect("--pressure auto", "0.6", "0.6"),
    Effect("--pressure recorded", "0.6", "0.6"),
    Effect("--margin 3", "0.6", "0.6"),
  ])
  func `an option and the same setting in the log give the same picture`(effect: Effect) throws {
    let other = OptionEffectTests.log.replacing(effect.found, with: effect.instead)
    let scratch = try Scratch(["a.jsonl": OptionEffectTests.log, "b.jsonl": other])
    let asked = try scratch.hash("a.jsonl \(effect.options)")
    #expect(asked.count == 64)
    #expect(asked == (try scratch.hash("b.jsonl")))
    if effect.found != effect.instead { #expect(asked != (try scratch.hash("a.jsonl"))) }
  }
}
