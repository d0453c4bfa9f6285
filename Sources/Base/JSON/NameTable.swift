/// A small set of names, looked up by the bytes of a JSON string without making a `String`.
///
/// It is an open-addressed hash table of the names' first eight bytes.
package struct NameTable: Sendable {
  private struct Entry {
    var word: UInt64 = 0
    /// The name's length in bytes; 0 for a free slot.
    var count: Int32 = 0
    var index: Int32 = 0
  }

  package private(set) var names: [String] = []
  private var longNames: [[UInt8]] = []
  private var entries = [Entry](repeating: Entry(), count: 256)

  /// - Parameter names: At most 128, none empty, no two of the same length with the same first eight bytes.
  package init(_ names: [String] = []) {
    for name in names { insert(name) }
  }

  /// Adds a name that meets the conditions of `init`, unless it is there.
  /// - Returns: Whether it was added.
  @discardableResult package mutating func insert(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    let word = Self.word(bytes)
    if let index = index(word, count: bytes.count) {
      precondition(longNames[index] == bytes)
      return false
    }
    precondition(names.count < 128)
    var slot = Self.slot(word, bytes.count)
    while entries[slot].count != 0 { slot = (slot + 1) & 255 }
    entries[slot] = Entry(word: word, count: Int32(bytes.count), index: Int32(names.count))
    names.append(name)
    longNames.append(bytes)
    return true
  }

  /// The index of a name; nil if it is not there.
  package func index(of name: String) -> Int? {
    let bytes = Array(name.utf8)
    guard let index = index(Self.word(bytes), count: bytes.count), longNames[index] == bytes else { return nil }
    return index
  }

  /// The index of the name that a string equals; nil if there is none.
  package func index(of token: JSONToken, in bytes: Span<UInt8>) -> Int? {
    if !token.isPlain { return longNames.firstIndex(of: token.utf8(in: bytes)) }
    let count = token.content.count
    guard let index = index(token.word, count: count) else { return nil }
    return count <= 8 || hasTail(index, token, in: bytes) ? index : nil
  }

  /// The index of the name of `count` bytes that begins with the bytes in `word`.
  @inline(__always) func index(_ word: UInt64, count: Int) -> Int? {
    var slot = Self.slot(word, count)
    while true {
      let entry = entries[slot]
      if entry.count == 0 { return nil }
      if entry.word == word && Int(entry.count) == count { return Int(entry.index) }
      slot = (slot &+ 1) & 255
    }
  }

  /// Whether a string equals the name after the first eight bytes.
  private func hasTail(_ index: Int, _ token: JSONToken, in bytes: Span<UInt8>) -> Bool {
    let name = longNames[index]
    for offset in 8..<name.count where bytes[token.start + 1 + offset] != name[offset] { return false }
    return true
  }

  private static func word(_ name: [UInt8]) -> UInt64 {
    name.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The first slot to look at, by Fibonacci hashing (Knuth, The Art of Computer Programming 3, section 6.4).
  @inline(__always) private static func slot(_ word: UInt64, _ count: Int) -> Int {
    Int(truncatingIfNeeded: ((word ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15) &>> 56)
  }
}
