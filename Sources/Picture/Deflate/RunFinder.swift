import CDeflate

/// Finds the runs in a piece of a row, without a branch per run.
///
/// One bit per element tells whether it equals the element before it. Everything else is arithmetic on 64 of these bits
/// at a time, up to the list of indices at which runs start and end. Bits are converted to indices as by Langdale &
/// Lemire (Parsing gigabytes of JSON per second, VLDB Journal 28, 2019): a fixed number of indices is written per step,
/// and the next step overwrites the surplus.
struct RunFinder {
  /// One bit per element, starting at the low bit: whether it equals the element before it. A zero word follows them.
  private var repeats: [UInt64] = []
  /// The indices at which runs start and end, alternating, relative to the range; elements from `edgeCount` on are
  /// undefined.
  private(set) var edges: [UInt32] = []
  private(set) var edgeCount = 0

  /// Finds the runs of at least `shortest` bytes, 1...3, that repeat the byte before the run.
  /// - Parameter rowBytes: The length of rows in the range. No run continues in the next row.
  mutating func find(in range: Range<Int>, of bytes: RawSpan, rowBytes: Int = .max, shortest: Int) {
    reserve(range.count)
    Self.compare(range, of: bytes, to: &repeats)
    for start in stride(from: 0, to: range.count, by: rowBytes) { repeats[start / 64] &= ~(1 << UInt64(start % 64)) }
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
    // Clear the bits of elements after the range.
    repeats[words - 1] &= 1 << UInt64(count % 64) - 1
    repeats[words] = 0
    if shortest > 1 { Self.removeShort(&repeats, words, shortest: shortest) }
    edgeCount = Self.list(repeats, words, &edges)
  }

  /// Clears the bits of sequences that are shorter than `shortest`, which is 2 or 3.
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

  /// The number of indices written per step, possibly more than there are.
  private static let edgesAtOnce = 8

  /// Lists the indices of the bits that differ from the bit before them.
  private static func list(_ repeats: [UInt64], _ words: Int, _ edges: inout [UInt32]) -> Int {
    let bits = repeats.span
    var indices = edges.mutableSpan
    precondition(words <= bits.count && 64 * (words - 1) + edgesAtOnce < indices.count)
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
          unsafe indices[unchecked: count &+ index] = base &+ UInt32(truncatingIfNeeded: rest.trailingZeroBitCount)
          rest &= rest &- 1
        }
        count &+= edgesAtOnce
      } while rest != 0
      count = end
    }
    return count
  }
}

// MARK: Comparing elements with the ones before them

extension RunFinder {
  /// Sets the bits of bytes; bits after the range are undefined.
  private static func compare(_ range: Range<Int>, of bytes: RawSpan, to repeats: inout [UInt64]) {
    var bits = repeats.mutableSpan
    let words = range.count / 64 + 1
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.byteCount && words <= bits.count)
    // The words for which 65 bytes can be read, whether or not all of them are in the range.
    let whole = min(words, (bytes.byteCount - range.lowerBound - 1) / 64)
    var last: UInt64 = 0
    unsafe bytes.withUnsafeBytes { bytes in
      guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      for word in 0..<whole {
        let equal = unsafe deflate_repeats(start + range.lowerBound + 64 &* word)
        unsafe bits[unchecked: word] = equal &<< 1 | last
        last = equal &>> 63
      }
    }
    for word in whole..<words {
      var equal: UInt64 = 0
      let start = range.lowerBound + 64 * word
      for index in start..<max(start, range.upperBound - 1)
      where unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
        == bytes.unsafeLoad(fromByteOffset: index + 1, as: UInt8.self)
      {
        equal |= 1 << UInt64(index - start)
      }
      bits[word] = equal << 1 | last
      last = equal >> 63
    }
  }
}
