import Foundation
import TestSupport
import Testing

import JSON

@Suite struct JSONWritingTests {
  @Test func `a value is written on one line without spaces, members in order`() {
    let value: JSON = [
      "file": "a \"b\"\\\n\u{1}", "width": 800, "ratio": .number(0.1), "whole": .number(3), "none": .null,
      "ok": true, "list": [1, .number(-2.5), []], "empty": .object([]),
    ]
    #expect(
      value.description == #"{"file":"a \"b\"\\\n\u0001","width":800,"ratio":0.1,"whole":3,"none":null,"#
        + #""ok":true,"list":[1,-2.5,[]],"empty":{}}"#)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a number that JSON cannot express is written as null`(value: Double) {
    #expect(JSON.number(value).description == "null")
  }

  @Test func `Foundation reads written numbers back to the last bit`() throws {
    var random = SeededRandom(seed: 5)
    let values = (0..<2000).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
    let edges = [0, -0.0, 1e15, 1e16, 1e22, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 123_456_789, 0.1, 1e-7]
    for value in values + edges {
      let text = JSON.number(value).description
      #expect(try JSONDecoder().decode(Double.self, from: Data(text.utf8)) == value)
    }
  }

  @Test func `Foundation reads every written string back`() throws {
    var random = SeededRandom(seed: 6)
    let scalars = (0..<5000).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) }
    let string = String(String.UnicodeScalarView((0...0x200).compactMap(Unicode.Scalar.init) + scalars))
    let text = JSON.array([.string(string)]).description
    let read = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String])
    #expect(Array(read[0].unicodeScalars) == Array(string.unicodeScalars))
    #expect(!text.utf8.contains { $0 < 0x20 })
  }

  @Test func `an indented value breaks only the lists that do not fit on a line`() {
    let long: [JSON] = (0..<40).map { .integer(1000 + $0) }
    let value: JSON = ["short": [1, 2], "long": .array(long), "empty": .array([])]
    let items = (0..<40).map { "    \(1000 + $0)" }.joined(separator: ",\n")
    #expect(value.indented == "{\n  \"short\": [1,2],\n  \"long\": [\n\(items)\n  ],\n  \"empty\": []\n}\n")
  }

  @Test func `members are written in order, absent and infinite values left out`() {
    var object = JSONObjectWriter(bytes: [])
    object.add("text", "a\t\"b\"\r\n")
    object.add("none", nil as String?)
    object.add("infinite", Double.infinity)
    object.add("pair", 1, 2.5)
    object.add("nan", 1, .nan)
    object.add("rows", rows: [1.0, 2], { $1 += [$0, -$0] })
    object.add("objects", objects: [1, 2], onLines: true) { $1.add("n", $0) }
    object.add("empty", objects: [Int]()) { $1.add("n", $0) }
    #expect(
      String(decoding: object.close(), as: UTF8.self)
        == #"{"text":"a\t\"b\"\r\n","pair":[1,2.5],"rows":[[1,-1],[2,-2]],"objects":[\#n{"n":1},\#n{"n":2}\#n],"empty":[]}"#
        + "\n")
  }
}
