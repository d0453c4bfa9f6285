import TestSupport
import Testing

@testable import ImportCore

/// The standard library's conversion is the judge: it rounds correctly.
struct DecimalTextTests {
  /// A decimal number with up to 24 digits.
  private static func number(_ random: inout SeededRandom) -> String {
    func digits(_ count: Int) -> String {
      String((0..<count).map { _ in Character("\(Int.random(in: 0...9, using: &random))") })
    }
    var text = ["", "", "", "-", "+"].randomElement(using: &random) ?? ""
    let whole = Int.random(in: 0...12, using: &random)
    let fraction = Int.random(in: 0...12, using: &random)
    text += whole + fraction == 0 ? "0" : digits(whole)
    if fraction > 0 { text += "." + digits(fraction) }
    if Int.random(in: 0..<5, using: &random) == 0 {
      text +=
        ["e", "E"][Int.random(in: 0...1, using: &random)] + ["", "-", "+"][Int.random(in: 0...2, using: &random)]
      text += digits(Int.random(in: 1...3, using: &random))
    }
    return text
  }

  @Test(arguments: rounds(20))
  func `a number is the nearest Double, wherever it stands in the text`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<2000 {
      let text = Self.number(&random)
      let end = ["", " ", ",", "\n12345678", "x", "\"/>        "].randomElement(using: &random) ?? ""
      var offset = 0
      let bytes = Array((text + end).utf8)
      let number = DecimalText.scan(bytes.span, &offset)
      #expect(number?.bitPattern == Double(text)?.bitPattern, "\(text)\(end)")
      #expect(offset == text.utf8.count, "\(text)\(end)")
    }
  }

  /// Texts, how many of their bytes are a number, and the number.
  private static let endings: [(String, Int, Double?)] = [
    ("", 0, nil), ("-", 0, nil), (".", 0, nil), ("-.e1", 0, nil), ("e5", 0, nil), ("--5", 0, nil), ("5.", 2, 5),
    (".5.5", 2, 0.5), ("1e", 1, 1), ("1e+", 1, 1), ("1.2.3", 3, 1.2), ("1-5", 1, 1), ("007", 3, 7),
    ("18014398509481983", 17, 0x1p54), ("1e999", 5, .infinity), ("12345678", 8, 12_345_678),
    ("1234567.", 8, 1_234_567), ("1234567.x       ", 8, 1_234_567), ("+.25e2,", 6, 25),
  ]

  @Test(arguments: endings)
  func `a number ends at the first byte that cannot continue it`(text: String, length: Int, number: Double?) {
    var offset = 0
    #expect(DecimalText.scan(Array(text.utf8).span, &offset) == number)
    #expect(offset == length)
  }
}
