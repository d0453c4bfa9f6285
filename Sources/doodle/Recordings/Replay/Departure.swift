import DoodleKit

/// Where a log's picture departs from another one that is known only in its end.
enum Departure {
  /// The line of the first event of the earliest element among `owners` that changes one of the pixels that differ in
  /// the end.
  ///
  /// - Parameters:
  ///   - runs: The pixels that differ.
  ///   - firstStep: Where to begin to look; nil for where that element begins.
  static func line(
    _ tape: ReplayTape, _ runs: [PixelRun], from owners: [Comparison.Owner], firstStep: Int? = nil
  ) -> Int? {
    let lines = tape.firstLines
    guard let first = firstStep ?? owners.compactMap({ $0.element }).compactMap({ lines[$0] }).min()
      .flatMap({ line in tape.steps.firstIndex { tape.lines[$0 - 1] >= line } })
    else { return nil }
    var wanted: [Tile: [PixelRun]] = [:]
    for run in runs {
      for column in run.columns.lowerBound / Tile.side...(run.columns.upperBound - 1) / Tile.side {
        wanted[Tile(column: column, row: run.row / Tile.side), default: []].append(run)
      }
    }
    var cursor = ReplayCursor(tape)
    guard (try? cursor.advance(to: first)) != nil else { return nil }
    var before = PixelReader(cursor.picture)
    for step in first..<ReplayCursor.stepCount(tape) {
      guard let changed = try? cursor.advance(to: step + 1) else { return nil }
      let touched = changed.filter { wanted[$0] != nil }.sorted()
      guard !touched.isEmpty else { continue }
      var after = PixelReader(cursor.picture)
      for tile in touched {
        let old = before.pixels(of: tile)
        let new = after.pixels(of: tile)
        if wanted[tile, default: []].contains(where: { before.differs(old, new, tile, $0) }) {
          return tape.line(ofStep: step)
        }
      }
      before = after
    }
    return nil
  }
}

/// Reads tiles of a picture.
private struct PixelReader {
  let picture: Picture

  init(_ picture: Picture) {
    self.picture = picture
  }

  mutating func pixels(of tile: Tile) -> [UInt32] {
    var pixels: [UInt32] = []
    picture.copyTile(tile, into: &pixels)
    return pixels
  }

  /// Whether a tile's pixels differ in a run.
  func differs(_ old: [UInt32], _ new: [UInt32], _ tile: Tile, _ run: PixelRun) -> Bool {
    let left = tile.column * Tile.side
    let width = min(Tile.side, picture.width - left)
    let start = (run.row - tile.row * Tile.side) * width - left
    return run.columns.clamped(to: left..<left + width).contains { old[start + $0] != new[start + $0] }
  }
}
