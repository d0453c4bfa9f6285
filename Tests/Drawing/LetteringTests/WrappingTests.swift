import Geometry
import TestSupport
import Testing

@testable import Lettering

@Suite struct WrappingTests {
  private func randomText(_ random: inout SeededRandom) -> [Character] {
    let letters = Array("aAbTVéfijlmW.,-☃\u{A0}0")
    return (0..<Int.random(in: 0...120, using: &random)).map { _ in
      switch Int.random(in: 0..<20, using: &random) {
      case 0: "\n"
      case 1: "\t"
      case 2..<6: " "
      default: letters[Int.random(in: 0..<letters.count, using: &random)]
      }
    }
  }

  /// The width of characters alone on a line.
  private func width(_ characters: some Sequence<Character>) -> Double {
    TextLayout(String(characters), size: 10).lines[0].width
  }

  private static func isBreak(_ character: Character) -> Bool { character == " " || character == "\t" }

  @Test(arguments: rounds(40))
  func `lines contain the whole text, fit the width and are as full as possible`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let text = randomText(&random)
    let limit = random.double(in: 3...150)
    let layout = TextLayout(String(text), size: 10, width: limit)
    #expect(layout.lines.first?.characters.lowerBound == 0 && layout.lines.last?.characters.upperBound == text.count)
    for (line, next) in zip(layout.lines, layout.lines.dropFirst()) {
      #expect(line.characters.upperBound == next.characters.lowerBound)
    }
    for (i, line) in layout.lines.enumerated() {
      let characters = text[line.characters]
      #expect(!characters.dropLast().contains("\n"), "a line break ends its line")
      #expect(abs(line.width - width(characters.filter { $0 != "\n" })) < 1e-9)
      #expect(line.width <= limit + 1e-9 || characters.count { !Self.isBreak($0) && $0 != "\n" } == 1)
      guard i + 1 < layout.lines.count, characters.last != "\n", let last = characters.last else { continue }
      #expect(!characters.isEmpty)
      let rest = text[line.characters.upperBound...]
      let word = rest.prefix { !Self.isBreak($0) && $0 != "\n" }
      #expect(!word.isEmpty, "a line begins with a space only after a line break")
      if Self.isBreak(last) {
        #expect(width(characters + word) > limit - 1e-9, "the next word had no more room")
      } else {
        #expect(!characters.contains(where: Self.isBreak), "a word that is broken began its line")
        #expect(width(characters + word.prefix(1)) > limit - 1e-9, "the next letter had no more room")
      }
    }
  }

  @Test(arguments: rounds(20))
  func `alignment moves whole lines`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let text = String(randomText(&random))
    let limit = seed % 3 == 0 ? nil : random.double(in: 20...150)
    let left = TextLayout(text, size: 10, width: limit)
    for (alignment, part) in [(TextLayout.Alignment.center, 0.5), (.right, 1)] {
      let moved = TextLayout(text, size: 10, width: limit, alignment: alignment)
      #expect(moved.bounds == left.bounds && moved.missing == left.missing)
      #expect(moved.lines.map(\.characters) == left.lines.map(\.characters))
      #expect(moved.lines.map(\.width) == left.lines.map(\.width))
      #expect(moved.strokes.map(\.character) == left.strokes.map(\.character))
      for (a, b) in zip(left.lines, moved.lines) {
        #expect(a.origin.x == 0 && abs(b.origin.x - (left.bounds.maxX - a.width) * part) < 1e-9)
      }
      for (a, b) in zip(left.strokes, moved.strokes) {
        let shift = moved.lines.first { $0.characters.contains(a.character) }?.origin.x ?? .nan
        for (p, q) in zip(a.samples, b.samples) {
          #expect(abs(q.point.x - p.point.x - shift) < 1e-9 && p.point.y == q.point.y)
        }
      }
    }
  }

  @Test func `a line is not broken at a no-break space`() {
    let limit = width("20 km")
    #expect(TextLayout("20 km", size: 10, width: limit - 1).lines.map(\.characters) == [0..<3, 3..<5])
    #expect(TextLayout("a 20\u{A0}km", size: 10, width: limit + 1).lines.map(\.characters) == [0..<2, 2..<7])
  }

  @Test func `a text as wide as the limit stays on one line`() {
    let text = "Wave To AVATAR"
    #expect(TextLayout(text, size: 10, width: width(text) + 1e-6).lines.count == 1)
    #expect(TextLayout(text + "   ", size: 10, width: width(text) + 1e-6).lines.count == 1)
  }
}
