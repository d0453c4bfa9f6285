import Geometry

extension Mask {
  /// Fills closed polygons: raises each pixel to the true area of the polygons in it where that is larger.
  ///
  /// The coverage of a pixel does not depend on `clip` or on the order of the polygons.
  /// - Parameters:
  ///   - polygons: The corners of each polygon, in pixels. Polygons with an infinite or undefined coordinate are
  ///     ignored.
  ///   - rule: Which parts of polygons that overlap are inside.
  ///   - clip: The pixels that may change; nil for all.
  package mutating func fill(_ polygons: [[Point]], rule: FillRule, within clip: PixelRect? = nil) {
    var rasterizer = AreaRasterizer(polygons, rule: rule, in: area, clip: clip ?? area)
    let columns = Tile.covering(
      PixelRect(
        minX: rasterizer.cells.columns.lowerBound, minY: 0, maxX: rasterizer.cells.columns.upperBound, maxY: 1)
    ).columns
    var band = TileBand(row: -1, columns: columns)
    var pieces: [TilePiece] = []
    rasterizer.forEachRow { row, cells in
      if row / Tile.side != band.row { band = TileBand(row: row / Tile.side, columns: columns) }
      pieces.removeAll(keepingCapacity: true)
      for span in cells.spans { append(span, of: cells, &band, to: &pieces) }
      write(pieces, row: row % Tile.side, cells)
    }
  }

  /// The slots of the tiles in a row of tiles, as far as they are known.
  private struct TileBand {
    enum Slot {
      case unknown
      /// The slot is nil if the mask's limit is reached.
      case known(Int?)
    }

    let row: Int
    let first: Int
    /// The slots by column, from `first` on.
    var slots: [Slot]

    init(row: Int, columns: Range<Int>) {
      self.row = row
      first = columns.lowerBound
      slots = Array(repeating: .unknown, count: columns.count)
    }
  }

  /// The part of a span of columns that lies in one tile.
  private struct TilePiece {
    var slot: Int
    /// The columns, within the tile.
    var first, end: Int
    /// The index in the row's bytes of the first column's coverage; nil if all columns are fully covered.
    var source: Int?
  }

  /// Splits a span at the borders of tiles. Pieces without coverage are dropped.
  private mutating func append(
    _ span: RowCells.Span, of cells: RowCells, _ band: inout TileBand, to pieces: inout [TilePiece]
  ) {
    var x = span.columns.lowerBound
    while x < span.columns.upperBound {
      let column = x / Tile.side
      let end = Swift.min(span.columns.upperBound, (column + 1) * Tile.side)
      let source = x - cells.columns.lowerBound
      if span.isFull || cells.bytes[source..<source + end - x].contains(where: { $0 != 0 }) {
        if let slot = slot(of: column, in: &band) {
          pieces.append(
            TilePiece(
              slot: slot, first: x - column * Tile.side, end: end - column * Tile.side,
              source: span.isFull ? nil : source))
        }
      }
      x = end
    }
  }

  private mutating func slot(of column: Int, in band: inout TileBand) -> Int? {
    if case .known(let slot) = band.slots[column - band.first] { return slot }
    let slot = findOrAdd(Tile(column: column, row: band.row))
    band.slots[column - band.first] = .known(slot)
    return slot
  }

  private mutating func write(_ pieces: [TilePiece], row: Int, _ cells: RowCells) {
    for piece in pieces {
      storage.withBytes(of: piece.slot) { tile in
        tile.occupy(columnsFrom: piece.first, to: piece.end, row: row)
        if piece.source == nil, piece.end - piece.first >= 4 { return tile.fill(row, piece.first, piece.end) }
        let start = TileBytes.rowStart(row)
        for x in piece.first..<piece.end {
          let coverage = piece.source.map { cells.bytes[$0 + x - piece.first] } ?? 255
          if tile[start + x] < coverage { tile[start + x] = coverage }
        }
      }
    }
  }
}
