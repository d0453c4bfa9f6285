import PNG

/// The Huffman tables that a file has defined so far (ITU-T T.81, B.2.4.2).
struct HuffmanTables: Sendable {
  private var dc = [HuffmanTable?](repeating: nil, count: 4)
  private var ac = [HuffmanTable?](repeating: nil, count: 4)

  /// Reads the tables of a segment, which replace those with the same number.
  ///
  /// - Throws: `ImageError.corrupt`.
  mutating func read(_ segment: JPEGSegment) throws(ImageError) {
    var segment = segment
    while segment.count > 0 {
      let (kind, number) = try segment.nibbles()
      guard kind < 2, number < 4 else { throw segment.damage("a Huffman table has an invalid number") }
      let table = try HuffmanTable(&segment)
      if kind == 0 { dc[number] = table } else { ac[number] = table }
    }
  }

  /// The tables of a component of a scan.
  ///
  /// - Throws: `ImageError.corrupt` if there is none.
  func dc(_ component: ScanHeader.Component, _ bits: BitReader) throws(ImageError) -> HuffmanTable {
    guard let table = dc[component.dcTable] else { throw bits.damage("a Huffman table is missing") }
    return table
  }

  func ac(_ component: ScanHeader.Component, _ bits: BitReader) throws(ImageError) -> HuffmanTable {
    guard let table = ac[component.acTable] else { throw bits.damage("a Huffman table is missing") }
    return table
  }
}
