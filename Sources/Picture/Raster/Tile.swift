import Geometry

/// The position of a tile in the grid that covers a picture from its top left corner.
public struct Tile: Hashable, Sendable, Comparable {
  /// The width and height of a tile in pixels. With one byte per pixel, a tile is a page of memory and fits the L1
  /// cache.
  public static let side = 64

  public var column: Int
  public var row: Int

  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The pixels of the tile. Some may lie beyond the picture's right or lower edge.
  public var pixels: PixelRect {
    PixelRect(
      minX: column * Tile.side, minY: row * Tile.side, maxX: (column + 1) * Tile.side, maxY: (row + 1) * Tile.side)
  }

  /// Whether a tile comes first: row by row from the top, each from left to right.
  public static func < (a: Tile, b: Tile) -> Bool { (a.row, a.column) < (b.row, b.column) }

  /// The columns and rows of the tiles that `pixels` meets.
  package static func covering(_ pixels: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
    guard !pixels.isEmpty else { return (0..<0, 0..<0) }
    return (
      pixels.minX / side..<(pixels.maxX + side - 1) / side, pixels.minY / side..<(pixels.maxY + side - 1) / side
    )
  }

  /// The tiles that `pixels` meets, row by row.
  package static func all(of pixels: PixelRect) -> [Tile] {
    let (columns, rows) = covering(pixels)
    var tiles: [Tile] = []
    tiles.reserveCapacity(columns.count * rows.count)
    for row in rows { for column in columns { tiles.append(Tile(column: column, row: row)) } }
    return tiles
  }

  /// The rows of the tile, 0..<64, that lie within `pixels`, which the tile meets.
  @inline(always)
  func rows(of pixels: PixelRect) -> Range<Int> {
    let top = row * Tile.side
    return Swift.max(pixels.minY, top) - top..<Swift.min(pixels.maxY, top + Tile.side) - top
  }
}

/// A map from tiles to indices. Most tiles have none.
///
/// A row of tiles takes memory when its first tile gets an index, so that an empty canvas with a million pixels a side
/// costs little.
package struct TileGrid: Sendable {
  let columns: Int
  let rows: Int
  /// By row and column; −1 for none. A row without memory is empty; before the first index there are no rows.
  private var indices: [[Int32]] = []

  /// Creates a grid without indices for a picture of `width` by `height` pixels.
  package init(width: Int, height: Int) {
    columns = (width + Tile.side - 1) / Tile.side
    rows = (height + Tile.side - 1) / Tile.side
  }

  /// Whether no tile of a row has ever had an index.
  func isEmpty(row: Int) -> Bool { indices.isEmpty || indices[row].isEmpty }

  /// The index of a tile, 0 or more; nil if it has none.
  package subscript(column: Int, row: Int) -> Int? {
    get {
      guard !isEmpty(row: row) else { return nil }
      let index = indices[row][column]
      return index < 0 ? nil : Int(index)
    }
    set {
      if indices.isEmpty { indices = Array(repeating: [], count: rows) }
      if indices[row].isEmpty { indices[row] = Array(repeating: -1, count: columns) }
      indices[row][column] = newValue.map { Int32($0) } ?? -1
    }
  }
}
