/// Rows compared channel by channel.
struct ChannelComparison {
  /// In levels of the rows' depth.
  let maxDelta: Int
  private(set) var largestDelta = SIMD4<Int>(repeating: 0)

  init(maxDelta: Int) {
    self.maxDelta = maxDelta
  }

  /// So many pixels are looked at together for whether any differs.
  private static let blockSize = 64

  /// Appends the runs of pixels that differ, within `columns` of two rows of 8 bits that begin at `start`.
  mutating func compare(
    _ first: [UInt32], _ second: [UInt32], from start: Int, columns: Range<Int>, into runs: inout [Range<Int>]
  ) {
    let (first, second) = (first.span, second.span)
    for block in stride(from: columns.lowerBound, to: columns.upperBound, by: Self.blockSize) {
      let end = min(block + Self.blockSize, columns.upperBound)
      var difference: UInt32 = 0
      for index in start + block..<start + end { difference |= first[index] ^ second[index] }
      guard difference != 0 else { continue }
      for column in block..<end {
        let (a, b) = (first[start + column], second[start + column])
        if a != b { note(channels(of: a), channels(of: b), column, into: &runs) }
      }
    }
  }

  /// The same for rows of 16 bits.
  mutating func compare(
    _ first: [UInt64], _ second: [UInt64], from start: Int, columns: Range<Int>, into runs: inout [Range<Int>]
  ) {
    let (first, second) = (first.span, second.span)
    for column in columns {
      let (a, b) = (first[start + column], second[start + column])
      if a != b { note(channels(of: a), channels(of: b), column, into: &runs) }
    }
  }

  private mutating func note(_ a: SIMD4<Int>, _ b: SIMD4<Int>, _ column: Int, into runs: inout [Range<Int>]) {
    let steps = a &- b
    let delta = steps.replacing(with: 0 &- steps, where: steps .< 0)
    largestDelta = pointwiseMax(largestDelta, delta)
    if delta.max() > maxDelta { runs.extend(to: column) }
  }
}

extension [Range<Int>] {
  /// Adds a column that lies right of all others.
  mutating func extend(to column: Int) {
    if let last, last.upperBound == column {
      self[count - 1] = last.lowerBound..<column + 1
    } else {
      append(column..<column + 1)
    }
  }
}

/// Red, green, blue and alpha of a word of 8 bits a channel.
func channels(of word: UInt32) -> SIMD4<Int> {
  SIMD4(Int(word & 0xFF), Int(word >> 8 & 0xFF), Int(word >> 16 & 0xFF), Int(word >> 24))
}

/// Red, green, blue and alpha of a word of 16 bits a channel.
func channels(of word: UInt64) -> SIMD4<Int> {
  SIMD4(Int(word & 0xFFFF), Int(word >> 16 & 0xFFFF), Int(word >> 32 & 0xFFFF), Int(word >> 48))
}

/// Words of 8 bits a channel as words of 16: the value that shows the same.
func deepened(_ pixels: [UInt32]) -> [UInt64] {
  pixels.map { word in
    var spread = UInt64(word)
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    return spread &* 257
  }
}

/// Words of 16 bits a channel as words of 8, the nearest value.
func shallowed(_ pixels: [UInt64]) -> [UInt32] {
  pixels.map { word in
    let values = channels(of: word)
    let bytes = (values &* 255 &+ 32_895) &>> 16
    return UInt32(bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24)
  }
}
