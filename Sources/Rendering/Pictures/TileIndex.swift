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
  /// Of each tile that has a number in the grid: the tile, and the place of its newest link.
  private var tiles: [Tile] = []
  private var newest: [Int32] = []
  /// The entries of all tiles as they came in: one array that grows is far fewer allocations than one a tile.
  private var links: [Link] = []
  /// Places in `links` that hold nothing any more.
  private var spare: [Int32] = []

  private struct Link {
    var entry: Entry
    /// The place of the same tile's link before this one; -1 for none.
    var previous: Int32
  }

  /// - Parameters: The picture's size in pixels.
  init(width: Int, height: Int) {
    grid = TileGrid(width: width, height: height)
  }

  mutating func insert(element: Int, span: Int, in tile: Tile) {
    let entry = Entry(element: Int32(element), span: Int32(span))
    guard let number = grid[tile.column, tile.row] else {
      grid[tile.column, tile.row] = tiles.count
      tiles.append(tile)
      newest.append(-1)
      newest[tiles.count - 1] = link(Link(entry: entry, previous: -1))
      return
    }
    let previous = newest[number]
    // The cones of one span come one after the other.
    if previous >= 0, links[Int(previous)].entry == entry { return }
    newest[number] = link(Link(entry: entry, previous: previous))
  }

  /// Keeps a link.
  /// - Returns: Its place.
  private mutating func link(_ link: Link) -> Int32 {
    if let place = spare.popLast() {
      links[Int(place)] = link
      return place
    }
    links.append(link)
    return Int32(links.count - 1)
  }

  /// Forgets an element in the tiles that `pixels` meets.
  /// - Returns: The tiles that it was in.
  mutating func remove(element: Int, in pixels: PixelRect) -> [Tile] {
    var left: [Tile] = []
    for tile in tiles(in: pixels) {
      guard let number = grid[tile.column, tile.row] else { continue }
      // The newest link that stays, and the one before it that is looked at.
      var kept: Int32 = -1
      var place = newest[number]
      let count = spare.count
      while place >= 0 {
        let previous = links[Int(place)].previous
        if links[Int(place)].entry.element != Int32(element) {
          kept = place
        } else {
          if kept < 0 { newest[number] = previous } else { links[Int(kept)].previous = previous }
          spare.append(place)
        }
        place = previous
      }
      if spare.count > count { left.append(tile) }
    }
    return left
  }

  /// The entries of a tile, each once, in the order in which the elements began.
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
