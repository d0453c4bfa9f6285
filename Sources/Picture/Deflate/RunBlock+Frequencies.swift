/// How often each symbol of a block occurs.
struct BlockFrequencies {
  /// The frequencies of literals, the end of the block and match lengths, indexed by symbol (RFC 1951, 3.2.5).
  private(set) var symbols: [Int]
  /// Those of distances.
  var distances = [Int](repeating: 0, count: MatchDistance.symbolCount)
  /// The total number of extra bits of lengths and distances.
  var extraBits = 0

  /// - Parameters:
  ///   - literals: How often each byte occurs as a literal.
  ///   - lengths: How often each length of a match occurs.
  init(literals: [Int], lengths: [Int]) {
    symbols = literals + [Int](repeating: 0, count: 286 - literals.count)
    symbols[256] = 1
    for length in MatchLength.shortest...MatchLength.longest where lengths[length] > 0 {
      let parts = MatchLength.parts(of: length)
      symbols[parts.symbol] += lengths[length]
      extraBits += lengths[length] * parts.extraBits
    }
  }
}

extension RunBlock {
  var frequencies: BlockFrequencies {
    let lengths = matchFrequencies
    var result = BlockFrequencies(literals: literalFrequencies, lengths: lengths)
    result.distances[0] = lengths.reduce(0, +)
    return result
  }

  /// The number of bits of the block with the predefined codes.
  var fixedCost: Int {
    let entries = BlockCode.fixedRunEntries
    var longCount = 0
    for literal in literals.prefix(counts.literals) { longCount &+= Int(literal >= 144 ? 1 : 0) }
    // The mark of the last block, the kind of codes, the code of the end.
    var bits = 1 + 2 + 7 + 8 * counts.literals + longCount
    func add(_ length: Int, times count: Int = 1) { bits += count * Int(entries.matches[length] >> 32) }
    for run in runs.prefix(counts.runs) {
      let matches = RunMatches(ofRun: Int(run >> 16))
      add(MatchLength.longest, times: matches.longestCount)
      add(matches.first)
      add(matches.last)
    }
    return bits
  }

  /// How often each byte occurs as a literal.
  private var literalFrequencies: [Int] {
    // Two tables in turn: consecutive equal bytes would have to wait for each other's update of one counter.
    var first = InlineArray<256, UInt32>(repeating: 0)
    var second = InlineArray<256, UInt32>(repeating: 0)
    let literals = unsafe self.literals.span.bytes
    precondition(counts.literals <= literals.byteCount)
    var index = 0
    while index &+ 8 <= counts.literals {
      let group = unsafe literals.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
      first[Int(group & 0xFF)] &+= 1
      second[Int(group &>> 8 & 0xFF)] &+= 1
      first[Int(group &>> 16 & 0xFF)] &+= 1
      second[Int(group &>> 24 & 0xFF)] &+= 1
      first[Int(group &>> 32 & 0xFF)] &+= 1
      second[Int(group &>> 40 & 0xFF)] &+= 1
      first[Int(group &>> 48 & 0xFF)] &+= 1
      second[Int(group &>> 56)] &+= 1
      index &+= 8
    }
    while index < counts.literals {
      first[Int(self.literals[index])] &+= 1
      index += 1
    }
    return (0..<256).map { Int(first[$0] &+ second[$0]) }
  }

  /// How often each match length occurs, indexed by length.
  private var matchFrequencies: [Int] {
    var result = [Int](repeating: 0, count: MatchLength.longest + 1)
    var lengths = result.mutableSpan
    let runs = self.runs.span
    precondition(counts.runs <= runs.count)
    for number in 0..<counts.runs {
      let length = Int(runs[number] &>> 16)
      if length <= MatchLength.longest {
        lengths[length] &+= 1
      } else {
        let matches = RunMatches(ofRun: length)
        lengths[MatchLength.longest] &+= matches.longestCount
        if matches.first > 0 { lengths[matches.first] &+= 1 }
        lengths[matches.last] &+= 1
      }
    }
    result[0] = 0
    return result
  }
}

/// The matches that a run of any length is split into.
struct RunMatches {
  /// The number of matches of the longest length.
  let longestCount: Int
  /// The length of a further match, which keeps the last one from being too short; 0 if none is needed.
  let first: Int
  /// The length of the last match.
  let last: Int

  /// - Parameter length: The length of the run in bytes.
  @inline(always)
  init(ofRun length: Int) {
    if length <= MatchLength.longest {
      (longestCount, first, last) = (0, 0, length)
      return
    }
    longestCount = (length - MatchLength.shortest) / MatchLength.longest
    let rest = length - longestCount * MatchLength.longest
    let isTooLong = rest > MatchLength.longest
    (first, last) = isTooLong ? (rest - MatchLength.shortest, MatchLength.shortest) : (0, rest)
  }
}
