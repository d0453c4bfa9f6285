import Lint
import Testing

/// Logs that break a rule, and logs that nearly do.
@Suite struct CaseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rule: LintRule
    /// The lines with findings of the rule.
    var lines: [Int]
    var log: [String]

    init(_ rule: LintRule, _ name: String, at lines: [Int], _ log: [String]) {
      (testDescription, self.rule, self.lines, self.log) = ("\(rule.rawValue): \(name)", rule, lines, log)
    }

    init(_ rule: LintRule, not name: String, _ log: [String]) { self.init(rule, name, at: [], log) }
  }

  private static let all: [Case] = [touches, repetitions, values, places, others].flatMap(\.self)

  @Test(arguments: all)
  func `a rule finds the lines that break it, and no others`(log: Case) throws {
    let findings = try lint(log.log.joined(separator: "\n")).filter { $0.rule == log.rule }
    #expect(findings.map(\.location.line) == log.lines, "\(findings.map(\.message))")
  }

  private static func touch(_ phase: String, _ x: Double, _ y: Double = 20, _ rest: String = "") -> String {
    #"{"phase":"\#(phase)","point":[\#(x),\#(y)]\#(rest.isEmpty ? "" : "," + rest)}"#
  }

  /// A stroke of some moves, whose other keys depend on the number of the event.
  private static func stroke(_ moves: Int, step: Double = 3, _ rest: (Int) -> String = { _ in "" }) -> [String] {
    [touch("began", 20, 20, rest(0))]
      + (1...moves).map { touch("moved", 20 + step * Double($0), 20, rest($0)) }
      + [touch("ended", 20 + step * Double(moves + 1), 20, rest(moves + 1))]
  }

  static let touches = [
    Case(
      .touchNotBegun, "each touch once, until it begins", at: [1, 3],
      [
        touch("moved", 20), touch("ended", 20), touch("moved", 20, 20, #""touch":2"#), touch("began", 20),
        touch("ended", 30),
      ]),
    Case(.touchNotBegun, "after its end", at: [3], [touch("began", 20), touch("ended", 30), touch("moved", 40)]),
    Case(.touchNotBegun, not: "a prediction", [touch("moved", 20, 20, #""predicted":true"#)]),
    Case(
      .touchNotBegun, not: "after a command that ended it",
      [touch("began", 20), #"{"command":"undo"}"#, touch("moved", 30), touch("ended", 40)]),
    Case(
      .touchNeverEnds, "two touches, at their beginnings", at: [1, 2],
      [touch("began", 20), touch("began", 20, 40, #""touch":"b""#), touch("moved", 30)]),
    Case(.touchNeverEnds, not: "a cancelled touch", [touch("began", 20), touch("cancelled", 30)]),
    Case(.touchNeverEnds, not: "a touch that a command has ended", [touch("began", 20), #"{"command":"clear"}"#]),
    Case(
      .touchNeverEnds, "a touch during a mark", at: [1], [touch("began", 20), #"{"command":"mark","name":"a"}"#]),
    Case(
      .idUsedTwice, "two strokes at the same time", at: [2],
      [touch("began", 20), touch("began", 20, 80), touch("ended", 30), touch("ended", 30, 80)]),
    Case(
      .idUsedTwice, "three beginnings", at: [2],
      [touch("began", 20), touch("began", 30), touch("began", 40), touch("ended", 50)]),
    Case(
      .idUsedTwice, not: "an id that is used again",
      [touch("began", 20), touch("ended", 30), touch("began", 40), touch("ended", 50)]),
    Case(
      .idUsedTwice, not: "a beginning that is reported twice",
      [touch("began", 20, 20, #""time":1"#), touch("began", 20, 20, #""time":1"#), touch("ended", 30)]),
    Case(
      .idUsedTwice, not: "a beginning after a command that ended the touch",
      [touch("began", 20), #"{"command":"undo"}"#, touch("began", 40), touch("ended", 50)]),
    Case(
      .predictionNeverReplaced, "at the end of the recording", at: [2],
      [
        touch("began", 20), touch("moved", 30, 20, #""predicted":true"#), touch("moved", 40, 20, #""predicted":true"#),
      ]),
    Case(
      .predictionNeverReplaced, not: "before the end of the touch",
      [touch("began", 20), touch("moved", 30, 20, #""predicted":true"#), touch("ended", 40)]),
  ]

  static let repetitions = [
    Case(
      .duplicateEvent, "an end that is reported twice", at: [3],
      [touch("began", 20, 20, #""time":1"#)] + Array(repeating: touch("ended", 30, 20, #""time":2"#), count: 2)),
    Case(
      .duplicateEvent, "once for each touch", at: [2],
      Array(repeating: touch("began", 20, 20, #""time":1"#), count: 3) + [touch("ended", 30, 20, #""time":2"#)]),
    Case(
      .duplicateEvent, not: "events without times",
      [touch("began", 20), touch("moved", 20), touch("moved", 20), touch("ended", 20)]),
    Case(.duplicateEvent, not: "a later time", stroke(5, step: 0) { #""time":\#($0)"# }),
    Case(.duplicateEvent, not: "another pressure", stroke(5, step: 0) { #""time":1,"pressure":0.\#($0 + 1)"# }),
    Case(
      .equalPoints, "two bursts of a touch", at: [2],
      [touch("began", 20, 20, #""time":0"#)] + (1...40).map { touch("moved", 20, 20, #""time":\#($0)"#) }
        + (41...80).map { touch("moved", 25, 20, #""time":\#($0)"#) } + [touch("ended", 30, 20, #""time":90"#)]),
    Case(.equalPoints, not: "30 repetitions", stroke(30, step: 0) { #""time":\#($0)"# }),
    Case(
      .equalPoints, not: "a pressure that trembles", stroke(99, step: 0) { #""time":\#($0),"pressure":0.\#(10 + $0)"# }),
    Case(
      .equalPoints, not: "a device that says that the touch rests",
      [touch("began", 20, 20, #""time":0"#)] + (1...99).map { touch("stationary", 20, 20, #""time":\#($0)"#) }),
    Case(.equalPoints, not: "events that revisions name", stroke(99, step: 0) { #""time":\#($0),"index":\#($0)"# }),
  ]

  static let values = [
    Case(
      .timeBack, "each touch once, at the first event", at: [2, 6],
      [
        touch("began", 20, 20, #""time":2"#), touch("moved", 25, 20, #""time":1"#),
        touch("moved", 30, 20, #""time":1.5"#),
        touch("ended", 30, 20, #""time":3"#), touch("began", 20, 20, #""time":2"#),
        touch("ended", 25, 20, #""time":1"#),
      ]),
    Case(.timeBack, not: "equal times", stroke(9) { _ in #""time":1"# }),
    Case(
      .timeBack, not: "between touches",
      [
        touch("began", 20, 20, #""time":5"#), touch("ended", 25, 20, #""time":6"#),
        touch("began", 20, 20, #""time":1"#),
        touch("ended", 25, 20, #""time":2"#),
      ]),
    Case(
      .timeBack, not: "of a prediction",
      [
        touch("began", 20, 20, #""time":1"#), touch("moved", 30, 20, #""time":1.02,"predicted":true"#),
        touch("moved", 25, 20, #""time":1.01"#), touch("ended", 40, 20, #""time":1.03"#),
      ]),
    Case(.constantPressure, not: "of 11 events", stroke(10) { _ in #""pressure":1"# }),
    Case(.constantPressure, not: "that is measured", stroke(30) { #""pressure":\#($0 == 9 ? 0.4 : 0.5)"# }),
    Case(
      .constantPressure, not: "of estimates", stroke(30) { #""pressure":0.3,"index":\#($0),"expects":["pressure"]"# }),
    Case(
      .constantPressure, "of the mouse, not of the pencil", at: [33],
      stroke(30) { #""pressure":0.\#(10 + $0),"pointer":"pencil""# }
        + stroke(30) { _ in #""pressure":0.5,"pointer":"mouse""# }),
    Case(
      .edgePressure, "at both ends, once", at: [1],
      stroke(3) { #""pressure":\#([0, 0.4, 0.5, 0.6, 0][$0])"# }
        + stroke(3) { #""pressure":\#([0, 0.4, 0.5, 0.6, 0][$0])"# }),
    Case(.edgePressure, "beside events without", at: [5], stroke(3) { $0 == 4 ? #""pressure":0"# : "" }),
    Case(
      .edgePressure, not: "a sensor that rises and falls", stroke(3) { #""pressure":\#([0, 0.29, 0.5, 0.29, 0][$0])"# }),
    Case(
      .edgePressure, not: "an estimate",
      stroke(3) { #""pressure":\#($0 == 0 ? 0 : 0.5),"index":\#($0),"expects":["pressure"]"# }),
    Case(
      .edgePressure, not: "a pressure that states a width",
      [#"{"tool":"pen","thinning":1}"#] + stroke(3) { #""pressure":\#([0, 0.4, 0.5, 0.6, 0][$0])"# }),
    Case(
      .hoverDrawn, "a stroke before the first pressure", at: [1],
      stroke(9) { _ in #""pressure":0"# } + stroke(9) { #""pressure":0.\#($0 + 1)"# }),
    Case(.hoverDrawn, not: "a device without pressure", stroke(30) { _ in #""pressure":0"# }),
    Case(.hoverDrawn, not: "four events", stroke(30) { #""pressure":\#((4...7).contains($0) ? 0 : 0.5)"# }),
    Case(
      .hoverDrawn, not: "a pen that rests", stroke(30, step: 0.2) { #""pressure":\#((4...20).contains($0) ? 0 : 0.5)"# }
    ),
    Case(
      .estimateNeverComes, not: "seven estimates",
      stroke(6) { #""pressure":0.3,"index":\#($0),"expects":["pressure"]"# }.dropLast() + [touch("ended", 50)]),
    Case(
      .estimateNeverComes, not: "revised estimates",
      stroke(30) { #""pressure":0.3,"index":\#($0),"expects":["pressure"]"# }
        + (0...31).map { #"{"revises":\#($0),"pressure":0.4}"# }),
    Case(
      .estimateNeverComes, not: "the last estimates of a long stroke",
      stroke(50) { #""pressure":0.3,"index":\#($0),"expects":["pressure"]"# }
        + (0...40).map { #"{"revises":\#($0),"pressure":0.4}"# }),
    Case(
      .estimateNeverComes, "estimates without an index", at: [1],
      stroke(30) { _ in #""pressure":0.3,"expects":["pressure"]"# }),
    Case(.unitUnlikely, not: "a force of UIKit", stroke(30) { #""pressure":\#(6.67 - 0.1 * Double($0))"# }),
    Case(.unitUnlikely, "a pressure of 0…1023", at: [10], stroke(30) { #""pressure":\#($0)"# }),
    Case(.unitUnlikely, "an altitude in degrees", at: [1], stroke(3) { _ in #""altitude":60"# }),
    Case(.unitUnlikely, not: "angles in radians", stroke(3) { _ in #""altitude":1.5707964,"azimuth":6.2831855"# }),
    Case(.unitUnlikely, not: "a slow log that was written by hand", stroke(30) { #""time":\#($0)"# }),
    Case(.unitUnlikely, "three events in milliseconds", at: [1], stroke(1, step: 9) { #""time":\#(16 * $0)"# }),
    Case(
      .unitUnlikely, not: "two events", [touch("began", 20, 20, #""time":0"#), touch("ended", 90, 20, #""time":9"#)]),
    Case(.unitUnlikely, not: "a rest of some seconds", stroke(2, step: 0.1) { #""time":\#(9 * $0)"# }),
    Case(
      .unitUnlikely, "shares of the canvas", at: [1],
      [touch("began", 0, 0.5)] + (1...12).map { touch("moved", 0.05 * Double($0), 0.5) } + [touch("ended", 0.7, 0.5)]),
    Case(
      .unitUnlikely, not: "a dot at the corner",
      [touch("began", 0.5, 0.5)] + Array(repeating: touch("stationary", 0.55, 0.5), count: 30)),
  ]

  static let places = [
    Case(
      .coordinateJump, "a spike without times", at: [3],
      [touch("began", 20), touch("moved", 24), touch("moved", 900), touch("moved", 28), touch("ended", 32)]),
    Case(
      .coordinateJump, "points at 0,0", at: [3],
      [touch("began", 120), touch("moved", 124), touch("moved", 0, 0), touch("moved", 0, 0), touch("ended", 128)]),
    Case(
      .coordinateJump, not: "a stroke that ends at 0,0",
      [touch("began", 9, 9), touch("moved", 4, 4), touch("ended", 0, 0)]),
    Case(
      .coordinateJump, not: "a stroke through 0,0", [touch("began", 9, 9), touch("moved", 0, 0), touch("ended", 9, 0)]),
    Case(.coordinateJump, not: "a rectangle of two events", [touch("began", 20), touch("ended", 900, 700)]),
    Case(
      .coordinateJump, not: "a scribble that turns back",
      [touch("began", 20), touch("moved", 220), touch("moved", 30), touch("moved", 230), touch("ended", 40)]),
    Case(.coordinateJump, not: "a fast swing", stroke(20, step: 120) { #""time":\#(Double($0) * 0.0083)"# }),
    Case(
      .coordinateJump, "a swing that is too fast", at: [2], stroke(20, step: 300) { #""time":\#(Double($0) * 0.0083)"# }
    ),
    Case(
      .coordinateJump, not: "far apart strokes",
      [
        touch("began", 20, 20, #""time":0"#), touch("ended", 25, 20, #""time":0.01"#),
        touch("began", 900, 900, #""time":0.02"#), touch("ended", 905, 900, #""time":0.03"#),
      ]),
    Case(
      .canvasTooSmall, not: "a hand that leaves the canvas for a moment",
      [#"{"doodle":1,"size":[60,60]}"#] + stroke(12) + stroke(12) + [
        touch("began", 20), touch("moved", 63), touch("ended", 20),
      ]),
    Case(
      .canvasTooSmall, not: "points on the edge",
      [#"{"doodle":1,"size":[100,100]}"#, touch("began", 101), touch("moved", 102), touch("ended", 101)]),
    Case(
      .canvasTooSmall, not: "an eraser",
      [
        #"{"doodle":1,"size":[100,100]}"#, #"{"tool":"eraser"}"#, touch("began", 200), touch("moved", 210),
        touch("ended", 220),
      ]),
    Case(
      .canvasTooSmall, "one stroke of many", at: [15],
      [#"{"doodle":1,"size":[100,100]}"#] + stroke(11) + [touch("began", 200), touch("ended", 210)]),
    Case(.sizeMissing, "a header without a size", at: [1], [#"{"doodle":1,"scale":2}"#] + stroke(3)),
    Case(.sizeMissing, not: "a log without ink", [#"{"tool":"pen"}"#]),
    Case(.sizeMissing, not: "a saved drawing is opened", [#"{"command":"open","path":"a.json"}"#] + stroke(3)),
  ]

  static let others = [
    Case(
      .unknownKey, "of each kind of line, once", at: [1, 2, 4],
      [
        #"{"doodle":1,"sise":[9,9]}"#, #"{"tool":"pen","colour":"red"}"#, #"{"tool":"pen","colour":"blue"}"#,
        #"{"command":"undo","cuont":2}"#,
      ]),
    Case(.unknownKey, "in the wrong case", at: [1], [touch("began", 20, 20, #""TimeStamp":2"#)]),
    Case(
      .unknownKey, not: "an app's own", [touch("began", 20, 20, #""rollAngle":2,"app":{"presure":1},"z":3,"uuid":"a""#)]
    ),
    Case(
      .unknownKey, not: "of a property that is there", [touch("began", 20, 20, #""rotation":2,"touches":3,"id":1"#)]),
    Case(
      .unknownKey, not: "another name of a property", [#"{"phase":"began","id":1,"position":[1,2],"force":1,"t":3}"#]),
    Case(
      .toolWithoutEffect, "a slider, once", at: [1],
      [
        #"{"tool":"pen","width":1}"#, #"{"tool":"pen","width":2}"#, #"{"tool":"pen","width":3}"#,
      ] + stroke(3)),
    Case(
      .toolWithoutEffect, not: "a key that stays",
      [#"{"tool":"pen","width":1}"#, #"{"tool":"pen","color":"red"}"#] + stroke(3)),
    Case(.toolWithoutEffect, not: "the last line of a log", stroke(3) + [#"{"tool":"pen"}"#]),
    Case(
      .toolWithoutEffect, not: "a text between",
      [
        #"{"tool":"pen","color":"red"}"#, #"{"command":"text","text":"a","at":[1,2]}"#,
        #"{"tool":"pen","color":"blue"}"#,
      ]),
    Case(
      .toolWithoutEffect, "three lines that share the keys of one", at: [1],
      [
        #"{"tool":"pen","width":1,"color":"red"}"#, #"{"tool":"pen","width":2}"#, #"{"tool":"pen","color":"blue"}"#,
      ] + stroke(3)),
  ]
}
