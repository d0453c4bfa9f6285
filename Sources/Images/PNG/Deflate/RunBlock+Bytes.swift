/// Runs of single bytes.
extension RunBlock {
  /// Appends the bytes in `range`, at most `pieceLimit` of them.
  ///
  /// Eight bytes at a time are compared with those one place before; three equal ones begin a run. The last eight may
  /// belong to a run, but begin none.
  /// - Precondition: `distance` is 1, the block is not full, and `bytes` goes on for `margin` after the range.
  mutating func append(_ range: Range<Int>, of bytes: [UInt8]) {
    precondition(distance == 1 && range.lowerBound >= 0 && range.upperBound + Self.margin <= bytes.count)
    reserve(bytes: range.count)
    unsafe Self.append(range, of: bytes.span.bytes, to: &literals, &runs, &counts)
  }

  /// How far beyond a piece may be looked.
  static let margin = 48

  private static func append(
    _ range: Range<Int>, of bytes: RawSpan, to literals: inout [UInt8], _ runs: inout [UInt32], _ counts: inout Counts
  ) {
    var literals = literals.mutableSpan
    var output = unsafe literals.mutableBytes
    var runs = runs.mutableSpan
    var count = counts.literals
    var mark = counts.literalsBeforeLastRun
    var number = counts.runs
    let end = range.upperBound
    // The first byte stands for itself, whatever is before it.
    unsafe output.storeBytes(of: byte(bytes, range.lowerBound), toUncheckedByteOffset: count, as: UInt8.self)
    count &+= 1
    var place = range.lowerBound &+ 1
    while place &+ 8 <= end {
      let here = word(bytes, place)
      unsafe output.storeBytes(of: here.littleEndian, toUncheckedByteOffset: count, as: UInt64.self)
      let difference = here ^ word(bytes, place &- 1)
      // The highest bit of each byte tells whether it differs.
      let changes = (difference & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F | difference
      // Three bytes in a row without a change, beginning at one of the first six.
      let starts = ~(changes | changes &>> 8 | changes &>> 16) & 0x0000_8080_8080_8080
      if starts == 0 {
        place &+= 6
        count &+= 6
        continue
      }
      let single = starts.trailingZeroBitCount &>> 3
      place &+= single
      count &+= single
      let stop = min(endOfRun(in: bytes, from: place, to: end), end)
      unsafe runs[unchecked: number] = UInt32(truncatingIfNeeded: count &- mark | (stop &- place) &<< 16)
      number &+= 1
      mark = count
      place = stop
    }
    while place < end {
      unsafe output.storeBytes(of: byte(bytes, place), toUncheckedByteOffset: count, as: UInt8.self)
      place &+= 1
      count &+= 1
    }
    counts = Counts(literals: count, runs: number, literalsBeforeLastRun: mark)
  }

  @inline(__always)
  private static func word(_ bytes: RawSpan, _ place: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self))
  }

  @inline(__always)
  private static func byte(_ bytes: RawSpan, _ place: Int) -> UInt8 {
    unsafe bytes.unsafeLoad(fromUncheckedByteOffset: place, as: UInt8.self)
  }

  /// Where a run of three or more bytes ends that begins at `start`; where it goes on beyond `limit`, any place there.
  @inline(__always)
  private static func endOfRun(in bytes: RawSpan, from start: Int, to limit: Int) -> Int {
    let repeated = UInt64(byte(bytes, start)) &* 0x0101_0101_0101_0101
    var place = start &+ 3
    var difference = word(bytes, place) ^ repeated
    if difference == 0 {
      place &+= 8
      while place < limit {
        let first = (word(bytes, place) ^ repeated) | (word(bytes, place &+ 8) ^ repeated)
        let second = (word(bytes, place &+ 16) ^ repeated) | (word(bytes, place &+ 24) ^ repeated)
        if first | second != 0 { break }
        place &+= 32
      }
      difference = word(bytes, place) ^ repeated
      while difference == 0, place < limit {
        place &+= 8
        difference = word(bytes, place) ^ repeated
      }
    }
    return place &+ difference.trailingZeroBitCount &>> 3
  }
}
