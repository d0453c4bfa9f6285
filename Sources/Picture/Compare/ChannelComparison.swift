/// Compares rows channel by channel.
struct ChannelComparison {
  /// The largest difference of a channel that does not count, in levels of the rows' bit depth.
  private let maxDelta: Int
  /// The largest difference of red, green, blue and alpha so far.
  private(set) var largestDelta = SIMD4<Int>(repeating: 0)

  /// The number of pixels that are not equal so far.
  private(set) var unequalCount = 0

  init(maxDelta: Int) {
    self.maxDelta = maxDelta
  }

  /// The number of pixels that are compared at once.
  private static let blockSize = 64

  /// Appends the runs of pixels that differ, in `columns` of two rows with 8 bits per channel that start at index
  /// `start`.
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
        if a != b { add(levels(of: a), levels(of: b), column, into: &runs) }
      }
    }
  }

  /// Appends the runs of pixels that differ, in `columns` of two rows with 16 bits per channel that start at index
  /// `start`.
  mutating func compare(
    _ first: [UInt64], _ second: [UInt64], from start: Int, columns: Range<Int>, into runs: inout [Range<Int>]
  ) {
    let (first, second) = (first.span, second.span)
    for column in columns {
      let (a, b) = (first[start + column], second[start + column])
      if a != b { add(levels(of: a), levels(of: b), column, into: &runs) }
    }
  }

  private mutating func add(_ a: SIMD4<Int>, _ b: SIMD4<Int>, _ column: Int, into runs: inout [Range<Int>]) {
    let steps = a &- b
    let delta = steps.replacing(with: 0 &- steps, where: steps .< 0)
    largestDelta = pointwiseMax(largestDelta, delta)
    unequalCount += 1
    if delta.max() > maxDelta { runs.extend(to: column) }
  }
}

extension [Range<Int>] {
  /// Adds a column to the right of all others.
  mutating func extend(to column: Int) {
    if let last, last.upperBound == column {
      self[count - 1] = last.lowerBound..<column + 1
    } else {
      append(column..<column + 1)
    }
  }
}

/// Red, green, blue and alpha of a word with 8 bits per channel.
func levels(of word: UInt32) -> SIMD4<Int> {
  SIMD4(Int(word & 0xFF), Int(word >> 8 & 0xFF), Int(word >> 16 & 0xFF), Int(word >> 24))
}

/// Red, green, blue and alpha of a word with 16 bits per channel.
func levels(of word: UInt64) -> SIMD4<Int> {
  SIMD4(Int(word & 0xFFFF), Int(word >> 16 & 0xFFFF), Int(word >> 32 & 0xFFFF), Int(word >> 48))
}

/// Converts words of 8 bits per channel to 16, exactly.
func deepened(_ pixels: [UInt32]) -> [UInt64] {
  pixels.map { word in
    var spread = UInt64(word)
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    return spread &* 257
  }
}

/// Converts words of 16 bits per channel to 8, rounded to the nearest value.
func shallowed(_ pixels: [UInt64]) -> [UInt32] {
  pixels.map { word in
    let values = levels(of: word)
    let bytes = (values &* 255 &+ 32_895) &>> 16
    return UInt32(bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24)
  }
}
