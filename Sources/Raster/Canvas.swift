import Geometry

/// The ink of a picture: pixels of straight alpha, in tiles where there is any.
public struct Canvas: Sendable {
  /// In pixels.
  public let width: Int
  public let height: Int
  var grid: TileGrid
  var tiles: [CanvasTile] = []
  /// Places in `tiles` that were released.
  private var spare: [Int] = []

  /// Whether only greys were laid onto the canvas.
  public internal(set) var isGrey = true

  /// A clear canvas of `width` by `height` pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
    grid = TileGrid(width: width, height: height)
  }

  /// How many tiles have memory.
  public var tileCount: Int { tiles.count - spare.count }

  /// What a tile takes at most, in bytes.
  public static let tileBytes = CanvasTile.pixels * 4

  /// Lays a stroke's ink onto the canvas, once.
  public mutating func composite(_ mask: Mask, _ paint: Paint) {
    let inked = mask.tiles
    for i in inked.indices {
      if i + 1 < inked.count { prefetch(inked[i + 1], under: mask) }
      composite(mask, paint, in: inked[i])
    }
  }

  private func prefetch(_ tile: Tile, under mask: Mask) {
    guard let number = mask.number(of: tile), let slot = grid[tile.column, tile.row] else { return }
    tiles[slot].prefetch(mask, number)
  }

  /// Lays a stroke's ink onto one tile.
  public mutating func composite(_ mask: Mask, _ paint: Paint, in tile: Tile) {
    guard let number = mask.number(of: tile), paint.color.alpha > 0 else { return }
    isGrey = isGrey && (paint.mode == .erase || paint.color.isGrey)
    if let slot = grid[tile.column, tile.row] {
      tiles[slot].composite(mask, number, paint)
    } else if paint.mode != .erase {
      let slot = use(tile, CanvasTile(color: paint.color.word))
      // On a clear tile there is nothing to be multiplied.
      tiles[slot].composite(mask, number, Paint(color: paint.color))
    }
  }

  mutating func use(_ tile: Tile, _ content: CanvasTile) -> Int {
    if let slot = spare.popLast() {
      tiles[slot] = content
      grid[tile.column, tile.row] = slot
      return slot
    }
    grid[tile.column, tile.row] = tiles.count
    tiles.append(content)
    return tiles.count - 1
  }

  /// Makes a tile clear and takes its memory back.
  public mutating func release(_ tile: Tile) {
    guard let slot = grid[tile.column, tile.row] else { return }
    tiles[slot] = .colored([])
    grid[tile.column, tile.row] = nil
    spare.append(slot)
  }

  /// Makes a tile what it is on another canvas of the same size.
  public mutating func copy(_ tile: Tile, from other: Canvas) {
    guard let theirs = other.grid[tile.column, tile.row] else { return release(tile) }
    isGrey = isGrey && other.isGrey
    if let ours = grid[tile.column, tile.row] {
      tiles[ours] = other.tiles[theirs]
    } else {
      _ = use(tile, other.tiles[theirs])
    }
  }

  /// The pixel at a place on the canvas.
  public subscript(x: Int, y: Int) -> Pixel {
    let tile = self[Tile(column: x / Tile.side, row: y / Tile.side)]
    return Pixel(word: tile?[y % Tile.side * Tile.side + x % Tile.side] ?? 0)
  }

  /// Whether a row of tiles has no memory.
  func isClear(tileRow: Int) -> Bool {
    grid.isEmpty(row: tileRow) || (0..<grid.columns).allSatisfy { grid[$0, tileRow] == nil }
  }

  /// A tile's pixels; nil where it is clear and has no memory.
  subscript(tile: Tile) -> CanvasTile? {
    grid[tile.column, tile.row].map { tiles[$0] }
  }
}
