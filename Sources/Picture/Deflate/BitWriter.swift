/// Writes bits in DEFLATE's order, starting at the low bit of each byte (RFC 1951, 3.1.1).
struct BitWriter {
  /// The bytes that hold the first `bitCount` bits; what follows them is undefined.
  private(set) var bytes: [UInt8] = []
  private(set) var bitCount = 0

  /// Bits are stored as whole words, the last of which may extend past the end by this many bytes.
  private static let slack = 16

  /// The number of complete bytes.
  var wholeBytes: Int { bitCount / 8 }

  /// Ensures room for `bits` more bits.
  private mutating func reserve(bits: Int) {
    let needed = (bitCount + bits) / 8 + Self.slack
    guard needed > bytes.count else { return }
    bytes.reserveCapacity(needed)
    bytes.append(contentsOf: repeatElement(0, count: max(needed, min(bytes.capacity, 2 * needed)) - bytes.count))
  }

  /// Appends the low `count` bits of `value`.
  ///
  /// - Precondition: `count` is at most 48, and the higher bits of `value` are 0.
  mutating func append(_ value: UInt64, count: Int) {
    reserve(bits: count)
    let offset = bitCount >> 3
    let word = partialByte | value << UInt64(bitCount & 7)
    bitCount += count
    var span = bytes.mutableSpan
    var output = unsafe span.mutableBytes
    output.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
  }

  /// Pads with zero bits to a byte boundary.
  mutating func align() {
    append(0, count: -bitCount & 7)
  }

  /// Appends bytes.
  ///
  /// - Precondition: The writer is at a byte boundary.
  mutating func append(_ source: Span<UInt8>) {
    precondition(bitCount & 7 == 0, "bytes begin at a byte boundary")
    append(source, bits: 8 * source.count)
  }

  /// The bits of an incomplete last byte; 0 at a byte boundary.
  private var partialByte: UInt64 {
    bitCount & 7 == 0 ? 0 : UInt64(bytes[bitCount >> 3]) & (1 << UInt64(bitCount & 7) - 1)
  }

  /// Appends the first `count` bits of `source`.
  mutating func append(_ source: Span<UInt8>, bits count: Int) {
    precondition(source.count * 8 >= count, "the source has all the bits")
    reserve(bits: count)
    let shift = UInt64(bitCount & 7)
    var offset = bitCount >> 3
    var carry = partialByte
    bitCount += count
    let end = (count + 7) / 8
    var index = 0
    let words = unsafe source.bytes
    var span = bytes.mutableSpan
    var target = unsafe span.mutableBytes
    while index &+ 8 <= end {
      let word = unsafe words.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self).littleEndian
      unsafe target.storeBytes(
        of: (carry | word &<< shift).littleEndian, toUncheckedByteOffset: offset, as: UInt64.self)
      carry = (word &>> 1) &>> (63 &- shift)
      index &+= 8
      offset &+= 8
    }
    while index < end {
      carry |= UInt64(source[index]) << shift
      target.storeBytes(of: UInt8(truncatingIfNeeded: carry), toByteOffset: offset, as: UInt8.self)
      carry >>= 8
      index += 1
      offset += 1
    }
    target.storeBytes(of: UInt8(truncatingIfNeeded: carry), toByteOffset: offset, as: UInt8.self)
  }

  /// Removes the first `count` bytes, which are complete.
  mutating func removeFirst(bytes count: Int) {
    let rest = (bitCount + 7) / 8 - count
    for index in 0..<rest { bytes[index] = bytes[count + index] }
    bitCount -= 8 * count
  }

  /// Removes all bits and keeps the memory.
  mutating func removeAll() {
    bitCount = 0
  }
}

// MARK: Blocks

extension BitWriter {
  /// Appends a block that is not the last one of its stream.
  ///
  /// - Parameter cost: The number of bits of the block, `code.cost(of: block.frequencies)`.
  mutating func append(_ block: RunBlock, code: BlockCode, cost: Int) {
    append(block, code: code, code.runEntries, cost: cost)
  }

  /// - Parameter entries: Those of the code.
  mutating func append(_ block: RunBlock, code: BlockCode, _ entries: BlockCode.RunEntries, cost: Int) {
    begin(code, cost: cost)
    appendBytes(of: block, entries)
    end(code)
  }

  /// Appends a block that is not the last one of its stream.
  ///
  /// - Parameter cost: As for a block of runs.
  mutating func append(_ block: MatchBlock, code: BlockCode, cost: Int) {
    begin(code, cost: cost)
    appendSteps(of: block, code)
    end(code)
  }

  private mutating func begin(_ code: BlockCode, cost: Int) {
    reserve(bits: cost)
    append(0, count: 1)
    append(code.header)
  }

  private mutating func end(_ code: BlockCode) {
    append(UInt64(code.symbols.codes[256]), count: Int(code.symbols.lengths[256]))
  }

  /// Appends fields, for which there must be room.
  private mutating func append(_ fields: [BlockCode.Field]) {
    var target = BitTarget(bits: partialByte, count: UInt64(bitCount & 7), offset: bitCount >> 3)
    var span = bytes.mutableSpan
    var output = unsafe span.mutableBytes
    for field in fields {
      target.add(UInt64(field.bits) | UInt64(field.count) << 32)
      target.flush(to: &output)
    }
    bitCount = target.offset * 8 + Int(target.count)
  }

