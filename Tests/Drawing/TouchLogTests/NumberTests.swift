import Foundation
import TestSupport
import Testing
import TouchLog

@Suite struct NumberTests {
  /// The times of events whose `time` has these notations. The range of times is that of Double.
  private func time(_ literals: [String]) throws -> [UInt64?] {
    let text = literals.map { "{\"phase\":\"moved\",\"x\":0,\"y\":0,\"time\":\($0)}" }.joined(separator: "\n")
    return try read(text).map { outcome in
      if case .touch(let touch) = outcome.event { touch.time?.bitPattern } else { nil }
    }
  }

  /// The C library's conversion, which rounds correctly.
  private func expected(_ literals: [String]) -> [UInt64?] {
    literals.map { strtod($0, nil) }.map { $0.isFinite ? $0.bitPattern : nil }
  }

  private func expectAgreement(_ literals: [String], _ location: SourceLocation = #_sourceLocation) throws {
    let actual = try time(literals)
    let expected = expected(literals)
    let wrong = literals.indices.filter { actual[$0] != expected[$0] }.map { literals[$0] }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))", sourceLocation: location)
  }

  @Test func `numbers known to be hard are exact to the last bit`() throws {
    try expectAgreement([
      "0", "-0", "-0.0", "0e999999999999", "1", "-1", "0.1", "123456.789", "9007199254740993", "9007199254740992.5",
      "9007199254740991.5", "1e22", "1e23", "8.5e22", "5e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
      "2.2250738585072011e-308", "2.2250738585072014e-308", "1.7976931348623157e308", "1.7976931348623158e308",
      "1.7976931348623159e308", "1e309", "1e-400", "18446744073709551615", "18446744073709551616",
      "1844674407370955161.5", "0.99999999999999994448", "0.99999999999999994449", "1.00000000000000011102230246251565",
      "1.00000000000000011102230246251566", "9999999999999999999", "0.0000000000000000001", "720394.40899999999",
      "0.22310320933791594", "3.141592653589793238462643383279502884197169399375105820974944592307816406286",
      "1" + String(repeating: "0", count: 400) + "e-400", "0." + String(repeating: "0", count: 400) + "1e401",
    ])
  }

  @Test(arguments: rounds(8)) func `random numbers are exact to the last bit`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var literals: [String] = []
    for _ in 0..<250 {
      let digits = (0..<Int.random(in: 1...24, using: &random)).map { _ in "\(Int.random(in: 0...9, using: &random))" }
      let whole = Int.random(in: 1...digits.count, using: &random)
      var literal = digits[..<whole].joined()
      while literal.count > 1 && literal.first == "0" { literal.removeFirst() }
      if whole < digits.count { literal += "." + digits[whole...].joined() }
      if Bool.random(using: &random) {
        literal += ["e", "E", "e+", "e-", "E-"].randomElement(using: &random)!
        literal += "\(Int.random(in: 0...(Bool.random(using: &random) ? 30 : 330), using: &random))"
      }
      literals.append((Bool.random(using: &random) ? "-" : "") + literal)
      // A random Double in its shortest and in full notation.
      let value = Double(bitPattern: random.next() & ~(1 << 63))
      if value.isFinite {
        literals.append("\(value)")
        literals.append(String(format: "%.17g", value))
      }
    }
    try expectAgreement(literals)
  }

  @Test(arguments: rounds(4))
  func `numbers half way between two Doubles are rounded to even, their neighbors to the nearer`(seed: UInt64)
    throws
  {
    var random = SeededRandom(seed: seed)
    var literals: [String] = []
    for _ in 0..<100 {
      // Exactly half way between two Doubles.
      let value = Double(UInt64.random(in: 1 << 52..<1 << 53, using: &random))
      let scaled = value * [0.25, 0.5, 1].randomElement(using: &random)!
      let exact = String(format: "%.6f", scaled)
      let half = Decimal(string: exact)! + Decimal(string: "\(scaled.ulp / 2)")!
      for text in ["\(half)", "\(half)" + (half.exponent < 0 ? "0001" : ".0001")] { literals.append(text) }
      literals.append("\(half - Decimal(string: "0.0001")!)")
    }
    try expectAgreement(literals)
  }

  struct Whole: Sendable, CustomTestStringConvertible {
    var text: String
    var value: Int?
    var testDescription: String { text }
  }

  @Test(arguments: [
    Whole(text: "12", value: 12), Whole(text: "-12", value: -12), Whole(text: "1.0", value: 1),
    Whole(text: "1e0", value: 1), Whole(text: "10e-1", value: 1), Whole(text: "1.5e1", value: 15),
    Whole(text: "0.00000000000000000000000", value: 0), Whole(text: "-0", value: 0),
    Whole(text: "1.0000000000000000000000000000", value: 1), Whole(text: "1e18", value: 1_000_000_000_000_000_000),
    Whole(text: "9223372036854775807", value: .max), Whole(text: "-9223372036854775808", value: .min),
    Whole(text: "9007199254740993", value: 9_007_199_254_740_993), Whole(text: "0e999999999", value: 0),
    Whole(text: "9223372036854775808", value: nil), Whole(text: "-9223372036854775809", value: nil),
    Whole(text: "1e19", value: nil), Whole(text: "18446744073709551616", value: nil), Whole(text: "1e999", value: nil),
    Whole(text: "0.5", value: nil), Whole(text: "1e-1", value: nil),
    Whole(text: "1.00000000000000000000001", value: nil),
  ])
  func `integers are read exactly in any notation`(whole: Whole) throws {
    let event = try onlyEvent("{\"revises\":\(whole.text)}")
    #expect(event == whole.value.map { .revision(TouchRevision(index: $0)) })
  }
}
