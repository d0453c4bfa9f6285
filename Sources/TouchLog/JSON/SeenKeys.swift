/// The keys of one object so far, to find one that stands twice.
///
/// A few plain keys are compared where they stand; more of them, or keys with escapes, go through a hashed set, so that
/// no object takes quadratic time.
struct SeenKeys {
  private struct Key {
    var word: UInt64
    var start: Int
    var count: Int
  }

  private var few = InlineArray<8, Key>(repeating: Key(word: 0, start: 0, count: 0))
  private var count = 0
  private var many: Set<[UInt8]>?

  /// Forgets all keys.
  mutating func removeAll() {
    count = 0
    many = nil
  }

  /// Remembers a key; throws where it is there already.
  mutating func insert(_ key: JSONToken, in bytes: Span<UInt8>) throws(Fault) {
    if many != nil || key.isEscaped || count == few.count { return try insertHashed(key, in: bytes) }
    let new = Key(word: key.word, start: key.content.lowerBound, count: key.content.count)
    for index in 0..<count where Self.areEqual(few[index], new, in: bytes) { throw duplicate(key, in: bytes) }
    few[count] = new
    count += 1
  }

  private mutating func insertHashed(_ key: JSONToken, in bytes: Span<UInt8>) throws(Fault) {
    var keys = many ?? []
    many = nil
    for index in 0..<count { keys.insert(bytes.array(few[index].start..<few[index].start + few[index].count)) }
    count = 0
    let isNew = keys.insert(key.utf8(in: bytes)).inserted
    many = keys
    if !isNew { throw duplicate(key, in: bytes) }
  }

  private static func areEqual(_ one: Key, _ other: Key, in bytes: Span<UInt8>) -> Bool {
    guard one.word == other.word && one.count == other.count else { return false }
    for offset in 0..<one.count where bytes[one.start + offset] != bytes[other.start + offset] { return false }
    return true
  }

  private func duplicate(_ key: JSONToken, in bytes: Span<UInt8>) -> Fault {
    Fault(.duplicateKey(bytes.text(key.content)), at: key.start)
  }
}
