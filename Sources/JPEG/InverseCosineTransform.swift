/// The inverse discrete cosine transform of blocks, in integers: the algorithm of Loeffler, Ligtenberg and Moschytz
/// ("Practical Fast 1-D DCT Algorithms with 11 Multiplications", 1989), whose rotations have 13 fractional bits. The
/// values between columns and rows have 2. The rounding is that of the accurate transform of libjpeg.
enum InverseCosineTransform {
  private static let fractionBits: Int32 = 13
  private static let passBits: Int32 = 2

  /// Transforms a block into samples.
  ///
  /// - Parameters:
  ///   - samples: The plane of the component.
  ///   - start: The index of the first sample of the block.
  ///   - stride: The number of samples from a row to the next one.
  @inline(__always)
  static func write(
    _ block: borrowing CoefficientBlock, _ factors: borrowing InlineArray<64, Int32>,
    to samples: inout MutableSpan<UInt8>, at start: Int, stride: Int
  ) {
    var lines = InlineArray<8, SIMD8<Int32>>(repeating: SIMD8(repeating: 0))
    for row in 0..<8 {
      var line = SIMD8<Int32>(repeating: 0)
      for column in 0..<8 {
        line[column] = Int32(block[row &* 8 &+ column]) &* factors[row &* 8 &+ column]
      }
      lines[row] = line
    }
    transform(&lines, shift: fractionBits - passBits)
    transpose(&lines)
    // The transform of 8×8 samples is 8 times too large.
    transform(&lines, shift: fractionBits + passBits + 3)
    transpose(&lines)
    for row in 0..<8 {
      let line = (lines[row] &+ 128).clamped(lowerBound: SIMD8(repeating: 0), upperBound: SIMD8(repeating: 255))
      let bytes = SIMD8<UInt8>(truncatingIfNeeded: line)
      for column in 0..<8 { samples[start &+ row &* stride &+ column] = bytes[column] }
    }
  }

  /// Transforms eight vectors at once, one in each lane, and divides by a power of two with rounding.
  @inline(__always)
  private static func transform(_ lines: inout InlineArray<8, SIMD8<Int32>>, shift: Int32) {
    let half = SIMD8<Int32>(repeating: 1 << (shift - 1))
    let shifts = SIMD8<Int32>(repeating: shift)
    // Rounding to the nearest value is prepared in the term that all results have.
    let sum = (lines[0] &+ lines[4]) &<< SIMD8(repeating: fractionBits) &+ half
    let difference = (lines[0] &- lines[4]) &<< SIMD8(repeating: fractionBits) &+ half
    let rotated = (lines[2] &+ lines[6]) &* 4433
    let even2 = rotated &- lines[6] &* 15137
    let even3 = rotated &+ lines[2] &* 6270
    let (even0, even1, even4, even5) = (sum &+ even3, difference &+ even2, difference &- even2, sum &- even3)

    let common = (lines[7] &+ lines[3] &+ lines[5] &+ lines[1]) &* 9633
    let pair73 = common &- (lines[7] &+ lines[3]) &* 16069
    let pair51 = common &- (lines[5] &+ lines[1]) &* 3196
    let pair71 = (lines[7] &+ lines[1]) &* 7373
    let pair53 = (lines[5] &+ lines[3]) &* 20995
    let odd0 = lines[7] &* 2446 &- pair71 &+ pair73
    let odd1 = lines[5] &* 16819 &- pair53 &+ pair51
    let odd2 = lines[3] &* 25172 &- pair53 &+ pair73
    let odd3 = lines[1] &* 12299 &- pair71 &+ pair51

    lines[0] = (even0 &+ odd3) &>> shifts
    lines[1] = (even1 &+ odd2) &>> shifts
    lines[2] = (even4 &+ odd1) &>> shifts
    lines[3] = (even5 &+ odd0) &>> shifts
    lines[4] = (even5 &- odd0) &>> shifts
    lines[5] = (even4 &- odd1) &>> shifts
    lines[6] = (even1 &- odd2) &>> shifts
    lines[7] = (even0 &- odd3) &>> shifts
  }

  /// Swaps rows and columns.
  @inline(__always)
  private static func transpose(_ lines: inout InlineArray<8, SIMD8<Int32>>) {
    var result = lines
    for row in 0..<8 {
      for column in 0..<8 { result[column][row] = lines[row][column] }
    }
    lines = result
  }
}
