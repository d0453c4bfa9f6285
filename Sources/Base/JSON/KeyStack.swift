/// The keys of the objects that are being scanned, the innermost object last. Finds keys that occur twice in an object.
///
/// Most objects have few plain keys, which are compared one by one. An object with more keys, or with escapes in them,
/// gets a hashed set, so that the time stays linear.
struct KeyStack {
  private struct Key {
    var word: UInt64
    var content: Range<Int>
  }

  /// The keys of one object.
  struct Object {
    fileprivate var base: Int
    fileprivate var hashed: Set<[UInt8]>?
  }

  private static let few = 8

  private var keys: [Key] = []

  mutating func removeAll() {
    if !keys.isEmpty { keys.removeAll(keepingCapacity: true) }
  }

  func open() -> Object { Object(base: keys.count) }

  mutating func close(_ object: Object) { keys.removeSubrange(object.base...) }

  /// Adds a key to the innermost object; throws if the object has it already.
  mutating func insert(_ key: JSONToken, in bytes: Span<UInt8>, of object: inout Object) throws(JSONFault) {
    if object.hashed != nil || !key.isPlain || keys.count - object.base == Self.few {
      return try insertHashed(key, in: bytes, of: &object)
    }
    let new = Key(word: key.word, content: key.content)
    for index in object.base..<keys.count where Self.areEqual(keys[index], new, in: bytes) {
      throw duplicate(key, in: bytes)
    }
    keys.append(new)
  }

  private mutating func insertHashed(
    _ key: JSONToken, in bytes: Span<UInt8>, of object: inout Object
  ) throws(JSONFault) {
    var hashed = object.hashed ?? []
    object.hashed = nil
    for plain in keys[object.base...] { hashed.insert(bytes.array(plain.content)) }
    keys.removeSubrange(object.base...)
    let isNew = hashed.insert(key.utf8(in: bytes)).inserted
    object.hashed = hashed
    if !isNew { throw duplicate(key, in: bytes) }
  }

  private static func areEqual(_ one: Key, _ other: Key, in bytes: Span<UInt8>) -> Bool {
    guard one.word == other.word && one.content.count == other.content.count else { return false }
    for offset in 0..<one.content.count
    where bytes[one.content.lowerBound + offset] != bytes[other.content.lowerBound + offset] {
      return false
    }
    return true
  }

  private func duplicate(_ key: JSONToken, in bytes: Span<UInt8>) -> JSONFault {
    JSONFault(.duplicateKey(bytes.text(key.content)), at: key.start)
  }
}
