import CRaster

/// The memory of a mask: which tiles it holds, and their bytes.
///
/// A tile in use has a *slot*: its index in `tiles`, and the index of its bytes. Slots keep their bytes when the tiles
/// are removed, cleared and ready for the next tile.
struct MaskTiles: Sendable {
  /// The tiles in use, in the order in which they were added.
  private(set) var tiles: [Tile] = []
  /// The slot of each tile.
  private var slots: TileGrid
  /// The bytes of each slot, laid out as `TileBytes` describes; all 0 in slots that are not in use.
  private var bytes: [UInt8] = []
  /// Whether each slot is known to be fully covered: no shape can change it then.
  private var full: [Bool] = []
  /// The tile found last, since most cones lie in the tile of the cone before.
  private var last = MaskTiles.noTile
  private static let noTile = (tile: Tile(column: -1, row: -1), slot: 0)

  /// The largest number of tiles.
  let limit: Int
  /// Whether a tile was refused because of the limit.
  private(set) var isOverfull = false

  init(width: Int, height: Int, limit: Int) {
    slots = TileGrid(width: width, height: height)
    self.limit = limit
  }

  /// Takes memory for as many tiles. It is not touched before they are added.
  mutating func reserve(tiles count: Int) { bytes.reserveCapacity(count * TileBytes.count) }

  /// The slot of a tile; nil if it has none.
  func slot(of tile: Tile) -> Int? { slots[tile.column, tile.row] }

  /// The slot of a tile, which is remembered for the next call; nil if it has none.
  @inline(always)
  mutating func find(_ tile: Tile) -> Int? {
    if tile != last.tile {
      guard let slot = slots[tile.column, tile.row] else { return nil }
      last = (tile, slot)
    }
    return last.slot
  }

  /// Gives a slot to a tile that has none; nil, and `isOverfull`, if the limit is reached.
  mutating func add(_ tile: Tile) -> Int? {
    let slot = tiles.count
    guard slot < limit else {
      isOverfull = true
      return nil
    }
    tiles.append(tile)
    slots[tile.column, tile.row] = slot
    if bytes.count < tiles.count * TileBytes.count {
      bytes.append(contentsOf: repeatElement(0, count: TileBytes.count))
      full.append(false)
    }
    last = (tile, slot)
    return slot
  }

  /// Removes all tiles, and keeps their memory.
  mutating func removeAll() {
    for slot in tiles.indices {
      withBytes(of: slot) { $0.clear() }
      full[slot] = false
      slots[tiles[slot].column, tiles[slot].row] = nil
    }
    tiles.removeAll(keepingCapacity: true)
    last = MaskTiles.noTile
    isOverfull = false
  }

  /// Sets the coverage of one tile to 0.
  mutating func clear(_ tile: Tile) {
    guard let slot = slot(of: tile) else { return }
    withBytes(of: slot) { $0.clear() }
    full[slot] = false
  }

  /// Whether all pixels of the picture in a slot are known to be fully covered.
  @inline(always)
  func isFull(_ slot: Int) -> Bool { full[slot] }

  /// Finds out whether all pixels of the picture in a slot are fully covered.
  /// - Parameter pixels: Those of the picture.
  mutating func noteFull(_ slot: Int, of pixels: PixelRect) {
    let pixels = pixels.intersection(tiles[slot].pixels)
    full[slot] = withBytes(of: slot) { $0.isFull(columns: pixels.width, rows: pixels.height) }
  }

