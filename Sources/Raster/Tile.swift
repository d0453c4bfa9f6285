import Geometry

/// The place of a tile in the grid that covers a picture: 64 by 64 pixels, from the top left.
public struct Tile: Hashable, Sendable, Comparable {
  /// A tile's width and height in pixels: as bytes of coverage it is one page of memory and fits the L1 cache.
  public static let side = 64

  public var column: Int
  public var row: Int

  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The pixels of the tile, some of which may lie beyond the picture's edge.
  public var pixels: PixelRect {
    PixelRect(
      minX: column * Tile.side, minY: row * Tile.side, maxX: (column + 1) * Tile.side, maxY: (row + 1) * Tile.side)
  }

  /// Row by row from the top, from left to right.
  public static func < (a: Tile, b: Tile) -> Bool { (a.row, a.column) < (b.row, b.column) }

  /// The tiles that `pixels` meets.
  public static func covering(_ pixels: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
    guard !pixels.isEmpty else { return (0..<0, 0..<0) }
    return (
      pixels.minX / side..<(pixels.maxX + side - 1) / side, pixels.minY / side..<(pixels.maxY + side - 1) / side
    )
  }
}

/// A grid of tiles most of which hold nothing: a number for each tile that has one.
///
/// A row of the grid takes memory when its first tile gets a number, so that an empty canvas of a million pixels a
/// side costs little.
struct TileGrid: Sendable {
  let columns: Int
  let rows: Int
  private var slots: [[Int32]]

  /// - Parameters: The picture's size in pixels.
  init(width: Int, height: Int) {
    columns = (width + Tile.side - 1) / Tile.side
    rows = (height + Tile.side - 1) / Tile.side
    slots = Array(repeating: [], count: rows)
  }

  /// The tile's number, nil where it has none.
  subscript(column: Int, row: Int) -> Int? {
    get {
      let line = slots[row]
      guard !line.isEmpty, line[column] >= 0 else { return nil }
      return Int(line[column])
    }
    set {
      if slots[row].isEmpty { slots[row] = Array(repeating: -1, count: columns) }
      slots[row][column] = newValue.map { Int32($0) } ?? -1
    }
  }
}
