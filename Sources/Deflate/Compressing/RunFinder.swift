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
    Self.compare(range, of: bytes, to: &repeats)
    finish(range.count, shortest: shortest)
  }

  /// Finds the runs of at least `shortest` pixels that each repeat the pixel before them.
  mutating func find(in range: Range<Int>, of pixels: Span<UInt32>, shortest: Int) {
    reserve(range.count)
    Self.compare(range, of: pixels, to: &repeats)
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

  /// Keeps only bits that are among at least `shortest` in a row, 2 or 3.
  private static func removeShort(_ repeats: inout [UInt64], _ words: Int, shortest: Int) {
    var bits = repeats.mutableSpan
    precondition(words < bits.count)
    var startsBefore: UInt64 = 0
    for word in 0..<words {
      let here = bits[word]
      let next = bits[word &+ 1]
      var starts = here & (here &>> 1 | next &<< 63)
      if shortest == 3 { starts &= here &>> 2 | next &<< 62 }
      var covered = starts | starts &<< 1 | startsBefore &>> 63
      if shortest == 3 { covered |= starts &<< 2 | startsBefore &>> 62 }
      bits[word] = covered
      startsBefore = starts
    }
  }

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
