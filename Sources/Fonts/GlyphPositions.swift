/// The kerning of pairs and the places of marks in the table GPOS (OpenType 1.9.1, "GPOS"), for the default language.
struct GlyphPositions: Sendable {
  /// Subtables with the types of their lookups, without extensions. The first that applies counts.
  private typealias Lookup = [(type: Int, table: FontData)]

  private let kerning: [Lookup]
  private let marks: [Lookup]

  var hasKerning: Bool { !kerning.isEmpty }

  private enum LookupType {
    static let pair = 2
    static let markToBase = 4
    static let markToMark = 6
    static let extended = 9
  }

  /// The most subtables of a feature. Lookups may share them, so that a short file could claim very many.
  private static let mostSubtables = 1 << 12

  init(_ table: FontData) {
    kerning = GlyphPositions.lookups([FontTag("kern")], [LookupType.pair], in: table)
    marks = GlyphPositions.lookups(
      [FontTag("mark"), FontTag("mkmk")], [LookupType.markToBase, LookupType.markToMark], in: table)
  }

  // MARK: Features

  /// The lookups of features, in the order of the font. They are those of the default script, or else of Latin, or else
  /// of the first script, whichever has one.
  private static func lookups(_ features: [FontTag], _ types: [Int], in table: FontData) -> [Lookup] {
    guard let scripts = table.table16(4) else { return [] }
    let count = min(scripts.uint16(0) ?? 0, scripts.count / 6)
    var records = [FontTag("DFLT"), FontTag("latn")].compactMap { tag in
      (0..<count).first { scripts.hasTag(tag, at: 2 + 6 * $0) }
    }
    if count > 0 { records.append(0) }
    for record in records {
      guard let language = scripts.table16(2 + 6 * record + 4)?.table16(0) else { continue }
      let lookups = lookups(features, types, of: language, in: table)
      if !lookups.isEmpty { return lookups }
    }
    return []
  }

  private static func lookups(
    _ tags: [FontTag], _ types: [Int], of language: FontData, in table: FontData
  ) -> [Lookup] {
    guard let features = table.table16(6), let list = table.table16(8) else { return [] }
    var numbers: Set<Int> = []
    for index in 0..<(language.uint16(4) ?? 0) {
      guard let number = language.uint16(6 + 2 * index) else { break }
      let record = 2 + 6 * number
      guard number < features.uint16(0) ?? 0, let tag = features.uint32(record), tags.contains(where: { $0.value == tag }),
        let feature = features.table16(record + 4)
      else { continue }
      for index in 0..<(feature.uint16(2) ?? 0) {
        guard let number = feature.uint16(4 + 2 * index) else { break }
        numbers.insert(number)
      }
    }
    var room = mostSubtables
    var lookups: [Lookup] = []
    for number in numbers.sorted() where number < list.uint16(0) ?? 0 {
      guard let data = list.table16(2 + 2 * number) else { continue }
      let lookup = subtables(of: data, types, &room)
      if !lookup.isEmpty { lookups.append(lookup) }
    }
    return lookups
  }

  private static func subtables(of lookup: FontData, _ types: [Int], _ room: inout Int) -> Lookup {
    var subtables: Lookup = []
    guard let type = lookup.uint16(0) else { return [] }
    for index in 0..<(lookup.uint16(4) ?? 0) {
      guard room > 0, let offset = lookup.uint16(6 + 2 * index) else { break }
      room -= 1
      guard var table = lookup.suffix(from: offset) else { continue }
      var kind = type
      if type == LookupType.extended {
        guard let extended = table.uint16(2), let offset = table.offset32(4), let target = table.suffix(from: offset) else {
          continue
        }
        (kind, table) = (extended, target)
      }
      if types.contains(kind) { subtables.append((kind, table)) }
    }
    return subtables
  }

  // MARK: Kerning

  /// What all lookups add to the advance of the first glyph.
  func kerning(_ first: Int, _ second: Int) -> Int {
    var sum = 0
    for lookup in kerning {
      for subtable in lookup {
        guard let value = GlyphPositions.advance(first, second, subtable.table) else { continue }
        sum += value
        break
      }
    }
    return sum
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

  /// Where a mark lies from a base. Of several lookups, the last one has the say.
  func offset(of mark: Int, on base: Int) -> (dx: Int, dy: Int)? {
    for lookup in marks.reversed() {
      for subtable in lookup {
        if let offset = GlyphPositions.offset(of: mark, on: base, subtable.table) { return offset }
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
      guard let range = range(of: glyph, from: 4, count), let start = uint16(range), let index = uint16(range + 4) else {
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
