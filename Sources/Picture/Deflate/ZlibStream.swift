/// A stream in zlib's format (RFC 1950), assembled from parts that may be compressed on different threads.
package struct ZlibStream {
  private var writer = BitWriter()
  private var checksum = Adler32()

  package init() {
    // DEFLATE with a window of 32 KiB, fastest compression level.
    writer.append(0x0178, count: 16)
  }

  package mutating func append(_ part: Part) {
    part.append(to: &writer)
    checksum.append(part.checksum)
  }

  /// Ends the stream. No part may be appended after that.
  package mutating func end() {
    // An empty last block with the fixed codes, whose end is seven zero bits.
    writer.append(0b011, count: 10)
    writer.align()
    writer.append(UInt64(checksum.value.byteSwapped), count: 32)
  }

  /// The number of bytes that can be taken.
  package var byteCount: Int { writer.wholeBytes }

  /// Passes all complete bytes to `body`, then removes them from the stream.
  package mutating func take<Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
    let count = writer.wholeBytes
    try body(writer.bytes.span.extracting(first: count))
    writer.removeFirst(bytes: count)
  }
}

extension ZlibStream {
  /// A part of a stream: blocks that match nothing outside the part, so that they may start at any bit of the stream.
  package struct Part: Sendable {
    /// Consecutive blocks of one kind.
    private enum Section {
      /// Compressed blocks of this many bits.
      case compressed(bits: Int)
      /// Blocks that store this many bytes.
      case stored(bytes: Int)
    }

    private var sections: [Section] = []
    /// The sections, each starting at a byte boundary.
    private var writer = BitWriter()
    /// The checksum of the uncompressed bytes. The caller updates it, because one update for many rows is faster than
    /// one for each block.
    package var checksum = Adler32()

    package init() {}

    /// Removes all blocks and keeps the memory.
    package mutating func removeAll() {
      sections.removeAll(keepingCapacity: true)
      writer.removeAll()
      checksum = Adler32()
    }

    /// The number of bits of a block with the predefined codes up to which it has no codes of its own. Their
    /// description would take 30 to 60 bytes, and finding them ten times as long as everything else.
    private static let smallBlock = 4096

    /// Appends a block and empties it.
    /// - Parameter isQuick: Whether a small block may be longer than in its shortest encoding, to take less time.
    package mutating func append(_ block: inout RunBlock, isQuick: Bool = false) {
      block.end()
      defer { block.removeAll() }
      if isQuick, block.counts.literals <= Self.smallBlock / 8 {
        let cost = block.fixedCost
        if cost <= Self.smallBlock {
          guard cost <= 8 * block.counts.bytes else { return store(block.expanded.span) }
          beginCompressed(bits: cost)
          writer.append(block, code: .fixed, BlockCode.fixedRunEntries, cost: cost)
          return
        }
      }
      // Four literals and a complete match then fit into one word.
      let (code, cost) = BlockCode.best(for: block.frequencies, longest: 10)
      guard cost <= 8 * block.counts.bytes else { return store(block.expanded.span) }
      beginCompressed(bits: cost)
      writer.append(block, code: code, cost: cost)
    }

    /// Appends a block and empties it.
    /// - Parameter isQuick: As for a block of runs.
    package mutating func append(_ block: inout MatchBlock, isQuick: Bool = false) {
      block.finish()
      defer { block.removeAll() }
      let frequencies = block.frequencies
      let quickCost = isQuick ? BlockCode.fixed.cost(of: frequencies) : .max
      let (code, cost) =
        quickCost <= Self.smallBlock ? (.fixed, quickCost) : BlockCode.best(for: frequencies, longest: 12)
      guard cost <= 8 * block.range.count else { return store(block.bytes.span.extracting(block.range)) }
      beginCompressed(bits: cost)
      writer.append(block, code: code, cost: cost)
    }

    /// Appends the bytes of a block as they are.
    private mutating func store(_ bytes: Span<UInt8>) {
      writer.align()
      writer.append(bytes)
      sections.append(.stored(bytes: bytes.count))
    }

    private mutating func beginCompressed(bits: Int) {
      if case .compressed(let before)? = sections.last {
        sections[sections.count - 1] = .compressed(bits: before + bits)
      } else {
        writer.align()
        sections.append(.compressed(bits: bits))
      }
    }

    fileprivate func append(to stream: inout BitWriter) {
      let bytes = writer.bytes.span
      var start = 0
      for section in sections {
        switch section {
        case .compressed(let bits):
          stream.append(bytes.extracting(start...), bits: bits)
          start += (bits + 7) / 8
        case .stored(let count):
          stream.appendStored(bytes.extracting(start..<start + count))
          start += count
        }
      }
    }
  }
}

extension BitWriter {
  /// Appends blocks that store bytes and are not the last ones of the stream (RFC 1951, 3.2.4).
  fileprivate mutating func appendStored(_ bytes: Span<UInt8>) {
    let longest = 65_535
    for start in stride(from: 0, to: bytes.count, by: longest) {
      let count = min(longest, bytes.count - start)
      append(0, count: 3)
      align()
      append(UInt64(count) | UInt64(count ^ 0xFFFF) << 16, count: 32)
      append(bytes.extracting(start..<start + count))
    }
  }
}
