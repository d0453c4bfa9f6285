import PNG

extension EntropyDecoder {
  /// Reads a block of a sequential scan (ITU-T T.81, F.2.2).
  ///
  /// - Parameters:
  ///   - component: The place of the component in the scan.
  ///   - block: All zeros.
  /// - Throws: `ImageError.corrupt`.
  @inline(__always)
  mutating func readBlock(
    _ block: inout CoefficientBlock, of component: Int, dc: borrowing HuffmanTable, ac: borrowing HuffmanTable
  ) throws(ImageError) {
    block[0] = Int16(truncatingIfNeeded: try readDC(of: component, dc))
    var index = 1
    while index < 64 {
      bits.fill()
      guard let symbol = bits.symbol(ac) else { throw bits.damage("a Huffman code is unknown") }
      let (run, length) = (symbol >> 4, symbol & 15)
      if length == 0 {
        guard run == 15 else { break }
        index += 16
      } else {
        index += run
        guard index < 64 else { throw bits.damage("a block has too many coefficients") }
        block[zigzag[index]] = Int16(truncatingIfNeeded: bits.signed(length))
        index += 1
      }
    }
  }

  /// Reads the DC coefficient of a block as the difference from the block before (ITU-T T.81, F.2.2.1).
  ///
  /// - Throws: `ImageError.corrupt`.
  @inline(__always)
  mutating func readDC(of component: Int, _ table: borrowing HuffmanTable) throws(ImageError) -> Int32 {
    bits.fill()
    guard let length = bits.symbol(table), length < 16 else { throw bits.damage("a Huffman code is unknown") }
    predictions[component] &+= bits.signed(length)
    return predictions[component]
  }
}
