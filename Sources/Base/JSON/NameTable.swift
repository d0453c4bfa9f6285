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

  package let names: [String]
  private let longNames: [[UInt8]]
  private var entries = [Entry](repeating: Entry(), count: 256)

  /// - Parameter names: At most 128, none empty, no two of the same length with the same first eight bytes.
  package init(_ names: [String]) {
    precondition(names.count <= 128)
    self.names = names
    longNames = names.map { Array($0.utf8) }
    for (index, name) in longNames.enumerated() {
      let word = Self.word(name)
      var slot = Self.slot(word, name.count)
      while entries[slot].count != 0 { slot = (slot + 1) & 255 }
      entries[slot] = Entry(word: word, count: Int32(name.count), index: Int32(index))
    }
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
