/// The lookups of features of a table such as GPOS (OpenType 1.9.1, "OpenType Layout Common Table Formats").
///
/// Which script a text has is not known here. Latin comes first, then the default, then all others, which have lookups
/// for their own letters: the first script with a lookup that applies has the say. Languages are left out.
struct FeatureLookups: Sendable {
  /// Subtables, of which the first that applies counts; an extension is what it stands for.
  typealias Lookup = [FontData]

  /// The lookups of each script that those before it do not have, in the order of the font.
  private(set) var scripts: [[Lookup]] = []

  private let table: FontData
  private let types: [Int]
  private var seen: Set<Int> = []
  /// How many records are still read. Records may share what they point to, so that a short file could claim very many.
  private var room = 1 << 16
  /// How many subtables may still be found: asking for a pair may ask all of them.
  private var roomForSubtables = 1 << 12

  private static let extensionType = 9

  /// - Parameters:
  ///   - features: The features, whose lookups are taken together.
  ///   - types: The types of lookups that are wanted.
  init(_ features: [FontTag], types: [Int], in table: FontData) {
    (self.table, self.types) = (table, types)
    guard let list = table.table16(4), let count = list.uint16(0) else { return }
    let known = [FontTag("latn"), FontTag("DFLT")]
    for tag in known {
      for index in 0..<count where takeRoom() && list.hasTag(tag, at: 2 + 6 * index) {
        append(list.table16(6 + 6 * index), features)
      }
    }
    for index in 0..<count where takeRoom() && !known.contains(where: { list.hasTag($0, at: 2 + 6 * index) }) {
      append(list.table16(6 + 6 * index), features)
    }
  }

  private mutating func takeRoom() -> Bool {
    room -= 1
    return room > 0
  }

  /// Adds what the default language of a script has.
  private mutating func append(_ script: FontData?, _ tags: [FontTag]) {
    guard let language = script?.table16(0), let features = table.table16(6), let list = table.table16(8) else {
      return
    }
    var numbers: Set<Int> = []
    for index in 0..<(language.uint16(4) ?? 0) where takeRoom() {
      guard let number = language.uint16(6 + 2 * index), number < features.uint16(0) ?? 0 else { continue }
      let record = 2 + 6 * number
      guard tags.contains(where: { features.hasTag($0, at: record) }), let feature = features.table16(record + 4) else {
        continue
      }
      for index in 0..<(feature.uint16(2) ?? 0) where takeRoom() {
        guard let lookup = feature.uint16(4 + 2 * index), lookup < list.uint16(0) ?? 0 else { continue }
        if seen.insert(lookup).inserted { numbers.insert(lookup) }
      }
    }
    var lookups: [Lookup] = []
    for number in numbers.sorted() {
      let lookup = list.table16(2 + 2 * number).map { subtables(of: $0) } ?? []
      if !lookup.isEmpty { lookups.append(lookup) }
    }
    if !lookups.isEmpty { scripts.append(lookups) }
  }

  private mutating func subtables(of lookup: FontData) -> Lookup {
    var subtables: Lookup = []
    guard let type = lookup.uint16(0), let count = lookup.uint16(4) else { return [] }
    for index in 0..<count where takeRoom() && roomForSubtables > 0 {
      guard var table = lookup.table16(6 + 2 * index) else { continue }
      var kind = type
      if type == FeatureLookups.extensionType {
        guard let extended = table.uint16(2), let offset = table.offset32(4), let target = table.suffix(from: offset)
        else { continue }
        (kind, table) = (extended, target)
      }
      guard types.contains(kind) else { continue }
      roomForSubtables -= 1
      subtables.append(table)
    }
    return subtables
  }
}
