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
  public static func covering(_ pixels: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
    guard !pixels.isEmpty else { return (0..<0, 0..<0) }
    return (
      pixels.minX / side..<(pixels.maxX + side - 1) / side, pixels.minY / side..<(pixels.maxY + side - 1) / side
    )
  }

  /// The tiles that `pixels` meets, row by row.
  public static func all(of pixels: PixelRect) -> [Tile] {
    let (columns, rows) = covering(pixels)
    return rows.flatMap { row in columns.map { Tile(column: $0, row: row) } }
  }

  /// The rows of the tile, 0..<64, that lie within `pixels`, which the tile meets.
  @inline(always)
  func rows(of pixels: PixelRect) -> Range<Int> {
    let top = row * Tile.side
    return Swift.max(pixels.minY, top) - top..<Swift.min(pixels.maxY, top + Tile.side) - top
  }
}

extension RoundCone {
  /// The area that the cone's ink may touch, for a cone in pixels: its bounds, and around them the reach of an edge
  /// into a pixel.
  var touchedBounds: Rect {
    let reach = Double(pixelReach)
    let bounds = self.bounds
    return Rect(
      minX: bounds.minX - reach, minY: bounds.minY - reach, maxX: bounds.maxX + reach, maxY: bounds.maxY + reach)
  }

  @inline(always)
  func eachTile(of pixels: PixelRect, _ body: (Tile) -> Void) {
    let whole = Tile.covering(pixels)
    // Most cones are short. Tiles can only be skipped along the diagonal of larger bounds.
    guard whole.columns.count > 2, whole.rows.count > 2 else {
      for row in whole.rows {
        for column in whole.columns { body(Tile(column: column, row: row)) }
      }
      return
    }
    let reach = Swift.max(startRadius, endRadius) + Swift.abs(bulge) + Double(pixelReach)
    let step = end - start
    for row in whole.rows {
      // The part of the axis that comes near this row of tiles, from 0 to 1; all of it if it runs along the row.
      let top = Double(row * Tile.side) - reach - start.y
      let bottom = Double((row + 1) * Tile.side) + reach - start.y
      var first = 0.0
      var last = 1.0
      if Swift.abs(step.dy) > 1 {
        let a = top / step.dy
        let b = bottom / step.dy
        first = Swift.min(1, Swift.max(0, Swift.min(a, b)))
        last = Swift.min(1, Swift.max(0, Swift.max(a, b)))
      }
      let x1 = start.x + step.dx * first
      let x2 = start.x + step.dx * last
      let near = pixels.covering(
        Rect(
          minX: Swift.min(x1, x2) - reach - 1, minY: Double(pixels.minY), maxX: Swift.max(x1, x2) + reach + 1,
          maxY: Double(pixels.maxY)))
      for column in Tile.covering(near).columns { body(Tile(column: column, row: row)) }
    }
  }
}

/// A map from tiles to indices. Most tiles have none.
///
/// A row of tiles takes memory when its first tile gets an index, so that an empty canvas with a million pixels a side
/// costs little.
public struct TileGrid: Sendable {
  let columns: Int
  let rows: Int
  /// By row and column; −1 for none. A row without memory is empty.
  private var indices: [[Int32]]

  /// Creates a grid without indices for a picture of `width` by `height` pixels.
  public init(width: Int, height: Int) {
    columns = (width + Tile.side - 1) / Tile.side
    rows = (height + Tile.side - 1) / Tile.side
    indices = Array(repeating: [], count: rows)
  }

  /// Whether no tile of a row has ever had an index.
  func isEmpty(row: Int) -> Bool { indices[row].isEmpty }

  /// The index of a tile, 0 or more; nil if it has none.
  public subscript(column: Int, row: Int) -> Int? {
    get {
      let line = indices[row]
      guard !line.isEmpty, line[column] >= 0 else { return nil }
      return Int(line[column])
    }
    set {
      if indices[row].isEmpty { indices[row] = Array(repeating: -1, count: columns) }
      indices[row][column] = newValue.map { Int32($0) } ?? -1
    }
  }
}
