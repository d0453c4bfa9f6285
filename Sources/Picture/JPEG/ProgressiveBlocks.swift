import PNG

extension EntropyDecoder {
  /// Reads the mean of a block, or the next bit of it (ITU-T T.81, G.1.2.1).
  ///
  /// - Parameter table: The code of the first scan; a refinement has none.
  /// - Throws: `ImageError.corrupt`.
  @inline(__always)
  mutating func readDC(
    _ block: inout CoefficientBlock, of component: Int, _ scan: ScanHeader, _ table: HuffmanTable?
  ) throws(ImageError) {
    if let table {
      block[0] = Int16(truncatingIfNeeded: try readDC(of: component, table) &<< Int32(scan.bit))
    } else {
      bits.fill()
      if bits.bits(1) != 0 { block[0] |= 1 &<< Int16(scan.bit) }
    }
  }

  /// Reads the coefficients of a band for the first time (ITU-T T.81, G.1.2.2).
  ///
  /// - Throws: `ImageError.corrupt`.
  @inline(__always)
  mutating func readAC(
    _ block: inout CoefficientBlock, _ scan: ScanHeader, _ table: borrowing HuffmanTable
  ) throws(ImageError) {
    guard endOfBandRun == 0 else {
      endOfBandRun -= 1
      return
    }
    var index = scan.band.lowerBound
    while index <= scan.band.upperBound {
      bits.fill()
      guard let symbol = bits.symbol(table) else { throw bits.damage("a Huffman code is unknown") }
      let (run, length) = (symbol >> 4, symbol & 15)
      if length > 0 {
        index += run
        guard index <= scan.band.upperBound else { throw bits.damage("a block has too many coefficients") }
        block[zigzag[index]] = Int16(truncatingIfNeeded: bits.signed(length) &<< Int32(scan.bit))
        index += 1
      } else if run == 15 {
        index += 16
      } else {
        endOfBandRun = 1 << run - 1 + Int(bits.bits(run))
        return
      }
    }
  }

  /// Reads the next bit of the coefficients of a band that are not zero, and those that are no longer so (ITU-T T.81,
  /// G.1.2.3).
  ///
  /// - Throws: `ImageError.corrupt`.
  @inline(__always)
  mutating func refineAC(
    _ block: inout CoefficientBlock, _ scan: ScanHeader, _ table: borrowing HuffmanTable
  ) throws(ImageError) {
    var index = scan.band.lowerBound
    let last = scan.band.upperBound
    let bit = Int16(1) &<< Int16(scan.bit)
    while endOfBandRun == 0, index <= last {
      bits.fill()
      guard let symbol = bits.symbol(table) else { throw bits.damage("a Huffman code is unknown") }
      let (run, length) = (symbol >> 4, symbol & 15)
      var new: Int16 = 0
      if length > 0 {
        guard length == 1 else { throw bits.damage("a new coefficient has more than one bit") }
        new = bits.bits(1) != 0 ? bit : -bit
      } else if run < 15 {
        endOfBandRun = 1 << run + Int(bits.bits(run))
        break
      }
      index = refine(&block, from: index, through: last, passing: run, bit)
      if new != 0 {
        guard index <= last else { throw bits.damage("a block has too many coefficients") }
        block[zigzag[index]] = new
      }
      index += 1
    }
    if endOfBandRun > 0 {
      _ = refine(&block, from: index, through: last, passing: 64, bit)
      endOfBandRun -= 1
    }
  }

  /// Reads the next bit of coefficients that are not zero, up to the zero that follows `zeros` others.
  ///
  /// - Returns: The index of that zero, or the one behind the last coefficient.
  @inline(__always)
  private mutating func refine(
    _ block: inout CoefficientBlock, from first: Int, through last: Int, passing zeros: Int, _ bit: Int16
  ) -> Int {
    var zeros = zeros
    var index = first
    while index <= last {
      let place = zigzag[index]
      let value = block[place]
      if value == 0 {
        if zeros == 0 { break }
        zeros -= 1
      } else {
        bits.fill()
        if bits.bits(1) != 0, value & bit == 0 { block[place] = value &+ (value > 0 ? bit : -bit) }
      }
      index += 1
    }
    return index
  }
}
