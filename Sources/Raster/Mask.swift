import Geometry

/// How much of each pixel one stroke's ink covers, 0...255, in tiles where there is any.
///
/// Ink is joined by the maximum, which is commutative, associative and idempotent: neither the order of the cones,
/// nor drawing one twice, nor cutting a stroke into batches changes a byte.
public struct Mask: Sendable {
  static let groups = Tile.side / 4
  static let tileGroups = Tile.side * groups

  private let area: PixelRect
  private var grid: TileGrid
  /// The tiles in use, in the order in which ink reached them; the tile's number is its place here.
  public private(set) var tiles: [Tile] = []
  /// Groups of four pixels, row by row, tile after tile.
  private var coverage: [SIMD4<UInt8>] = []
  /// For each row of each tile the groups that may hold ink: first, and past the last.
  private var touched: [SIMD2<UInt8>] = []

  /// The mask takes memory for no more tiles than this; ink beyond it is left out.
  public let tileLimit: Int
  /// Whether ink was left out.
  public private(set) var isOverfull = false

  /// What a tile takes, in bytes.
  public static let tileBytes = tileGroups * 4 + Tile.side * 2

  /// A mask without ink, of a picture of `width` by `height` pixels.
  public init(width: Int, height: Int, tileLimit: Int = .max) {
    area = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    grid = TileGrid(width: width, height: height)
    self.tileLimit = tileLimit
  }

  public var isEmpty: Bool { tiles.isEmpty }

  /// Adds the ink of cones each of which continues where the one before it ended.
  /// - Parameters:
  ///   - chain: In pixels, of radii over 0.
  ///   - clip: The pixels that may change, rounded up to tiles; nil for all.
  public mutating func join(_ chain: [RoundCone], within clip: PixelRect? = nil) {
    let clip = clip?.intersection(area) ?? area
    var shape = chain.first.map { ConeShape($0) }
    for i in chain.indices {
      guard let current = shape else { return }
      shape = i + 1 < chain.count ? ConeShape(chain[i + 1]) : nil
      let pixels = clip.covering(chain[i].touchedBounds)
      chain[i].forEachTile(of: pixels) { join(ConeKernel(current, before: shape, in: $0), to: $0, pixels) }
    }
  }

  private mutating func join(_ kernel: ConeKernel, to tile: Tile, _ pixels: PixelRect) {
    let known = grid[tile.column, tile.row]
    guard !kernel.isEmpty, let number = known ?? use(tile) else { return }
    let top = tile.row * Tile.side
    let rows = Swift.max(pixels.minY, top) - top..<Swift.min(pixels.maxY, top + Tile.side) - top
    var reached = InlineArray<64, SIMD2<UInt8>>(repeating: Mask.untouched)
    var groups = coverage.mutableSpan
    for y in rows {
      let row = kernel.join(&groups, number * Mask.tileGroups + y * Mask.groups, row: y)
      reached[y] = SIMD2(UInt8(truncatingIfNeeded: row.lowerBound), UInt8(truncatingIfNeeded: row.upperBound))
    }
    for y in rows where reached[y].y > 0 {
      let before = touched[number * Tile.side + y]
      touched[number * Tile.side + y] = SIMD2(Swift.min(before.x, reached[y].x), Swift.max(before.y, reached[y].y))
    }
  }

  /// Gives a tile its memory, nil where there is no more. Cleared tiles lie ready behind those in use.
  private mutating func use(_ tile: Tile) -> Int? {
    let number = tiles.count
    guard number < tileLimit else {
      isOverfull = true
      return nil
    }
    tiles.append(tile)
    grid[tile.column, tile.row] = number
    if coverage.count < tiles.count * Mask.tileGroups {
      coverage.append(contentsOf: repeatElement(.zero, count: Mask.tileGroups))
      touched.append(contentsOf: repeatElement(Mask.untouched, count: Tile.side))
    }
    return number
  }

  private static let untouched = SIMD2(UInt8(groups), 0)

  /// Takes all ink away; the memory stays.
  public mutating func removeAll() {
    for number in tiles.indices {
      clear(number)
      grid[tiles[number].column, tiles[number].row] = nil
    }
    tiles.removeAll(keepingCapacity: true)
  }

  /// Takes the ink of one tile away.
  public mutating func clear(_ tile: Tile) {
    if let number = grid[tile.column, tile.row] { clear(number) }
  }

  private mutating func clear(_ number: Int) {
    for y in 0..<Tile.side {
      let span = touched[number * Tile.side + y]
      guard span.x < span.y else { continue }
      let base = number * Mask.tileGroups + y * Mask.groups
      for group in Int(span.x)..<Int(span.y) { coverage[base + group] = .zero }
      touched[number * Tile.side + y] = Mask.untouched
    }
  }

  /// Joins another mask's ink in one tile to this one's.
  public mutating func join(_ other: Mask, in tile: Tile) {
    guard let theirs = other.grid[tile.column, tile.row] else { return }
    let known = grid[tile.column, tile.row]
    guard let ours = known ?? use(tile) else { return }
    for y in 0..<Tile.side {
      let span = other.touched[theirs * Tile.side + y]
      guard span.x < span.y else { continue }
      for group in Int(span.x)..<Int(span.y) {
        let place = y * Mask.groups + group
        let ink = other.coverage[theirs * Mask.tileGroups + place]
        coverage[ours * Mask.tileGroups + place].replace(
          with: ink, where: ink .> coverage[ours * Mask.tileGroups + place])
      }
      let before = touched[ours * Tile.side + y]
      touched[ours * Tile.side + y] = SIMD2(Swift.min(before.x, span.x), Swift.max(before.y, span.y))
    }
  }

  /// Whether `tile` has had ink.
  public func hasInk(in tile: Tile) -> Bool { grid[tile.column, tile.row] != nil }

  /// The coverage of one pixel of the picture.
  public func coverage(x: Int, y: Int) -> UInt8 {
    guard let number = grid[x / Tile.side, y / Tile.side] else { return 0 }
    let column = x % Tile.side
    return coverage[number * Mask.tileGroups + y % Tile.side * Mask.groups + column / 4][column % 4]
  }

  /// The groups of four pixels of row `y` of a tile that may hold ink.
  @inline(__always)
  func touchedGroups(of number: Int, row y: Int) -> Range<Int> {
    let span = touched[number * Tile.side + y]
    return span.x < span.y ? Int(span.x)..<Int(span.y) : 0..<0
  }

  @inline(__always)
  func group(_ group: Int, of number: Int, row y: Int) -> SIMD4<UInt8> {
    coverage[number * Mask.tileGroups + y * Mask.groups + group]
  }

  func number(of tile: Tile) -> Int? { grid[tile.column, tile.row] }
}
