/// Where runs are in a piece of a row, found without a branch for each.
///
/// A bit for each pixel says whether it equals the one before it. All that follows is arithmetic on 64 of those bits at
/// a time, down to a list of the places where runs begin and end. Bits become places as in Langdale & Lemire (Parsing
/// gigabytes of JSON per second, VLDB Journal 28, 2019): some more are written down than there are, and those
/// overwritten.
struct RunFinder {
  /// For each pixel a bit, from the lowest on: whether it equals the one before it. A word of zeros ends them.
  private var repeats: [UInt64] = []
  /// The places where runs begin and end, in turn; after them anything.
  private(set) var edges: [UInt32] = []
  private(set) var edgeCount = 0

  /// Finds the runs of at least `shortest` bytes that each repeat the byte before them.
  mutating func find(in range: Range<Int>, of bytes: RawSpan, shortest: Int) {
    reserve(range.count)
    Self.compare(range, of: bytes, &repeats)
    finish(range.count, shortest: shortest)
  }

  /// Finds the runs of at least `shortest` pixels that each repeat the pixel before them.
  mutating func find(in range: Range<Int>, of pixels: Span<UInt32>, shortest: Int) {
    reserve(range.count)
    Self.compare(range, of: pixels, &repeats)
    finish(range.count, shortest: shortest)
  }

  private mutating func reserve(_ count: Int) {
    let words = count / 64 + 2
    if repeats.count < words { repeats.append(contentsOf: repeatElement(0, count: words - repeats.count)) }
    let room = count + Self.edgesAtOnce + 1
    if edges.count < room { edges.append(contentsOf: repeatElement(0, count: room - edges.count)) }
  }

  private mutating func finish(_ count: Int, shortest: Int) {
    let words = count / 64 + 1
    // None repeats what is beyond the last one.
    repeats[words - 1] &= 1 << UInt64(count % 64) - 1
    repeats[words] = 0
    if shortest > 1 { Self.removeShort(&repeats, words, shortest: shortest) }
    edgeCount = Self.list(repeats, words, &edges)
  }

  // MARK: Bits

  /// Sets the bits of bytes; those beyond the range are of no use.
  private static func compare(_ range: Range<Int>, of bytes: RawSpan, _ repeats: inout [UInt64]) {
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

  /// Sets the bits of pixels; those beyond the range are of no use.
  private static func compare(_ range: Range<Int>, of pixels: Span<UInt32>, _ repeats: inout [UInt64]) {
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

  /// Keeps only bits that are among at least `shortest` in a row, 2 or 3.
  private static func removeShort(_ repeats: inout [UInt64], _ words: Int, shortest: Int) {
    var bits = repeats.mutableSpan
    precondition(words < bits.count)
    var startsBefore: UInt64 = 0
    for word in 0..<words {
      let here = unsafe bits[unchecked: word]
      let next = unsafe bits[unchecked: word &+ 1]
      var starts = here & (here &>> 1 | next &<< 63)
      if shortest == 3 { starts &= here &>> 2 | next &<< 62 }
      var covered = starts | starts &<< 1 | startsBefore &>> 63
      if shortest == 3 { covered |= starts &<< 2 | startsBefore &>> 62 }
      unsafe bits[unchecked: word] = covered
      startsBefore = starts
    }
  }

  // MARK: Places

  /// So many places are written down for 64 pixels, whether there are as many or not.
  private static let edgesAtOnce = 8

  /// Lists the places where bits differ from those before them.
  private static func list(_ repeats: [UInt64], _ words: Int, _ edges: inout [UInt32]) -> Int {
    let bits = repeats.span
    var places = edges.mutableSpan
    precondition(words <= bits.count && 64 * (words - 1) + edgesAtOnce < places.count)
    var count = 0
    var last: UInt64 = 0
    for word in 0..<words {
      let here = unsafe bits[unchecked: word]
      var rest = here ^ (here &<< 1 | last)
      last = here &>> 63
      if rest == 0 { continue }
      let base = UInt32(truncatingIfNeeded: 64 &* word)
      let end = count &+ rest.nonzeroBitCount
      repeat {
        for index in 0..<edgesAtOnce {
          unsafe places[unchecked: count &+ index] = base &+ UInt32(truncatingIfNeeded: rest.trailingZeroBitCount)
          rest &= rest &- 1
        }
        count &+= edgesAtOnce
      } while rest != 0
      count = end
    }
    return count
  }
}
