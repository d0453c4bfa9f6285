/// Reads the bits of a compressed stream, starting at the low bit of each byte (RFC 1951, 3.1.1), from bytes that may
/// arrive in pieces.
struct BitReader {
  /// A position in the stream. Saving and restoring it undoes a read for which there were too few bytes.
  struct State {
    /// The index of the next byte that is not in `bits`.
    var position = 0
    /// The next bits, starting at the low bit; those from `count` on are zeros.
    var bits: UInt64 = 0
    /// The number of bits in `bits`, 0...63.
    var count: UInt64 = 0
  }

  var state = State()
  /// The bytes that have not been read yet, and possibly some that have.
  private(set) var bytes: [UInt8] = []

  /// Whether nothing is left but the padding of a byte.
  var isAtEnd: Bool { state.position == bytes.count && state.count < 8 }

  /// Appends bytes and drops those that have been read.
  mutating func append(_ more: ArraySlice<UInt8>) {
    bytes.removeSubrange(..<state.position)
    state.position = 0
    bytes.append(contentsOf: more)
  }

  /// Loads bytes until there are more than 55 bits or no bytes are left.
  mutating func refill() {
    while state.count <= 55, state.position < bytes.count {
      state.bits |= UInt64(bytes[state.position]) << state.count
      state.position += 1
      state.count += 8
    }
  }

  /// Skips bits that `refill` has loaded.
  mutating func drop(_ count: UInt64) {
    state.bits >>= count
    state.count -= count
  }

  /// Reads `count` bits, 0...32. Returns nil if there are too few.
  mutating func take(_ count: UInt64) -> Int? {
    refill()
    guard state.count >= count else { return nil }
    let value = state.bits & ((1 << count) - 1)
    drop(count)
    return Int(value)
  }

  /// Skips to the next byte boundary.
  mutating func align() {
    drop(state.count % 8)
  }

  /// Reads at most `limit` bytes and returns their indices in `bytes`.
  ///
  /// - Precondition: The reader is at a byte boundary.
  mutating func takeBytes(atMost limit: Int) -> Range<Int> {
    let start = state.position - Int(state.count / 8)
    let end = min(bytes.count, start + limit)
    state = State(position: end)
    return start..<end
  }
}

// MARK: Without bounds on the count

/// The operations of the fast loop in `SymbolDecoder`. They keep only the low six bits of `count` valid, so that whole
/// table entries can be subtracted from it; `normalize` restores the invariants.
extension BitReader.State {
  /// Loads all whole bytes for which there is room, at least 56 bits in total. Bits of a further byte may be loaded
  /// too; the next refill loads the same ones again.
  @inline(always)
  mutating func refill(from bytes: RawSpan) {
    let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
    bits |= UInt64(littleEndian: word) &<< count
    position &+= 7 &- Int(truncatingIfNeeded: count &>> 3 & 7)
    count |= 56
  }

  /// Skips the bits of a table entry.
  @inline(always)
  mutating func drop(_ entry: UInt32) {
    bits &>>= UInt64(entry)
    count &-= UInt64(entry)
  }

  /// Replaces a pointer to a second table by the entry of that table.
  @inline(always)
  mutating func follow(_ pointer: UInt32, in entries: Span<UInt32>) -> UInt32 {
    drop(pointer)
    return entries[DecodingTable.index(of: pointer, bits)]
  }

  mutating func normalize() {
    count &= 63
    bits &= (1 << count) - 1
  }
}
