import CRaster
import Geometry

/// Drawing the tips of brushes. They raise two bytes of each pixel: coverage, and beside it the level, which is how much
/// ink there is. A mask has levels only once a tip needs them.
extension Mask {
  /// Adds the ink of tips.
  /// - Parameter clip: The pixels that may change, rounded up to tiles; nil for all.
  package mutating func join(_ tips: [PixelTip], _ rule: TipRule, within clip: PixelRect? = nil) {
    let clip = clip?.intersection(area) ?? area
    isBrushed = true
    if rule.hasLevel { hasLevels = true }
    // Moved out, so that storage and levels can change at the same time.
    var levels: [UInt8] = []
    swap(&levels, &self.levels)
    defer { swap(&levels, &self.levels) }
    for tip in tips {
      let kernel = TipKernel(tip, rule)
      let pixels = kernel.pixels(of: clip)
      guard !pixels.isEmpty else { continue }
      for tile in Tile.all(of: pixels) {
        guard let slot = findOrAdd(tile) else { continue }
        let part = pixels.intersection(tile.pixels)
        if hasLevels { Mask.grow(&levels, &leastLevels, to: slot) }
        if kernel.isWide, storage.isFull(slot), !hasLevels || leastLevels[slot] >= kernel.mostLevel(in: part) {
          continue
        }
        let hasLevels = hasLevels
        storage.withBytes(of: slot) { bytes in
          guard hasLevels else { return unsafe kernel.join(part, of: tile, bytes, nil) }
          unsafe levels.withUnsafeMutableBufferPointer { levels in
            unsafe kernel.join(part, of: tile, bytes, levels.baseAddress.map { unsafe $0 + slot * CanvasTile.pixels })
          }
        }
        guard kernel.isWide else { continue }
        storage.noteFull(slot, of: area)
        guard hasLevels, storage.isFull(slot) else { continue }
        let pixels = area.intersection(tile.pixels)
        var least = UInt8.max
        for row in 0..<pixels.height {
          let start = slot * CanvasTile.pixels + TileBytes.rowStart(row)
          least = levels[start..<start + pixels.width].reduce(least, Swift.min)
        }
        leastLevels[slot] = least
      }
    }
  }

  /// The memory of the tiles in use, in those of a mask without levels.
  package var memoryInTiles: Int { hasLevels ? 2 * tiles.count : tiles.count }

  private static func grow(_ levels: inout [UInt8], _ leastLevels: inout [UInt8], to slot: Int) {
    let missing = (slot + 1) * CanvasTile.pixels - levels.count
    guard missing > 0 else { return }
    levels.append(contentsOf: repeatElement(0, count: missing))
    leastLevels.append(contentsOf: repeatElement(0, count: missing / CanvasTile.pixels))
  }

  /// Raises the ink of a slot to that in a slot of another mask.
  mutating func joinLevels(_ other: Mask, slot otherSlot: Int, to slot: Int) {
    guard other.hasLevels, (otherSlot + 1) * CanvasTile.pixels <= other.levels.count else { return }
    hasLevels = true
    Mask.grow(&levels, &leastLevels, to: slot)
    var own = levels.mutableSpan
    let others = other.levels.span
    for index in 0..<CanvasTile.pixels {
      own[slot * CanvasTile.pixels + index] = Swift.max(
        own[slot * CanvasTile.pixels + index], others[otherSlot * CanvasTile.pixels + index])
    }
  }

  /// Removes the levels of a slot.
  mutating func clearLevels(_ slot: Int) {
    guard (slot + 1) * CanvasTile.pixels <= levels.count else { return }
    var own = levels.mutableSpan
    for index in slot * CanvasTile.pixels..<(slot + 1) * CanvasTile.pixels { own[index] = 0 }
    leastLevels[slot] = 0
  }

  /// Computes the alphas of the tile in a slot, as its levels show on paper.
  /// - Parameter result: Tiles of one tile, which receive them in slot 0.
  func develop(_ slot: Int, of tile: Tile, _ texture: Texture, into result: inout MaskTiles) {
    if result.tiles.isEmpty { _ = result.add(Tile(column: 0, row: 0)) }
    guard (slot + 1) * CanvasTile.pixels <= levels.count else { return result.clear(Tile(column: 0, row: 0)) }
    let column = UInt32(truncatingIfNeeded: tile.column * Tile.side)
    let row = UInt32(truncatingIfNeeded: tile.row * Tile.side)
    result.withBytes(of: 0) { alphas in
      unsafe storage.withReadOnlyBytes(of: slot) { bytes in
        unsafe levels.withUnsafeBufferPointer { levels in
          guard let start = levels.baseAddress else { return }
          unsafe withUnsafePointer(to: texture.kernel) { kernel in
            unsafe raster_develop(
              kernel, bytes, start + slot * CanvasTile.pixels, column, row, alphas.coverage)
          }
        }
      }
    }
  }
}
