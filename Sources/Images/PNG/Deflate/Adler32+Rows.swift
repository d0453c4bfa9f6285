/// The checksum of rows, 16 bytes of memory at a time.
extension Adler32 {
  /// Goes on with the bytes in `range`.
  mutating func append(_ range: Range<Int>, of bytes: [UInt8]) {
    unsafe append(range, of: bytes.span.bytes, Lanes(bytesOfPixel: 4))
  }

  /// Goes on with the pixels in `range`, as a PNG's rows hold them.
  mutating func append(_ range: Range<Int>, of pixels: [UInt32], as kind: RunBlock.PixelBytes) {
    unsafe append(
      4 * range.lowerBound..<4 * range.upperBound, of: pixels.span.bytes, Lanes(bytesOfPixel: kind.rawValue))
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

    /// - Parameter size: How many bytes of each pixel count: all four, the first three, or the first and the last.
    init(bytesOfPixel size: Int) {
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

    /// Whether a byte counts.
    func contains(_ byte: Int) -> Bool {
      byte % 2 == 0 ? evenMask[byte % 16 / 2] != 0 : oddMask[byte % 16 / 2] != 0
    }
  }

  private mutating func append(_ range: Range<Int>, of bytes: RawSpan, _ lanes: Lanes) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.byteCount)
    var sum: UInt64 = 0
    var weighted: UInt64 = 0
    var count = 0
    var place = range.lowerBound
    while place + 16 <= range.upperBound {
      // More than 16 groups would exceed 16 bits.
      let groups = min(16, (range.upperBound - place) / 16)
      var pairs = SIMD8<UInt16>.zero
      var odd = SIMD8<UInt16>.zero
      // What each lane had before each group.
      var pairsBefore = SIMD8<UInt16>.zero
      var oddBefore = SIMD8<UInt16>.zero
      for group in 0..<groups {
        let next = unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: place &+ 16 &* group, as: SIMD8<UInt16>.self)
        pairsBefore &+= pairs
        oddBefore &+= odd
        pairs &+= next
        odd &+= next &>> 8
      }
      // Of pairs of bytes only the sums' lower halves are left; that is enough to know the even ones'.
      let even = pairs &- odd &<< 8
      let evenBefore = pairsBefore &- oddBefore &<< 8
      let before = Self.halves(evenBefore & lanes.evenMask) &+ Self.halves(oddBefore & lanes.oddMask)
      let last = Self.halves(even &* lanes.even) &+ Self.halves(odd &* lanes.odd)
      let total = Self.halves(even & lanes.evenMask) &+ Self.halves(odd & lanes.oddMask)
      let chunk = groups &* lanes.count
      weighted &+= sum &* UInt64(chunk)
      weighted &+= Self.sum(before &* SIMD4(repeating: UInt32(lanes.count)) &+ last)
      sum &+= Self.sum(total)
      count &+= chunk
      place &+= 16 &* groups
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

  /// The sums of two neighbours each.
  @inline(always)
  private static func halves(_ lanes: SIMD8<UInt16>) -> SIMD4<UInt32> {
    let pairs = unsafe unsafeBitCast(lanes, to: SIMD4<UInt32>.self)
    return (pairs & 0xFFFF) &+ (pairs &>> 16)
  }

  @inline(always)
  private static func sum(_ lanes: SIMD4<UInt32>) -> UInt64 {
    UInt64(lanes[0]) &+ UInt64(lanes[1]) &+ UInt64(lanes[2]) &+ UInt64(lanes[3])
  }
}
