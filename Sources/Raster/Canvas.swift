import Geometry

/// The ink of a picture: pixels of straight alpha, in tiles where there is any.
public struct Canvas: Sendable {
  static let tilePixels = Tile.side * Tile.side
  /// What a tile takes, in bytes.
  public static let tileBytes = tilePixels * 4

  /// In pixels.
  public let width: Int
  public let height: Int
  private var grid: TileGrid
  private var pixels: [[UInt32]] = []
  /// Places in `pixels` whose tiles were released.
  private var spare: [Int] = []

  /// A clear canvas of `width` by `height` pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
    grid = TileGrid(width: width, height: height)
  }

  /// How many tiles have memory.
  public var tileCount: Int { pixels.count - spare.count }

  /// Lays a stroke's ink onto the canvas, once.
  public mutating func composite(_ mask: Mask, _ paint: Paint) {
    for tile in mask.tiles { composite(mask, paint, in: tile) }
  }

  /// Lays a stroke's ink onto one tile.
  public mutating func composite(_ mask: Mask, _ paint: Paint, in tile: Tile) {
    guard let number = mask.number(of: tile) else { return }
    if paint.mode == .erase, grid[tile.column, tile.row] == nil { return }
    let slot = use(tile)
    let opacity = UInt32(paint.color.alpha)
    let source = paint.color.word
    let isOpaquePaint = paint.mode == .over && opacity == 255
    var pixels = self.pixels[slot].mutableSpan
    for y in 0..<Tile.side {
      for group in mask.touchedGroups(of: number, row: y) {
        let coverage = mask.group(group, of: number, row: y)
        guard coverage != .zero else { continue }
        let base = y * Tile.side + group * 4
        if isOpaquePaint, coverage == SIMD4(repeating: 255) {
          for lane in 0..<4 { pixels[base + lane] = source }
          continue
        }
        for lane in 0..<4 where coverage[lane] != 0 {
          let alpha = BlendKernel.scale(UInt32(truncatingIfNeeded: coverage[lane]), opacity)
          guard alpha > 0 else { continue }
          let pixel = pixels[base + lane]
          pixels[base + lane] =
            switch paint.mode {
            case .over: BlendKernel.over(pixel, source, alpha: alpha)
            case .multiply: BlendKernel.multiply(pixel, source, alpha: alpha)
            case .erase: BlendKernel.erase(pixel, alpha: alpha)
            }
        }
      }
    }
  }

  private mutating func use(_ tile: Tile) -> Int {
    if let slot = grid[tile.column, tile.row] { return slot }
    if let slot = spare.popLast() {
      grid[tile.column, tile.row] = slot
      return slot
    }
    grid[tile.column, tile.row] = pixels.count
    pixels.append(Array(repeating: 0, count: Canvas.tilePixels))
    return pixels.count - 1
  }

  /// Makes a tile clear.
  public mutating func clear(_ tile: Tile) {
    guard let slot = grid[tile.column, tile.row] else { return }
    pixels[slot] = Array(repeating: 0, count: Canvas.tilePixels)
  }

  /// Makes a tile clear and takes its memory back.
  public mutating func release(_ tile: Tile) {
    guard let slot = grid[tile.column, tile.row] else { return }
    clear(tile)
    grid[tile.column, tile.row] = nil
    spare.append(slot)
  }

  /// Makes a tile what it is on another canvas of the same size.
  public mutating func copy(_ tile: Tile, from other: Canvas) {
    if let theirs = other.grid[tile.column, tile.row] {
      let ours = use(tile)
      pixels[ours] = other.pixels[theirs]
    } else {
      clear(tile)
    }
  }

  /// Whether `tile` has memory; where it has none it is clear.
  public func holds(_ tile: Tile) -> Bool { grid[tile.column, tile.row] != nil }

  /// The pixel at a place on the canvas.
  public subscript(x: Int, y: Int) -> Pixel {
    guard let slot = grid[x / Tile.side, y / Tile.side] else { return .clear }
    return Pixel(word: pixels[slot][y % Tile.side * Tile.side + x % Tile.side])
  }

  /// The words of a tile, row by row; nil where it is clear.
  func words(of tile: Tile) -> [UInt32]? {
    grid[tile.column, tile.row].map { pixels[$0] }
  }
}
