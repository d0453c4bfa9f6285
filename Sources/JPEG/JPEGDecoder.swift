import PNG
import Raster

/// Follows the markers of a file, and collects what they say (ITU-T T.81, annexes B and E).
struct JPEGDecoder: Sendable {
  private let limits: ImageLimits
  private var segments: JPEGSegments
  private var quantizationTables = [QuantizationTable?](repeating: nil, count: 4)
  private var dcTables = [HuffmanTable?](repeating: nil, count: 4)
  private var acTables = [HuffmanTable?](repeating: nil, count: 4)
  private var restartInterval = 0
  private var orientation: Orientation?
  private var hasJFIF = false
  private var adobeTransform: Int?
  private var frame: FrameHeader?
  /// Empty before the first scan.
  private var components: [DecodedComponent] = []
  private var visitedBlocks = 0

  init(_ bytes: [UInt8], limits: ImageLimits) {
    self.limits = limits
    segments = JPEGSegments(bytes)
  }

  /// - Throws: What `readJPEG` throws.
  mutating func decode() throws(ImageError) -> Bitmap {
    segments.move(to: 2)
    while true {
      if let frame, !components.isEmpty, components.allSatisfy(\.isComplete) { return picture(of: frame) }
      switch try segments.nextMarker() {
      case .sequentialFrame: try readFrame(isProgressive: false)
      case .progressiveFrame: try readFrame(isProgressive: true)
      case .otherFrame(let kind): throw .unsupportedJPEG(kind)
      case .huffmanTables: try readHuffmanTables()
      case .quantizationTables: try readQuantizationTables()
      case .restartInterval:
        var segment = try segments.segment()
        restartInterval = try segment.uint16()
      case .scan: try readScan()
      case .application(let number): readApplication(number, try segments.segment())
      case .other: _ = try segments.segment()
      case .restart, .lone: break
      case .invalid: throw damage("a marker is invalid")
      case .end:
        guard let frame, !components.isEmpty, components.allSatisfy(\.hasScan) else {
          throw damage("the picture ends before all of its components")
        }
        return picture(of: frame)
      }
    }
  }

  private func damage(_ description: String) -> ImageError {
    .corrupt(description, offset: segments.position)
  }

  // MARK: Segments

  private mutating func readFrame(isProgressive: Bool) throws(ImageError) {
    guard frame == nil else { throw damage("there are two frames") }
    var segment = try segments.segment()
    frame = try FrameHeader(&segment, isProgressive: isProgressive)
  }

  private mutating func readHuffmanTables() throws(ImageError) {
    var segment = try segments.segment()
    while segment.count > 0 {
      let (kind, number) = try segment.halves()
      guard kind < 2, number < 4 else { throw segment.damage("a Huffman table has an invalid number") }
      let table = try HuffmanTable(&segment)
      if kind == 0 { dcTables[number] = table } else { acTables[number] = table }
    }
  }

  private mutating func readQuantizationTables() throws(ImageError) {
    var segment = try segments.segment()
    while segment.count > 0 {
      let (size, number) = try segment.halves()
      guard size < 2, number < 4 else { throw segment.damage("a quantization table has an invalid number") }
      quantizationTables[number] = try QuantizationTable(&segment, isWide: size == 1)
    }
  }

  private mutating func readApplication(_ number: Int, _ segment: JPEGSegment) {
    switch number {
    case 0: if segment.count >= 14, segment.starts(with: "JFIF\0") { hasJFIF = true }
    case 1: if orientation == nil, components.isEmpty { orientation = Orientation(exif: segment) }
    case 14: if segment.starts(with: "Adobe"), let transform = segment.byte(at: 11) { adobeTransform = transform }
    default: break
    }
  }

  // MARK: Scans

  private mutating func readScan() throws(ImageError) {
    guard let frame else { throw damage("a scan precedes the frame") }
    if components.isEmpty { try allocate(frame) }
    var segment = try segments.segment()
    let scan = try ScanHeader(&segment, in: frame)
    for component in scan.components {
      guard let table = quantizationTables[frame.components[component.index].quantizationTable] else {
        throw damage("a quantization table is missing")
      }
      guard components[component.index].begin(scan, table) else {
        throw damage("a scan has coefficients that do not follow those of the scans before")
      }
    }
    visitedBlocks += scan.blockCount(in: frame)
    // Progressive files have fewer scans; in others, each block has a bit.
    guard visitedBlocks <= 32 * frame.blockCount + 8 * segments.bytes.count else {
      throw .unsupportedJPEG("an excessive number of scans")
    }
    var decoder = EntropyDecoder(BitReader(segments.bytes, at: segments.position))
    if frame.isProgressive {
      try readProgressive(scan, frame, &decoder)
    } else {
      try readSequential(scan, frame, &decoder)
    }
    segments.move(to: decoder.bits.position)
  }

