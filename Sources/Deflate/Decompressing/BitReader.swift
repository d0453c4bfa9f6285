/// A compressed stream's bytes, as far as they have come, read as bits from the lowest of each byte (RFC 1951, 3.1.1).
struct BitReader {
  /// Where a reader stands. It is small, so that what needs more bytes than there are can go back and start again.
  struct State {
    /// Of the next byte that is not in `bits`.
    var position = 0
    /// The next bits, the first in the lowest place; those beyond `count` are zeros.
    var bits: UInt64 = 0
    /// How many of `bits` there are, 0...63.
    var count: UInt64 = 0
  }

  var state = State()
  /// Those that were read are forgotten when others come.
  private(set) var bytes: [UInt8] = []

  /// Whether nothing is left but the padding of a byte.
  var isAtEnd: Bool { state.position == bytes.count && state.count < 8 }

  mutating func append(_ more: ArraySlice<UInt8>) {
    bytes.removeSubrange(..<state.position)
    state.position = 0
    bytes.append(contentsOf: more)
  }

  /// Takes bytes up until there are more than 56 bits or no bytes.
  mutating func refill() {
    while state.count <= 55, state.position < bytes.count {
      state.bits |= UInt64(bytes[state.position]) << state.count
      state.position += 1
      state.count += 8
    }
  }

  /// Forgets bits that `refill` has got.
  mutating func drop(_ count: UInt64) {
    state.bits >>= count
    state.count -= count
  }

  /// The next `count` bits, 0...32; nil where there are not so many yet.
  mutating func take(_ count: UInt64) -> Int? {
    refill()
    guard state.count >= count else { return nil }
    let value = state.bits & ((1 << count) - 1)
    drop(count)
    return Int(value)
  }

  /// Passes over what is left of a byte of which bits were taken.
  mutating func align() {
    drop(state.count % 8)
  }

  /// Takes at most `limit` bytes and returns where they stand; the reader is at the beginning of a byte.
  mutating func takeBytes(atMost limit: Int) -> Range<Int> {
    let start = state.position - Int(state.count / 8)
    let end = min(bytes.count, start + limit)
    state = State(position: end)
    return start..<end
  }
}
