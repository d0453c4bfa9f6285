/// The kerning of pairs and the places of marks in the table GPOS (OpenType 1.9.1, "GPOS").
struct GlyphPositions: Sendable {
  private let kerning: FeatureLookups
  private let marks: FeatureLookups

  private enum LookupType {
    static let pair = 2
    static let markToBase = 4
    static let markToMark = 6
  }

  init(_ table: FontData) {
    kerning = FeatureLookups([FontTag("kern")], types: [LookupType.pair], in: table)
    marks = FeatureLookups(
      [FontTag("mark"), FontTag("mkmk")], types: [LookupType.markToBase, LookupType.markToMark], in: table)
  }

  // MARK: Kerning

  /// What the lookups of a script add to the advance of the first glyph; nil if none applies.
  func kerning(_ first: Int, _ second: Int) -> Int? {
    for script in kerning.scripts {
      var sum: Int?
      for lookup in script {
        for subtable in lookup {
          guard let value = GlyphPositions.advance(first, second, subtable) else { continue }
          sum = (sum ?? 0) + value
          break
        }
      }
      if let sum { return sum }
    }
    return nil
  }

  /// What a subtable of pairs adds to the advance of the first glyph; nil if it does not apply.
  private static func advance(_ first: Int, _ second: Int, _ table: FontData) -> Int? {
    guard let coverage = table.table16(2), let index = coverage.coverageIndex(of: first),
      let format1 = table.uint16(4), let format2 = table.uint16(6)
    else { return nil }
    // A value has two bytes for each bit of its format: two for the place, then that for the advance.
    let size = 2 * (format1.nonzeroBitCount + format2.nonzeroBitCount)
    let hasAdvance = format1 & 4 != 0
    let advance = 2 * (format1 & 3).nonzeroBitCount
    switch table.uint16(0) {
    case 1:
      guard index < table.uint16(8) ?? 0, let pairs = table.table16(10 + 2 * index), let count = pairs.uint16(0) else {
        return nil
      }
      let pair = FontData.search(count) { pairs.uint16(2 + (2 + size) * $0) ?? .max < second }
      guard pair < count, pairs.uint16(2 + (2 + size) * pair) == second else { return nil }
      return hasAdvance ? pairs.int16(4 + (2 + size) * pair + advance) : 0
    case 2:
      guard let classes1 = table.table16(8), let classes2 = table.table16(10), let count1 = table.uint16(12),
        let count2 = table.uint16(14)
      else { return nil }
      let (class1, class2) = (classes1.glyphClass(of: first), classes2.glyphClass(of: second))
      guard class1 < count1, class2 < count2,
        let row = table.offset(ofElement: class1, size: count2 * size, from: 16),
        let value = table.offset(ofElement: class2, size: size, from: row)
      else { return nil }
      return hasAdvance ? table.int16(value + advance) : 0
    default: return nil
    }
  }

  // MARK: Marks

  /// Where a mark lies from a base. Of the lookups of a script, the last one that applies has the say.
  func offset(of mark: Int, on base: Int) -> (dx: Int, dy: Int)? {
    for script in marks.scripts {
      for lookup in script.reversed() {
        for subtable in lookup {
          if let offset = GlyphPositions.offset(of: mark, on: base, subtable) { return offset }
        }
      }
    }
    return nil
  }

  /// What a subtable says of a mark on a base or on another mark; both have the same form.
  private static func offset(of mark: Int, on base: Int, _ table: FontData) -> (dx: Int, dy: Int)? {
    guard table.uint16(0) == 1, let marks = table.table16(2)?.coverageIndex(of: mark),
      let index = table.table16(4)?.coverageIndex(of: base), let classCount = table.uint16(6),
      let markArray = table.table16(8), let baseArray = table.table16(10),
      marks < markArray.uint16(0) ?? 0, let markClass = markArray.uint16(2 + 4 * marks), markClass < classCount,
      let markAnchor = markArray.table16(4 + 4 * marks), index < baseArray.uint16(0) ?? 0,
      let row = baseArray.offset(ofElement: index, size: 2 * classCount, from: 2),
      let baseAnchor = baseArray.table16(row + 2 * markClass),
      let x = baseAnchor.int16(2), let y = baseAnchor.int16(4),
      let markX = markAnchor.int16(2), let markY = markAnchor.int16(4)
    else { return nil }
    return (x - markX, y - markY)
  }
}
