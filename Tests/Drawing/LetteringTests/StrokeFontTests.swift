import Geometry
import Testing

@testable import Lettering

@Suite struct StrokeFontTests {
  private let font = StrokeFont.standard

  /// Ranges of Unicode that the font must cover, without the soft hyphen, which has no glyph.
  private static let blocks: [ClosedRange<UInt32>] = [0x20...0x7E, 0xA0...0xAC, 0xAE...0xFF, 0x100...0x17F]

  private static var characters: [Character] {
    blocks.joined().compactMap { Unicode.Scalar($0).map(Character.init) } + Array("–—‘’‚“”„…•€‹›™−≤≥≠≈∞√π←→↑↓ȘșȚț")
  }

  @Test func `all of ASCII, Latin-1 and Latin Extended-A has glyphs, and only spaces have no ink`() {
    for character in Self.characters {
      let glyph = font.glyph(for: character)
      #expect(glyph != nil, "\(character)")
      #expect(glyph?.strokes.isEmpty == character.isWhitespace, "\(character)")
      #expect((glyph?.advance ?? 0) > 5, "\(character)")
    }
  }

  @Test func `other characters have no glyph`() {
    for character in "☃Ж漢🙂" { #expect(font.glyph(for: character) == nil) }
  }

  @Test func `ink stays between ascent and descent, and nearly within the advance`() throws {
    for character in Self.characters {
      let glyph = try #require(font.glyph(for: character))
      let ink = bounds(glyph.strokes)
      guard !ink.isEmpty else { continue }
      // A pen a tenth of the em wide extends 5 hundredths farther.
      #expect(ink.maxY + 5 <= StrokeFont.ascent && ink.minY - 5 >= -StrokeFont.descent, "\(character) \(ink)")
      #expect(ink.minX >= -12 && ink.maxX <= glyph.advance + 12, "\(character) \(ink) in \(glyph.advance)")
      for sample in glyph.strokes.joined() { #expect(sample.pressure > 0 && sample.pressure < 1) }
    }
  }

  @Test func `letters stand on the baseline and have their height`() throws {
    for (letters, height) in [("acemnorsuvwxz", StrokeFont.xHeight), ("ABDEHIKLMNOPRTUVXZ", StrokeFont.capHeight)] {
      for letter in letters {
        let ink = bounds(try #require(font.glyph(for: letter)).strokes)
        // Round shapes overshoot slightly.
        #expect(abs(ink.minY) <= 1.1 && abs(ink.maxY - height) <= 1.1, "\(letter) \(ink)")
      }
    }
  }

  @Test func `digits have equal advances and no kerning`() throws {
    let one = try #require(font.glyph(for: "1"))
    for first in "0123456789" {
      let glyph = try #require(font.glyph(for: first))
      #expect(glyph.advance == one.advance)
      #expect(StrokeFont.kerning(glyph, one) == 0)
      #expect(StrokeFont.kerning(one, glyph) == 0)
    }
  }

  @Test func `no two characters of ASCII look alike`() throws {
    let drawings = try
      "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
      .map { ($0, fromLeft(try #require(font.glyph(for: $0)).strokes)) }
    for (i, (first, a)) in drawings.enumerated() {
      for (second, b) in drawings[..<i] {
        let apart = max(furthest(of: a, from: b), furthest(of: b, from: a))
        #expect(apart > 4.5, "\(first) and \(second) differ by \(apart)")
      }
    }
  }

  @Test func `no two letters of Latin-1 and Latin Extended-A have the same strokes`() throws {
    var seen: [[[PenPoint]]: Character] = [:]
    for character in Self.characters where character.isLetter {
      let strokes = try #require(font.glyph(for: character)).strokes
      let other = seen.updateValue(character, forKey: strokes)
      // These two look alike in every font; only their small letters differ.
      #expect(other == nil || [other, character] == ["Ð", "Đ"], "\(character) and \(other ?? " ")")
    }
  }

  /// Letters and the letters composed of them.
  private static let accented: [Character: String] = [
    "A": "ÀÁÂÃÄÅĀĂ", "C": "ĆĈĊČ", "D": "Ď", "E": "ÈÉÊËĒĔĖĚ", "G": "ĜĞĠĢ", "H": "Ĥ", "I": "ÌÍÎÏĨĪĬİ", "J": "Ĵ", "K": "Ķ",
    "L": "ĹĻĽ", "N": "ÑŃŅŇ", "O": "ÒÓÔÕÖŌŎŐ", "R": "ŔŖŘ", "S": "ŚŜŠȘ", "T": "ŤȚ", "U": "ÙÚÛÜŨŪŬŮŰ", "W": "Ŵ",
    "Y": "ÝŶŸ",
    "Z": "ŹŻŽ", "a": "àáâãäåāă", "c": "ćĉċč", "d": "ď", "e": "èéêëēĕėě", "g": "ĝğġģ", "h": "ĥ", "ı": "ìíîïĩīĭ",
    "ȷ": "ĵ", "k": "ķ", "l": "ĺļľ", "n": "ñńņň", "o": "òóôõöōŏő", "r": "ŕŗř", "s": "śŝšș", "t": "ťț",
    "u": "ùúûüũūŭůű", "w": "ŵ", "y": "ýÿŷ", "z": "źżž",
  ]

  @Test(arguments: accented.keys.sorted())
  func `accents do not touch their letter`(letter: Character) throws {
    let plain = try #require(font.glyph(for: letter)).strokes
    for character in try #require(Self.accented[letter]) {
      let strokes = try #require(font.glyph(for: character)).strokes
      let (base, marks) = (strokes.prefix(plain.count), strokes.dropFirst(plain.count))
      #expect(!marks.isEmpty, "\(character)")
      let shift = base[0][0].point - plain[0][0].point
      for (a, b) in zip(base.joined(), plain.joined()) {
        #expect((a.point - b.point - shift).length < 1e-9, "\(character) is \(letter) and more")
      }
      let gap = nearest(of: Array(marks), to: Array(base))
      #expect(gap > 8, "\(character): \(gap) between the middles of the strokes")
    }
  }

  @Test func `a letter with a combining accent is the composed character`() throws {
    let pairs: [(String, Character)] = [
      ("e\u{301}", "é"), ("A\u{30A}", "Å"), ("n\u{303}", "ñ"), ("c\u{327}", "ç"), ("i\u{308}", "ï"), ("z\u{30C}", "ž"),
    ]
    for (parts, whole) in pairs {
      let glyph = try #require(font.glyph(for: Character(parts)), "\(whole)")
      #expect(glyph.strokes == font.glyph(for: whole)?.strokes)
    }
  }
}

/// Measures of drawings in hundredths of the em, by their samples and the straight lines between them.
private func bounds(_ strokes: [[PenPoint]]) -> Rect {
  var bounds = Rect.empty
  for sample in strokes.joined() { bounds.include(sample.point) }
  return bounds
}

private func fromLeft(_ strokes: [[PenPoint]]) -> [[PenPoint]] {
  let left = bounds(strokes).minX
  return strokes.map { $0.map { PenPoint(point: Point($0.point.x - left, $0.point.y), pressure: $0.pressure) } }
}

private func furthest(of a: [[PenPoint]], from b: [[PenPoint]]) -> Double {
  a.flatMap(points).map { distance(of: $0, to: b) }.max() ?? 0
}

/// The samples of a stroke, and nine points between each two.
private func points(of stroke: [PenPoint]) -> [Point] {
  var points = [stroke[0].point]
  for (from, to) in zip(stroke, stroke.dropFirst()) {
    for step in 1...10 { points.append(from.point + (to.point - from.point) * (Double(step) / 10)) }
  }
  return points
}

private func nearest(of a: [[PenPoint]], to b: [[PenPoint]]) -> Double {
  min(
    a.flatMap(points).map { distance(of: $0, to: b) }.min() ?? .infinity,
    b.flatMap(points).map { distance(of: $0, to: a) }.min() ?? .infinity)
}

private func distance(of point: Point, to strokes: [[PenPoint]]) -> Double {
  var least = Double.infinity
  for stroke in strokes {
    for (i, sample) in stroke.enumerated() {
      let start = stroke[max(0, i - 1)].point
      let way = sample.point - start
      let squared = way.dx * way.dx + way.dy * way.dy
      let along = (point - start).dx * way.dx + (point - start).dy * way.dy
      let part = squared > 0 ? min(1, max(0, along / squared)) : 0
      least = min(least, point.distance(to: start + way * part))
    }
  }
  return least
}
