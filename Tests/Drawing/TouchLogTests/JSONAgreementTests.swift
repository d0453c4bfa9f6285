import Foundation
import TestSupport
import Testing
import TouchLog

/// Values of unknown keys are checked completely, so Foundation's reader must agree about every line.
@Suite struct JSONAgreementTests {
  /// A random JSON value whose objects have no key twice.
  private func value(_ random: inout SeededRandom, depth: Int) -> String {
    let space = ["", "", "", " ", "\t", "\r"].randomElement(using: &random)!
    switch Int.random(in: 0..<(depth > 4 ? 6 : 9), using: &random) {
    case 0: return space + ["true", "false", "null"].randomElement(using: &random)! + space
    case 1, 2: return space + number(&random) + space
    case 3, 4, 5: return space + string(&random) + space
    case 6: return "[\(space)]"
    case 7:
      let count = Int.random(in: 1...4, using: &random)
      return "[" + (0..<count).map { _ in value(&random, depth: depth + 1) }.joined(separator: ",") + "]"
    default:
      let members = (0..<Int.random(in: 0...12, using: &random)).map { index in
        "\"\(index)\(string(&random).dropFirst())\(space):\(value(&random, depth: depth + 1))"
      }
      return "{" + (members.isEmpty ? space : members.joined(separator: ",")) + "}"
    }
  }

  private func number(_ random: inout SeededRandom) -> String {
    ["0", "-0", "12", "-3.25", "1e5", "1E-5", "0.5e+10", "123456789012345678901234567890", "1.0"]
      .randomElement(using: &random)!
  }

  private func string(_ random: inout SeededRandom) -> String {
    let parts = [
      "a", "bc", "word", " ", "é", "漢", "😀", "\u{7F}", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9", "\\uD83D\\uDE00", "x",
    ]
    return "\"" + (0..<Int.random(in: 0...9, using: &random)).map { _ in parts.randomElement(using: &random)! }.joined()
      + "\""
  }

  private func foundationReads(_ line: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(line))) is [String: Any]
  }

  /// Whether the only fault is one that JSONSerialization accepts: a duplicate key, or a comma before a closing brace.
  private func isAccepted(_ outcomes: [Outcome]) -> Bool {
    switch outcomes.first?.error?.reason {
    case .syntax(.duplicateKey), .syntax(.unexpected(.character("}"), expected: .key)): true
    default: false
    }
  }

  @Test(arguments: rounds(20)) func `valid lines are read`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<20 {
      let line = "{\"own\":\(value(&random, depth: 0)),\"command\":\"undo\",\"more\":\(value(&random, depth: 0))}"
      #expect(foundationReads(Array(line.utf8)), "\(line)")
      #expect(try onlyEvent(line) == .command(LogCommand.undo(count: 1)), "\(line)")
    }
  }

  @Test(arguments: rounds(20)) func `broken lines are refused if Foundation refuses them`(seed: UInt64)
    throws
  {
    var random = SeededRandom(seed: 1000 + seed)
    let alphabet = Array("{}[]\":,\\/utn0123456789eE+-. \tabf\u{1}".utf8) + [0x80, 0xC3, 0xE2, 0xED, 0xF0, 0xFF]
    var (kept, refused) = (0, 0)
    for _ in 0..<60 {
      var line = Array("{\"command\":\"undo\",\"own\":\(value(&random, depth: 2))}".utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // The part before the value stays, so that the line keeps its kind.
        let index = Int.random(in: 18..<line.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: line[index] = alphabet.randomElement(using: &random)!
        case 1: line.insert(alphabet.randomElement(using: &random)!, at: index)
        default: line.remove(at: index)
        }
        if line.count <= 19 { break }
      }
      let outcomes = try read(line)
      if isAccepted(outcomes) { continue }
      let isRead = outcomes.count == 1 && outcomes[0].event != nil
      if isRead { kept += 1 } else { refused += 1 }
      #expect(isRead == foundationReads(line), "\(String(decoding: line, as: UTF8.self)) \(line) \(outcomes)")
    }
    #expect(kept > 0 && refused > 0)
  }

  @Test(arguments: rounds(10)) func `strings are read as Foundation reads them`(seed: UInt64) throws {
    var random = SeededRandom(seed: 2000 + seed)
    for _ in 0..<50 {
      let line = "{\"command\":\"mark\",\"name\":\(string(&random))}"
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
      #expect(try onlyEvent(line) == object?["name"].map { .command(.mark(name: $0)) }, "\(line)")
    }
  }

  @Test(arguments: rounds(10)) func `chunks of any size give the same events and errors`(seed: UInt64)
    throws
  {
    var random = SeededRandom(seed: 3000 + seed)
    var text: [UInt8] = []
    for _ in 0..<30 {
      text += Array("{\"command\":\"undo\",\"own\":\(value(&random, depth: 3))}".utf8)
      if Int.random(in: 0..<4, using: &random) == 0 {
        text[text.count - 5] = UInt8.random(in: .min ... .max, using: &random)
      }
      text += Bool.random(using: &random) ? [0x0A] : [0x0D, 0x0A, 0x0A]
    }
    let whole = try read(text)
    for chunk in [1, 2, 3, 7, 4096] { #expect(try read(text, chunk: chunk) == whole) }
  }
}
