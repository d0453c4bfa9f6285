/// A canvas on its background: the finished picture, made row by row as it is read.
public struct Picture: PixelSource, Sendable {
  /// The ink. Where `overlay` holds a tile, that one counts instead.
  public var canvas: Canvas
  public var overlay: Canvas?
  public var background: Pixel

  public init(canvas: Canvas, overlay: Canvas? = nil, background: Pixel) {
    self.canvas = canvas
    self.overlay = overlay
    self.background = background
  }

  public var isGrey: Bool {
    canvas.isGrey && overlay?.isGrey ?? true && background.isGrey && background.alpha == 255
  }

  public var width: Int { canvas.width }
  public var height: Int { canvas.height }

  /// A row of tiles, or less of it where the picture is so wide that the rows would take much memory.
  public var bandHeight: Int {
    var rows = Tile.side
    while rows > 1, rows * width > 1 << 22 { rows /= 2 }
    return rows
  }

  public func uniformPixel(ofBand index: Int) -> Pixel? {
    let row = index * bandHeight / Tile.side
    return (0..<columns).contains { self[Tile(column: $0, row: row)] != nil } ? nil : background
  }

  public func copyBand(_ index: Int, into pixels: inout [UInt32]) {
    let rows = self.rows(ofBand: index)
    if pixels.count != rows.count * width { pixels = Array(repeating: 0, count: rows.count * width) }
    var band = pixels.mutableSpan
    var shades = Shades(background: background)
    for column in 0..<columns {
      let content = self[Tile(column: column, row: rows.lowerBound / Tile.side)]
      let left = column * Tile.side
      let count = Swift.min(Tile.side, width - left)
      for y in rows {
        let place = (y - rows.lowerBound) * width + left
        let first = y % Tile.side * Tile.side
        switch content {
        case nil:
          for x in place..<place + count { band[x] = background.word }
        case .plain(let color, let alphas)?:
          shades.choose(color)
          shades.fill(&band, place..<place + count, alphas, from: first)
        case .colored(let words)?:
          for x in 0..<count { band[place + x] = Self.shown(words[first + x], background) }
        }
      }
    }
  }

  /// The pixel at a place, background and all.
  public subscript(x: Int, y: Int) -> Pixel {
    let tile = self[Tile(column: x / Tile.side, row: y / Tile.side)]
    let ink = tile?[y % Tile.side * Tile.side + x % Tile.side] ?? 0
    return Pixel(word: Self.shown(ink, background))
  }

  private var columns: Int { (width + Tile.side - 1) / Tile.side }

  private subscript(tile: Tile) -> CanvasTile? { overlay?[tile] ?? canvas[tile] }

  @inline(always)
  fileprivate static func shown(_ ink: UInt32, _ background: Pixel) -> UInt32 {
    let alpha = ink >> 24
    return alpha == 0 ? background.word : BlendKernel.over(background.word, ink, alpha: alpha)
  }
}

/// What ink of one colour looks like on the background, for every alpha.
private struct Shades {
  private let background: Pixel
  private var color: UInt32?
  private var words: [UInt32] = Array(repeating: 0, count: 256)

  init(background: Pixel) {
    self.background = background
  }

  /// Prepares for ink of `color`.
  @inline(always)
  mutating func choose(_ color: UInt32) {
    if self.color != color { work(out: color) }
  }

  private mutating func work(out color: UInt32) {
    self.color = color
    for alpha in 0..<256 { words[alpha] = Picture.shown(color | UInt32(alpha) << 24, background) }
  }

  /// Fills `range` of a row with what alphas look like, from the one at `first` on.
  func fill(_ row: inout MutableSpan<UInt32>, _ range: Range<Int>, _ alphas: [UInt8], from first: Int) {
    let words = self.words.span
    let alphas = alphas.span
    for i in 0..<range.count { row[range.lowerBound &+ i] = words[Int(alphas[first &+ i])] }
  }
}
