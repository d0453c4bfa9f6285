/// A part of a DEFLATE stream: whole blocks that may begin at any bit of it and match nothing before them.
package struct DeflatedRows: Sendable {
  /// Blocks in codes, or bytes that are stored as they are.
  private enum Part {
    case bits(count: Int)
    case stored(count: Int)
  }

  private var parts: [Part] = []
  /// The parts, each from a whole byte on.
  private var writer = BitWriter()
  /// Of the bytes that the stream stands for.
  package var checksum = Adler32()

  package init() {}

  package mutating func removeAll() {
    parts.removeAll(keepingCapacity: true)
    writer.removeAll()
    checksum = Adler32()
  }

  /// Appends a block in the form that takes the fewest bits, and empties it.
  package mutating func append(_ block: inout RunBlock) {
    block.end()
    defer { block.removeAll() }
    let frequencies = block.frequencies
    let own = BlockCode(frequencies: frequencies.symbols, distance: block.distance)
    let costs = (own: own.cost(of: frequencies), fixed: BlockCode.fixed.cost(of: frequencies))
    let cost = min(costs.own, costs.fixed)
    if cost > 8 * block.counts.bytes {
      writer.align()
      let bytes = block.expanded
      writer.append(bytes.span)
      parts.append(.stored(count: bytes.count))
      return
    }
    if case .bits(let count)? = parts.last {
      parts[parts.count - 1] = .bits(count: count + cost)
    } else {
      writer.align()
      parts.append(.bits(count: cost))
    }
    writer.append(block, code: costs.own < costs.fixed ? own : .fixed, cost: cost)
  }

  /// Appends these rows to a stream.
  func append(to stream: inout BitWriter) {
    let bytes = writer.bytes.span
    var start = 0
    for part in parts {
      switch part {
      case .bits(let count):
        stream.append(bytes.extracting(start...), bits: count)
        start += (count + 7) / 8
      case .stored(let count):
        stream.appendStored(bytes.extracting(start..<start + count))
        start += count
      }
    }
  }
}

extension BitWriter {
  /// Appends blocks that are not the last one and hold bytes as they are (RFC 1951, 3.2.4).
  fileprivate mutating func appendStored(_ bytes: Span<UInt8>) {
    let longest = 65_535
    for start in stride(from: 0, to: bytes.count, by: longest) {
      let count = min(longest, bytes.count - start)
      append(0, count: 3)
      align()
      append(UInt64(count | (count ^ 0xFFFF) << 16), count: 32)
      append(bytes.extracting(start..<start + count))
    }
  }
}
