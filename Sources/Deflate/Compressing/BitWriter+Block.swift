extension BitWriter {
  /// Appends a block that is not the last one.
  ///
  /// - Parameter cost: How many bits it takes.
  mutating func append(_ block: RunBlock, code: BlockCode, cost: Int) {
    reserve(bits: cost)
    append(0, count: 1)
    for part in code.header { append(UInt64(part.bits), count: Int(part.count)) }
    appendBytes(of: block, code)
    append(UInt64(code.symbols.codes[256]), count: Int(code.symbols.lengths[256]))
  }

  /// Appends literals and runs, for which there must be room.
  ///
  /// Which bytes are literals cannot be foreseen, neither by this code nor by a processor: so the last up to four
  /// literals before a run are looked up as four always, and those that are none count for no bits.
  private mutating func appendBytes(of block: RunBlock, _ code: BlockCode) {
    // The code in the lower half, its length in the upper one.
    let literalEntries = InlineArray<256, UInt64> {
      UInt64(code.symbols.codes[$0]) | UInt64(code.symbols.lengths[$0]) << 32
    }
    let matchEntries = InlineArray<259, UInt64> {
      let match = code.match(of: $0, distance: block.distance)
      return match.bits | UInt64(match.count) << 32
    }
    let presence = InlineArray<20, UInt64> { $0 % 4 < $0 / 4 ? .max : 0 }
    let literalEntry = literalEntries.span
    let matchEntry = matchEntries.span
    let isPresent = presence.span
    let literals = unsafe block.literals.span.bytes
    let runs = block.runs.span
    precondition(block.counts.literals + 8 <= literals.byteCount && block.counts.runs <= runs.count)
    var target = BitTarget(bits: held, count: UInt64(bitCount & 7), place: bitCount >> 3)
    var span = bytes.mutableSpan
    var output = unsafe span.mutableBytes
    var literal = 0
    for number in 0..<block.counts.runs {
      let run = unsafe runs[unchecked: number]
      var count = Int(run & 0xFFFF)
      // Five codes of at most ten bits fit into a word with seven bits that are held.
      while count > 4 {
        let group = unsafe literals.unsafeLoadUnaligned(fromUncheckedByteOffset: literal, as: UInt64.self).littleEndian
        for index in 0..<5 as Range<UInt64> {
          target.add(unsafe literalEntry[unchecked: Int(group &>> (8 &* index) & 0xFF)])
        }
        target.flush(to: &output)
        literal &+= 5
        count &-= 5
      }
      let group = unsafe literals.unsafeLoadUnaligned(fromUncheckedByteOffset: literal, as: UInt32.self).littleEndian
      let mask = 4 &* count
      target.add(unsafe literalEntry[unchecked: Int(group & 0xFF)] & isPresent[unchecked: mask])
      target.add(unsafe literalEntry[unchecked: Int(group &>> 8 & 0xFF)] & isPresent[unchecked: mask &+ 1])
      target.add(unsafe literalEntry[unchecked: Int(group &>> 16 & 0xFF)] & isPresent[unchecked: mask &+ 2])
      target.add(unsafe literalEntry[unchecked: Int(group &>> 24)] & isPresent[unchecked: mask &+ 3])
      literal &+= count
      let length = Int(run &>> 16)
      if length > MatchLength.longest {
        target.flush(to: &output)
        let (longest, first, last) = RunBlock.matches(of: length)
        for _ in 0..<longest {
          target.add(unsafe matchEntry[unchecked: MatchLength.longest])
          target.flush(to: &output)
        }
        target.add(unsafe matchEntry[unchecked: first])
        target.flush(to: &output)
        target.add(unsafe matchEntry[unchecked: last])
      } else {
        target.add(unsafe matchEntry[unchecked: length])
      }
      target.flush(to: &output)
    }
    bitCount = target.place * 8 + Int(target.count)
  }
}

/// The bits that are not yet bytes, and where they will be.
private struct BitTarget {
  var bits: UInt64
  /// How many bits there are, at most 7 after a flush.
  var count: UInt64
  /// Of the byte that the first of the bits is in.
  var place: Int

  /// Adds a code, in the lower half of the entry, whose length is in the upper one.
  @inline(always)
  mutating func add(_ entry: UInt64) {
    bits |= (entry & 0xFFFF_FFFF) &<< count
    count &+= entry &>> 32
  }

  /// Writes a word, of which the whole bytes count.
  @inline(always)
  mutating func flush(to output: inout MutableRawSpan) {
    output.storeBytes(of: bits.littleEndian, toByteOffset: place, as: UInt64.self)
    place &+= Int(truncatingIfNeeded: count &>> 3)
    bits = bits &>> (count & 56)
    count &= 7
  }
}
