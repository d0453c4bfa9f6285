import PNG

extension EntropyDecoder {
  /// Reads a sequential scan into the samples of its components.
  ///
  /// - Throws: `ImageError`.
  mutating func readSequential(
    _ scan: ScanHeader, in frame: FrameHeader, _ tables: HuffmanTables, interval: Int,
    into components: inout [DecodedComponent]
  ) throws(ImageError) {
    var codes: [(dc: HuffmanTable, ac: HuffmanTable)] = []
    for component in scan.components { codes.append((try tables.dc(component, bits), try tables.ac(component, bits))) }
    try visitBlocks(of: scan, in: frame, interval: interval) { decoder, index, column, row throws(ImageError) in
      var block = CoefficientBlock(repeating: 0)
      try decoder.readBlock(&block, of: index, dc: codes[index].dc, ac: codes[index].ac)
      components[scan.components[index].index].transform(block, column: column, row: row)
    }
  }

  /// Reads a progressive scan into the coefficients of its components.
  ///
  /// - Throws: `ImageError`.
  mutating func readProgressive(
    _ scan: ScanHeader, in frame: FrameHeader, _ tables: HuffmanTables, interval: Int,
    into components: inout [DecodedComponent]
  ) throws(ImageError) {
    let stored = scan.components.map { frame.components[$0.index].storedColumns }
    let indices = scan.components.map(\.index)
    if scan.band.lowerBound == 0 {
      var codes: [HuffmanTable?] = []
      for component in scan.components { codes.append(scan.isRefinement ? nil : try tables.dc(component, bits)) }
      try visitBlocks(of: scan, in: frame, interval: interval) { decoder, index, column, row throws(ImageError) in
        let place = row * stored[index] + column
        try decoder.readDC(&components[indices[index]].coefficients[place], of: index, scan, codes[index])
      }
      return
    }
    let (component, columns) = (indices[0], stored[0])
    let codes = try tables.ac(scan.components[0], bits)
    if scan.isRefinement {
      try visitBlocks(of: scan, in: frame, interval: interval) { decoder, _, column, row throws(ImageError) in
        try decoder.refineAC(&components[component].coefficients[row * columns + column], scan, codes)
      }
    } else {
      try visitBlocks(of: scan, in: frame, interval: interval) { decoder, _, column, row throws(ImageError) in
        try decoder.readAC(&components[component].coefficients[row * columns + column], scan, codes)
      }
    }
  }
}
