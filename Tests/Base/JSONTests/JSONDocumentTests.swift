import Foundation
import TestSupport
import Testing
import TouchLog

@Suite struct JSONDocumentTests {
  private func document(_ text: String) throws(LogError) -> JSONValue {
    try JSONDocument(Array(text.utf8), name: "a.json").root
  }

  /// A random text with white space wherever it is allowed.
  private func text(_ random: inout SeededRandom, depth: Int = 0) -> String {
    func space() -> String { ["", "", " ", "\n", "\r\n\t"].randomElement(using: &random)! }
    func list(_ count: Int, _ item: (Int, inout SeededRandom) -> String) -> String {
      (0..<count).map { item($0, &random) }.joined(separator: ",")
    }
    let strings = [#""""#, #""word""#, #""é漢😀""#, #""a\n\"\\\/\u00e9\uD83D\uDE00""#, #""longer than eight bytes""#]
    switch Int.random(in: 0..<(depth > 4 ? 3 : 5), using: &random) {
    case 0: return space() + ["true", "false", "null"].randomElement(using: &random)! + space()
    case 1:
      return space() + ["0", "-12", "3.25", "1e3", "-2.5E-3", "0.1"].randomElement(using: &random)! + space()
    case 2: return space() + strings.randomElement(using: &random)! + space()
    case 3:
      let count = Int.random(in: 0...5, using: &random)
      return space() + "[" + (count == 0 ? space() : list(count) { text(&$1, depth: depth + 1) }) + "]" + space()
    default:
      let count = Int.random(in: 0...12, using: &random)
      let members = list(count) { "\(["", " "][$0 % 2])\"k\($0)\"\(["", "\n"][$0 % 2]):\(text(&$1, depth: depth + 1))" }
      return space() + "{" + members + "}" + space()
    }
  }

  /// Whether a value equals the one that Foundation reads.
  private func isSame(_ value: JSONValue, _ other: Any) throws -> Bool {
    switch value.kind {
    case .null: return other is NSNull
    case .boolean: return try value.boolean() == (other as? Bool)
    case .number: return try value.number() == (other as? NSNumber)?.doubleValue
    case .string: return try value.string() == (other as? String)
    case .array:
      guard let others = other as? [Any], others.count == value.count else { return false }
      return try zip(value.elements, others).allSatisfy { try isSame($0, $1) }
    case .object:
      guard let others = other as? [String: Any], others.count == value.members.count else { return false }
      return try value.members.allSatisfy { member in
        guard let other = others[member.key] else { return false }
        if member.kind == .null { return value[member.key] == nil && other is NSNull }
        guard let found = value[member.key] else { return false }
        return try isSame(member, other) && isSame(found, other)
      }
    }
  }

  @Test(arguments: rounds(200)) func `a document has the values that Foundation reads`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let text = text(&random)
    let other = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    #expect(try isSame(document(text), other), "\(text)")
  }

  @Test func `values have a line and column, not counting a byte-order mark`() throws {
    let text = "\u{FEFF}{\n  \"a\": [1,\n 22, {\"é\":\"x\", \"b\":null}]\r\n}"
    let root = try document(text)
    #expect(root.location.line == 1 && root.location.column == 1)
    let array = try root.required("a", of: "it").array()
    #expect(array.map { [$0.location.line, $0.location.column] } == [[2, 9], [3, 2], [3, 6]])
    // é takes two bytes.
    #expect(array[2].members.map(\.location.column) == [12, 21])
    #expect(array[0].error(.syntax(.leadingZero)).description.hasPrefix("a.json:2:9: error: "))
    #expect(array[0].error(.syntax(.leadingZero)).description.hasSuffix("\n  \"a\": [1,\n        ^"))
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    var text: String
    /// Line and column.
    var location: [Int]
    /// A part of the message.
    var message: String
    var testDescription: String { text }

    init(_ text: String, _ line: Int, _ column: Int, _ message: String) {
      self.text = text
      location = [line, column]
      self.message = message
    }
  }

