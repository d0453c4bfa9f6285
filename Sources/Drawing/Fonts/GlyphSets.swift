/// Sets and classes of glyphs (OpenType 1.9.1, "OpenType Layout Common Table Formats").
extension FontData {
  /// The number of a glyph in the coverage table that begins here; nil if it is not covered.
  func coverageIndex(of glyph: Int) -> Int? {
    guard let count = uint16(2) else { return nil }
    switch uint16(0) {
    case 1:
      let index = FontData.search(count) { uint16(4 + 2 * $0) ?? .max < glyph }
      return index < count && uint16(4 + 2 * index) == glyph ? index : nil
    case 2:
      guard let range = range(of: glyph, from: 4, count), let start = uint16(range), let index = uint16(range + 4)
      else {
        return nil
      }
      return index + glyph - start
    default: return nil
    }
  }

  /// The class of a glyph by the table that begins here: 0 if it has none.
  func glyphClass(of glyph: Int) -> Int {
    switch uint16(0) {
    case 1:
      guard let start = uint16(2), let count = uint16(4), glyph >= start, glyph - start < count else { return 0 }
      return uint16(6 + 2 * (glyph - start)) ?? 0
    case 2:
      guard let count = uint16(2), let range = range(of: glyph, from: 4, count) else { return 0 }
      return uint16(range + 4) ?? 0
    default: return 0
    }
  }

  /// Where the sorted range of six bytes is that a glyph lies in: its first glyph, its last one, and a number.
  private func range(of glyph: Int, from start: Int, _ count: Int) -> Int? {
    let index = FontData.search(count) { uint16(start + 6 * $0 + 2) ?? .max < glyph }
    let range = start + 6 * index
    guard index < count, let first = uint16(range), first <= glyph, let last = uint16(range + 2), glyph <= last else {
      return nil
    }
    return range
  }
}
