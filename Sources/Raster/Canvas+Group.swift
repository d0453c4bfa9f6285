import Geometry

/// Ink of several colours that goes onto the canvas as one: it is laid on a clear canvas of its own first.
extension Canvas {
  /// Joins a mask to what is on this canvas: alphas by the maximum, as masks are joined, and the new colour as far as
  /// the new ink reaches. So ink that changes its colour on its way does not darken where it crosses itself.
  public mutating func join(_ mask: Mask, _ color: Pixel, in tile: Tile) {
    guard let number = mask.number(of: tile) else { return }
    let source = color.word & 0x00FF_FFFF
    isGrey = isGrey && color.isGrey
    change(tile) { words in
      mask.forEachCovered(number) { place, coverage in
        words[place] = BlendKernel.newest(words[place], source, coverage)
      }
    }
  }

  /// Lays a tile of another canvas of the same size onto this one's.
  /// - Parameters:
  ///   - opacity: Of all of it, 255 for as it is.
  ///   - mode: `over`, or `multiply`.
  public mutating func composite(_ group: Canvas, opacity: UInt8, mode: Paint.Mode = .over, in tile: Tile) {
    guard let content = group[tile], opacity > 0 else { return }
    isGrey = isGrey && group.isGrey
    change(tile) { words in
      for place in 0..<CanvasTile.pixels {
        let source = content[place]
        let alpha = BlendKernel.scale(source >> 24, UInt32(opacity))
        guard alpha > 0 else { continue }
        words[place] =
          mode == .multiply
          ? BlendKernel.multiply(words[place], source, alpha: alpha)
          : BlendKernel.over(words[place], source, alpha: alpha)
      }
    }
  }

  /// Whether a tile has no ink.
  public func isBlank(_ tile: Tile) -> Bool {
    guard let content = self[tile] else { return true }
    return (0..<CanvasTile.pixels).allSatisfy { content[$0] >> 24 == 0 }
  }

  /// Changes the words of a tile, which gets memory where it has none.
  private mutating func change(_ tile: Tile, _ body: (inout MutableSpan<UInt32>) -> Void) {
    let slot = grid[tile.column, tile.row] ?? use(tile, CanvasTile(color: 0))
    var words: [UInt32]
    switch tiles[slot] {
    case .plain(let color, let alphas): words = alphas.map { CanvasTile.word(color, $0) }
    case .colored(let own): words = own
    }
    // Taken out, so that the words are not copied when they change.
    tiles[slot] = .colored([])
    var span = words.mutableSpan
    body(&span)
    tiles[slot] = .colored(words)
  }
}

extension Mask {
  /// Calls `body` with the place in the tile, 0...4095, and the coverage of each pixel that has ink.
  func forEachCovered(_ number: Int, _ body: (Int, UInt32) -> Void) {
    for four in 0..<TileBytes.fours {
      var blocks = TileBytes.blocks(notes(number, four))
      while let block = TileBytes.next(of: &blocks) {
        let coverage = self.block(block, number, four)
        let start = TileBytes.blockStart(four, block)
        for lane in 0..<16 where coverage[lane] != 0 { body(start &+ lane, UInt32(coverage[lane])) }
      }
    }
  }
}

extension BlendKernel {
  /// The alpha that is larger, and `source`'s colour by the share of it that `coverage` is, 1...255.
  static func newest(_ pixel: UInt32, _ source: UInt32, _ coverage: UInt32) -> UInt32 {
    let below = pixel >> 24
    if coverage >= below { return source | coverage << 24 }
    return
      (mixed(pixel, source, coverage, below, 0) | mixed(pixel, source, coverage, below, 8)
      | mixed(pixel, source, coverage, below, 16)) | below << 24
  }

  private static func mixed(
    _ pixel: UInt32, _ source: UInt32, _ share: UInt32, _ whole: UInt32, _ shift: UInt32
  ) -> UInt32 {
    let sum = ((source >> shift) & 255) * share + ((pixel >> shift) & 255) * (whole - share)
    return ((sum + whole / 2) / whole) << shift
  }
}