  /// Allocates the memory for the picture, once it is known to be allowed.
  private mutating func allocate(_ frame: FrameHeader) throws(ImageError) {
    let (width, height) = shownSize(frame)
    try limits.checkSides(width: width, height: height)
    try limits.checkMemory(bytes: frame.byteCount)
    // A sequential block has two codes of at least a bit, a progressive one has at least the first bit of its mean.
    let least = frame.blockCount * (frame.isProgressive ? 1 : 2)
    guard least <= 8 * (segments.bytes.count - segments.position) else {
      throw .truncated(offset: segments.bytes.count)
    }
    components = frame.components.map { DecodedComponent($0, isProgressive: frame.isProgressive) }
  }

  private func table(_ number: Int, _ tables: [HuffmanTable?]) throws(ImageError) -> HuffmanTable {
    guard let table = tables[number] else { throw damage("a Huffman table is missing") }
    return table
  }

  private mutating func readSequential(
    _ scan: ScanHeader, _ frame: FrameHeader, _ decoder: inout EntropyDecoder
  ) throws(ImageError) {
    var tables: [(dc: HuffmanTable, ac: HuffmanTable, quantization: QuantizationTable)] = []
    for component in scan.components {
      guard let quantization = components[component.index].quantization else { return }
      tables.append((try table(component.dcTable, dcTables), try table(component.acTable, acTables), quantization))
    }
    try decoder.visitBlocks(of: scan, in: frame, interval: restartInterval) {
      decoder, index, column, row throws(ImageError) in
      var block = CoefficientBlock(repeating: 0)
      try decoder.readBlock(&block, of: index, dc: tables[index].dc, ac: tables[index].ac)
      let component = scan.components[index].index
      let stride = components[component].plane.stride
      var samples = components[component].plane.samples.mutableSpan
      InverseCosineTransform.write(
        block, tables[index].quantization, to: &samples, at: row * 8 * stride + column * 8, stride: stride)
    }
  }

  private mutating func readProgressive(
    _ scan: ScanHeader, _ frame: FrameHeader, _ decoder: inout EntropyDecoder
  ) throws(ImageError) {
    let stored = scan.components.map { frame.components[$0.index].storedColumns }
    let indices = scan.components.map(\.index)
    if scan.band.lowerBound == 0 {
      var tables: [HuffmanTable?] = []
      for component in scan.components {
        tables.append(scan.isRefinement ? nil : try table(component.dcTable, dcTables))
      }
      try decoder.visitBlocks(of: scan, in: frame, interval: restartInterval) {
        decoder, index, column, row throws(ImageError) in
        try decoder.readMean(
          &components[indices[index]].coefficients[row * stored[index] + column], of: index, scan, tables[index])
      }
      return
    }
    let (index, columns) = (indices[0], stored[0])
    let codes = try table(scan.components[0].acTable, acTables)
    if scan.isRefinement {
      try decoder.visitBlocks(of: scan, in: frame, interval: restartInterval) {
        decoder, _, column, row throws(ImageError) in
        try decoder.refineBand(&components[index].coefficients[row * columns + column], scan, codes)
      }
    } else {
      try decoder.visitBlocks(of: scan, in: frame, interval: restartInterval) {
        decoder, _, column, row throws(ImageError) in
        try decoder.readBand(&components[index].coefficients[row * columns + column], scan, codes)
      }
    }
  }

  // MARK: Pixels

  private func shownSize(_ frame: FrameHeader) -> (width: Int, height: Int) {
    orientation?.swapsSides == true ? (frame.height, frame.width) : (frame.width, frame.height)
  }

  /// The pixels of all components.
  private mutating func picture(of frame: FrameHeader) -> Bitmap {
    let color = ColorSpace(frame, hasJFIF: hasJFIF, adobeTransform: adobeTransform)
    var sources: [SampleRows] = []
    for index in components.indices {
      if frame.isProgressive { components[index].transformCoefficients() }
      let component = frame.components[index]
      sources.append(
        SampleRows(
          components[index].plane, columns: frame.maxHorizontalSampling / component.horizontalSampling,
          rows: frame.maxVerticalSampling / component.verticalSampling))
    }
    let layout = (orientation ?? .upright).layout(width: frame.width, height: frame.height)
    var pixels = [UInt32](repeating: 0, count: frame.width * frame.height)
    var span = pixels.mutableSpan
    var rows = sources.map { [UInt8](repeating: 0, count: $0.count) }
    for y in 0..<frame.height {
      for index in rows.indices {
        var row = rows[index].mutableSpan
        sources[index].read(y, into: &row)
      }
      color.write(rows, width: frame.width, to: &span, at: layout.start + y * layout.row, step: layout.column)
    }
    let size = shownSize(frame)
    return Bitmap(width: size.width, height: size.height, pixels: pixels)
  }
}