  @Test(arguments: [
    Bad("", 1, 1, "expected a JSON value, found the end of the file"),
    Bad("\n\n x", 3, 2, "expected a JSON value, found \"x\""),
    Bad("{}\n{}", 2, 1, "expected the end of the file, found \"{\""),
    Bad("[1,\n2,]", 2, 3, "expected a JSON value, found \"]\""),
    Bad("{\"a\":1,\n\"a\":2}", 2, 1, "the key \"a\" appears twice"),
    Bad("{\"a\":{\"b\":1},\n\"c\":{\"b\":1,\"\\u0062\":2}}", 2, 12, "appears twice"),
    Bad("{\"a\":[{}, {}\n}", 2, 1, "expected \",\" or \"]\", found \"}\""),
    Bad("{\"a\"\n", 2, 1, "expected \":\" after the key, found the end of the file"),
    Bad("\"a\nb\"", 1, 3, "control character"),
    Bad("[NaN]", 1, 2, "NaN is not a number in JSON"),
    Bad("[01]", 1, 2, "must not begin with 0"),
    Bad(String(repeating: "[", count: 65) + String(repeating: "]", count: 65), 1, 65, "nested more than 64 deep"),
    Bad(String(repeating: "{\"a\":", count: 64) + "[1]" + String(repeating: "}", count: 64), 1, 321, "64 deep"),
  ])
  func `an error has a line and column`(bad: Bad) throws {
    let error = try #require(throws: LogError.self) { try document(bad.text) }
    #expect([error.location.line, error.location.column] == bad.location)
    #expect(error.reason.description.contains(bad.message), "\(error.reason.description)")
  }

  @Test func `values can be nested 64 deep`() throws {
    var value = try document(String(repeating: "[", count: 64) + String(repeating: "]", count: 64))
    for _ in 1..<64 { value = try #require(value.elements.first) }
    #expect(value.count == 0 && value.kind == .array)
  }

  @Test func `a file over the limit is refused`() throws {
    let error = try #require(throws: LogError.self) {
      try JSONDocument([10] + [UInt8](repeating: 32, count: LogLimits.documentBytes), name: "a")
    }
    #expect(error.reason == .fileTooLong(limit: 1 << 28))
  }

  @Test(arguments: [
    ("[]", "expected an object, {…}, found an array", 1),
    (#"{"b":1}"#, #""it" must come with "n""#, 1),
    (#"{"n":null}"#, #""it" must come with "n""#, 1),
    (#"{"n":"1"}"#, #""n" must be an integer, not a string"#, 6),
    (#"{"n":1.5}"#, #""n" must be a whole number, not 1.5"#, 6),
    (#"{"n":11}"#, #""n" is 11; it must be 1 to 10"#, 6),
    (#"{"n":5,"p":[1]}"#, #""p" must be a point, [x,y] or {"x":…,"y":…}, not an array of 1"#, 12),
    (#"{"n":5,"p":[1,true]}"#, #""p" must be a point, [x,y] or {"x":…,"y":…}, not a boolean"#, 15),
    (#"{"n":5,"p":[1,1e400]}"#, #""p" is 1e400, outside the range of Double; numbers go to about ±1.8e308"#, 15),
    (#"{"n":5,"p":[1,2],"c":"gren"}"#, #""c" is "gren", which is not a color; did you mean "green"?"#, 22),
  ])
  func `a value of a wrong type or range is refused at its location`(text: String, message: String, column: Int) throws
  {
    let error = try #require(throws: LogError.self) {
      let root = try document(text)
      try root.checkIsObject()
      _ = try root.required("n", of: "it").integer(.between(1, 10))
      _ = try root.required("p", of: "it").numbers(counts: 2...2, expected: .point)
      let _: Color = try root.required("c", of: "it").color { Color($0) }
    }
    #expect(error.reason.description.hasPrefix(message), "\(error.reason.description)")
    #expect(error.location.column == column)
  }

  @Test(arguments: [
    ("{\"doodle\":1}", ["doodle"], false), ("{\"a\":[1,{}],\"b\":", ["a", "b"], true), ("{\"a\":[1,{", ["a"], true),
    ("[", [], false), (" \n", [], true), ("{\"a\":1}\n{\"b\":2}", ["a"], false), ("{\"a\":01,\"b\":2}", ["a"], false),
    ("{\"a", [], true),
  ])
  func `a prefix gives the first keys, and whether more can follow`(text: String, keys: [String], isOpen: Bool) {
    let prefix = JSONPrefix(Array(text.utf8))
    #expect(prefix.keys.map(\.name) == keys)
    #expect(prefix.isOpen == isOpen)
  }
}
