import Geometry
import Raster

/// Which spans of which strokes have ink in a tile: what must be drawn again where a tile is.
struct TileIndex {
  struct Entry: Hashable, Comparable {
    var stroke: Int32
    var span: Int32

    /// The order of drawing.
    static func < (a: Entry, b: Entry) -> Bool { (a.stroke, a.span) < (b.stroke, b.span) }
  }

  private var grid: TileGrid
  /// Of each tile that has a number in the grid: the tile, and the place of its newest link.
  private var tiles: [Tile] = []
  private var newest: [Int32] = []
  /// The entries of all tiles as they came in: one array that grows is far fewer allocations than one a tile.
  private var links: [Link] = []

  private struct Link {
    var entry: Entry
    /// The place of the same tile's link before this one; -1 for none.
    var previous: Int32
  }

  /// - Parameters: The picture's size in pixels.
  init(width: Int, height: Int) {
    grid = TileGrid(width: width, height: height)
  }

  mutating func insert(stroke: Int, span: Int, in tile: Tile) {
    let entry = Entry(stroke: Int32(stroke), span: Int32(span))
    var previous: Int32 = -1
    if let number = grid[tile.column, tile.row] {
      previous = newest[number]
      // The cones of one span come one after the other.
      if links[Int(previous)].entry == entry { return }
      newest[number] = Int32(links.count)
    } else {
      grid[tile.column, tile.row] = tiles.count
      tiles.append(tile)
      newest.append(Int32(links.count))
    }
    links.append(Link(entry: entry, previous: previous))
  }

  /// The entries of a tile in the order of drawing, each once.
  func entries(in tile: Tile) -> [Entry] {
    guard let number = grid[tile.column, tile.row] else { return [] }
    var found: [Entry] = []
    var place = newest[number]
    while place >= 0 {
      found.append(links[Int(place)].entry)
      place = links[Int(place)].previous
    }
    var last: Entry?
    return found.sorted().filter { entry in
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
