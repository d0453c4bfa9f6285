/// The inverse discrete cosine transform of blocks, in integers: the algorithm of Loeffler, Ligtenberg and Moschytz
/// ("Practical Fast 1-D DCT Algorithms with 11 Multiplications", 1989), whose rotations have 13 fractional bits. The
/// values between columns and rows have 2. The rounding is that of the accurate transform of libjpeg.
struct InverseCosineTransform {
  private typealias Line = SIMD8<Int32>

  private static let fractionBits: Int32 = 13
  private static let passBits: Int32 = 2

  /// Eight rows or columns.
  private var lines: InlineArray<8, Line>

  /// Transforms a block into samples.
  ///
  /// - Parameters:
  ///   - samples: The plane of the component.
  ///   - start: The index of the first sample of the block.
  ///   - stride: The number of samples from a row to the next one.
  @inline(__always)
  static func write(
    _ block: borrowing CoefficientBlock, _ table: borrowing QuantizationTable, to samples: inout MutableSpan<UInt8>,
    at start: Int, stride: Int
  ) {
    var transform = InverseCosineTransform(block, table)
    transform.transformLines(shift: fractionBits - passBits)
    transform.transpose()
    // The transform of 8×8 samples is 8 times too large.
    transform.transformLines(shift: fractionBits + passBits + 3)
    transform.transpose()
    for row in 0..<8 {
      let line = (transform.lines[row] &+ 128).clamped(lowerBound: Line(), upperBound: Line(repeating: 255))
      let bytes = SIMD8<UInt8>(truncatingIfNeeded: line)
      for column in 0..<8 { samples[start &+ row &* stride &+ column] = bytes[column] }
    }
  }

  @inline(__always)
  private init(_ block: borrowing CoefficientBlock, _ table: borrowing QuantizationTable) {
    lines = [
      Self.row(0, block), Self.row(1, block), Self.row(2, block), Self.row(3, block),
      Self.row(4, block), Self.row(5, block), Self.row(6, block), Self.row(7, block),
    ]
    for row in 0..<8 { lines[row] &*= table.factors[row] }
  }

  @inline(__always)
  private static func row(_ row: Int, _ block: borrowing CoefficientBlock) -> Line {
    let start = 8 &* row
    return Line(
      truncatingIfNeeded: SIMD8(
        block[start], block[start &+ 1], block[start &+ 2], block[start &+ 3],
        block[start &+ 4], block[start &+ 5], block[start &+ 6], block[start &+ 7]))
  }

  /// Transforms the lanes of the lines, and divides by a power of two with rounding to the nearest value.
  @inline(__always)
  private mutating func transformLines(shift: Int32) {
    let half = Line(repeating: 1 << (shift - 1))
    let shifts = Line(repeating: shift)
    // All results have one of these terms.
    let sum = (lines[0] &+ lines[4]) &<< Line(repeating: Self.fractionBits) &+ half
    let difference = (lines[0] &- lines[4]) &<< Line(repeating: Self.fractionBits) &+ half
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

    lines = [
      (even0 &+ odd3) &>> shifts, (even1 &+ odd2) &>> shifts, (even4 &+ odd1) &>> shifts, (even5 &+ odd0) &>> shifts,
      (even5 &- odd0) &>> shifts, (even4 &- odd1) &>> shifts, (even1 &- odd2) &>> shifts, (even0 &- odd3) &>> shifts,
    ]
  }

  /// Swaps rows and columns.
  @inline(__always)
  private mutating func transpose() {
    // Each shuffle turns the numbers of line and lane, 3 bits each, by a bit.
    for _ in 0..<3 {
      let (a, b) = Self.shuffled(lines[0], lines[4])
      let (c, d) = Self.shuffled(lines[1], lines[5])
      let (e, f) = Self.shuffled(lines[2], lines[6])
      let (g, h) = Self.shuffled(lines[3], lines[7])
      lines = [a, b, c, d, e, f, g, h]
    }
  }

  @inline(__always)
  private static func shuffled(_ a: Line, _ b: Line) -> (Line, Line) {
    (Line(a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3]), Line(a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7]))
  }
}
