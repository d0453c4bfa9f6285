/// Which colours a picture has, as far as it matters for the way to store them.
struct ColorCensus {
  /// The levels of opaque grey that were met.
  private var greys = InlineArray<256, Bool>(repeating: false)
  /// All other colours, unless there are too many; then the flags alone are kept.
  private var others = ColorTable()
  private var hasTooMany = false
  private var isGrey = true
  private var isOpaque = true
  private var last: UInt32?

  private static let blockSize = 64

  /// Whether all pixels are sure to be opaque greys.
  private let isKnownGrey: Bool
  /// Whether all pixels are sure to be opaque.
  private let isKnownOpaque: Bool

  init(isKnownGrey: Bool = false, isKnownOpaque: Bool = false) {
    self.isKnownGrey = isKnownGrey
    self.isKnownOpaque = isKnownOpaque
  }

  /// Nothing that may still come changes the format.
  var isDecided: Bool {
    if isKnownGrey { return greys.indices.count { greys[$0] } > 16 && Self.greyBits(levels) == 8 }
    return hasTooMany && !isGrey && (isKnownOpaque || !isOpaque)
  }

  private var levels: [Int] { greys.indices.filter { greys[$0] } }

  mutating func add(_ pixels: [UInt32]) {
    for start in stride(from: 0, to: pixels.count, by: Self.blockSize) {
      let block = pixels.span.extracting(start..<min(start + Self.blockSize, pixels.count))
      if let last, Self.isUniform(block, last) { continue }
      last = block[block.count - 1]
      let traits = Traits(of: block)
      if traits.areGrey && traits.areOpaque {
        for index in block.indices { greys[Int(block[index] & 0xFF)] = true }
      } else {
        if !hasTooMany { addToTable(block) }
        isGrey = isGrey && traits.areGrey
        isOpaque = isOpaque && traits.areOpaque
      }
      if !isKnownGrey, isDecided { return }
    }
  }

  private mutating func addToTable(_ pixels: Span<UInt32>) {
    var last: UInt32?
    for index in pixels.indices where pixels[index] != last {
      let pixel = pixels[index]
      last = pixel
      if pixel >> 24 == 255 && (pixel ^ (pixel >> 8)) & 0xFFFF == 0 {
        greys[Int(pixel & 0xFF)] = true
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
    var areGrey: Bool
    var areOpaque: Bool

    init(of pixels: Span<UInt32>) {
      var difference: UInt32 = 0
      var common = UInt32.max
      for index in pixels.indices {
        difference |= pixels[index] ^ (pixels[index] >> 8)
        common &= pixels[index]
      }
      areGrey = difference & 0xFFFF == 0
      areOpaque = common >> 24 == 255
    }
  }

  /// The smallest format that holds all the pixels exactly, for a picture of this size.
  func format(width: Int, height: Int) -> PixelFormat {
    let levels = self.levels
    let whole: PixelFormat =
      switch (isGrey, isOpaque) {
      case (true, true): .grey(bits: Self.greyBits(levels))
      case (true, false): .greyAlpha
      case (false, true): .rgb
      case (false, false): .rgba
      }
    let colors = levels.map { UInt32($0) * 0x01_01_01 | 0xFF00_0000 } + others.colors
    guard !hasTooMany, colors.count <= ColorTable.capacity else { return whole }
    // Words in ascending order are in the order of their alpha.
    let palette = PixelFormat.palette(colors.sorted(), bits: Self.paletteBits(colors.count))
    return palette.size(width: width, height: height) < whole.size(width: width, height: height) ? palette : whole
  }

  /// The fewest bits on whose grid all levels are.
  private static func greyBits(_ levels: [Int]) -> Int {
    [1, 2, 4].first { bits in levels.allSatisfy { $0 % (255 / ((1 << bits) - 1)) == 0 } } ?? 8
  }

  private static func paletteBits(_ count: Int) -> Int {
    [1, 2, 4].first { count <= 1 << $0 } ?? 8
  }
}
