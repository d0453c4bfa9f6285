import Geometry

/// How coverage is combined where several shapes of one stroke partly cover the same pixel.
package enum CoverageRule: Sendable {
  /// The largest coverage of any one shape.
  case maximum
  /// The area that the shapes cover together.
  case union
  /// The same, measured by samples where ink is thin.
  case exact
}

/// How much of each pixel the ink of one stroke covers, 0...255. Only tiles that ink has reached take memory.
///
/// All coverage rules are commutative, associative and idempotent. So no byte depends on the order of the cones, on
/// how often one is drawn, or on how a stroke is split into batches.
package struct Mask: Sendable {
  /// All pixels of the picture.
  let area: PixelRect
  /// The coverage, tile by tile.
  var storage: MaskTiles
  /// Which shapes the partly covered pixels belong to; not used by the rule of the maximum.
  var owners = PixelOwners()
  /// How much ink of a brush there is in each pixel, 0...255: 4096 bytes for each slot, as far as `hasLevels`.
  var levels: [UInt8] = []
  /// A bound for each slot with levels: no level of a slot that is known to be full is below it.
  var leastLevels: [UInt8] = []
  /// Whether the coverage alone does not tell how much ink there is.
  package internal(set) var hasLevels = false
  /// Whether tips were joined, which have no owners: the larger coverage counts.
  var isBrushed = false
  /// Scratch memory of `join(_:within:)`.
  var shapes: [ConeShape] = []
  /// How the coverage of several shapes is combined.
  package private(set) var rule: CoverageRule

  /// The largest number of bytes that a tile takes, not counting pixels that several shapes partly cover.
  package static let tileBytes = TileBytes.count + PixelOwners.tileBytes

  /// Creates an empty mask for a picture of `width` by `height` pixels.
  /// - Parameters:
  ///   - tileLimit: The mask allocates at most this many tiles and drops the ink in all others.
  ///   - expectedTiles: How many tiles get their memory in one piece, which is faster than tile by tile.
  package init(
    width: Int, height: Int, rule: CoverageRule = .maximum, tileLimit: Int = .max, expectedTiles: Int = 0
  ) {
    self.rule = rule
    owners.isExact = rule == .exact
    area = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    storage = MaskTiles(width: width, height: height, limit: tileLimit)
    if expectedTiles > 0 {
      storage.reserve(tiles: expectedTiles)
      owners.reserve(slots: expectedTiles)
    }
  }

  /// The tiles that ink has reached, in the order in which it first reached them.
  package var tiles: [Tile] { storage.tiles }

  /// Whether ink has reached no tile.
  package var isEmpty: Bool { tiles.isEmpty }

  /// The largest number of tiles that the mask allocates.
  package var tileLimit: Int { storage.limit }

  /// Whether ink was dropped because it needed more than `tileLimit` tiles.
  package var isOverfull: Bool { storage.isOverfull }

  /// Whether ink has reached `tile`.
  package func hasInk(in tile: Tile) -> Bool { slot(of: tile) != nil }

  /// The coverage of the pixel in column `x` and row `y` of the picture.
  package func coverage(x: Int, y: Int) -> UInt8 {
    guard let slot = slot(of: Tile(column: x / Tile.side, row: y / Tile.side)) else { return 0 }
    return storage[slot, TileBytes.rowStart(y % Tile.side) + x % Tile.side]
  }

  /// Calls `body` with each tile in these columns and rows of tiles that ink has reached.
  package func forEachTile(columns: Range<Int>, rows: Range<Int>, _ body: (Tile) -> Void) {
    if columns.count * rows.count <= tiles.count {
      for row in rows {
        for column in columns {
          let tile = Tile(column: column, row: row)
          if hasInk(in: tile) { body(tile) }
        }
      }
    } else {
      for tile in tiles where columns.contains(tile.column) && rows.contains(tile.row) { body(tile) }
    }
  }

  /// Removes all ink. The memory stays allocated.
  /// - Parameter rule: The new coverage rule; nil keeps the present one.
  package mutating func removeAll(rule: CoverageRule? = nil) {
    self.rule = rule ?? self.rule
    owners.removeAll()
    owners.isExact = self.rule == .exact
    if hasLevels { for slot in tiles.indices { clearLevels(slot) } }
    (hasLevels, isBrushed) = (false, false)
    storage.removeAll()
  }

  /// Removes the ink of one tile, which still counts among `tiles`.
  package mutating func clear(_ tile: Tile) {
    if hasLevels, let slot = slot(of: tile) { clearLevels(slot) }
    storage.clear(tile)
  }

  /// Adds another mask's ink in one tile to this mask's. Both masks have the same size.
  ///
  /// The larger coverage of each pixel counts unless both masks have one rule for what shapes cover together.
  package mutating func join(_ other: Mask, in tile: Tile) {
    guard let otherSlot = other.slot(of: tile), let slot = findOrAdd(tile) else { return }
    if other.isBrushed {
      isBrushed = true
      joinLevels(other, slot: otherSlot, to: slot)
    }
    if rule != .maximum, other.rule == rule, !isBrushed {
      owners.join(other.owners, other.storage, slot: otherSlot, to: &storage, slot, of: tile)
    } else {
      storage.join(other.storage, slot: otherSlot, to: slot)
    }
  }

  // MARK: Tiles

  /// The slot of a tile; nil if no ink has reached it.
  func slot(of tile: Tile) -> Int? { storage.slot(of: tile) }

  /// The slot of a tile, which is allocated if it has none; nil if the limit is reached.
  @inline(always)
  mutating func findOrAdd(_ tile: Tile) -> Int? { storage.find(tile) ?? add(tile) }

  private mutating func add(_ tile: Tile) -> Int? {
    guard let slot = storage.add(tile) else { return nil }
    if rule != .maximum { owners.prepare(slot: slot) }
    return slot
  }

  /// The occupancy of four rows of the tile in a slot; see `TileBytes`.
  @inline(always)
  func occupancy(_ slot: Int, _ rowGroup: Int) -> UInt64 { storage.occupancy(slot, rowGroup) }

  /// The coverage of the 16 pixels of a block of the tile in a slot; see `TileBytes`.
  @inline(always)
  func block(_ block: Int, _ slot: Int, _ rowGroup: Int) -> SIMD16<UInt8> { storage.block(block, slot, rowGroup) }

  /// Calls `body` with each covered pixel of the tile in a slot: its index in the tile, 0...4095, and its coverage.
  @inline(always)
  func forEachCovered(_ slot: Int, _ body: (Int, UInt8) -> Void) { storage.forEachCovered(slot, body) }
}
