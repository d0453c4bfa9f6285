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
    let columns = (width + Tile.side - 1) / Tile.side
    let isBlank = !(0..<columns).contains { source(of: Tile(column: $0, row: row)) != nil }
    return isBlank ? background : nil
  }

  public func copyBand(_ index: Int, into pixels: inout [UInt32]) {
    let rows = self.rows(ofBand: index)
    pixels.removeAll(keepingCapacity: true)
    pixels.append(contentsOf: repeatElement(background.word, count: rows.count * width))
    var band = pixels.mutableSpan
    for column in 0..<(width + Tile.side - 1) / Tile.side {
      let tile = Tile(column: column, row: rows.lowerBound / Tile.side)
      guard let words = source(of: tile)?.words(of: tile) else { continue }
      let left = column * Tile.side
      let count = Swift.min(Tile.side, width - left)
      for y in rows {
        let from = y % Tile.side * Tile.side
        let to = (y - rows.lowerBound) * width + left
        for x in 0..<count where words[from + x] != 0 { band[to + x] = shown(words[from + x]) }
      }
    }
  }

  /// The pixel at a place, background and all.
  public subscript(x: Int, y: Int) -> Pixel {
    let tile = Tile(column: x / Tile.side, row: y / Tile.side)
    return Pixel(word: shown(source(of: tile)?[x, y].word ?? 0))
  }

  private func source(of tile: Tile) -> Canvas? {
    if let overlay, overlay.holds(tile) { return overlay }
    return canvas.holds(tile) ? canvas : nil
  }

  @inline(__always)
  private func shown(_ ink: UInt32) -> UInt32 {
    let alpha = ink >> 24
    return alpha == 0 ? background.word : BlendKernel.over(background.word, ink, alpha: alpha)
  }
}
