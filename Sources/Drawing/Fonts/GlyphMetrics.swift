/// The horizontal metrics of glyphs (OpenType 1.9.1, "hhea" and "hmtx").
struct GlyphMetrics: Sendable {
  private let table: FontData
  /// How many glyphs have an advance; all later ones have the last of these.
  private let count: Int

  init(_ hhea: FontData, _ hmtx: FontData) throws(FontError) {
    guard let count = hhea.uint16(34), count > 0 else { throw .damaged("hhea") }
    (table, self.count) = (hmtx, count)
  }

  func advance(of glyph: Int) -> Int { table.uint16(4 * min(glyph, count - 1)) ?? 0 }

  /// The smallest x of the glyph's outline; nil if the table ends before it.
  func leftBearing(of glyph: Int) -> Int? {
    table.int16(glyph < count ? 4 * glyph + 2 : 4 * count + 2 * (glyph - count))
  }
}
