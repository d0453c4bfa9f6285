/// The checksum of the zlib format, Adler-32 (RFC 1950, section 9).
package struct Adler32: Equatable, Sendable {
  /// 1 + the sum of the bytes, modulo 65,521.
  private var a: UInt32 = 1
  /// The sum of the values that `a` had after each byte, modulo 65,521.
  private var b: UInt32 = 0
  /// The number of bytes summed so far.
  private var byteCount = 0

  private static let modulus: UInt64 = 65_521

  package init() {}

  package var value: UInt32 { b << 16 | a }

  /// Appends the bytes that `other` has summed.
  package mutating func append(_ other: Adler32) {
    // `other` started with a = 1, and each of its bytes added that 1 to its `b`.
    let count = UInt64(other.byteCount) % Self.modulus
    append(
      sum: UInt64(other.a) + Self.modulus - 1, weighted: UInt64(other.b) + Self.modulus - count,
      count: other.byteCount)
  }

  /// Appends `count` bytes.
  ///
  /// - Parameters:
  ///   - sum: The sum of the bytes, below 2⁶³.
  ///   - weighted: The sum of the bytes with weights `count`, …, 2, 1, the last byte having weight 1; below 2⁶³.
  private mutating func append(sum: UInt64, weighted: UInt64, count: Int) {
    let before = UInt64(count) % Self.modulus * UInt64(a)
    b = UInt32(truncatingIfNeeded: (UInt64(b) + before + weighted) % Self.modulus)
    a = UInt32(truncatingIfNeeded: (UInt64(a) + sum) % Self.modulus)
    byteCount += count
  }
}

// MARK: Rows, 16 bytes of memory at a time

extension Adler32 {
  /// The weights of 16 bytes, of which the last has weight 1.
  private struct Lanes {
    /// Those of the bytes at even offsets, one per lane; then those at odd offsets.
    let even = SIMD8<UInt16>(16, 14, 12, 10, 8, 6, 4, 2)
    let odd = SIMD8<UInt16>(15, 13, 11, 9, 7, 5, 3, 1)

    /// Adds `groups` groups of 16 bytes to both sums; the last byte has weight 1.
    @unsafe @inline(always)
    func add(
      _ bytes: RawSpan, _ offset: Int, groups: Int, to sums: inout SIMD4<UInt32>, _ weighted: inout SIMD4<UInt32>
    ) {
      var pairSums = SIMD8<UInt16>.zero
      var oddSums = SIMD8<UInt16>.zero
      // The sums over all groups of the sums before each group.
      var pairsBefore = SIMD8<UInt16>.zero
      var oddBefore = SIMD8<UInt16>.zero
      for group in 0..<groups {
        let pairs = unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: offset &+ 16 &* group, as: SIMD8<UInt16>.self)
        pairsBefore &+= pairSums
        oddBefore &+= oddSums
        pairSums &+= pairs
        oddSums &+= pairs &>> 8
      }
      // The pair sums wrap around, but their low bytes are exact, and those determine the even sums.
      let evenSums = pairSums &- oddSums &<< 8
      let evenBefore = pairsBefore &- oddBefore &<< 8
      let before = Lanes.halves(evenBefore) &+ Lanes.halves(oddBefore)
      weighted &+= before &* 16
      weighted &+= Lanes.halves(evenSums &* even) &+ Lanes.halves(oddSums &* odd)
      sums &+= Lanes.halves(evenSums) &+ Lanes.halves(oddSums)
    }

    /// The sums of adjacent lanes.
    @inline(always)
    private static func halves(_ lanes: SIMD8<UInt16>) -> SIMD4<UInt32> {
      let pairs = unsafe unsafeBitCast(lanes, to: SIMD4<UInt32>.self)
      return (pairs & 0xFFFF) &+ (pairs &>> 16)
    }
  }

  /// The number of groups of 16 bytes whose sums fit into 16-bit lanes.
  private static let groupLimit = 16
  /// The number of chunks of `groupLimit` groups whose sums fit into 32-bit lanes.
  private static let chunkLimit = 64

  /// Appends the bytes in `range`.
  package mutating func append(_ range: Range<Int>, of array: [UInt8]) {
    let bytes = unsafe array.span.bytes
    let lanes = Lanes()
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.byteCount)
    var sum: UInt64 = 0
    var weighted: UInt64 = 0
    var offset = range.lowerBound
    while offset + 16 <= range.upperBound {
      let groups = min(Self.groupLimit, (range.upperBound - offset) / 16)
      let chunks = min(Self.chunkLimit, (range.upperBound - offset) / (16 * groups))
      let chunk = 16 &* groups
      var chunkSums = SIMD4<UInt32>.zero
      var chunkWeighted = SIMD4<UInt32>.zero
      // The sum over all chunks of the sum before each chunk.
      var before = SIMD4<UInt32>.zero
      for _ in 0..<chunks {
        before &+= chunkSums
        unsafe lanes.add(bytes, offset, groups: groups, to: &chunkSums, &chunkWeighted)
        offset &+= 16 &* groups
      }
      weighted &+= sum &* UInt64(chunks &* chunk)
      weighted &+= Self.sum(before) &* UInt64(chunk) &+ Self.sum(chunkWeighted)
      sum &+= Self.sum(chunkSums)
    }
    while offset < range.upperBound {
      sum &+= UInt64(array[offset])
      weighted &+= sum
      offset += 1
    }
    append(sum: sum, weighted: weighted, count: range.count)
  }

  @inline(always)
  private static func sum(_ lanes: SIMD4<UInt32>) -> UInt64 {
    UInt64(lanes[0]) &+ UInt64(lanes[1]) &+ UInt64(lanes[2]) &+ UInt64(lanes[3])
  }
}
