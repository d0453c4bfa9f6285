import PNG

/// Reads the coefficients of a scan, block by block.
struct EntropyDecoder: Sendable {
  var bits: BitReader
  /// The DC coefficient of the block before, for each component of the scan.
  var predictions: InlineArray<4, Int32> = [0, 0, 0, 0]
  /// The number of blocks left in the end-of-band run (ITU-T T.81, G.1.2.2), which have no new coefficients.
  var endOfBandRun = 0

  init(_ bits: BitReader) {
    self.bits = bits
  }

  private mutating func restart(_ number: Int) throws(ImageError) {
    try bits.restart(number)
    predictions = [0, 0, 0, 0]
    endOfBandRun = 0
  }

  /// Visits the blocks of a scan in their order (ITU-T T.81, A.2): the rows of a single component, or the MCUs of
  /// several.
  ///
  /// - Parameters:
  ///   - interval: The number of MCUs between restart markers, 0 if there are none.
  ///   - visit: Reads a block of a component, which is given by its place in the scan; the column and the row follow.
  /// - Throws: `ImageError` if the data ends early, a restart marker is missing or `visit` throws.
  @inline(__always)
  mutating func visitBlocks(
    of scan: ScanHeader, in frame: FrameHeader, interval: Int,
    _ visit: (inout EntropyDecoder, _ component: Int, _ column: Int, _ row: Int) throws(ImageError) -> Void
  ) throws(ImageError) {
    let components = scan.components.map { frame.components[$0.index] }
    let isSingle = components.count == 1
    let columns = isSingle ? components[0].columns : frame.mcuColumns
    let rows = isSingle ? components[0].rows : frame.mcuRows
    var number = 0
    for row in 0..<rows {
      for column in 0..<columns {
        if interval > 0, number > 0, number % interval == 0 { try restart((number / interval - 1) % 8) }
        number += 1
        if isSingle {
          try visit(&self, 0, column, row)
        } else {
          for index in components.indices {
            let (width, height) = (components[index].horizontalSampling, components[index].verticalSampling)
            for y in row * height..<(row + 1) * height {
              for x in column * width..<(column + 1) * width { try visit(&self, index, x, y) }
            }
          }
        }
        try bits.check()
      }
    }
  }
}
