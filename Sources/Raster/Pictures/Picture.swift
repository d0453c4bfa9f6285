import Geometry

/// A canvas on its background: the finished picture, made row by row as it is read.
public struct Picture: PixelSource, Sendable {
  /// The ink. Where `overlay` holds a tile, that one counts instead.
  public var canvas: Canvas
  public var overlay: Canvas?
  public var background: Pixel
  /// Between the background and the ink; of the canvas' size.
  public let backdrop: ImageSource?

  /// - Precondition: The overlay and the backdrop are as large as the canvas.
  public init(canvas: Canvas, overlay: Canvas? = nil, background: Pixel, backdrop: ImageSource? = nil) {
    precondition(
      backdrop.map { $0.width == canvas.width && $0.height == canvas.height } ?? true,
      "a backdrop is as large as the canvas")
    self.canvas = canvas
    self.overlay = overlay
    self.background = background
    self.backdrop = backdrop
  }

  public var isGrey: Bool {
    let paperIsGrey = background.isGrey && backdrop?.isGrey ?? true
    return canvas.isGrey && overlay?.isGrey ?? true && paperIsGrey && isOpaque
  }

  public var isOpaque: Bool { background.alpha == 255 || backdrop?.isOpaque ?? false }

  public var width: Int { canvas.width }
  public var height: Int { canvas.height }

  /// A row of tiles, or less of it where the picture is so wide that the rows would take much memory.
  public var bandHeight: Int {
    var rows = Tile.side
    while rows > 1, rows * width > 1 << 22 { rows /= 2 }
    return rows
  }

  public func uniformPixel(ofBand index: Int) -> Pixel? {
    guard backdrop == nil else { return nil }
    let row = index * bandHeight / Tile.side
    return canvas.isClear(tileRow: row) && overlay?.isClear(tileRow: row) ?? true ? background : nil
  }

  public func copyRows(_ rows: Range<Int>, into pixels: inout [UInt32]) {
    if pixels.count != rows.count * width { pixels = Array(repeating: 0, count: rows.count * width) }
    var span = pixels.mutableSpan
    if let backdrop {
      copyRows(rows, on: backdrop, into: &span)
      return
    }
    var output = unsafe span.mutableBytes
    var shades = Shades(background: background)
    forEachPiece(of: rows) { tile, area in
      let place = (area.minY - rows.lowerBound) * width + area.minX
      shades.copy(area, of: tile, into: &output, at: place, stride: width)
    }
  }

  public func copyRows(
    _ rows: Range<Int>, as coding: PixelCoding, into bytes: inout [UInt8], from start: Int, stride: Int
  ) {
    if let backdrop {
      copyRows(rows, on: backdrop, as: coding, into: &bytes, from: start, stride: stride)
      return
    }
    var span = bytes.mutableSpan
    var shades = CodedShades(background: background, coding: coding)
    forEachPiece(of: rows) { tile, area in
      let place = start + (area.minY - rows.lowerBound) * stride + area.minX
      shades.copy(area, of: tile, into: &span, at: place, stride: stride, coding)
    }
  }

  public func colors(upTo limit: Int) -> [UInt32]? {
    guard backdrop == nil else { return nil }
    var census = AlphaCensus()
    var shades = Shades(background: background)
    var colors: Set<UInt32> = []
    for row in 0..<(height + Tile.side - 1) / Tile.side where colors.count <= limit {
      let rows = row * Tile.side..<Swift.min(height, (row + 1) * Tile.side)
      forEachPiece(of: rows) { tile, area in census.add(tile, area) }
      if census.hasSeveralColors { return nil }
      if let color = census.color { shades.choose(color) }
      colors = Set(census.alphas.map { shades.words[$0] })
    }
    return Array(colors)
  }

  /// Makes a tile of another canvas of the same size the ink of this picture there.
  public func copyInk(of tile: Tile, to other: inout Canvas) {
    other.copy(tile, from: overlay.flatMap { $0[tile] == nil ? nil : $0 } ?? canvas)
  }

  /// The parts of `rows` that lie in one tile each, in pixels, and what is in that tile.
  func forEachPiece(of rows: Range<Int>, _ body: (CanvasTile?, PixelRect) -> Void) {
    let whole = PixelRect(minX: 0, minY: rows.lowerBound, maxX: width, maxY: rows.upperBound)
    for row in rows.lowerBound / Tile.side..<(rows.upperBound + Tile.side - 1) / Tile.side {
      for column in 0..<columns {
        let tile = Tile(column: column, row: row)
        body(self[tile], tile.pixels.intersection(whole))
      }
    }
  }

  /// The pixel at a place, background and all.
  public subscript(x: Int, y: Int) -> Pixel {
    let tile = self[Tile(column: x / Tile.side, row: y / Tile.side)]
    let ink = tile?[y % Tile.side * Tile.side + x % Tile.side] ?? 0
    guard let backdrop else { return Pixel(word: Shades.shown(ink, background)) }
    let paper = Pixel(word: Shades.shown(backdrop[x, y].word, background))
    return Pixel(word: Shades.shown(ink, paper))
  }

  private var columns: Int { (width + Tile.side - 1) / Tile.side }

  subscript(tile: Tile) -> CanvasTile? { overlay?[tile] ?? canvas[tile] }
}
