/// The kerning of pairs in the table kern (OpenType 1.9.1, "kern"): version 0, subtables of format 0.
struct KernTable: Sendable {
  private struct Subtable: Sendable {
    /// Where the sorted pairs are, of six bytes each.
    var start: Int
    var count: Int
    /// Whether it replaces what the subtables before it say.
    var overrides: Bool
  }

  private let table: FontData
  private let subtables: [Subtable]

  private static let mostSubtables = 64

  init(_ table: FontData) {
    self.table = table
    var subtables: [Subtable] = []
    var offset = 4
    let tables = table.uint16(0) == 0 ? min(table.uint16(2) ?? 0, KernTable.mostSubtables) : 0
    for _ in 0..<tables {
      guard let length = table.uint16(offset + 2), let coverage = table.uint16(offset + 4), length > 0 else { break }
      // Horizontal, no least distances, not across the line; format 0.
      if coverage & 0xFF07 == 1, let count = table.uint16(offset + 6) {
        subtables.append(Subtable(start: offset + 14, count: count, overrides: coverage & 8 != 0))
      }
      offset += length
    }
    self.subtables = subtables
  }

  func kerning(_ first: Int, _ second: Int) -> Int {
    let pair = UInt32(first) << 16 | UInt32(second)
    var sum = 0
    for subtable in subtables {
      // The length of a long subtable does not fit its field, so that only the file ends it.
      let index = FontData.search(subtable.count) { table.uint32(subtable.start + 6 * $0) ?? .max < pair }
      let record = subtable.start + 6 * index
      guard index < subtable.count, table.uint32(record) == pair, let value = table.int16(record + 4) else { continue }
      sum = subtable.overrides ? value : sum + value
    }
    return sum
  }
}
