import Testing
import XML

struct EscapingTests {
  /// All characters up to U+9F and at the edges of what XML 1.0 allows, each before a mark that combines with it.
  private static let texts = ((0...0x9F) + [0xD7FF, 0xE000, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x10FFFF])
    .compactMap { Unicode.Scalar(UInt32($0)) }.map { "a\($0)\u{301}]]>" }

  private static let documents = texts.map { "<t a=\"\(xmlEscaped($0))\" b='\(xmlEscaped($0))'>\(xmlEscaped($0))</t>" }
    .map { Array($0.utf8) }

  /// The text that a reader finds. XML 1.0 forbids other characters (section 2.2).
  private static let expected = texts.map { text in
    let allowed = text.unicodeScalars.map { (scalar: Unicode.Scalar) -> Unicode.Scalar in
      switch scalar.value {
      case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: scalar
      default: "\u{FFFD}"
      }
    }
    let text = escaped(String(String.UnicodeScalarView(allowed)))
    return "start t a=\(text) b=\(text)\ntext \(text)\nend t"
  }

  @Test(.enabled(if: ExpatTests.hasPython, "needs python3"))
  func `expat reads an escaped text as it was, in an element and in attributes`() throws {
    let judged = try #require(ExpatTests.judged(Self.documents))
    #expect(judged.prefix(Self.texts.count).elementsEqual(Self.expected))
  }

  @Test func `the reader reads an escaped text as it was, in an element and in attributes`() {
    #expect(Self.documents.map { parts($0) } == Self.expected)
  }
}
