import PNG
import Raster

/// Follows the markers of a file, and collects what they say (ITU-T T.81, annexes B and E).
struct JPEGDecoder: Sendable {
  private let limits: ImageLimits
  private var segments: JPEGSegments
  private var huffmanTables = HuffmanTables()
  private var quantizationTables = [QuantizationTable?](repeating: nil, count: 4)
  /// The number of MCUs between restart markers, 0 if there are none.
  private var restartInterval = 0
  private var orientation: Orientation?
  private var hasJFIF = false
  private var adobeTransform: Int?
  private var frame: FrameHeader?
  /// Empty before the first scan.
  private var components: [DecodedComponent] = []
  private var visitedBlocks = 0

  /// - Parameter bytes: A file that begins like a JPEG.
  init(_ bytes: [UInt8], limits: ImageLimits) {
    self.limits = limits
    segments = JPEGSegments(bytes, at: 2)
  }

  /// - Throws: What `readJPEG` throws.
  mutating func decode() throws(ImageError) -> Bitmap {
    while true {
      if let frame, !components.isEmpty, components.allSatisfy(\.isComplete) { return picture(of: frame) }
      switch try segments.nextMarker() {
      case .sequentialFrame: try readFrame(isProgressive: false)
      case .progressiveFrame: try readFrame(isProgressive: true)
      case .otherFrame(let kind): throw .unsupportedJPEG(kind)
      case .huffmanTables: try huffmanTables.read(try segments.segment())
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
          throw damage("the picture ends before it has all components")
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

  private mutating func readQuantizationTables() throws(ImageError) {
    var segment = try segments.segment()
    while segment.count > 0 {
      let (size, number) = try segment.nibbles()
      guard size < 2, number < 4 else { throw segment.damage("a quantization table has an invalid number") }
      quantizationTables[number] = try QuantizationTable(&segment, isWide: size == 1)
    }
  }

  private mutating func readApplication(_ number: Int, _ segment: JPEGSegment) {
    guard components.isEmpty else { return }
    switch number {
    case 0: if segment.count >= 14, segment.starts(with: "JFIF\0") { hasJFIF = true }
    case 1: if orientation == nil { orientation = Orientation(exif: segment) }
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
    // Encoders make fewer scans, unless they have bits for most blocks.
    guard visitedBlocks <= 32 * frame.blockCount + 8 * segments.bytes.count else {
      throw .unsupportedJPEG("an excessive number of scans")
    }
    var decoder = EntropyDecoder(BitReader(segments.bytes, at: segments.position))
    if frame.isProgressive {
      try decoder.readProgressive(scan, in: frame, huffmanTables, interval: restartInterval, into: &components)
    } else {
      try decoder.readSequential(scan, in: frame, huffmanTables, interval: restartInterval, into: &components)
    }
    segments.move(to: decoder.bits.position)
  }

  /// Allocates the memory for the picture, once it is known to be allowed.
  private mutating func allocate(_ frame: FrameHeader) throws(ImageError) {
    let size = (orientation ?? .upright).size(width: frame.width, height: frame.height)
    try limits.checkSides(width: size.width, height: size.height)
    try limits.checkMemory(bytes: frame.byteCount)
    // A sequential block has two codes of at least a bit, a progressive one has at least the first bit of its mean.
    let least = frame.blockCount * (frame.isProgressive ? 1 : 2)
    guard least <= 8 * (segments.bytes.count - segments.position) else {
      throw .truncated(offset: segments.bytes.count)
    }
    components = frame.components.map { DecodedComponent($0, isProgressive: frame.isProgressive) }
  }

  private mutating func picture(of frame: FrameHeader) -> Bitmap {
    for index in components.indices { components[index].transformCoefficients() }
    return Bitmap(
      components, of: frame, ColorSpace(frame, hasJFIF: hasJFIF, adobeTransform: adobeTransform),
      orientation ?? .upright)
  }
}
