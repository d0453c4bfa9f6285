/// How often what occurs.
extension RunBlock {
  struct Frequencies {
    /// Of literals, of the block's end and of the symbols of lengths, as in RFC 1951, 3.2.5.
    var symbols: [Int] = []
    /// Of matches.
    var matches = 0
    /// Of bits that follow the codes of lengths.
    var extraBits = 0
  }

  /// A run's length as lengths of matches: so many of the longest, then perhaps one that leaves no rest that would be
  /// too short, then the rest.
  @inline(always)
  static func matches(of length: Int) -> (longest: Int, first: Int, last: Int) {
    if length <= MatchLength.longest { return (0, 0, length) }
    let longest = (length - MatchLength.shortest) / MatchLength.longest
    let rest = length - longest * MatchLength.longest
    return rest > MatchLength.longest
      ? (longest, rest - MatchLength.shortest, MatchLength.shortest) : (longest, 0, rest)
  }

  var frequencies: Frequencies {
    var result = Frequencies()
    result.symbols = literalFrequencies
    let lengths = matchFrequencies
    for length in MatchLength.shortest...MatchLength.longest where lengths[length] > 0 {
      let parts = MatchLength.parts(of: length)
      result.symbols[parts.symbol] += lengths[length]
      result.matches += lengths[length]
      result.extraBits += lengths[length] * parts.extraBits
    }
    result.symbols[256] = 1
    return result
  }

  /// How often each byte is a literal; no other symbols yet.
  private var literalFrequencies: [Int] {
    // Several counters in turn, for equal bytes that follow one another would wait for one counter.
    var first = InlineArray<256, UInt32>(repeating: 0)
    var second = InlineArray<256, UInt32>(repeating: 0)
    let literals = unsafe self.literals.span.bytes
    precondition(counts.literals <= literals.byteCount)
    var place = 0
    while place &+ 8 <= counts.literals {
      let group = unsafe literals.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
      first[Int(group & 0xFF)] &+= 1
      second[Int(group &>> 8 & 0xFF)] &+= 1
      first[Int(group &>> 16 & 0xFF)] &+= 1
      second[Int(group &>> 24 & 0xFF)] &+= 1
      first[Int(group &>> 32 & 0xFF)] &+= 1
      second[Int(group &>> 40 & 0xFF)] &+= 1
      first[Int(group &>> 48 & 0xFF)] &+= 1
      second[Int(group &>> 56)] &+= 1
      place &+= 8
    }
    while place < counts.literals {
      first[Int(self.literals[place])] &+= 1
      place += 1
    }
    var result = [Int](repeating: 0, count: 286)
    for byte in 0..<256 { result[byte] = Int(first[byte] &+ second[byte]) }
    return result
  }

  /// How often each length of a match occurs.
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
        let (longest, first, last) = Self.matches(of: length)
        lengths[MatchLength.longest] &+= longest
        if first > 0 { lengths[first] &+= 1 }
        lengths[last] &+= 1
      }
    }
    return result
  }
}
