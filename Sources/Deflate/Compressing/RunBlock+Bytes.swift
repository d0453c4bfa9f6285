/// Runs of single bytes.
extension RunBlock {
  /// Appends the bytes in `range`, at most `pieceLimit` of them.
  ///
  /// - Precondition: `distance` is 1, the block is not full, and `bytes` goes on for `margin` after the range.
  package mutating func append(_ range: Range<Int>, of bytes: [UInt8]) {
    precondition(distance == 1 && range.lowerBound >= 0 && range.upperBound + Self.margin <= bytes.count)
    reserve(bytes: range.count)
    unsafe finder.find(in: range, of: bytes.span.bytes, shortest: MatchLength.shortest)
    unsafe Self.append(range, of: bytes.span.bytes, finder, to: &literals, &runs, &counts)
  }

  /// How far beyond a piece may be read.
  package static let margin = 8

  private static func append(
    _ range: Range<Int>, of bytes: RawSpan, _ finder: RunFinder, to literals: inout [UInt8],
    _ runs: inout [UInt32], _ counts: inout Counts
  ) {
    var literals = literals.mutableSpan
    var output = unsafe literals.mutableBytes
    var runs = runs.mutableSpan
    let edges = finder.edges.span
    precondition(finder.edgeCount <= edges.count)
    var count = counts.literals
    var first = counts.literals &- counts.literalsBeforeLastRun
    var place = range.lowerBound
    for number in 0..<finder.edgeCount / 2 {
      let start = range.lowerBound &+ Int(unsafe edges[unchecked: 2 &* number])
      let stop = range.lowerBound &+ Int(unsafe edges[unchecked: 2 &* number &+ 1])
      let single = start &- place
      copy(place, single, of: bytes, to: &output, at: count)
      count &+= single
      unsafe runs[unchecked: counts.runs &+ number] = UInt32(
        truncatingIfNeeded: first &+ single | (stop &- start) &<< 16)
      first = 0
      place = stop
    }
    let single = range.upperBound &- place
    copy(place, single, of: bytes, to: &output, at: count)
    counts.literals = count &+ single
    counts.literalsBeforeLastRun = count &- first
    counts.runs &+= finder.edgeCount / 2
    counts.bytes &+= range.count
  }

  /// Copies `count` bytes, and perhaps a few that follow them.
  @inline(always)
  private static func copy(
    _ place: Int, _ count: Int, of bytes: RawSpan, to output: inout MutableRawSpan, at target: Int
  ) {
    var done = 0
    repeat {
      let group = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place &+ done, as: UInt64.self)
      unsafe output.storeBytes(of: group, toUncheckedByteOffset: target &+ done, as: UInt64.self)
      done &+= 8
    } while done < count
  }
}
