import TestSupport
import Testing

@testable import JSON

/// The standard library's conversion is the judge: it rounds correctly.
struct DecimalNumberTests {
  @Test(arguments: rounds(20))
  func `a short number is the nearest Double, and ends where its text does`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<2000 {
      let digits = String((0..<15).map { _ in Character("\(Int.random(in: 0...9, using: &random))") })
      let whole = Int.random(in: 1...7, using: &random)
      let fraction = Int.random(in: 0...14 - whole, using: &random)
      var text = String(Int(digits.prefix(whole)) ?? 0)
      if fraction > 0 { text += "." + digits.dropFirst(whole).prefix(fraction) }
      if Bool.random(using: &random) { text = "-" + text }
      let bytes = Array((text + [",", "]", " ", "\n", "e5"].randomElement(using: &random)!).utf8)
      var offset = 0
      let padded = bytes + [UInt8](repeating: 0x39, count: 17)
      let number = ShortNumber.read(padded.span, &offset)
      #expect(number?.bitPattern == Double(text)?.bitPattern && offset == text.utf8.count, "\(text)")
      offset = 0
      let short = Array(bytes.prefix(16))
      let tooNear = ShortNumber.read(short.span, &offset)
      #expect(tooNear == nil && offset == 0)
      let any = DecimalNumber(bytes.span, at: 0).double(in: bytes.span)
      #expect(any?.bitPattern == Double(text + (bytes.last == 0x35 && bytes.contains(0x65) ? "e5" : ""))?.bitPattern)
    }
  }

  @Test(arguments: ["", "-", "x", ".5", "+1", "01", "1.", "1.x", "--1", "12345678"])
  func `other texts are no short numbers`(text: String) {
    var offset = 0
    let bytes = Array((text + "                 ").utf8)
    let number = ShortNumber.read(bytes.span, &offset)
    #expect(number == nil && offset == 0)
  }
}
