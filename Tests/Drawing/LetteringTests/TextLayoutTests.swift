import Geometry
import TestSupport
import Testing

@testable import Lettering

@Suite struct TextLayoutTests {
  @Test(arguments: ["", " ", "\u{AD}", "\u{200B}"])
  func `a text without ink is one line`(text: String) {
    let layout = TextLayout(text, size: 20)
    #expect(layout.strokes.isEmpty && layout.missing.isEmpty)
    #expect(layout.lines.map(\.characters) == [0..<text.count])
    #expect(layout.bounds == Rect(minX: 0, minY: 0, maxX: 0, maxY: 25))
  }

  @Test func `lines end at line breaks of all kinds`() {
    let layout = TextLayout("a\nb\r\n\nc\u{2028}", size: 20)
    #expect(layout.lines.map(\.characters) == [0..<2, 2..<4, 4..<5, 5..<7, 7..<7])
    #expect(layout.bounds.maxY == 5 * 25)
    for (i, line) in layout.lines.enumerated() {
      #expect(abs(line.origin.y - layout.lines[0].origin.y - 25 * Double(i)) < 1e-9)
    }
  }

  @Test func `a tab advances to the next stop`() {
    func position(of character: Int, in text: String) -> Double? {
      TextLayout(text, size: 20).strokes.first { $0.character == character }?.samples[0].point.x
    }
    let atStart = position(of: 0, in: "l")
    for text in ["\tl", "a\tl", "abc\tl", " \tl"] {
      #expect(abs((position(of: text.count - 1, in: text) ?? 0) - (atStart ?? 0) - 40) < 1e-9, "\(text)")
    }
    // After three digits and an i, less than a space is left before the first stop.
    #expect(abs((position(of: 5, in: "000i\tl") ?? 0) - (atStart ?? 0) - 80) < 1e-9)
    #expect(abs((position(of: 2, in: "\t\tl") ?? 0) - (atStart ?? 0) - 80) < 1e-9)
  }

  @Test func `the ink of a pen a tenth of the size wide is within the height of the box`() {
    let layout = TextLayout("ÅÛŐĽ|gjç§Ęţ\nÅÛŐĽ|gjç§Ęţ", size: 50)
    for stroke in layout.strokes {
      for sample in stroke.samples {
        #expect(sample.point.y - 2.5 >= layout.bounds.minY && sample.point.y + 2.5 <= layout.bounds.maxY)
      }
    }
  }

  @Test func `a text of twice the size has the same strokes at twice the scale`() {
    let text = "Über\tAVATAR, 1’2"
    let (small, large) = (TextLayout(text, size: 10, width: 60), TextLayout(text, size: 20, width: 120))
    #expect(small.lines.map(\.characters) == large.lines.map(\.characters))
    for (a, b) in zip(small.strokes, large.strokes) {
      #expect(a.character == b.character && a.samples.map(\.pressure) == b.samples.map(\.pressure))
      for (p, q) in zip(a.samples, b.samples) {
        #expect(abs(2 * p.point.x - q.point.x) < 1e-9 && abs(2 * p.point.y - q.point.y) < 1e-9)
      }
    }
  }

  @Test func `combining characters give the same layout as composed ones`() {
    let (parts, whole) = (TextLayout("Cafe\u{301} A\u{30A}s", size: 20), TextLayout("Café Ås", size: 20))
    #expect(parts.strokes == whole.strokes && parts.lines == whole.lines && parts.missing.isEmpty)
  }

  @Test func `a missing character is drawn as a box and reported with its location`() {
    let layout = TextLayout("a☃b\r\nЖ👨‍👩‍👧\u{301}e\n\n\tx\u{302}", size: 100)
    let expected: [TextLayout.MissingCharacter] = [
      TextLayout.MissingCharacter(character: "☃", offset: 1, line: 1, column: 2),
      TextLayout.MissingCharacter(character: "Ж", offset: 4, line: 2, column: 1),
      TextLayout.MissingCharacter(character: "👨‍👩‍👧\u{301}", offset: 5, line: 2, column: 2),
      TextLayout.MissingCharacter(character: "x\u{302}", offset: 10, line: 4, column: 2),
    ]
    #expect(layout.missing == expected)
    for missing in layout.missing {
      let strokes = layout.strokes.filter { $0.character == missing.offset }
      var bounds = Rect.empty
      for sample in strokes.flatMap(\.samples) { bounds.include(sample.point) }
      #expect(strokes.count == 1 && strokes[0].samples.first == strokes[0].samples.last)
      #expect(abs(bounds.height - 70) < 1e-9 && abs(bounds.width - 40) < 1e-9)
    }
  }

  struct Pair: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var isKerned: Bool
    /// The two letters; mirrored if both are symmetric.
    var mirrored: String?

    static let all =
      ["AV": "VA", "AT": "TA", "AY": "YA", "TA": "AT", "To": "oT"].sorted(by: <).map {
        Pair(testDescription: $0.key, isKerned: true, mirrored: $0.value)
      }
      + ["Ta", "Te", "LT", "LY", "L’", "P.", "r.", "Yo", "We", "F,", "y."].map {
        Pair(testDescription: $0, isKerned: true)
      }
      + ["HH", "nn", "HI", "ll", "in", "11", "1.", "7."].map { Pair(testDescription: $0, isKerned: false) }
  }

  @Test(arguments: Pair.all)
  func `letters with much white between them are closer together`(pair: Pair) {
    func width(_ text: some StringProtocol) -> Double { TextLayout(String(text), size: 100).lines[0].width }
    let kerning = width(pair.testDescription) - pair.testDescription.map { width(String($0)) }.reduce(0, +)
    if pair.isKerned { #expect(kerning < -2) } else { #expect(abs(kerning) < 1) }
    if let mirrored = pair.mirrored { #expect(abs(width(mirrored) - width(pair.testDescription)) < 1) }
  }

  @Test func `the strokes of two letters do not touch`() throws {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,:;!?'’()-"
    for first in letters {
      for second in letters {
        let strokes = TextLayout("\(first)\(second)", size: 100).strokes
        let (a, b) = (strokes.filter { $0.character == 0 }, strokes.filter { $0.character == 1 })
        var gap = Double.infinity
        for p in a.flatMap(\.samples) {
          for q in b.flatMap(\.samples) { gap = min(gap, p.point.distance(to: q.point)) }
        }
        // More than the width of a pen of a tenth of the size.
        #expect(gap > 10, "\(first)\(second)")
      }
    }
  }
}
