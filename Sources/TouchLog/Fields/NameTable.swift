/// A few known names, found by the bytes of a JSON string without making a `String` of them.
///
/// An open-addressed hash table of the names' first eight bytes.
struct NameTable {
  private struct Entry {
    var word: UInt64 = 0
    /// In bytes; 0 where the place is free.
    var count: Int32 = 0
    var index: Int32 = 0
  }

  let names: [String]
  private let longNames: [[UInt8]]
  private var entries = [Entry](repeating: Entry(), count: 128)

  /// - Parameter names: At most 64, none empty, no two of one length with the same first eight bytes.
  init(_ names: [String]) {
    precondition(names.count <= 64)
    self.names = names
    longNames = names.map { Array($0.utf8) }
    for (index, name) in longNames.enumerated() {
      let word = Self.word(name)
      var place = Self.place(word, name.count)
      while entries[place].count != 0 { place = (place + 1) & 127 }
      entries[place] = Entry(word: word, count: Int32(name.count), index: Int32(index))
    }
  }

  /// Which name a string is; nil where it is none of them.
  @inline(__always) func index(of token: JSONToken, in bytes: Span<UInt8>) -> Int? {
    if !token.isPlain { return longNames.firstIndex(of: token.utf8(in: bytes)) }
    let count = token.content.count
    guard let index = index(token.word, count: count) else { return nil }
    return count <= 8 || hasTail(index, token, in: bytes) ? index : nil
  }

  /// The name of `count` bytes that begins with those in `word`, as far as they reach.
  @inline(__always) func index(_ word: UInt64, count: Int) -> Int? {
    var place = Self.place(word, count)
    while true {
      let entry = entries[place]
      if entry.count == 0 { return nil }
      if entry.word == word && Int(entry.count) == count { return Int(entry.index) }
      place = (place &+ 1) & 127
    }
  }

  /// Whether a string goes on as the name does after its first eight bytes.
  private func hasTail(_ index: Int, _ token: JSONToken, in bytes: Span<UInt8>) -> Bool {
    let name = longNames[index]
    for offset in 8..<name.count where bytes[token.start + 1 + offset] != name[offset] { return false }
    return true
  }

  private static func word(_ name: [UInt8]) -> UInt64 {
    name.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Fibonacci hashing (Knuth, The Art of Computer Programming 3, section 6.4).
  @inline(__always) private static func place(_ word: UInt64, _ count: Int) -> Int {
    Int(truncatingIfNeeded: ((word ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15) &>> 57)
  }
}
