/// A text as a sequence of glyphs, spaces and line breaks: one item per character.
struct GlyphRow {
  enum Item: Hashable {
    /// The index of a glyph in the font. The glyph may have no ink, as a no-break space does.
    case glyph(Int)
    /// A space, after which a line may be broken.
    case space
    case tab
    case lineBreak
    /// A character without width or ink: a soft hyphen, a joiner, a directional mark.
    case nothing

    var glyph: Int? {
      if case .glyph(let index) = self { index } else { nil }
    }
  }

  private(set) var items: [Item] = []
  private(set) var missing: [TextLayout.MissingCharacter] = []

  init(_ text: String, font: StrokeFont) {
    var (line, column) = (1, 1)
    for character in text {
      items.append(Self.item(for: character, font: font))
      if items.last == .glyph(StrokeFont.missing) {
        missing.append(.init(character: character, offset: items.count - 1, line: line, column: column))
      }
      column += 1
      if items.last == .lineBreak { (line, column) = (line + 1, 1) }
    }
  }

  private static func item(for character: Character, font: StrokeFont) -> Item {
    if character == "\t" { return .tab }
    if character.isNewline { return .lineBreak }
    if character == "\u{A0}" || character == "\u{202F}", let index = font.index(of: "\u{A0}") { return .glyph(index) }
    if character.isWhitespace { return .space }
    if let index = font.index(of: character) { return .glyph(index) }
    if character.unicodeScalars.allSatisfy({ $0.properties.isDefaultIgnorableCodePoint }) { return .nothing }
    return .glyph(StrokeFont.missing)
  }
}
