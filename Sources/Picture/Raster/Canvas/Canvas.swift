import Geometry

/// The ink of a picture: pixels with straight alpha, in tiles. Memory is allocated only for tiles that were drawn on.
package struct Canvas: Sendable {
  /// The size in pixels.
  package let width: Int
  package let height: Int
  /// The index in `tiles` of each tile that has memory.
  private var grid: TileGrid
  private var tiles: [CanvasTile] = []
  /// Indices in `tiles` of released tiles.
  private var spare: [Int] = []
  /// Memory for the alphas of a brush's ink in one tile.
  private var developed: MaskTiles?

  /// Whether only grays were drawn on the canvas. Stays false when other ink is erased.
  package private(set) var isGray = true

  /// Creates a clear canvas of `width` by `height` pixels.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    grid = TileGrid(width: width, height: height)
  }

  /// The number of tiles that have memory.
  package var tileCount: Int { tiles.count - spare.count }

  /// The largest number of bytes that a tile takes.
  package static let tileBytes = CanvasTile.pixels * 4

  private var area: PixelRect { PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) }

  /// The pixel in column `x` and row `y`.
  package subscript(x: Int, y: Int) -> Pixel {
    let tile = self[Tile(column: x / Tile.side, row: y / Tile.side)]
    return Pixel(word: tile?[y % Tile.side * Tile.side + x % Tile.side] ?? 0)
  }

  /// The pixels of a tile; nil if it is clear and has no memory.
  subscript(tile: Tile) -> CanvasTile? {
    grid[tile.column, tile.row].map { tiles[$0] }
  }

  /// The alpha of each pixel of a tile, row by row; nil if it is clear and has no memory.
  package func alphas(of tile: Tile) -> [UInt8]? { self[tile]?.alphas }

  /// Whether all pixels of a tile are clear.
  package func isBlank(_ tile: Tile) -> Bool {
    guard let content = self[tile] else { return true }
    return (0..<CanvasTile.pixels).allSatisfy { content[$0] >> 24 == 0 }
  }

  /// Whether no tile of a row of tiles has memory.
  func isClear(tileRow: Int) -> Bool {
    grid.isEmpty(row: tileRow) || (0..<grid.columns).allSatisfy { grid[$0, tileRow] == nil }
  }

  // MARK: Strokes

  /// Draws a stroke: each of its pixels once, however often the stroke crosses itself.
  package mutating func composite(_ mask: Mask, _ paint: Paint) {
    let inked = mask.tiles
    for i in inked.indices {
      if i + 1 < inked.count { prefetch(inked[i + 1], under: mask) }
      composite(mask, paint, in: inked[i])
    }
  }

  private func prefetch(_ tile: Tile, under mask: Mask) {
    guard let slot = mask.slot(of: tile), let index = grid[tile.column, tile.row] else { return }
    tiles[index].prefetch(mask, slot)
  }

  /// Draws the part of a stroke that lies in one tile.
  package mutating func composite(_ mask: Mask, _ paint: Paint, in tile: Tile) {
    guard let slot = mask.slot(of: tile), paint.opacity > 0 else { return }
    guard let texture = paint.texture else { return composite(mask.storage, slot, paint, in: tile) }
    // Moved out, so that they have one owner.
    var alphas = takeDeveloped()
    mask.develop(slot, of: tile, texture, into: &alphas)
    composite(alphas, 0, paint, in: tile)
    developed = alphas
  }

  private mutating func takeDeveloped() -> MaskTiles {
    defer { developed = nil }
    return developed ?? MaskTiles(width: Tile.side, height: Tile.side, limit: 1)
  }

  private mutating func composite(_ alphas: MaskTiles, _ slot: Int, _ paint: Paint, in tile: Tile) {
    isGray = isGray && (paint.blend == .erase || paint.color.isGray)
    if let index = grid[tile.column, tile.row] {
      tiles[index].composite(alphas, slot, paint)
    } else if paint.blend != .erase {
      let index = add(tile, CanvasTile(color: paint.color.word))
      // On a clear tile, ink has its own color.
      tiles[index].composite(alphas, slot, Paint(color: paint.color))
    }
  }

  // MARK: Groups: ink of several colors that is composited as one

  /// Joins a mask to the ink on this canvas: the larger alpha counts, and the color is mixed in by its share of it. Ink
  /// that changes color along a stroke therefore does not darken where the stroke crosses itself.
  /// - Parameter texture: How the levels of a brush's mask show; nil for ink that has none.
  package mutating func join(_ mask: Mask, _ color: Pixel, _ texture: Texture? = nil, in tile: Tile) {
    guard let slot = mask.slot(of: tile) else { return }
    let source = color.word & 0x00FF_FFFF
    isGray = isGray && color.isGray
    func join(_ alphas: MaskTiles, _ slot: Int) {
      change(tile) { words in
        alphas.forEachCovered(slot) { pixel, coverage in
          words[pixel] = BlendKernel.newest(words[pixel], source, UInt32(coverage))
        }
      }
    }
    guard let texture else { return join(mask.storage, slot) }
    var alphas = takeDeveloped()
    mask.develop(slot, of: tile, texture, into: &alphas)
    join(alphas, 0)
    developed = alphas
  }

  /// Draws a tile of another canvas of the same size on this one, with the opacity and the blend mode of a paint whose
  /// source it is.
  package mutating func composite(_ group: Canvas, _ paint: Paint, in tile: Tile) {
    guard let content = group[tile], paint.opacity > 0 else { return }
    isGray = isGray && group.isGray
    change(tile) { words in
      for pixel in 0..<CanvasTile.pixels {
        let source = content[pixel]
        let alpha = BlendKernel.scale(source >> 24, UInt32(paint.opacity))
        guard alpha > 0 else { continue }
        words[pixel] = BlendKernel.blend(words[pixel], source, alpha: alpha, paint.blend)
      }
    }
  }

  /// Changes the words of a tile, which is allocated if it has no memory.
  private mutating func change(_ tile: Tile, _ body: (inout MutableSpan<UInt32>) -> Void) {
    let index = grid[tile.column, tile.row] ?? add(tile, CanvasTile(color: 0))
    tiles[index].withWords(body)
  }

  // MARK: Images

  /// The tiles that drawing an image may touch. Memory is allocated for no others.
  package func tiles(of image: PlacedImage) -> [Tile] { Tile.all(of: image.pixels(in: area)) }

  /// Draws an image over the canvas (Porter & Duff 1984, source over).
  /// - Parameter opacity: The opacity of the whole image; 255 leaves it as it is.
  package mutating func draw(_ image: PlacedImage, opacity: UInt8 = 255) {
    for tile in tiles(of: image) { draw(image, opacity: opacity, in: tile) }
  }

  /// Draws an image over one tile.
  package mutating func draw(_ image: PlacedImage, opacity: UInt8 = 255, in tile: Tile) {
    let pixels = tile.pixels.intersection(area)
    guard opacity > 0, !image.pixels(in: pixels).isEmpty else { return }
    var words = [UInt32](repeating: 0, count: CanvasTile.pixels)
    image.copy(pixels, into: &words, at: 0, stride: Tile.side)
    if opacity < 255 {
      for index in words.indices { words[index] = BlendKernel.faded(words[index], UInt32(opacity)) }
    }
    isGray = isGray && image.image.isGray
    if let index = grid[tile.column, tile.row] {
      tiles[index].composite(words)
    } else if words.contains(where: { $0 != 0 }) {
      _ = add(tile, .colored(words))
    }
  }

  // MARK: Tiles

  /// Gives memory to a tile that has none, and returns its index in `tiles`.
  private mutating func add(_ tile: Tile, _ content: CanvasTile) -> Int {
    if let index = spare.popLast() {
      tiles[index] = content
      grid[tile.column, tile.row] = index
      return index
    }
    grid[tile.column, tile.row] = tiles.count
    tiles.append(content)
    return tiles.count - 1
  }

  /// Makes a tile clear and frees its memory.
  package mutating func release(_ tile: Tile) {
    guard let index = grid[tile.column, tile.row] else { return }
    tiles[index] = .colored([])
    grid[tile.column, tile.row] = nil
    spare.append(index)
  }

  /// Makes a tile equal to that of another canvas of the same size.
  package mutating func copy(_ tile: Tile, from other: Canvas) {
    guard let content = other[tile] else { return release(tile) }
    isGray = isGray && other.isGray
    if let index = grid[tile.column, tile.row] {
      tiles[index] = content
    } else {
      _ = add(tile, content)
    }
  }

  /// Moves rows of tiles to a new canvas, so that a thread can draw on them while others draw on other rows.
  /// - Returns: A canvas of the same size with the content of these rows of tiles alone.
  package mutating func takeRows(_ rows: Range<Int>) -> Canvas {
    var taken = Canvas(width: width, height: height)
    for row in rows where !isClear(tileRow: row) {
      for column in 0..<grid.columns {
        guard let index = grid[column, row] else { continue }
        var content = CanvasTile.colored([])
        // Swapped out, so that the tile has one owner and is not copied when it changes.
        swap(&content, &tiles[index])
        release(Tile(column: column, row: row))
        _ = taken.add(Tile(column: column, row: row), content)
      }
    }
    return taken
  }

  /// Copies rows of tiles back that `takeRows(_:)` moved to `other`.
  package mutating func putRows(_ rows: Range<Int>, of other: Canvas) {
    isGray = isGray && other.isGray
    for row in rows where !other.isClear(tileRow: row) {
      for column in 0..<grid.columns { copy(Tile(column: column, row: row), from: other) }
    }
  }
}
