/// The kerning of pairs of letters of one built-in font, each computed once.
package struct Kernings: Sendable {
  private var known: [Pair: Double] = [:]

  private struct Pair: Hashable {
    var first, second: Int
  }

  /// Pairs: about 3 MB.
  private static let limit = 1 << 16

  package init() {}

  /// The kerning between two glyphs of the font, in hundredths of the em.
  mutating func kerning(_ first: Int, _ second: Int, of font: StrokeFont) -> Double {
    let pair = Pair(first: first, second: second)
    if let kerning = known[pair] { return kerning }
    if known.count == Self.limit { known.removeAll() }
    let kerning = StrokeFont.kerning(font.glyphs[first], font.glyphs[second])
    known[pair] = kerning
    return kerning
  }
}
