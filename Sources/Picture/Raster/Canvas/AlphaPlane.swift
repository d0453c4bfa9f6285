import Geometry

/// A picture of ink of one color: the alpha of each pixel, row by row, for many small pictures one after another.
///
/// The alphas are those that a `Canvas` gets from the same strokes in one color. White ink on black has them as its
/// grays.
package struct AlphaPlane: Sendable {
  /// The size in pixels.
  package let width: Int
  package let height: Int
  /// The number of bytes from a row to the next, a multiple of a tile's side.
  package let stride: Int
  /// The alphas. The bytes of a row after its width have no meaning.
  package private(set) var bytes: [UInt8]

  /// Creates a clear picture.
  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    stride = (width + Tile.side - 1) / Tile.side * Tile.side
    bytes = [UInt8](repeating: 0, count: stride * ((height + Tile.side - 1) / Tile.side * Tile.side))
  }

  /// Removes all ink.
  package mutating func removeAll() {
    var span = bytes.mutableSpan
    for index in span.indices { span[index] = 0 }
  }

  /// Copies the alphas, row by row without gaps, over an array of as many samples.
  /// - Parameter inverts: Whether 255 minus each alpha is copied.
  package func copy(to samples: inout [UInt8], inverts: Bool) {
    precondition(samples.count == width * height, "there is a sample for each pixel")
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe samples.withUnsafeMutableBufferPointer { samples in
        for row in 0..<height {
          let target = samples.extracting(row * width..<(row + 1) * width)
          _ = unsafe target.update(fromContentsOf: bytes.extracting(row * stride..<row * stride + width))
        }
      }
    }
    guard inverts else { return }
    var span = samples.mutableSpan
    for index in span.indices { span[index] = 255 - span[index] }
  }

  /// Draws a stroke, or erases it.
  /// - Parameter opacity: The opacity of the whole stroke.
  package mutating func composite(_ mask: Mask, opacity: UInt8 = 255, erases: Bool = false) {
    for tile in mask.tiles {
      guard let slot = mask.slot(of: tile) else { continue }
      composite(mask, slot, at: (tile.row * stride + tile.column) * Tile.side, opacity, erases)
    }
  }

  /// Draws a stroke of a small picture, or erases it, and forgets its lines.
  mutating func composite(_ lines: inout SampledLines, erases: Bool) {
    precondition(stride == SampledLines.largestSide, "the picture is as small as that of the lines")
    let blocks = (width + 15) / 16
    var span = bytes.mutableSpan
    var pixels = unsafe span.mutableBytes
    lines.takeRows { row, ink in
      let offset = row * SampledLines.largestSide
      for block in 0..<blocks {
        let ink = unsafe ink.bytes.unsafeLoadUnaligned(fromByteOffset: offset + 16 * block, as: SIMD16<UInt8>.self)
        if AlphaBlend.isClear(ink) { continue }
        let below = unsafe pixels.unsafeLoadUnaligned(fromByteOffset: offset + 16 * block, as: SIMD16<UInt8>.self)
        let result = erases ? AlphaBlend.erased(below, ink) : AlphaBlend.union(below, ink)
        pixels.storeBytes(of: result, toByteOffset: offset + 16 * block, as: SIMD16<UInt8>.self)
      }
    }
  }

  /// - Parameter start: The index of the tile's first pixel.
  private mutating func composite(_ mask: Mask, _ slot: Int, at start: Int, _ opacity: UInt8, _ erases: Bool) {
    let stride = self.stride
    var span = bytes.mutableSpan
    var pixels = unsafe span.mutableBytes
    for rowGroup in 0..<TileBytes.rowGroups {
      var blocks = TileBytes.blocks(mask.occupancy(slot, rowGroup))
      while let block = TileBytes.next(of: &blocks) {
        let row = rowGroup &* 4 &+ block &>> 2
        let offset = start &+ row &* stride &+ (block & 3) &* 16
        var ink = mask.block(block, slot, rowGroup)
        if opacity != 255 { ink = AlphaBlend.erased(ink, SIMD16(repeating: 255 &- opacity)) }
        let below = unsafe pixels.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
        let result = erases ? AlphaBlend.erased(below, ink) : AlphaBlend.union(below, ink)
        pixels.storeBytes(of: result, toByteOffset: offset, as: SIMD16<UInt8>.self)
      }
    }
  }
}
