import Testing

/// An option has the same effect as the same setting in the log.
@Suite struct OptionEffectTests {
  struct Effect: Sendable, CustomTestStringConvertible {
    var options: String
    /// Options before these.
    var earlier: String
    var log: String
    /// A log that gives the same picture without the options.
    var other: String
    var testDescription: String { options }

    /// - Parameters:
    ///   - found: A part of the log, and the text that replaces it to give the same effect.
    init(_ options: String, _ found: String, _ instead: String, in log: String = OptionEffectTests.log) {
      self.init(options, log: log, other: log.replacing(found, with: instead))
    }

    init(_ options: String, after earlier: String = "", log: String = OptionEffectTests.log, other: String? = nil) {
      (self.options, self.earlier) = (options, earlier)
      (self.log, self.other) = (log, other ?? log)
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

  /// The log with other pressures.
  static func pressed(_ first: Double, _ second: Double) -> String {
    log.replacing("0.9", with: "\(first)").replacing("0.8", with: "\(second)")
  }

  /// A log of a dot of radius 2.
  static func dot(header: String, at point: String) -> String {
    SmallLog.text(of: [
      header, #"{"tool":"pen","width":4,"thinning":0}"#, #"{"phase":"began","point":\#(point),"time":0}"#,
      #"{"phase":"ended","point":\#(point),"time":0.01}"#,
    ])
  }

  /// A dot on a canvas of 40 by 20 points; turned, it is on one of another size, in another place.
  static func turned(_ options: String, _ size: String, _ point: String) -> Effect {
    Effect(
      options, log: dot(header: #"{"doodle":1,"size":[40,20]}"#, at: "[5,3]"),
      other: dot(header: #"{"doodle":1,"size":\#(size)}"#, at: point))
  }

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
    Effect("--model ink-3", "ink-1", "ink-3", in: log.replacing("}\n{\"tool", with: ",\"model\":\"ink-1\"}\n{\"tool")),
    Effect("--model ink-2", "ink-1", "ink-2", in: log.replacing("}\n{\"tool", with: ",\"model\":\"ink-1\"}\n{\"tool")),
    Effect("--keep-cancelled", "cancelled", "ended"),
    Effect("--pressure velocity", #""pressure""#, #""none""#),
    Effect("--pressure none", "0.6", "0"),
    Effect("--pressure-curve 2", #""width":6"#, #""width":6,"pressureCurve":2"#),
    Effect("--pressure-curve 0.5", log: pressed(0.5625, 0.25), other: pressed(0.75, 0.5)),
    Effect("--pressure-curve 3", log: pressed(0.5, 0.75), other: pressed(0.125, 0.421875)),
    Effect("--min-width 0.75", #""width":6"#, #""width":6,"minWidth":0.75"#, in: pressed(0.25, 0.125)),
    turned("--rotate 90", "[20,40]", "[17,5]"), turned("--rotate 180", "[40,20]", "[35,17]"),
    turned("--rotate 270", "[20,40]", "[3,35]"), turned("--flip x", "[40,20]", "[35,3]"),
    turned("--flip y", "[40,20]", "[5,17]"), turned("--rotate 90 --flip x", "[20,40]", "[3,5]"),
    turned("--rotate 270 --flip x", "[20,40]", "[17,35]"),
    Effect("--rotate 0", after: "--rotate 90"),
    Effect("--pressure auto", after: "--pressure none"),
    Effect("--pressure recorded", "0.6", "0", in: log.replacing(#""pressure""#, with: #""none""#)),
    Effect(
      "--margin 3", log: dot(header: #"{"doodle":1}"#, at: "[20,10]"),
      other: dot(header: #"{"doodle":1,"size":[10,10]}"#, at: "[5,5]")),
  ])
  func `an option and the same setting in the log give the same picture`(effect: Effect) throws {
    let scratch = try Scratch(["a.jsonl": effect.log, "b.jsonl": effect.other])
    let asked = try scratch.hash("a.jsonl \(effect.earlier) \(effect.options)")
    #expect(asked.count == 64)
    #expect(asked == (try scratch.hash("b.jsonl")))
    #expect(asked != (try scratch.hash("a.jsonl \(effect.earlier)")), "the option has no effect")
  }
}
