import PNG

/// A component of the picture, such as its luminance, in the frame.
struct FrameComponent: Hashable, Sendable {
  let identifier: Int
  /// How many blocks of the component lie in an MCU: as many columns and rows.
  let horizontalSampling: Int
  let verticalSampling: Int
  let quantizationTable: Int
  /// The size in samples.
  let width: Int
  let height: Int
  /// The blocks that have samples of the picture.
  let columns: Int
  let rows: Int
  /// The blocks of all MCUs.
  let storedColumns: Int
  let storedRows: Int

  var blockCount: Int { columns * rows }
  var storedBlockCount: Int { storedColumns * storedRows }
}

/// The size of a picture, and how its components are sampled (ITU-T T.81, A.1 and B.2.2).
struct FrameHeader: Hashable, Sendable {
  let isProgressive: Bool
  /// The size in pixels.
  let width: Int
  let height: Int
  /// 1, 3 or 4 components.
  let components: [FrameComponent]
  let maxHorizontalSampling: Int
  let maxVerticalSampling: Int
  /// The number of columns and rows of MCUs of scans with several components.
  let mcuColumns: Int
  let mcuRows: Int

  /// - Throws: `ImageError.unsupportedJPEG` or `.corrupt`.
  init(_ segment: inout JPEGSegment, isProgressive: Bool) throws(ImageError) {
    let precision = try segment.byte()
    guard precision != 12 else { throw .unsupportedJPEG("12 bits per sample") }
    guard precision == 8 else { throw segment.damage("a sample has \(precision) bits") }
    height = try segment.uint16()
    width = try segment.uint16()
    guard height > 0 else { throw .unsupportedJPEG("a height that follows the pixels (DNL)") }
    guard width > 0 else { throw segment.damage("the width is 0") }
    let count = try segment.byte()
    guard count > 0, segment.count == 3 * count else { throw segment.damage("the frame has a wrong length") }
    guard count == 1 || count == 3 || count == 4 else {
      throw .unsupportedJPEG("a color space of \(count) components")
    }
    var descriptions: [(identifier: Int, horizontal: Int, vertical: Int, table: Int)] = []
    for _ in 0..<count {
      let (identifier, sampling, table) = (try segment.byte(), try segment.nibbles(), try segment.byte())
      guard 1...4 ~= sampling.high, 1...4 ~= sampling.low, table < 4 else {
        throw segment.damage("a component has an invalid sampling factor or table")
      }
      guard !descriptions.contains(where: { $0.identifier == identifier }) else {
        throw segment.damage("two components have the same identifier")
      }
      // The sampling factors of a single component have no meaning.
      let (horizontal, vertical) = count == 1 ? (1, 1) : sampling
      descriptions.append((identifier, horizontal, vertical, table))
    }
    self.isProgressive = isProgressive
    var (maxHorizontal, maxVertical) = (1, 1)
    for description in descriptions {
      maxHorizontal = max(maxHorizontal, description.horizontal)
      maxVertical = max(maxVertical, description.vertical)
    }
    (maxHorizontalSampling, maxVerticalSampling) = (maxHorizontal, maxVertical)
    mcuColumns = Self.quotient(width, 8 * maxHorizontal)
    mcuRows = Self.quotient(height, 8 * maxVertical)
    var components: [FrameComponent] = []
    for description in descriptions {
      guard maxHorizontal % description.horizontal == 0, maxVertical % description.vertical == 0 else {
        throw .unsupportedJPEG("fractional sampling")
      }
      let componentWidth = Self.quotient(width, maxHorizontal / description.horizontal)
      let componentHeight = Self.quotient(height, maxVertical / description.vertical)
      components.append(
        FrameComponent(
          identifier: description.identifier, horizontalSampling: description.horizontal,
          verticalSampling: description.vertical, quantizationTable: description.table, width: componentWidth,
          height: componentHeight, columns: Self.quotient(componentWidth, 8), rows: Self.quotient(componentHeight, 8),
          storedColumns: mcuColumns * description.horizontal, storedRows: mcuRows * description.vertical))
    }
    self.components = components
  }

  /// The blocks that have samples of the picture.
  var blockCount: Int { components.reduce(0) { $0 + $1.blockCount } }

  /// The memory, in bytes, for samples, coefficients that are kept, and pixels.
  var byteCount: Int {
    let blocks = components.reduce(0) { $0 + $1.storedBlockCount }
    return blocks * (isProgressive ? 64 + 128 : 64) + width * height * 4
  }

  private static func quotient(_ dividend: Int, _ divisor: Int) -> Int { (dividend + divisor - 1) / divisor }
}
