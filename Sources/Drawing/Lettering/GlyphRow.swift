/// A text as a sequence of glyphs, spaces and line breaks: one item per character.
struct GlyphRow {
  enum Item: Hashable {
    /// The index of a glyph in the built-in font. The glyph may have no ink, as a no-break space does.
    case glyph(Int)
    /// An index into `clusters`.
    case cluster(Int)
    /// A space, after which a line may be broken.
    case space
    case tab
    case lineBreak
    /// A character without width or ink: a soft hyphen, a joiner, a directional mark.
    case nothing
  }

  private(set) var items: [Item] = []
  /// What outline fonts draw, each character once.
  private(set) var clusters: [GlyphCluster] = []
  private(set) var missing: [TextLayout.MissingCharacter] = []
  /// The characters that an outline font draws apart although they should be joined or come in another order.
  private(set) var unshaped: [TextLayout.MissingCharacter] = []

  init(_ text: String, typeface: Typeface) {
    // By their code points: equal characters of others may be drawn by different fonts.
    var known: [[Unicode.Scalar]: Item] = [:]
    var (line, column) = (1, 1)
    for character in text {
      let scalars = Array(character.unicodeScalars)
      let item = known[scalars] ?? item(for: character, typeface)
      known[scalars] = item
      items.append(item)
      let place = TextLayout.MissingCharacter(
        character: character, offset: items.count - 1, line: line, column: column)
      if item == .glyph(StrokeFont.missing) { missing.append(place) }
      if case .cluster(let index) = item, clusters[index].isUnshaped { unshaped.append(place) }
      column += 1
      if items.last == .lineBreak { (line, column) = (line + 1, 1) }
    }
  }

  private mutating func item(for character: Character, _ typeface: Typeface) -> Item {
    let font = typeface.hand
    if character == "\t" { return .tab }
    if character.isNewline { return .lineBreak }
    let isIgnorable = character.unicodeScalars.allSatisfy { $0.properties.isDefaultIgnorableCodePoint }
    if character != " ", !isIgnorable, let cluster = typeface.cluster(of: character, rank: 0) { return add(cluster) }
    if character == "\u{A0}" || character == "\u{202F}", let index = font.index(of: "\u{A0}") { return .glyph(index) }
    if character.isWhitespace { return .space }
    if let index = font.index(of: character) { return .glyph(index) }
    if isIgnorable { return .nothing }
    return typeface.cluster(of: character, rank: 1).map { add($0) } ?? .glyph(StrokeFont.missing)
  }

  private mutating func add(_ cluster: GlyphCluster) -> Item {
    clusters.append(cluster)
    return .cluster(clusters.count - 1)
  }
}
