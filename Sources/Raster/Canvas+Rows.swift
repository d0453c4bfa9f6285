/// A canvas in parts, for threads that draw into rows of tiles of their own.
extension Canvas {
  /// Takes some rows of tiles away.
  /// - Returns: A canvas of the same size that has them, and else nothing.
  public mutating func takeRows(_ rows: Range<Int>) -> Canvas {
    var taken = Canvas(width: width, height: height)
    for row in rows where !isClear(tileRow: row) {
      for column in 0..<grid.columns {
        guard let slot = grid[column, row] else { continue }
        var content = CanvasTile.colored([])
        // Moved, so that no tile is copied when it changes.
        swap(&content, &tiles[slot])
        release(Tile(column: column, row: row))
        _ = taken.use(Tile(column: column, row: row), content)
      }
    }
    return taken
  }

  /// Puts rows of tiles back that were taken away.
  public mutating func putRows(_ rows: Range<Int>, of other: Canvas) {
    isGrey = isGrey && other.isGrey
    for row in rows where !other.isClear(tileRow: row) {
      for column in 0..<grid.columns { copy(Tile(column: column, row: row), from: other) }
    }
  }
}
