import Fonts

/// The font files of texts.
package struct FontSet: Hashable, Sendable {
  /// By the names that texts give them.
  private var named: [String: OutlineFont] = [:]
  /// The font that draws what the font of a text lacks.
  package var fallback: OutlineFont?
  /// Whether it also draws the texts that name no font.
  package var prefersFallback = false

  package init() {}

  package subscript(name: String) -> OutlineFont? {
    get { named[name] }
    set { named[name] = newValue }
  }

  package func has(_ name: String) -> Bool { named[name] != nil }

  /// Whether a text that names a font has the letters that it has with other fonts.
  package func draws(_ name: String, as other: FontSet) -> Bool {
    fallback == other.fallback && self[name] == other[name]
  }

  /// The fonts of a text.
  /// - Parameters:
  ///   - name: The font that the text names; nil for the built-in one.
  ///   - hand: The built-in font.
  func typeface(named name: String?, hand: StrokeFont) -> Typeface {
    let first = name.map { self[$0] } ?? (prefersFallback ? fallback : nil)
    return Typeface(hand: hand, outlines: [first, fallback])
  }
}

/// The fonts that draw a text. Each character is drawn by the first one that has it: an outline font, if the text has
/// one, then the built-in font, then the last resort.
struct Typeface {
  let hand: StrokeFont
  /// The font of the text, and the last resort.
  let outlines: [OutlineFont?]

  /// Whether the built-in font is the first one.
  var isHandwritten: Bool { outlines[0] == nil }

  /// The outlines of a character; nil if no outline font of a rank has it.
  /// - Parameter rank: 0 for the font of the text, 1 for the last resort.
  func cluster(of character: Character, rank: Int) -> GlyphCluster? {
    outlines[rank].flatMap { GlyphCluster(character, font: $0, rank: rank) }
  }

  /// The advance of a space in hundredths of the em.
  var space: Double {
    if let cluster = cluster(of: " ", rank: 0) { return cluster.advance }
    return hand.glyph(for: " ")?.advance ?? 25
  }

  /// The kerning between two clusters in hundredths of the em.
  func kerning(_ first: GlyphCluster, _ second: GlyphCluster) -> Double {
    guard first.rank == second.rank, let font = outlines[first.rank] else { return 0 }
    return Double(font.kerning(first.last, second.first)) * 100 / Double(font.unitsPerEm)
  }
}
