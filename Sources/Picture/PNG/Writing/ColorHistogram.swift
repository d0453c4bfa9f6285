/// Which colors occur in a picture, in as much detail as the choice of a pixel format needs.
struct ColorHistogram {
  /// Which levels of opaque gray occur.
  private var grays = InlineArray<256, Bool>(repeating: false)
  /// All other colors that occur, unless `hasTooMany`.
  private var others = ColorTable()
  /// Whether there were more colors than `others` can hold; then only the flags below are kept up to date.
  private var hasTooMany = false
  private var isGray = true
  private var isOpaque = true
  private var last: UInt32?

  private static let blockSize = 64

  /// Whether all pixels are certain to be opaque grays.
  private let isKnownGray: Bool
  /// Whether all pixels are certain to be opaque.
  private let isKnownOpaque: Bool

  init(isKnownGray: Bool = false, isKnownOpaque: Bool = false) {
    self.isKnownGray = isKnownGray
    self.isKnownOpaque = isKnownOpaque
  }

  /// Whether no further pixel can change the format.
  var isDecided: Bool {
    // Four bits have 16 levels.
    if isKnownGray { return levels.count > 16 }
    return hasTooMany && !isGray && (isKnownOpaque || !isOpaque)
  }

  /// The levels of opaque gray that occur, in ascending order.
  private var levels: [Int] {
    let occurs = grays.span
    return occurs.indices.filter { occurs[$0] }
  }

  mutating func add(_ pixels: [UInt32]) {
    for start in stride(from: 0, to: pixels.count, by: Self.blockSize) {
      let block = pixels.span.extracting(start..<min(start + Self.blockSize, pixels.count))
      if let last, Self.isUniform(block, last) { continue }
      last = block[block.count - 1]
      let traits = Traits(of: block)
      if traits.areGray && traits.areOpaque {
        for index in block.indices { grays[Int(block[index] & 0xFF)] = true }
      } else {
        if !hasTooMany { addToTable(block) }
        isGray = isGray && traits.areGray
        isOpaque = isOpaque && traits.areOpaque
      }
      if !isKnownGray, isDecided { return }
    }
  }

  private mutating func addToTable(_ pixels: Span<UInt32>) {
    var last: UInt32?
    for index in pixels.indices where pixels[index] != last {
      let pixel = pixels[index]
      last = pixel
      if pixel >> 24 == 255 && (pixel ^ (pixel >> 8)) & 0xFFFF == 0 {
        grays[Int(pixel & 0xFF)] = true
      } else if !others.insert(pixel) {
        hasTooMany = true
        return
      }
    }
  }

  private static func isUniform(_ pixels: Span<UInt32>, _ color: UInt32) -> Bool {
    var difference: UInt32 = 0
    for index in pixels.indices { difference |= pixels[index] ^ color }
    return difference == 0
  }

  private struct Traits {
    var areGray: Bool
    var areOpaque: Bool

    init(of pixels: Span<UInt32>) {
      var difference: UInt32 = 0
      var common = UInt32.max
      for index in pixels.indices {
        difference |= pixels[index] ^ (pixels[index] >> 8)
        common &= pixels[index]
      }
      areGray = difference & 0xFFFF == 0
      areOpaque = common >> 24 == 255
    }
  }

  /// The smallest format that stores all pixels exactly, for a picture of this size.
  func format(width: Int, height: Int) -> PixelFormat {
    let levels = self.levels
    let whole: PixelFormat =
      switch (isGray, isOpaque) {
      case (true, true): .gray(bits: levels.count > 16 ? 8 : Self.grayBits(levels))
      case (true, false): .grayAlpha
      case (false, true): .rgb
      case (false, false): .rgba
      }
    let colors = levels.map { UInt32($0) * 0x01_01_01 | 0xFF00_0000 } + others.colors
    guard !hasTooMany, colors.count <= ColorTable.capacity else { return whole }
    // Ascending words are in ascending order of alpha.
    let palette = PixelFormat.palette(colors.sorted(), bits: Self.paletteBits(colors.count))
    return palette.size(width: width, height: height) < whole.size(width: width, height: height) ? palette : whole
  }

  /// The smallest bit depth that represents all levels exactly.
  private static func grayBits(_ levels: [Int]) -> Int {
    [1, 2, 4].first { bits in levels.allSatisfy { $0 % (255 / ((1 << bits) - 1)) == 0 } } ?? 8
  }

  private static func paletteBits(_ count: Int) -> Int {
    [1, 2, 4].first { count <= 1 << $0 } ?? 8
  }
}
