/// Which glyphs characters have (OpenType 1.9.1, "cmap"): the best subtable for Unicode, of format 0, 4, 6 or 12.
struct CharacterMap: Sendable {
  private enum Format: Sendable {
    case bytes, segments, array, groups
  }

  private let table: FontData
  private let format: Format
  private let glyphCount: Int
  /// Symbols have the codes of bytes from here on.
  private let symbolBase: UInt32
  /// The end of the codes that mean the same as in Unicode.
  private let codeEnd: UInt32

  /// nil if no subtable can be used.
  init?(_ cmap: FontData, glyphCount: Int) {
    var best: (rank: Int, table: FontData, format: Format)?
    for index in 0..<(cmap.uint16(2) ?? 0) {
      let record = 4 + 8 * index
      guard let platform = cmap.uint16(record), let encoding = cmap.uint16(record + 2) else { break }
      guard let rank = CharacterMap.rank(platform, encoding), rank > best?.rank ?? 0 else { continue }
      guard let offset = cmap.offset32(record + 4), let table = cmap.suffix(from: offset) else { continue }
      let format: Format
      switch table.uint16(0) {
      case 0: format = .bytes
      case 4: format = .segments
      case 6: format = .array
      case 12: format = .groups
      default: continue
      }
      best = (rank, table, format)
    }
    guard let best else { return nil }
    (table, format, self.glyphCount) = (best.table, best.format, glyphCount)
    symbolBase = best.rank == 2 ? 0xF000 : 0
    codeEnd = best.rank == 1 ? 0x80 : 0x11_0000
  }

  /// How good the codes of a platform are: all of Unicode, its first plane, symbols, and at last Mac Roman, which is
  /// used for ASCII.
  private static func rank(_ platform: Int, _ encoding: Int) -> Int? {
    switch (platform, encoding) {
    case (3, 10): 20
    case (0, 6): 16
    case (0, 4): 14
    case (3, 1): 13
    case (0, 0...3): 8 + encoding
    case (3, 0): 2
    case (1, 0): 1
    default: nil
    }
  }

  func glyph(of code: UInt32) -> UInt16? {
    if code < codeEnd, let glyph = mapped(code) { return glyph }
    return symbolBase > 0 && code < 0x100 ? mapped(symbolBase + code) : nil
  }

  private func mapped(_ code: UInt32) -> UInt16? {
    let glyph: UInt32? =
      switch format {
      case .bytes: code < 0x100 ? table.byte(6 + Int(code)).map { UInt32($0) } : nil
      case .segments: code < 0x1_0000 ? inSegments(Int(code)) : nil
      case .array: inArray(code)
      case .groups: inGroups(code)
      }
    guard let glyph, glyph > 0, glyph < UInt32(glyphCount) else { return nil }
    return UInt16(glyph)
  }

  /// Format 4: sorted segments, each of glyphs in a row or with an array of glyphs.
  private func inSegments(_ code: Int) -> UInt32? {
    guard let twice = table.uint16(6) else { return nil }
    let count = twice / 2
    let segment = FontData.search(count) { table.uint16(14 + 2 * $0) ?? 0xFFFF < code }
    guard segment < count else { return nil }
    let starts = 16 + 2 * count + 2 * segment
    guard let end = table.uint16(14 + 2 * segment), let start = table.uint16(starts), start <= code, code <= end,
      let delta = table.uint16(starts + 2 * count), let offset = table.uint16(starts + 4 * count)
    else { return nil }
    if offset == 0 || offset == 0xFFFF { return UInt32((code + delta) & 0xFFFF) }
    // The offset counts from where it is stored.
    guard let glyph = table.uint16(starts + 4 * count + offset + 2 * (code - start)), glyph != 0 else { return nil }
    return UInt32((glyph + delta) & 0xFFFF)
  }

  /// Format 6: an array of glyphs for codes in a row.
  private func inArray(_ code: UInt32) -> UInt32? {
    guard let first = table.uint16(6), let count = table.uint16(8), code >= UInt32(first) else { return nil }
    let index = code - UInt32(first)
    return index < UInt32(count) ? table.uint16(10 + 2 * Int(index)).map { UInt32($0) } : nil
  }

  /// Format 12: sorted groups of codes and glyphs in a row.
  private func inGroups(_ code: UInt32) -> UInt32? {
    guard let claimed = table.uint32(12) else { return nil }
    let count = min(Int(clamping: claimed), table.count / 12)
    let group = FontData.search(count) { table.uint32(20 + 12 * $0) ?? .max < code }
    let record = 16 + 12 * group
    guard group < count, let start = table.uint32(record), let end = table.uint32(record + 4),
      let glyph = table.uint32(record + 8), start <= code, code <= end
    else { return nil }
    let (result, overflows) = glyph.addingReportingOverflow(code - start)
    return overflows ? nil : result
  }
}
