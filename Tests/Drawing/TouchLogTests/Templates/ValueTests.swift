import TestSupport
import Testing
import TouchLog

/// Lines that fit a known template, with all kinds of values.
@Suite struct ValueTests {
  struct Value: Sendable, CustomTestStringConvertible {
    var text: String
    var result: Result
    var testDescription: String { text }

    enum Result: Sendable {
      case number(Double?)
      case error(column: Int, String)
    }

    init(_ text: String, _ number: Double?) {
      self.text = text
      result = .number(number)
    }

    /// - Parameter offset: The fault's offset in the value.
    init(_ text: String, fault offset: Int, _ message: String) {
      self.text = text
      result = .error(column: 37 + offset, message)
    }
  }

  static let line = "{\"phase\":\"moved\",\"x\":1,\"y\":2,\"time\":"

  static let values: [Value] = [
    Value("0", 0), Value("-0", -0.0), Value("7", 7), Value("1234567", 1_234_567), Value("12345678", 12_345_678),
    Value("123456789", 123_456_789), Value("0.5", 0.5), Value("-0.5", -0.5), Value("-12.25", -12.25),
    Value("12.345", 12.345), Value("123.4567", 123.4567), Value("1234.5678", 1234.5678), Value("123456.7", 123456.7),
    Value("1234567.5", 1_234_567.5), Value("-1234567.5", -1_234_567.5), Value("12345678.5", 12_345_678.5),
    Value("0.123456", 0.123456), Value("0.1234567", 0.1234567), Value("0.12345678", 0.12345678),
    Value("0.1234567890123", 0.1234567890123), Value("0.12345678901234", 0.12345678901234),
    Value("0.016666666666666666", 0.016666666666666666), Value("1712345678.123456", 1712345678.123456),
    Value("1e3", 1000), Value("1.5E-3", 0.0015), Value("2e+2", 200), Value("0e9", 0), Value("null", nil),
    Value("123456789012345678901234567890", 1.2345678901234568e29),
    Value("1.", fault: 2, "expected a digit"), Value("1234567.", fault: 8, "expected a digit"),
    Value("12345678.", fault: 9, "expected a digit"), Value("-", fault: 1, "expected a digit"),
    Value("-.5", fault: 1, "expected a digit"), Value(".5", fault: 0, "expected a JSON value"),
    Value("+1", fault: 0, "expected a JSON value"), Value("01", fault: 0, "must not begin with 0"),
    Value("-01.5", fault: 1, "must not begin with 0"), Value("00.5", fault: 0, "must not begin with 0"),
    Value("0x1", fault: 1, "expected \",\" or \"}\""), Value("1.5.5", fault: 3, "expected \",\" or \"}\""),
    Value("1 2", fault: 2, "expected \",\" or \"}\""), Value("1e", fault: 2, "expected a digit"),
    Value("1e400", fault: 0, "outside the range of Double"), Value("NaN", fault: 0, "must be finite"),
    Value("-Infinity", fault: 0, "must be finite"), Value("\"1\"", fault: 0, "must be a number, not a string"),
    Value("true", fault: 0, "must be a number, not a boolean"),
    Value("[1]", fault: 0, "must be a number, not an array"),
    Value("", fault: 0, "expected a JSON value"), Value("1٣", fault: 1, "expected \",\" or \"}\""),
  ]

