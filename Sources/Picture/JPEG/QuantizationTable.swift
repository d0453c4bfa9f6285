import PNG

/// The factors of the coefficients of a block (ITU-T T.81, B.2.4.1), row by row.
struct QuantizationTable: Sendable {
  private(set) var factors: InlineArray<8, SIMD8<Int32>>

  /// - Parameter isWide: Whether factors have 16 bits.
  /// - Throws: `ImageError.corrupt` if the segment ends early.
  init(_ segment: inout JPEGSegment, isWide: Bool) throws(ImageError) {
    factors = InlineArray(repeating: SIMD8())
    for index in 0..<64 {
      let factor = isWide ? try segment.uint16() : try segment.byte()
      factors[zigzag[index] / 8][zigzag[index] % 8] = Int32(factor)
    }
  }
}

/// The coefficients of 8×8 samples, row by row: the first is the DC coefficient, later columns and rows have higher frequencies.
typealias CoefficientBlock = InlineArray<64, Int16>

/// The place in a block of each coefficient of a scan (ITU-T T.81, figure 5).
let zigzag: InlineArray<64, Int> = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5,
  12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
  58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
]
