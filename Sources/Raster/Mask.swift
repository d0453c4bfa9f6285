import Geometry

/// How much of each pixel one stroke's ink covers, 0...255, in tiles where there is any.
///
/// Ink is joined by a rule that is commutative, associative and idempotent: neither the order of the cones, nor drawing
/// one twice, nor cutting a stroke into batches changes a byte.
public struct Mask: Sendable {
  let area: PixelRect
  var grid: TileGrid
  /// The tiles in use, in the order in which ink reached them; the tile's number is its place here.
  public private(set) var tiles: [Tile] = []
  /// Tile after tile, each as `TileBytes` says.
  var bytes: [UInt8] = []
  /// The tile that was found last.
  private var last = Mask.noTile
  private static let noTile = (tile: Tile(column: -1, row: -1), number: 0)
  /// Working memory of `join`.
  var shapes: [ConeShape] = []
  /// What shapes cover together of pixels that several of them cover in part.
  public private(set) var rule: CoverageRule
  /// Under the rule of the union.
  var owners = PixelOwners()

  /// The mask takes memory for no more tiles than this; ink beyond it is left out.
  public let tileLimit: Int
  /// Whether ink was left out.
  public private(set) var isOverfull = false

  /// What a tile takes at most, in bytes, but for pixels that several shapes cover in part.
  public static let tileBytes = TileBytes.count + PixelOwners.tileBytes

  /// A mask without ink, of a picture of `width` by `height` pixels.
  public init(width: Int, height: Int, rule: CoverageRule = .maximum, tileLimit: Int = .max) {
    self.rule = rule
    area = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    grid = TileGrid(width: width, height: height)
    self.tileLimit = tileLimit
  }

  public var isEmpty: Bool { tiles.isEmpty }

  /// Calls `body` with each tile of `pixels` that a cone may touch, the rows of the tile, and its bytes.
  @inline(always)
  mutating func forEachTile(
    of cone: RoundCone, in pixels: PixelRect,
    _ body: (Tile, Range<Int>, TileBytes) -> Void
  ) {
    cone.eachTile(of: pixels) { tile in
      guard let number = find(tile) else { return }
      let rows = tile.rows(of: pixels)
      unsafe bytes.withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        unsafe body(tile, rows, TileBytes(start + number &* TileBytes.count))
      }
    }
  }

  /// The number of a tile, which gets memory where it has none; nil where there is no more.
  @inline(always)
  mutating func find(_ tile: Tile) -> Int? {
    if tile != last.tile {
      let known = grid[tile.column, tile.row]
      guard let number = known ?? use(tile) else { return nil }
      last = (tile, number)
    }
    return last.number
  }

  /// Gives a tile its memory, nil where there is no more. Cleared tiles lie ready behind those in use.
  mutating func use(_ tile: Tile) -> Int? {
    let number = tiles.count
    guard number < tileLimit else {
      isOverfull = true
      return nil
    }
    tiles.append(tile)
    grid[tile.column, tile.row] = number
    if bytes.count < tiles.count * TileBytes.count {
      bytes.append(contentsOf: repeatElement(0, count: TileBytes.count))
    }
    if rule == .union { owners.use(tile: number) }
    return number
  }

  /// Takes all ink away; the memory stays.
  /// - Parameter rule: By which ink is joined from now on; nil for the same as before.
  public mutating func removeAll(rule: CoverageRule? = nil) {
    self.rule = rule ?? self.rule
    owners.removeAll()
    for number in tiles.indices {
      clear(number)
      grid[tiles[number].column, tiles[number].row] = nil
    }
    tiles.removeAll(keepingCapacity: true)
    last = Mask.noTile
    isOverfull = false
  }

  /// Takes the ink of one tile away.
  public mutating func clear(_ tile: Tile) {
    if let number = grid[tile.column, tile.row] { clear(number) }
  }

  private mutating func clear(_ number: Int) {
    unsafe bytes.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe TileBytes(start + number &* TileBytes.count).clear()
    }
  }

  /// Joins another mask's ink in one tile to this one's.
  public mutating func join(_ other: Mask, in tile: Tile) {
    guard let theirs = other.grid[tile.column, tile.row] else { return }
    let known = grid[tile.column, tile.row]
    guard let ours = known ?? use(tile) else { return }
    if rule == .union, other.rule == .union {
      unite(other, theirs, in: tile, ours)
      return
    }
    for four in 0..<TileBytes.fours {
      let notes = other.notes(theirs, four)
      guard notes != 0 else { continue }
      setNotes(self.notes(ours, four) | notes, ours, four)
      var blocks = TileBytes.blocks(notes)
      while let block = TileBytes.next(of: &blocks) {
        let above = other.block(block, theirs, four)
        let below = self.block(block, ours, four)
        setBlock(below.replacing(with: above, where: above .> below), block, ours, four)
      }
    }
  }

  /// Calls `body` with the tiles that have had ink in some columns and rows of tiles.
  public func forEachTile(columns: Range<Int>, rows: Range<Int>, _ body: (Tile) -> Void) {
    if columns.count * rows.count <= tiles.count {
      for row in rows {
        for column in columns where grid[column, row] != nil { body(Tile(column: column, row: row)) }
      }
    } else {
      for tile in tiles where columns.contains(tile.column) && rows.contains(tile.row) { body(tile) }
    }
  }

  /// Whether `tile` has had ink.
  public func hasInk(in tile: Tile) -> Bool { grid[tile.column, tile.row] != nil }

  /// The coverage of one pixel of the picture.
  public func coverage(x: Int, y: Int) -> UInt8 {
    guard let number = grid[x / Tile.side, y / Tile.side] else { return 0 }
    return bytes[number * TileBytes.count + TileBytes.rowStart(y % Tile.side) + x % Tile.side]
  }

  func number(of tile: Tile) -> Int? { grid[tile.column, tile.row] }

  // MARK: Four rows of a tile

  /// Which groups of four pixels of four rows of tile `number` may hold ink, a bit each.
  @inline(always)
  func notes(_ number: Int, _ four: Int) -> UInt64 {
    unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: Mask.notesPlace(number, four), as: UInt64.self)
  }

  /// The coverage of 16 pixels of tile `number`.
  @inline(always)
  func block(_ block: Int, _ number: Int, _ four: Int) -> SIMD16<UInt8> {
    unsafe bytes.span.bytes.unsafeLoadUnaligned(
      fromByteOffset: Mask.place(block, number, four), as: SIMD16<UInt8>.self)
  }

  @inline(always)
  private mutating func setNotes(_ notes: UInt64, _ number: Int, _ four: Int) {
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe bytes.storeBytes(of: notes, toByteOffset: Mask.notesPlace(number, four), as: UInt64.self)
    }
  }

  @inline(always)
  private mutating func setBlock(_ pixels: SIMD16<UInt8>, _ block: Int, _ number: Int, _ four: Int) {
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe bytes.storeBytes(of: pixels, toByteOffset: Mask.place(block, number, four), as: SIMD16<UInt8>.self)
    }
  }

  @inline(always)
  private static func notesPlace(_ number: Int, _ four: Int) -> Int {
    number &* TileBytes.count &+ TileBytes.notes &+ four &* 8
  }

  @inline(always)
  private static func place(_ block: Int, _ number: Int, _ four: Int) -> Int {
    number &* TileBytes.count &+ TileBytes.blockStart(four, block)
  }
}
