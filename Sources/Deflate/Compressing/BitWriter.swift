/// Bits in the order of DEFLATE: the first in the lowest place of a byte (RFC 1951, 3.1.1).
struct BitWriter {
  /// The bits, and after them anything.
  var bytes: [UInt8] = []
  var bitCount = 0

  /// Whole words are written, the last of them beyond the end.
  static let slack = 16

  /// How many bytes have all their bits.
  var wholeBytes: Int { bitCount / 8 }

  /// Makes room for `bits` more.
  mutating func reserve(bits: Int) {
    let needed = (bitCount + bits) / 8 + Self.slack
    guard needed > bytes.count else { return }
    bytes.reserveCapacity(needed)
    bytes.append(contentsOf: repeatElement(0, count: max(needed, min(bytes.capacity, 2 * needed)) - bytes.count))
  }

  /// Appends the lowest `count` bits of `value`, at most 48; the others are 0.
  mutating func append(_ value: UInt64, count: Int) {
    reserve(bits: count)
    let place = bitCount >> 3
    let word = held | value << UInt64(bitCount & 7)
    bitCount += count
    var span = bytes.mutableSpan
    var output = unsafe span.mutableBytes
    output.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt64.self)
  }

  /// Goes to the next byte; the bits between are 0.
  mutating func align() {
    append(0, count: -bitCount & 7)
  }

  /// Appends bytes where the writer is aligned.
  mutating func append(_ source: Span<UInt8>) {
    precondition(bitCount & 7 == 0, "bytes begin on a byte")
    append(source, bits: 8 * source.count)
  }

  /// The bits of the last byte, where it does not have all of them.
  var held: UInt64 {
    bitCount & 7 == 0 ? 0 : UInt64(bytes[bitCount >> 3]) & (1 << UInt64(bitCount & 7) - 1)
  }

  /// Appends the first `count` bits of `source`.
  mutating func append(_ source: Span<UInt8>, bits count: Int) {
    precondition(source.count * 8 >= count, "these are all the bits")
    reserve(bits: count)
    let shift = UInt64(bitCount & 7)
    var place = bitCount >> 3
    var carry = held
    bitCount += count
    let end = (count + 7) / 8
    var index = 0
    let words = unsafe source.bytes
    var span = bytes.mutableSpan
    var target = unsafe span.mutableBytes
    while index &+ 8 <= end {
      let word = unsafe words.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self).littleEndian
      unsafe target.storeBytes(
        of: (carry | word &<< shift).littleEndian, toUncheckedByteOffset: place, as: UInt64.self)
      carry = (word &>> 1) &>> (63 &- shift)
      index &+= 8
      place &+= 8
    }
    while index < end {
      carry |= UInt64(source[index]) << shift
      target.storeBytes(of: UInt8(truncatingIfNeeded: carry), toByteOffset: place, as: UInt8.self)
      carry >>= 8
      index += 1
      place += 1
    }
    target.storeBytes(of: UInt8(truncatingIfNeeded: carry), toByteOffset: place, as: UInt8.self)
  }

  /// Forgets the first `count` bytes.
  mutating func removeFirst(bytes count: Int) {
    let rest = (bitCount + 7) / 8 - count
    for index in 0..<rest { bytes[index] = bytes[count + index] }
    bitCount -= 8 * count
  }

  mutating func removeAll() {
    bitCount = 0
  }
}
