/// Which colours a picture has, as far as it matters for the way to store them.
struct ColorCensus {
  /// All of them, unless there are too many.
  private var table = ColorTable()
  private var hasTooMany = false
  private var isGrey = true
  private var isOpaque = true
  private var last: UInt32?

  /// Nothing that may still come changes the format.
  var isDecided: Bool { hasTooMany && !isGrey && !isOpaque }

  mutating func add(_ pixels: [UInt32]) {
    var position = 0
    if !hasTooMany { position = addToTable(pixels.span) }
    if position < pixels.count, !isDecided { addToFlags(pixels.span.extracting(position..<pixels.count)) }
  }

  /// Returns the position of the pixel that had no room any more, or the number of pixels.
  private mutating func addToTable(_ pixels: Span<UInt32>) -> Int {
    var last = self.last ?? ~pixels[0]
    for start in stride(from: 0, to: pixels.count, by: Self.blockSize) {
      let block = pixels.extracting(start..<min(start + Self.blockSize, pixels.count))
      // Most of a drawing is runs of one colour.
      if Self.isUniform(block, last) { continue }
      for index in block.indices where block[index] != last {
        last = block[index]
        guard table.insert(last) else {
          hasTooMany = true
          for color in table.colors { addToFlags(color) }
          return start + index
        }
      }
    }
    self.last = last
    return pixels.count
  }

  private static let blockSize = 64

  private static func isUniform(_ pixels: Span<UInt32>, _ color: UInt32) -> Bool {
    var difference: UInt32 = 0
    for index in pixels.indices { difference |= pixels[index] ^ color }
    return difference == 0
  }

  private mutating func addToFlags(_ pixels: Span<UInt32>) {
    var difference: UInt32 = 0
    var common = UInt32.max
    for position in pixels.indices {
      let pixel = pixels[position]
      difference |= pixel ^ (pixel >> 8)
      common &= pixel
    }
    if difference & 0xFFFF != 0 { isGrey = false }
    if common >> 24 != 255 { isOpaque = false }
  }

  private mutating func addToFlags(_ color: UInt32) {
    if (color ^ (color >> 8)) & 0xFFFF != 0 { isGrey = false }
    if color >> 24 != 255 { isOpaque = false }
  }

  /// The smallest format that holds all the pixels exactly, for a picture of this size.
  func format(width: Int, height: Int) -> PixelFormat {
    var census = self
    if !hasTooMany {
      for color in table.colors { census.addToFlags(color) }
    }
    let whole: PixelFormat =
      switch (census.isGrey, census.isOpaque) {
      case (true, true): .grey(bits: greyBits)
      case (true, false): .greyAlpha
      case (false, true): .rgb
      case (false, false): .rgba
      }
    guard !hasTooMany else { return whole }
    // Words in ascending order are in the order of their alpha.
    let palette = PixelFormat.palette(table.colors.sorted(), bits: paletteBits)
    return palette.size(width: width, height: height) < whole.size(width: width, height: height) ? palette : whole
  }

  /// The fewest bits whose levels hold all greys.
  private var greyBits: Int {
    [1, 2, 4].first { bits in
      let step = UInt32(255 / ((1 << bits) - 1))
      return table.colors.allSatisfy { ($0 & 0xFF) % step == 0 }
    } ?? 8
  }

  private var paletteBits: Int {
    [1, 2, 4].first { table.colors.count <= 1 << $0 } ?? 8
  }
}
