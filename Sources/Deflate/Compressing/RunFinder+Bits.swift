/// The bits that say which pixels equal the ones before them. Those beyond the range are of no use.
extension RunFinder {
  /// Sets the bits of bytes.
  static func compare(_ range: Range<Int>, of bytes: RawSpan, to repeats: inout [UInt64]) {
    var bits = repeats.mutableSpan
    let words = range.count / 64 + 1
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.byteCount && words <= bits.count)
    // Where 64 bytes and the next one are there, even if not all of them are in the range.
    let whole = min(words, (bytes.byteCount - range.lowerBound - 1) / 64)
    var last: UInt64 = 0
    for word in 0..<whole {
      let equal = unsafe compare64(bytes, range.lowerBound &+ 64 &* word)
      unsafe bits[unchecked: word] = equal &<< 1 | last
      last = equal &>> 63
    }
    for word in whole..<words {
      var equal: UInt64 = 0
      let start = range.lowerBound + 64 * word
      for place in start..<max(start, range.upperBound - 1)
      where unsafe bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
        == bytes.unsafeLoad(fromByteOffset: place + 1, as: UInt8.self)
      {
        equal |= 1 << UInt64(place - start)
      }
      bits[word] = equal << 1 | last
      last = equal >> 63
    }
  }

  /// Which of 64 bytes equal the next ones; there must be 65 from `start` on.
  @unsafe @inline(always)
  private static func compare64(_ bytes: RawSpan, _ start: Int) -> UInt64 {
    let first = unsafe compare16(bytes, start)
    let second = unsafe compare16(bytes, start &+ 16)
    let third = unsafe compare16(bytes, start &+ 32)
    let fourth = unsafe compare16(bytes, start &+ 48)
    // The bits of two bytes come together in one, of two vectors in one of them; and so on, until each half of it has
    // a byte for each of the four vectors.
    let low = (first | first &>> 8) & 0x00FF | (second | second &<< 8) & 0xFF00
    let high = (third | third &>> 8) & 0x00FF | (fourth | fourth &<< 8) & 0xFF00
    let left = unsafe unsafeBitCast(low, to: SIMD4<UInt32>.self)
    let right = unsafe unsafeBitCast(high, to: SIMD4<UInt32>.self)
    let both = (left | left &>> 16) & 0x0000_FFFF | (right | right &<< 16) & 0xFFFF_0000
    let halves = unsafe unsafeBitCast(both, to: SIMD2<UInt64>.self)
    return spread(halves[0] | halves[0] &>> 32) | spread(halves[1] | halves[1] &>> 32) &<< 8
  }

  /// The lowest four bytes with a byte of zeros behind each.
  @inline(always)
  private static func spread(_ bytes: UInt64) -> UInt64 {
    let pairs = (bytes & 0xFFFF | bytes &<< 16) & 0x0000_FFFF_0000_FFFF
    return (pairs | pairs &<< 8) & 0x00FF_00FF_00FF_00FF
  }

  /// Which of 16 bytes equal the next ones: in each of eight bytes a bit of its own.
  @unsafe @inline(always)
  private static func compare16(_ bytes: RawSpan, _ start: Int) -> SIMD8<UInt16> {
    let here = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: SIMD16<UInt8>.self)
    let next = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ 1, as: SIMD16<UInt8>.self)
    let places = SIMD8<UInt16>(0x0201, 0x0804, 0x2010, 0x8040, 0x0201, 0x0804, 0x2010, 0x8040)
    return unsafe unsafeBitCast(here .== next, to: SIMD8<UInt16>.self) & places
  }

  /// Sets the bits of pixels.
  static func compare(_ range: Range<Int>, of pixels: Span<UInt32>, to repeats: inout [UInt64]) {
    var bits = repeats.mutableSpan
    let words = range.count / 64 + 1
    precondition(range.lowerBound >= 0 && range.upperBound <= pixels.count && words <= bits.count)
    let whole = min(words, (pixels.count - range.lowerBound - 1) / 64)
    var last: UInt64 = 0
    for word in 0..<whole {
      let start = range.lowerBound &+ 64 &* word
      let equal = unsafe compare32(pixels.bytes, start) | compare32(pixels.bytes, start &+ 32) &<< 32
      unsafe bits[unchecked: word] = equal &<< 1 | last
      last = equal &>> 63
    }
    for word in whole..<words {
      var equal: UInt64 = 0
      let start = range.lowerBound + 64 * word
      for place in start..<max(start, range.upperBound - 1) where pixels[place] == pixels[place + 1] {
        equal |= 1 << UInt64(place - start)
      }
      bits[word] = equal << 1 | last
      last = equal >> 63
    }
  }

  /// Which of 32 pixels equal the next ones; there must be 33 from `start` on.
  @unsafe @inline(always)
  private static func compare32(_ pixels: RawSpan, _ start: Int) -> UInt64 {
    var result = SIMD2<UInt64>.zero
    for part in 0..<8 {
      let place = 4 &* (start &+ 4 &* part)
      let here = unsafe pixels.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: SIMD4<UInt32>.self)
      let next = unsafe pixels.unsafeLoadUnaligned(fromUncheckedByteOffset: place &+ 4, as: SIMD4<UInt32>.self)
      let places = SIMD2<UInt64>(0x0000_0002_0000_0001, 0x0000_0008_0000_0004) &<< (4 &* UInt64(part))
      result |= unsafe unsafeBitCast(here .== next, to: SIMD2<UInt64>.self) & places
    }
    let both = result[0] | result[1]
    return (both | both &>> 32) & 0xFFFF_FFFF
  }
}
