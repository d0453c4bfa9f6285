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

  /// - Parameter names: At most 128, none empty, no two equal.
  package init(_ names: [String] = []) {
    for name in names {
      let isNew = insert(name)
      precondition(isNew)
    }
  }

  /// Adds a name that is not empty, unless it is there. Of 128 names none can be added.
  /// - Returns: Whether it was added.
  package mutating func insert(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    if index(of: bytes) != nil { return false }
    precondition(names.count < 128)
    let word = Self.word(bytes)
    var slot = Self.slot(word, bytes.count)
    while entries[slot].count != 0 { slot = (slot + 1) & 255 }
    entries[slot] = Entry(word: word, count: Int32(bytes.count), index: Int32(names.count))
    names.append(name)
    longNames.append(bytes)
    return true
  }

  /// The index of a name; nil if it is not there.
  package func index(of name: String) -> Int? { index(of: Array(name.utf8)) }

  private func index(of name: [UInt8]) -> Int? {
    index(Self.word(name), count: name.count) { longNames[$0] == name }
  }

  /// The index of the name that a string equals; nil if there is none.
  package func index(of token: JSONToken, in bytes: Span<UInt8>) -> Int? {
    if !token.isPlain { return longNames.firstIndex(of: token.utf8(in: bytes)) }
    let count = token.content.count
    return index(token.word, count: count) { count <= 8 || hasTail($0, token, in: bytes) }
  }

  /// The index of the name of `count` bytes, at most eight, which are in `word`.
  @inline(__always) func index(_ word: UInt64, count: Int) -> Int? { index(word, count: count) { _ in true } }

  /// The index of a name of `count` bytes that begins with the bytes in `word`.
  @inline(__always) private func index(_ word: UInt64, count: Int, where isMeant: (Int) -> Bool) -> Int? {
    var slot = Self.slot(word, count)
    while true {
      let entry = entries[slot]
      if entry.count == 0 { return nil }
      if entry.word == word && Int(entry.count) == count, isMeant(Int(entry.index)) { return Int(entry.index) }
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