  @Test(arguments: values) func `a number in a line of a known template is read, or refused at the right byte`(
    value: Value
  ) throws {
    let others = (1...3).map { "\(Self.line)\($0)}" }
    let all = try Batches([others[0], others[1], Self.line + value.text + "}", others[2], others[2]]).outcomes
    try #require(all.count == 5)
    for (index, time) in [(0, 1.0), (1, 2), (3, 3), (4, 3)] { #expect(all[index].touch?.time == time) }
    switch value.result {
    case .number(let number):
      let touch = try #require(all[2].touch)
      #expect(touch.time?.bitPattern == number?.bitPattern)
    case .error(let column, let message):
      let error = try #require(all[2].error)
      #expect(error.location.line == 3 && error.location.column == column, "\(error)")
      #expect(error.reason.description.contains(message), "\(error)")
    }
  }

  struct Line: Sendable, CustomTestStringConvertible {
    /// The values of `phase`, `touch`, `x`, `pressure`, `index`, `predicted`, `pointer`, `expects` and `own`, in order.
    var values: [String]
    var event: TouchEvent?
    var testDescription: String { values.joined(separator: " ") }

    init(_ change: [String: String], _ event: ((inout TouchEvent) -> Void)?) {
      let plain = [
        ("phase", "\"moved\""), ("touch", "1"), ("x", "1"), ("pressure", "0.5"), ("index", "2"), ("predicted", "false"),
        ("pointer", "\"pencil\""), ("expects", "[]"), ("own", "0"),
      ]
      values = plain.map { change[$0.0] ?? $0.1 }
      guard let event else { return }
      self.event = TouchEvent(
        phase: .moved, touch: .number(1), point: .init(1, 2), pressure: 0.5, pointer: .pencil, index: 2)
      event(&self.event!)
    }

    var text: String {
      """
      {"phase":\(values[0]),"touch":\(values[1]),"x":\(values[2]),"y":2,"pressure":\(values[3]),"index":\(values[4]),\
      "predicted":\(values[5]),"pointer":\(values[6]),"expects":\(values[7]),"own":\(values[8])}
      """
    }
  }

  static let lines: [Line] = [
    Line([:]) { _ in },
    Line(["phase": "\"began\""]) { $0.phase = .began },
    Line(["phase": "\"ended\""]) { $0.phase = .ended },
    Line(["phase": "\"stationary\""]) { $0.phase = .stationary },
    Line(["phase": "\"canceled\""]) { $0.phase = .cancelled },
    Line(["phase": "\"mov\\u0065d\""]) { _ in },
    Line(["phase": "\"move\""], nil), Line(["phase": "null"], nil), Line(["phase": "1"], nil),
    Line(["touch": "12"]) { $0.touch = .number(12) },
    Line(["touch": "1.0"]) { _ in },
    Line(["touch": "-9223372036854775808"]) { $0.touch = .number(.min) },
    Line(["touch": "null"]) { $0.touch = .number(0) },
    Line(["touch": "\"1\""]) { $0.touch = .name("1") },
    Line(["touch": "\"\""]) { $0.touch = .name("") },
    Line(["touch": "\"pen \\\"2\\\" é\""]) { $0.touch = .name("pen \"2\" é") },
    Line(["touch": "\"6B29FC40-CA47-1067-B31D-00DD010662DA\""]) {
      $0.touch = .name("6B29FC40-CA47-1067-B31D-00DD010662DA")
    },
    Line(["touch": "1.5"], nil), Line(["touch": "9223372036854775808"], nil), Line(["touch": "true"], nil),
    Line(["x": "10000000"]) { $0.point.x = 1e7 },
    Line(["x": "-10000000.0"]) { $0.point.x = -1e7 },
    Line(["x": "10000000.5"], nil), Line(["x": "-10000001"], nil), Line(["x": "null"], nil),
    Line(["pressure": "0"]) { $0.pressure = 0 },
    Line(["pressure": "null"]) { $0.pressure = nil },
    Line(["pressure": "-0.001"], nil), Line(["pressure": "-1e-9"], nil),
    Line(["index": "9223372036854775807"]) { $0.index = .max },
    Line(["index": "null"]) { $0.index = nil },
    Line(["index": "0.5"], nil), Line(["index": "\"2\""], nil),
    Line(["predicted": "true"]) { $0.predicted = true },
    Line(["predicted": "null"]) { _ in },
    Line(["predicted": "1"], nil),
    Line(["pointer": "\"mouse\""]) { $0.pointer = .mouse },
    Line(["pointer": "\"eraser\""]) { $0.pointer = .eraser },
    Line(["pointer": "\"trackball\""]) { $0.pointer = nil },
    Line(["pointer": "null"]) { $0.pointer = nil },
    Line(["pointer": "2"], nil),
    Line(["expects": "[\"force\",\"location\",\"tilt\"]"]) { $0.expects = [.pressure, .point] },
    Line(["expects": "null"]) { _ in },
    Line(["expects": "[1]"], nil), Line(["expects": "\"force\""], nil),
    Line(["own": "{\"a\":[1,{\"b\":\"\\n\"}],\"c\":null}"]) { _ in },
    Line(["own": "{\"a\":1,\"a\":2}"], nil), Line(["own": "\"\t\""], nil), Line(["own": "[01]"], nil),
    Line(["own": String(repeating: "[", count: 63) + String(repeating: "]", count: 63)]) { _ in },
    Line(["own": String(repeating: "[", count: 64) + String(repeating: "]", count: 64)], nil),
  ]

  @Test(arguments: lines) func `a line of a known template is read, or refused, as it is alone`(
    line: Line
  ) throws {
    let plain = Line([:]) { _ in }
    let texts = [plain.text, plain.text, line.text, plain.text, line.text, line.text, plain.text]
    let all = try Batches(texts).outcomes
    try #require(all.count == texts.count)
    for (text, outcome) in zip(texts, all) {
      #expect(outcome.touch == (text == plain.text ? plain.event : line.event), "\(text)")
    }
    #expect(all.firstDifference(from: try readAlone(texts.map { Array($0.utf8) })) == nil)
  }

  @Test(arguments: rounds(8))
  func `short numbers in a known template are read as the C library reads them, to the last bit`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let literals = (0..<1000).map { _ in
      let whole = Int.random(in: 0..<10_000_000, using: &random) >> Int.random(in: 0..<24, using: &random)
      let decimals = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
        "\(Int.random(in: 0...9, using: &random))"
      }
      let sign = Bool.random(using: &random) ? "-" : ""
      return sign + "\(whole)" + (decimals.isEmpty ? "" : "." + decimals.joined())
    }
    let batches = try Batches(literals.map { Self.line + $0 + "}" })
    #expect(batches.count >= 990)
    #expect(batches.outcomes.map { $0.touch?.time?.bitPattern } == literals.map { Double($0)!.bitPattern })
  }
}

extension Outcome {
  fileprivate var touch: TouchEvent? { if case .touch(let touch) = event { touch } else { nil } }
}
