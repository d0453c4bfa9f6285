/// The checksum of rows, 16 bytes of memory at a time.
extension Adler32 {
  /// Goes on with the bytes in `range`.
  package mutating func append(_ range: Range<Int>, of bytes: [UInt8]) {
    unsafe append(range, of: bytes.span.bytes, .all)
  }

  /// Goes on with the pixels in `range`, as a PNG's rows hold them.
  package mutating func append(_ range: Range<Int>, of pixels: [UInt32], as kind: RunBlock.PixelBytes) {
    let lanes: Lanes =
      switch kind {
      case .greyAlpha: .greyAlpha
      case .rgb: .rgb
      case .rgba: .all
      }
    unsafe append(4 * range.lowerBound..<4 * range.upperBound, of: pixels.span.bytes, lanes)
  }

  /// Which of 16 bytes in memory count, four pixels of four bytes each, and how often in the weighted sum.
  private struct Lanes {
    /// For the bytes at even places, one in each lane; then for those at odd places.
    var even = SIMD8<UInt16>.zero
    var odd = SIMD8<UInt16>.zero
    /// All bits where a byte counts.
    var evenMask = SIMD8<UInt16>.zero
    var oddMask = SIMD8<UInt16>.zero
    /// How many count.
    let count: Int

    static let greyAlpha = Lanes(bytesOfPixel: 2)
    static let rgb = Lanes(bytesOfPixel: 3)
    static let all = Lanes(bytesOfPixel: 4)

    /// - Parameter size: How many bytes of each pixel count: all four, the first three, or the first and the last.
    private init(bytesOfPixel size: Int) {
      count = 4 * size
      var place = 0
      for byte in 0..<16 {
        let channel = byte % 4
        guard channel < size && size > 2 || channel == 0 || channel == 3 && size != 3 else { continue }
        if byte % 2 == 0 {
          even[byte / 2] = UInt16(count - place)
          evenMask[byte / 2] = .max
        } else {
          odd[byte / 2] = UInt16(count - place)
          oddMask[byte / 2] = .max
        }
        place += 1
      }
    }

    /// Adds groups of 16 bytes to the sums of some of them, and to the sums in which the last ones count once.
    @unsafe @inline(always)
    func add(
      _ bytes: RawSpan, _ place: Int, groups: Int, to sums: inout SIMD4<UInt32>, _ weighted: inout SIMD4<UInt32>
    ) {
      var pairSums = SIMD8<UInt16>.zero
      var oddSums = SIMD8<UInt16>.zero
      // What there was before each group.
      var pairsBefore = SIMD8<UInt16>.zero
      var oddBefore = SIMD8<UInt16>.zero
      for group in 0..<groups {
        let pairs = unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: place &+ 16 &* group, as: SIMD8<UInt16>.self)
        pairsBefore &+= pairSums
        oddBefore &+= oddSums
        pairSums &+= pairs
        oddSums &+= pairs &>> 8
      }
      // Of pairs of bytes only the sums' lower halves are left; that is enough to know the even ones'.
      let evenSums = pairSums &- oddSums &<< 8
      let evenBefore = pairsBefore &- oddBefore &<< 8
      let before = Lanes.halves(evenBefore & evenMask) &+ Lanes.halves(oddBefore & oddMask)
      weighted &+= before &* SIMD4(repeating: UInt32(truncatingIfNeeded: count))
      weighted &+= Lanes.halves(evenSums &* even) &+ Lanes.halves(oddSums &* odd)
      sums &+= Lanes.halves(evenSums & evenMask) &+ Lanes.halves(oddSums & oddMask)
    }

    /// The sums of two neighbours each.
    @inline(always)
    private static func halves(_ lanes: SIMD8<UInt16>) -> SIMD4<UInt32> {
      let pairs = unsafe unsafeBitCast(lanes, to: SIMD4<UInt32>.self)
      return (pairs & 0xFFFF) &+ (pairs &>> 16)
    }

    /// Whether a byte counts.
    func contains(_ byte: Int) -> Bool {
      byte % 2 == 0 ? evenMask[byte % 16 / 2] != 0 : oddMask[byte % 16 / 2] != 0
    }
  }

  /// More groups of 16 bytes would exceed 16 bits in a lane.
  private static let groupLimit = 16
  /// More chunks of so many groups would exceed 32.
  private static let chunkLimit = 64

  private mutating func append(_ range: Range<Int>, of bytes: RawSpan, _ lanes: Lanes) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.byteCount)
    var sum: UInt64 = 0
    var weighted: UInt64 = 0
    var count = 0
    var place = range.lowerBound
    while place + 16 <= range.upperBound {
      let groups = min(Self.groupLimit, (range.upperBound - place) / 16)
      let chunks = min(Self.chunkLimit, (range.upperBound - place) / (16 * groups))
      let chunk = groups &* lanes.count
      var chunkSums = SIMD4<UInt32>.zero
      var chunkWeighted = SIMD4<UInt32>.zero
      // What there was before each chunk.
      var before = SIMD4<UInt32>.zero
      for _ in 0..<chunks {
        before &+= chunkSums
        unsafe lanes.add(bytes, place, groups: groups, to: &chunkSums, &chunkWeighted)
        place &+= 16 &* groups
      }
      weighted &+= sum &* UInt64(chunks &* chunk)
      weighted &+= Self.sum(before) &* UInt64(chunk) &+ Self.sum(chunkWeighted)
      sum &+= Self.sum(chunkSums)
      count &+= chunks &* chunk
    }
    let aligned = place
    while place < range.upperBound {
      if lanes.contains(place - aligned) {
        sum &+= UInt64(unsafe bytes.unsafeLoad(fromUncheckedByteOffset: place, as: UInt8.self))
        weighted &+= sum
        count += 1
      }
      place += 1
    }
    add(sum: sum, weighted: weighted, count: count)
  }

  @inline(always)
  private static func sum(_ lanes: SIMD4<UInt32>) -> UInt64 {
    UInt64(lanes[0]) &+ UInt64(lanes[1]) &+ UInt64(lanes[2]) &+ UInt64(lanes[3])
  }
}
