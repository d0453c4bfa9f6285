import PNG

/// Which components a scan has, and which bits of their coefficients (ITU-T T.81, B.2.3).
struct ScanHeader: Hashable, Sendable {
  struct Component: Hashable, Sendable {
    /// The place in the frame.
    let index: Int
    /// The numbers of the Huffman tables.
    let dcTable: Int
    let acTable: Int
  }

  let components: [Component]
  /// The coefficients of the scan, by their places in the zigzag order. Only progressive scans have a part of them.
  let band: ClosedRange<Int>
  /// The lowest bit of the coefficients that earlier scans have given, and the lowest bit of this one. `earlierBit` is
  /// 0 in the first scan of a band.
  let earlierBit: Int
  let bit: Int

  /// - Throws: `ImageError.corrupt` if the scan does not fit the frame.
  init(_ segment: inout JPEGSegment, in frame: FrameHeader) throws(ImageError) {
    let count = try segment.byte()
    guard 1...frame.components.count ~= count, segment.count == 2 * count + 3 else {
      throw segment.damage("a scan has a wrong length")
    }
    var components: [Component] = []
    var blocks = 0
    for _ in 0..<count {
      let (identifier, tables) = (try segment.byte(), try segment.nibbles())
      guard let index = frame.components.firstIndex(where: { $0.identifier == identifier }),
        !components.contains(where: { $0.index == index })
      else { throw segment.damage("a scan has a component that is not in the frame, or has it twice") }
      guard tables.high < 4, tables.low < 4 else { throw segment.damage("a scan has an invalid Huffman table") }
      blocks += frame.components[index].horizontalSampling * frame.components[index].verticalSampling
      components.append(Component(index: index, dcTable: tables.high, acTable: tables.low))
    }
    guard count == 1 || blocks <= 10 else {
      throw segment.damage("an MCU has \(blocks) blocks, at most 10 are allowed")
    }
    self.components = components
    let (first, last, bits) = (try segment.byte(), try segment.byte(), try segment.nibbles())
    guard frame.isProgressive else {
      // Some encoders write other numbers, which have no meaning in a sequential scan.
      (band, earlierBit, bit) = (0...63, 0, 0)
      return
    }
    guard first <= last, last <= 63, first > 0 || last == 0, first == 0 || count == 1 else {
      throw segment.damage("a scan has the coefficients \(first) to \(last) of \(count) components")
    }
    guard bits.low <= 13, bits.high == 0 || bits.high == bits.low + 1 else {
      throw segment.damage("a scan has the bits from \(bits.low) to \(bits.high) of its coefficients")
    }
    (band, earlierBit, bit) = (first...last, bits.high, bits.low)
  }

  var isRefinement: Bool { earlierBit > 0 }

  /// The number of blocks that the scan visits.
  func blockCount(in frame: FrameHeader) -> Int {
    components.reduce(0) {
      let component = frame.components[$1.index]
      return $0 + (components.count == 1 ? component.blockCount : component.storedBlockCount)
    }
  }
}