  /// Calls `body` with the bytes of a slot in use.
  @inline(always)
  mutating func withBytes<Result>(of slot: Int, _ body: (TileBytes) -> Result) -> Result {
    unsafe bytes.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { preconditionFailure("a slot in use has bytes") }
      return unsafe body(TileBytes(start + slot &* TileBytes.count))
    }
  }

  /// Calls `body` with the first byte of a slot in use.
  @unsafe func withReadOnlyBytes<Result>(of slot: Int, _ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { preconditionFailure("a slot in use has bytes") }
      return unsafe body(start + slot &* TileBytes.count)
    }
  }

  /// The coverage of a pixel, by its index in its tile, 0...4095.
  @inline(always)
  subscript(slot: Int, pixel: Int) -> UInt8 {
    get { bytes[slot &* TileBytes.count &+ pixel] }
    set { bytes[slot &* TileBytes.count &+ pixel] = newValue }
  }

  // MARK: Row groups

  /// The occupancy of four rows; see `TileBytes`.
  @inline(always)
  func occupancy(_ slot: Int, _ rowGroup: Int) -> UInt64 {
    unsafe bytes.span.bytes.unsafeLoadUnaligned(
      fromByteOffset: slot &* TileBytes.count &+ TileBytes.occupancyStart(rowGroup: rowGroup), as: UInt64.self)
  }

  /// The coverage of the 16 pixels of a block.
  @inline(always)
  func block(_ block: Int, _ slot: Int, _ rowGroup: Int) -> SIMD16<UInt8> {
    unsafe bytes.span.bytes.unsafeLoadUnaligned(
      fromByteOffset: slot &* TileBytes.count &+ TileBytes.blockStart(rowGroup, block), as: SIMD16<UInt8>.self)
  }

  /// Calls `body` with each covered pixel: its index in the tile, 0...4095, in ascending order, and its coverage.
  @inline(always)
  func forEachCovered(_ slot: Int, _ body: (Int, UInt8) -> Void) {
    for rowGroup in 0..<TileBytes.rowGroups {
      var blocks = TileBytes.blocks(occupancy(slot, rowGroup))
      while let block = TileBytes.next(of: &blocks) {
        let coverage = self.block(block, slot, rowGroup)
        let start = TileBytes.blockStart(rowGroup, block)
        for lane in 0..<16 where coverage[lane] != 0 { body(start &+ lane, coverage[lane]) }
      }
    }
  }

  /// Raises the pixels of a slot to the coverage in a slot of another mask where that is larger.
  mutating func join(_ other: MaskTiles, slot otherSlot: Int, to slot: Int) {
    for rowGroup in 0..<TileBytes.rowGroups {
      let occupancy = other.occupancy(otherSlot, rowGroup)
      guard occupancy != 0 else { continue }
      withBytes(of: slot) { bytes in
        bytes.addOccupancy(occupancy, rowGroup)
        var blocks = TileBytes.blocks(occupancy)
        while let block = TileBytes.next(of: &blocks) {
          bytes.join(other.block(block, otherSlot, rowGroup), block, rowGroup)
        }
      }
    }
  }
}

/// The bytes of one tile of a mask: a byte of coverage for each of 64 · 64 pixels, row by row; then an *occupancy* of
/// 16 bits for each row.
///
/// Bit i of a row's occupancy is set if any of the four pixels 4i...4i + 3 may have ink. Readers skip what is not
/// occupied. Four rows of a tile are a *row group*, whose occupancy is read as one word of 64 bits. The 64 · 4 pixels
/// of a row group are 16 *blocks* of 16 pixels in a row: a vector each.
///
/// The kernels read and write groups of pixels as words. The standard library's safe accesses call a function for
/// each, which would be a sixth of the time that a picture takes. Rows and columns must be below 64.
@safe struct TileBytes {
  /// The index of the first byte of occupancy.
  private static let occupancy = Tile.side * Tile.side
  /// The number of bytes of a tile.
  static let count = occupancy + Tile.side * 2
  /// The number of row groups of a tile.
  static let rowGroups = Tile.side / 4

  private let start: UnsafeMutableRawPointer

  /// - Parameter start: The first of `count` bytes, which outlive this value.
  init(_ start: UnsafeMutableRawPointer) { unsafe self.start = start }

  /// The first byte, for the kernels in C, whose layout of a tile is the same (`RASTER_OCCUPANCY`).
  var coverage: UnsafeMutablePointer<UInt8> { unsafe start.assumingMemoryBound(to: UInt8.self) }

  /// The index of the first pixel of a row.
  @inline(always)
  static func rowStart(_ row: Int) -> Int { row &* Tile.side }

  /// The index of the first pixel of a block of a row group.
  @inline(always)
  static func blockStart(_ rowGroup: Int, _ block: Int) -> Int { rowGroup &* (4 &* Tile.side) &+ block &* 16 }

  /// The index of the two bytes of a row's occupancy.
  @inline(always)
  static func occupancyStart(row: Int) -> Int { occupancy &+ row &* 2 }

  /// The index of the eight bytes of a row group's occupancy.
  @inline(always)
  static func occupancyStart(rowGroup: Int) -> Int { occupancy &+ rowGroup &* 8 }

