import PNG

/// What the scans so far have given of a component.
struct DecodedComponent: Sendable {
  private let frame: FrameComponent
  private(set) var plane: SamplePlane
  /// The coefficients of progressive scans, by rows of blocks.
  var coefficients: [CoefficientBlock] = []
  /// The table as it was at the first scan of the component.
  private var quantization: QuantizationTable?
  /// For each coefficient in zigzag order, the lowest bit that scans have given; nil if they have given none.
  private var lowestBits = [Int?](repeating: nil, count: 64)

  init(_ component: FrameComponent, isProgressive: Bool) {
    frame = component
    let stride = 8 * component.storedColumns
    plane = SamplePlane(
      samples: [UInt8](repeating: 0, count: stride * 8 * component.storedRows), stride: stride,
      width: component.width, height: component.height)
    if isProgressive {
      coefficients = [CoefficientBlock](repeating: CoefficientBlock(repeating: 0), count: component.storedBlockCount)
    }
  }

  /// Whether a scan has given some bits of the component, and whether scans have given all of them.
  var hasScan: Bool { lowestBits[0] != nil }
  var isComplete: Bool { lowestBits.allSatisfy { $0 == 0 } }

  /// Notes what a scan gives, and takes the quantization table at the first one.
  ///
  /// - Returns: Whether the scan gives the bits that follow those of the scans before (ITU-T T.81, G.1.1.1).
  mutating func begin(_ scan: ScanHeader, _ table: QuantizationTable) -> Bool {
    if quantization == nil { quantization = table }
    guard scan.band.lowerBound == 0 || hasScan else { return false }
    for index in scan.band {
      guard lowestBits[index] == (scan.isRefinement ? scan.earlierBit : nil) else { return false }
      lowestBits[index] = scan.bit
    }
    return true
  }

  /// Makes the samples of a block.
  @inline(__always)
  mutating func transform(_ block: borrowing CoefficientBlock, column: Int, row: Int) {
    guard let table = quantization else { return }
    let stride = plane.stride
    var samples = plane.samples.mutableSpan
    InverseCosineTransform.write(block, table, to: &samples, at: row * 8 * stride + column * 8, stride: stride)
  }

  /// Makes the samples of the coefficients of all progressive scans.
  mutating func transformCoefficients() {
    guard !coefficients.isEmpty else { return }
    for row in 0..<frame.rows {
      for column in 0..<frame.columns {
        let block = coefficients[row * frame.storedColumns + column]
        transform(block, column: column, row: row)
      }
    }
    coefficients = []
  }
}
