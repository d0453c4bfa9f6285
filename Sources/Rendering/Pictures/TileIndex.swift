import Geometry
import Raster

/// Which spans of which elements have ink in a tile: what must be drawn again where a tile is.
struct TileIndex {
  struct Entry: Hashable, Comparable {
    var element: Int32
    /// The span of a stroke; 0 for what is drawn as one.
    var span: Int32

    /// The order of drawing, where no element was put above or below others.
    static func < (a: Entry, b: Entry) -> Bool { (a.element, a.span) < (b.element, b.span) }
  }

  private var grid: TileGrid
  /// Of each tile that has a number in the grid.
  private var entries: [[Entry]] = []
  private var tiles: [Tile] = []

  /// - Parameters: The picture's size in pixels.
  init(width: Int, height: Int) {
    grid = TileGrid(width: width, height: height)
  }

  mutating func insert(element: Int, span: Int, in tile: Tile) {
    let entry = Entry(element: Int32(element), span: Int32(span))
    guard let number = grid[tile.column, tile.row] else {
      grid[tile.column, tile.row] = tiles.count
      tiles.append(tile)
      entries.append([entry])
      return
    }
    // The cones of one span come one after the other.
    if entries[number].last != entry { entries[number].append(entry) }
  }

  /// Forgets an element in the tiles that `pixels` meets.
  /// - Returns: The tiles that it was in.
  mutating func remove(element: Int, in pixels: PixelRect) -> [Tile] {
    tiles(in: pixels).filter { tile in
      guard let number = grid[tile.column, tile.row] else { return false }
      let count = entries[number].count
      entries[number].removeAll { $0.element == Int32(element) }
      return entries[number].count < count
    }
  }

  /// The entries of a tile, each once, in the order in which the elements began.
  func entries(in tile: Tile) -> [Entry] {
    guard let number = grid[tile.column, tile.row] else { return [] }
    var last: Entry?
    return entries[number].sorted().filter { entry in
      defer { last = entry }
      return entry != last
    }
  }

  /// The tiles with entries among those that `pixels` meets.
  func tiles(in pixels: PixelRect) -> [Tile] {
    let (columns, rows) = Tile.covering(pixels)
    guard columns.count * rows.count <= tiles.count else {
      return tiles.filter { columns.contains($0.column) && rows.contains($0.row) }
    }
    return rows.flatMap { row in columns.map { Tile(column: $0, row: row) } }
      .filter { grid[$0.column, $0.row] != nil }
  }
}