  /// The blocks of a row group that may have ink: bit 4i is set for block i.
  @inline(always)
  static func blocks(_ occupancy: UInt64) -> UInt64 {
    let pairs = occupancy | occupancy &>> 1
    return (pairs | pairs &>> 2) & 0x1111_1111_1111_1111
  }

  /// Removes the lowest block from `blocks` and returns its index, 0...15; nil if there is none.
  @inline(always)
  static func next(of blocks: inout UInt64) -> Int? {
    guard blocks != 0 else { return nil }
    let block = blocks.trailingZeroBitCount &>> 2
    blocks &= blocks &- 1
    return block
  }

  /// Marks columns `first` up to `end`, 0...64, of a row as occupied.
  @inline(always)
  func occupy(columnsFrom first: Int, to end: Int, row: Int) {
    let groups = UInt16(truncatingIfNeeded: (1 &<< ((end &+ 3) &>> 2)) &- (1 &<< (first &>> 2)))
    unsafe (start + TileBytes.occupancy).assumingMemoryBound(to: UInt16.self)[row] |= groups
  }

  /// The occupancy of a row group.
  @inline(always)
  func occupancy(rowGroup: Int) -> UInt64 {
    unsafe start.loadUnaligned(fromByteOffset: TileBytes.occupancyStart(rowGroup: rowGroup), as: UInt64.self)
  }

  /// The coverage of the pixels of a block.
  @inline(always)
  func block(_ block: Int, _ rowGroup: Int) -> SIMD16<UInt8> {
    unsafe start.loadUnaligned(fromByteOffset: TileBytes.blockStart(rowGroup, block), as: SIMD16<UInt8>.self)
  }

  /// Adds to the occupancy of a row group.
  @inline(always)
  func addOccupancy(_ occupancy: UInt64, _ rowGroup: Int) {
    let offset = TileBytes.occupancyStart(rowGroup: rowGroup)
    unsafe start.storeBytes(of: self.occupancy(rowGroup: rowGroup) | occupancy, toByteOffset: offset, as: UInt64.self)
  }

  /// The coverage of a pixel, by its index in the tile.
  @inline(always)
  subscript(pixel: Int) -> UInt8 {
    get { unsafe start.load(fromByteOffset: pixel, as: UInt8.self) }
    nonmutating set { unsafe start.storeBytes(of: newValue, toByteOffset: pixel, as: UInt8.self) }
  }

  /// Whether the pixels of the first columns and rows, at least one of each, are fully covered.
  func isFull(columns: Int, rows: Int) -> Bool { unsafe raster_is_full(coverage, Int32(columns), Int32(rows)) }

  /// Sets all coverage and occupancy to 0.
  func clear() {
    for rowGroup in 0..<TileBytes.rowGroups {
      let offset = TileBytes.occupancyStart(rowGroup: rowGroup)
      let occupancy = occupancy(rowGroup: rowGroup)
      guard occupancy != 0 else { continue }
      unsafe start.storeBytes(of: 0, toByteOffset: offset, as: UInt64.self)
      var blocks = TileBytes.blocks(occupancy)
      while let block = TileBytes.next(of: &blocks) {
        unsafe start.storeBytes(
          of: .zero, toByteOffset: TileBytes.blockStart(rowGroup, block), as: SIMD16<UInt8>.self)
      }
    }
  }

  /// Fully covers columns `first` up to `end` of a row, at least four.
  func fill(_ row: Int, _ first: Int, _ end: Int) {
    var index = TileBytes.rowStart(row) &+ first
    let last = TileBytes.rowStart(row) &+ end &- 4
    while index < last {
      unsafe start.storeBytes(of: .max, toByteOffset: index, as: UInt32.self)
      index &+= 4
    }
    unsafe start.storeBytes(of: .max, toByteOffset: last, as: UInt32.self)
  }

  /// Raises the pixels of a block to a coverage where that is larger.
  @inline(always)
  func join(_ coverage: SIMD16<UInt8>, _ block: Int, _ rowGroup: Int) {
    let offset = TileBytes.blockStart(rowGroup, block)
    let below = unsafe start.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
    unsafe start.storeBytes(
      of: below.replacing(with: coverage, where: coverage .> below), toByteOffset: offset, as: SIMD16<UInt8>.self)
  }
}
