import Geometry

/// How much of each pixel one stroke's ink covers, 0...255, in tiles where there is any.
///
/// Ink is joined by the maximum, which is commutative, associative and idempotent: neither the order of the cones,
/// nor drawing one twice, nor cutting a stroke into batches changes a byte.
public struct Mask: Sendable {
  /// A row's groups of four pixels, behind one that says which of them may hold ink: the first, past the last.
  private static let rowGroups = 1 + Tile.side / 4
  private static let tileGroups = Tile.side * rowGroups
  /// The note of a row without ink.
  private static let untouched = SIMD4(UInt8(Tile.side / 4), 0, 0, 0)

  private let area: PixelRect
  private var grid: TileGrid
  /// The tiles in use, in the order in which ink reached them; the tile's number is its place here.
  public private(set) var tiles: [Tile] = []
  /// Row by row, tile after tile.
  private var coverage: [SIMD4<UInt8>] = []

  /// The mask takes memory for no more tiles than this; ink beyond it is left out.
  public let tileLimit: Int
  /// Whether ink was left out.
  public private(set) var isOverfull = false

  /// What a tile takes, in bytes.
  public static let tileBytes = tileGroups * 4

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
      let pixels = clip.covering(current.touchedBounds(before: shape))
      chain[i].forEachTile(of: pixels) { join(ConeKernel(current, before: shape, in: $0), to: $0, pixels) }
    }
  }

  private mutating func join(_ kernel: ConeKernel, to tile: Tile, _ pixels: PixelRect) {
    let known = grid[tile.column, tile.row]
    guard !kernel.isEmpty, let number = known ?? use(tile) else { return }
    let top = tile.row * Tile.side
    let base = number * Mask.tileGroups + 1
    var groups = coverage.mutableSpan
    for y in Swift.max(pixels.minY, top) - top..<Swift.min(pixels.maxY, top + Tile.side) - top {
      kernel.join(&groups, base &+ y &* Mask.rowGroups, row: y)
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
      for _ in 0..<Tile.side {
        coverage.append(Mask.untouched)
        coverage.append(contentsOf: repeatElement(.zero, count: Mask.rowGroups - 1))
      }
    }
    return number
  }

  /// Takes all ink away; the memory stays.
  public mutating func removeAll() {
    for number in tiles.indices {
      clear(number)
      grid[tiles[number].column, tiles[number].row] = nil
    }
    tiles.removeAll(keepingCapacity: true)
    isOverfull = false
  }

  /// Takes the ink of one tile away.
  public mutating func clear(_ tile: Tile) {
    if let number = grid[tile.column, tile.row] { clear(number) }
  }

  private mutating func clear(_ number: Int) {
    for y in 0..<Tile.side {
      for group in touchedGroups(of: number, row: y) { coverage[place(number, y, group)] = .zero }
      coverage[place(number, y, -1)] = Mask.untouched
    }
  }

  /// Where a group of a row of a tile stands; group -1 is the row's note.
  @inline(__always)
  private func place(_ number: Int, _ y: Int, _ group: Int) -> Int {
    number &* Mask.tileGroups &+ y &* Mask.rowGroups &+ 1 &+ group
  }

  /// Joins another mask's ink in one tile to this one's.
  public mutating func join(_ other: Mask, in tile: Tile) {
    guard let theirs = other.grid[tile.column, tile.row] else { return }
    let known = grid[tile.column, tile.row]
    guard let ours = known ?? use(tile) else { return }
    for y in 0..<Tile.side {
      let touched = other.touchedGroups(of: theirs, row: y)
      guard !touched.isEmpty else { continue }
      for group in touched {
        let ink = other.coverage[place(theirs, y, group)]
        let below = coverage[place(ours, y, group)]
        coverage[place(ours, y, group)] = below.replacing(with: ink, where: ink .> below)
      }
      let before = coverage[place(ours, y, -1)]
      coverage[place(ours, y, -1)] = SIMD4(
        Swift.min(before.x, UInt8(touched.lowerBound)), Swift.max(before.y, UInt8(touched.upperBound)), 0, 0)
    }
  }

  /// Whether `tile` has had ink.
  public func hasInk(in tile: Tile) -> Bool { grid[tile.column, tile.row] != nil }

  /// The coverage of one pixel of the picture.
  public func coverage(x: Int, y: Int) -> UInt8 {
    guard let number = grid[x / Tile.side, y / Tile.side] else { return 0 }
    let column = x % Tile.side
    return coverage[place(number, y % Tile.side, column / 4)][column % 4]
  }

  /// The groups of four pixels of row `y` of a tile that may hold ink.
  @inline(__always)
  func touchedGroups(of number: Int, row y: Int) -> Range<Int> {
    let note = coverage[place(number, y, -1)]
    return note.x < note.y ? Int(note.x)..<Int(note.y) : 0..<0
  }

  @inline(__always)
  func group(_ group: Int, of number: Int, row y: Int) -> SIMD4<UInt8> { coverage[place(number, y, group)] }

  func number(of tile: Tile) -> Int? { grid[tile.column, tile.row] }
}