  /// Appends the block's literals and runs, for which there must be room.
  ///
  /// How many literals precede a run cannot be predicted, by this code or by a processor. The last one to four of them
  /// are therefore always looked up as four, and those that do not exist are masked to no bits.
  private mutating func appendBytes(of block: RunBlock, _ entries: BlockCode.RunEntries) {
    let presence = InlineArray<20, UInt64> { $0 % 4 < $0 / 4 ? .max : 0 }
    let (literalEntries, matchEntries) = (entries.literals, entries.matches)
    let literalEntry = literalEntries.span
    let matchEntry = matchEntries.span
    precondition(literalEntry.count == 256 && matchEntry.count > MatchLength.longest)
    let isPresent = presence.span
    let literals = unsafe block.literals.span.bytes
    let runs = block.runs.span
    precondition(block.counts.literals + 8 <= literals.byteCount && block.counts.runs <= runs.count)
    var target = BitTarget(bits: partialByte, count: UInt64(bitCount & 7), offset: bitCount >> 3)
    var span = bytes.mutableSpan
    var output = unsafe span.mutableBytes
    var literal = 0
    for number in 0..<block.counts.runs {
      let run = unsafe runs[unchecked: number]
      var count = Int(run & 0xFFFF)
      // Five codes of at most ten bits and seven pending bits fit into a word.
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
        let matches = RunMatches(ofRun: length)
        for _ in 0..<matches.longestCount {
          target.add(unsafe matchEntry[unchecked: MatchLength.longest])
          target.flush(to: &output)
        }
        target.add(unsafe matchEntry[unchecked: matches.first])
        target.flush(to: &output)
        target.add(unsafe matchEntry[unchecked: matches.last])
      } else {
        target.add(unsafe matchEntry[unchecked: length])
      }
      target.flush(to: &output)
    }
    bitCount = target.offset * 8 + Int(target.count)
  }
  /// Appends the block's literals and matches, for which there must be room.
  private mutating func appendSteps(of block: MatchBlock, _ code: BlockCode) {
    let (literalEntries, lengthEntries, distanceEntries) = (
      code.literalEntries, code.lengthEntries, code.distanceEntries
    )
    let (literalEntry, lengthEntry) = (literalEntries.span, lengthEntries.span)
    let distanceEntry = distanceEntries.span
    let literals = block.bytes.span
    precondition(literalEntry.count == 256 && lengthEntry.count > MatchLength.longest)
    precondition(block.range.lowerBound >= 0 && block.range.upperBound + MatchBlock.slack <= literals.count)
    var target = BitTarget(bits: partialByte, count: UInt64(bitCount & 7), offset: bitCount >> 3)
    var span = bytes.mutableSpan
    var output = unsafe span.mutableBytes
    var position = block.range.lowerBound
    for step in block.steps {
      let end = position &+ Int(step.literals)
      // Four codes of at most twelve bits and seven pending bits fit into a word.
      while position < end {
        let next = min(end, position &+ 4)
        while position < next {
          target.add(unsafe literalEntry[unchecked: Int(literals[unchecked: position])])
          position &+= 1
        }
        target.flush(to: &output)
      }
      guard step.length > 0 else { continue }
      let parts = MatchDistance(Int(step.distance))
      let distance = distanceEntry[parts.symbol]
      let entry = (distance | UInt64(parts.extra) &<< (distance &>> 32)) &+ UInt64(parts.extraBits) &<< 32
      let matches = RunMatches(ofRun: Int(step.length))
      for _ in 0..<matches.longestCount { target.add(lengthEntry[MatchLength.longest], entry, to: &output) }
      if matches.first > 0 { target.add(lengthEntry[matches.first], entry, to: &output) }
      target.add(lengthEntry[matches.last], entry, to: &output)
      position &+= Int(step.length)
    }
    bitCount = target.offset * 8 + Int(target.count)
  }
}

/// Bits that are not stored yet, and the offset at which they will be.
private struct BitTarget {
  var bits: UInt64
  /// The number of bits, at most 7 after a flush.
  var count: UInt64
  /// The offset of the byte that holds the first of the bits.
  var offset: Int

  /// Adds a code, whose bits are in the low half of the entry and whose length is in the high half.
  @inline(always)
  mutating func add(_ entry: UInt64) {
    bits |= (entry & 0xFFFF_FFFF) &<< count
    count &+= entry &>> 32
  }

  /// Stores a word and keeps the bits of the last, incomplete byte.
  @inline(always)
  mutating func flush(to output: inout MutableRawSpan) {
    output.storeBytes(of: bits.littleEndian, toByteOffset: offset, as: UInt64.self)
    offset &+= Int(truncatingIfNeeded: count &>> 3)
    bits = bits &>> (count & 56)
    count &= 7
  }

  /// Adds the codes of a length and a distance, and stores them.
  @inline(always)
  mutating func add(_ length: UInt64, _ distance: UInt64, to output: inout MutableRawSpan) {
    add(length)
    add(distance)
    flush(to: &output)
  }
}
