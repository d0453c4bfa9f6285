import Foundation
import TestSupport
import Testing

import JSON

@Suite struct JSONTests {
  @Test func `a value is one line without spaces, its members in order`() {
    let value: JSON = [
      "file": "a \"b\"\\\n\u{1}", "width": 800, "ratio": .number(0.1), "whole": .number(3), "none": .null,
      "ok": true, "list": [1, .number(-2.5), []], "empty": .object([]),
    ]
    #expect(
      value.description == #"{"file":"a \"b\"\\\n\u0001","width":800,"ratio":0.1,"whole":3,"none":null,"#
        + #""ok":true,"list":[1,-2.5,[]],"empty":{}}"#)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a number that JSON has no word for is null`(value: Double) {
    #expect(JSON.number(value).description == "null")
  }

  @Test func `Foundation reads numbers back to the bit`() throws {
    var random = SeededRandom(seed: 5)
    let values = (0..<2000).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
    let edges = [0, -0.0, 1e15, 1e16, 1e22, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 123_456_789, 0.1, 1e-7]
    for value in values + edges {
      let text = JSON.number(value).description
      #expect(try JSONDecoder().decode(Double.self, from: Data(text.utf8)) == value)
    }
  }

  @Test func `Foundation reads any string back`() throws {
    var random = SeededRandom(seed: 6)
    let scalars = (0..<5000).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) }
    let string = String(String.UnicodeScalarView((0...0x200).compactMap(Unicode.Scalar.init) + scalars))
    let text = JSON.array([.string(string)]).description
    let read = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String])
    #expect(Array(read[0].unicodeScalars) == Array(string.unicodeScalars))
    #expect(!text.utf8.contains { $0 < 0x20 })
  }
}
