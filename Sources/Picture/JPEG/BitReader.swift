import PNG

/// The bits of a scan up to the next marker (ITU-T T.81, F.2.2.5).
///
/// Behind the last bit there are zeros. `check` tells whether some of them were read, so that the reader of a block
/// need not check each bit.
struct BitReader: Sendable {
  private let bytes: [UInt8]
  /// Where the byte lies that is next put into `word`; the marker, once it is reached.
  private(set) var position: Int
  /// The next bits, the first one highest.
  private var word: UInt64 = 0
  /// The number of bits in `word`.
  private var count = 0
  /// How many of the bits so far are zeros behind the last bit.
  private var missing = 0
  private var isAtMarker = false

  init(_ bytes: [UInt8], at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// Makes at least 32 bits available: a symbol and the bits that it announces.
  @inline(__always)
  mutating func fill() {
    if count < 32 { load() }
  }

  private mutating func load() {
    while count <= 56 {
      if position < bytes.count, !isAtMarker {
        let byte = bytes[position]
        position += 1
        if byte != 0xFF || isStuffed() {
          word |= UInt64(byte) << UInt64(56 - count)
        } else {
          continue
        }
      } else {
        missing += 8
      }
      count += 8
    }
  }

  /// Whether the byte FF just read is data. If so, skips the zero after it; otherwise a marker or a fill byte begins
  /// there.
  private mutating func isStuffed() -> Bool {
    let start = position - 1
    while position < bytes.count, bytes[position] == 0xFF { position += 1 }
    guard position < bytes.count else { return false }
    if bytes[position] == 0 {
      position += 1
      return true
    }
    position = start
    isAtMarker = true
    return false
  }

  /// The next symbol of a code, or nil if the bits are none. Takes up to 16 of the bits that `fill` makes available.
  @inline(__always)
  mutating func symbol(_ table: borrowing HuffmanTable) -> Int? {
    var entry = table.short[Int(word >> UInt64(64 - HuffmanTable.shortLength))]
    if entry == 0 {
      entry = table.long(Int(word >> 48))
      if entry == 0 { return nil }
    }
    skip(Int(entry >> 8))
    return Int(entry & 0xFF)
  }

  /// The next bits as a number. Takes up to 16 of the bits that `fill` makes available.
  @inline(__always)
  mutating func bits(_ length: Int) -> Int32 {
    let value = Int32(truncatingIfNeeded: (word >> 1) &>> UInt64(63 &- length))
    skip(length)
    return value
  }

  /// The next bits as a number with a sign (ITU-T T.81, figure F.12): a first bit of 0 means that it is negative.
  @inline(__always)
  mutating func signed(_ length: Int) -> Int32 {
    let isNegative = word >> 63 == 0
    let value = bits(length)
    return isNegative ? value &- (1 &<< Int32(truncatingIfNeeded: length)) &+ 1 : value
  }

  @inline(__always)
  private mutating func skip(_ length: Int) {
    word = word &<< UInt64(length)
    count &-= length
  }

  /// - Throws: `ImageError` if more bits were read than there are.
  @inline(__always)
  func check() throws(ImageError) {
    if count < missing { throw damage("a scan ends before its last block") }
  }

  /// The error of bits that cannot be; they may be the zeros behind the end.
  func damage(_ description: String) -> ImageError {
    if count < missing {
      return isAtMarker
        ? .corrupt("a scan ends before its last block", offset: position) : .truncated(offset: bytes.count)
    }
    return .corrupt(description, offset: position)
  }

  /// Continues behind the next marker, which must be the restart marker of a number, 0...7.
  ///
  /// - Throws: `ImageError` if there is another marker, or none.
  mutating func restart(_ number: Int) throws(ImageError) {
    var segments = JPEGSegments(bytes, at: position)
    guard try segments.nextMarker() == .restart(number) else {
      throw .corrupt("a restart marker is missing", offset: segments.position)
    }
    self = BitReader(bytes, at: segments.position)
  }
}
