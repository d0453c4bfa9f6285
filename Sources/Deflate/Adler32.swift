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

  /// Appends one zero byte.
  package mutating func appendZero() {
    append(sum: 0, weighted: 0, count: 1)
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
  /// Appends the bytes in `range`.
  package mutating func append(_ range: Range<Int>, of bytes: [UInt8]) {
    unsafe append(range, of: bytes.span.bytes, .all)
  }

  /// Appends the bytes that the pixels in `range` have in a PNG row.
  package mutating func append(_ range: Range<Int>, of pixels: [UInt32], as layout: PixelBytes) {
    let lanes: Lanes =
      switch layout {
      case .grayAlpha: .grayAlpha
      case .rgb: .rgb
      case .rgba: .all
      }
    unsafe append(4 * range.lowerBound..<4 * range.upperBound, of: pixels.span.bytes, lanes)
  }

  /// Which bytes of a group of 16, that is, of four pixels of four bytes, are summed, and their weights.
  private struct Lanes {
    /// The weights of the bytes at even offsets, one per lane; then those at odd offsets.
    var even = SIMD8<UInt16>.zero
    var odd = SIMD8<UInt16>.zero
    /// All ones where a byte is summed.
    var evenMask = SIMD8<UInt16>.zero
    var oddMask = SIMD8<UInt16>.zero
    /// The number of bytes that are summed.
    let count: Int

    static let grayAlpha = Lanes(bytesOfPixel: 2)
    static let rgb = Lanes(bytesOfPixel: 3)
    static let all = Lanes(bytesOfPixel: 4)

    /// - Parameter size: The number of bytes summed per pixel: 4 is all, 3 the first three, 2 the first and the last.
    private init(bytesOfPixel size: Int) {
      count = 4 * size
      var index = 0
      for byte in 0..<16 {
        let channel = byte % 4
        guard channel < size && size > 2 || channel == 0 || channel == 3 && size != 3 else { continue }
        if byte % 2 == 0 {
          even[byte / 2] = UInt16(count - index)
          evenMask[byte / 2] = .max
        } else {
          odd[byte / 2] = UInt16(count - index)
          oddMask[byte / 2] = .max
        }
        index += 1
      }
    }

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
      let before = Lanes.halves(evenBefore & evenMask) &+ Lanes.halves(oddBefore & oddMask)
      weighted &+= before &* SIMD4(repeating: UInt32(truncatingIfNeeded: count))
      weighted &+= Lanes.halves(evenSums &* even) &+ Lanes.halves(oddSums &* odd)
      sums &+= Lanes.halves(evenSums & evenMask) &+ Lanes.halves(oddSums & oddMask)
    }

    /// The sums of adjacent lanes.
    @inline(always)
    private static func halves(_ lanes: SIMD8<UInt16>) -> SIMD4<UInt32> {
      let pairs = unsafe unsafeBitCast(lanes, to: SIMD4<UInt32>.self)
      return (pairs & 0xFFFF) &+ (pairs &>> 16)
    }

    /// Whether a byte at this offset from the start of the rows is summed.
    func contains(_ byte: Int) -> Bool {
      byte % 2 == 0 ? evenMask[byte % 16 / 2] != 0 : oddMask[byte % 16 / 2] != 0
    }
  }

  /// The number of groups of 16 bytes whose sums fit into 16-bit lanes.
  private static let groupLimit = 16
  /// The number of chunks of `groupLimit` groups whose sums fit into 32-bit lanes.
  private static let chunkLimit = 64

  private mutating func append(_ range: Range<Int>, of bytes: RawSpan, _ lanes: Lanes) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.byteCount)
    var sum: UInt64 = 0
    var weighted: UInt64 = 0
    var count = 0
    var offset = range.lowerBound
    while offset + 16 <= range.upperBound {
      let groups = min(Self.groupLimit, (range.upperBound - offset) / 16)
      let chunks = min(Self.chunkLimit, (range.upperBound - offset) / (16 * groups))
      let chunk = groups &* lanes.count
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
      count &+= chunks &* chunk
    }
    let aligned = offset
    while offset < range.upperBound {
      if lanes.contains(offset - aligned) {
        sum &+= UInt64(unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self))
        weighted &+= sum
        count += 1
      }
      offset += 1
    }
    append(sum: sum, weighted: weighted, count: count)
  }

  @inline(always)
  private static func sum(_ lanes: SIMD4<UInt32>) -> UInt64 {
    UInt64(lanes[0]) &+ UInt64(lanes[1]) &+ UInt64(lanes[2]) &+ UInt64(lanes[3])
  }
}
