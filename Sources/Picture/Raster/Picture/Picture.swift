import Geometry

/// A finished picture: ink on an optional backdrop on a background. Its pixels are made row by row as they are read.
public struct Picture: PixelSource, Sendable {
  /// The ink.
  package var canvas: Canvas
  /// More recent ink: a tile that has memory here replaces that tile of `canvas`.
  package var overlay: Canvas?
  /// The color below everything else.
  package var background: Pixel
  /// The image between the background and the ink.
  package let backdrop: ImageSource?

  /// - Precondition: The overlay and the backdrop are as large as the canvas.
  package init(canvas: Canvas, overlay: Canvas? = nil, background: Pixel, backdrop: ImageSource? = nil) {
    precondition(
      backdrop.map { $0.width == canvas.width && $0.height == canvas.height } ?? true,
      "the backdrop must be as large as the canvas")
    self.canvas = canvas
    self.overlay = overlay
    self.background = background
    self.backdrop = backdrop
  }

  public var width: Int { canvas.width }
  public var height: Int { canvas.height }
  private var columns: Int { (width + Tile.side - 1) / Tile.side }

  public var isGray: Bool {
    let paperIsGray = background.isGray && backdrop?.isGray ?? true
    return canvas.isGray && overlay?.isGray ?? true && paperIsGray
  }

  public var isOpaque: Bool { background.alpha == 255 || backdrop?.isOpaque ?? false }

  /// The height of a row of tiles; less if the picture is so wide that a band would take more than 16 MiB.
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

  public func colors(upTo limit: Int) -> [UInt32]? {
    guard backdrop == nil else { return nil }
    var used = AlphaSet()
    var shades = Shades(background: background)
    func shown() -> [UInt32] {
      shades.choose(used.color ?? 0)
      return Picture.distinct(used.alphas.map { shades.words[$0] })
    }
    var colors: [UInt32] = []
    // The most alphas that cannot be more than `limit` colors. Several alphas may have one color.
    var fewAlphas = limit
    for row in 0..<(height + Tile.side - 1) / Tile.side where colors.count <= limit {
      let rows = row * Tile.side..<Swift.min(height, (row + 1) * Tile.side)
      forEachPiece(of: rows) { tile, area in
        // The first tile with ink often has too many colors.
        guard colors.count <= limit, !used.hasSeveralColors else { return }
        used.insert(tile, area)
        guard used.count > fewAlphas, !used.hasSeveralColors else { return }
        fewAlphas = used.count
        colors = shown()
      }
      if used.hasSeveralColors { return nil }
    }
    return colors.count > limit ? colors : shown()
  }

  /// The distinct values, in ascending order.
  private static func distinct(_ words: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(words.count)
    for word in words.sorted() where word != result.last { result.append(word) }
    return result
  }

  /// The colors of all pixels that ink of one color can have on a plain background, with any alpha, as words of
  /// `Pixel`. The alpha of `color` is ignored.
  package static func shades(of color: Pixel, on background: Pixel) -> [UInt32] {
    var shades = Shades(background: background)
    shades.choose(color.word & 0x00FF_FFFF)
    return Array(Set(shades.words))
  }

  /// The smallest box of all pixels that are not clear; nil if all are.
  public var visibleArea: PixelRect? {
    var (left, right, top, bottom) = (width, 0, height, 0)
    var pixels: [UInt32] = []
    for first in stride(from: 0, to: height, by: bandHeight) {
      let rows = first..<Swift.min(height, first + bandHeight)
      copyRows(rows, into: &pixels)
      for row in rows {
        let line = pixels[(row - rows.lowerBound) * width..<(row - rows.lowerBound + 1) * width]
        guard let start = line.firstIndex(where: { $0 != 0 }), let end = line.lastIndex(where: { $0 != 0 }) else {
          continue
        }
        left = Swift.min(left, start - line.startIndex)
        right = Swift.max(right, end - line.startIndex + 1)
        top = Swift.min(top, row)
        bottom = row + 1
      }
    }
    return left < right ? PixelRect(minX: left, minY: top, maxX: right, maxY: bottom) : nil
  }

  // MARK: Reading pixels

  /// The pixel in column `x` and row `y`, including the background.
  public subscript(x: Int, y: Int) -> Pixel {
    let tile = self[Tile(column: x / Tile.side, row: y / Tile.side)]
    let ink = tile?[y % Tile.side * Tile.side + x % Tile.side] ?? 0
    guard let backdrop else { return Pixel(word: Shades.shown(ink, background)) }
    let paper = Pixel(word: Shades.shown(backdrop[x, y].word, background))
    return Pixel(word: Shades.shown(ink, paper))
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
      let start = (area.minY - rows.lowerBound) * width + area.minX
      shades.copy(area, of: tile, into: &output, at: start, stride: width)
    }
  }

  public func copyRows(
    _ rows: Range<Int>, as encoding: PixelEncoding, into bytes: inout [UInt8], from start: Int, stride: Int
  ) {
    guard backdrop == nil else {
      encodeRows(rows, as: encoding, into: &bytes, from: start, stride: stride)
      return
    }
    var span = bytes.mutableSpan
    var shades = EncodedShades(background: background, encoding: encoding)
    forEachPiece(of: rows) { tile, area in
      let first = start + (area.minY - rows.lowerBound) * stride + area.minX
      shades.copy(area, of: tile, into: &span, at: first, stride: stride, encoding)
    }
  }

  /// Copies the backdrop's rows on the background into `pixels`, and draws the ink over them.
  private func copyRows(_ rows: Range<Int>, on backdrop: ImageSource, into pixels: inout MutableSpan<UInt32>) {
    let first = rows.lowerBound * width
    let source = backdrop.full.words.span.extracting(first..<first + rows.count * width)
    let background = self.background
    if backdrop.isOpaque || background.alpha == 0 {
      for index in source.indices { pixels[index] = source[index] }
    } else {
      for index in source.indices { pixels[index] = Shades.shown(source[index], background) }
    }
    forEachPiece(of: rows) { tile, area in
      tile?.draw(area, over: &pixels, at: (area.minY - rows.lowerBound) * width + area.minX, stride: width)
    }
  }

  /// Copies the pixels of a tile that lie within the picture to the start of `pixels`, row by row. `pixels` grows if it
  /// is too small.
  /// - Returns: The copied pixels, in coordinates of the picture.
  public func copyPixels(of tile: Tile, into pixels: inout [UInt32]) -> PixelRect {
    let area = tile.pixels.intersection(PixelRect(minX: 0, minY: 0, maxX: width, maxY: height))
    if pixels.count < area.width * area.height { pixels = Array(repeating: 0, count: CanvasTile.pixels) }
    var span = pixels.mutableSpan
    if let backdrop {
      for y in 0..<area.height {
        for x in 0..<area.width {
          let paper = backdrop.full.words[(area.minY + y) * width + area.minX + x]
          span[y * area.width + x] = Shades.shown(paper, background)
        }
      }
      self[tile]?.draw(area, over: &span, at: 0, stride: area.width)
    } else {
      var output = unsafe span.mutableBytes
      var shades = Shades(background: background)
      shades.copy(area, of: self[tile], into: &output, at: 0, stride: area.width)
    }
    return area
  }

  /// Copies the ink of a tile to another canvas of the same size, replacing the ink there.
  package func copyInk(of tile: Tile, to other: inout Canvas) {
    other.copy(tile, from: overlay.flatMap { $0[tile] == nil ? nil : $0 } ?? canvas)
  }

  private subscript(tile: Tile) -> CanvasTile? { overlay?[tile] ?? canvas[tile] }

  /// Calls `body` with the part of `rows` in each tile, in pixels of the picture, and the ink of that tile.
  private func forEachPiece(of rows: Range<Int>, _ body: (CanvasTile?, PixelRect) -> Void) {
    let whole = PixelRect(minX: 0, minY: rows.lowerBound, maxX: width, maxY: rows.upperBound)
    for row in rows.lowerBound / Tile.side..<(rows.upperBound + Tile.side - 1) / Tile.side {
      for column in 0..<columns {
        let tile = Tile(column: column, row: row)
        body(self[tile], tile.pixels.intersection(whole))
      }
    }
  }
}

/// The alphas that occur in ink of a single color. Together with the background they give all colors of a picture
/// without reading its pixels.
private struct AlphaSet {
  /// The color of the ink; nil if there is none.
  private(set) var color: UInt32?
  /// Whether the ink may have more than one color.
  private(set) var hasSeveralColors = false
  private var contains = [Bool](repeating: false, count: 256)
  /// The number of alphas that occurred when the last tile had been inserted.
  private(set) var count = 0

  var alphas: [Int] { contains.indices.filter { contains[$0] } }

  /// Inserts the alphas of a tile's pixels.
  /// - Parameter area: The pixels, in coordinates of the picture.
  mutating func insert(_ tile: CanvasTile?, _ area: PixelRect) {
    switch tile {
    case nil:
      if !contains[0] { count += 1 }
      contains[0] = true
    case .plain(let color, let alphas)?:
      hasSeveralColors = hasSeveralColors || self.color ?? color != color
      self.color = color
      if count == contains.count { return }
      for y in area.minY..<area.maxY { AlphaSet.insert(alphas, y % Tile.side * Tile.side, area.width, &contains) }
      count = contains.count { $0 }
    case .colored?:
      hasSeveralColors = true
    }
  }

  private static func insert(_ alphas: [UInt8], _ first: Int, _ width: Int, _ contains: inout [Bool]) {
    precondition(first >= 0 && first + width <= alphas.count)
    var contains = contains.mutableSpan
    let bytes = unsafe alphas.span.bytes
    var last: UInt64?
    var x = 0
    while x &+ 8 <= width {
      // Skip eight alphas that equal the eight before them, as in blank paper and inside ink.
      let group = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: first &+ x, as: UInt64.self)
      if group != last {
        for lane in 0..<8 as Range<UInt64> { contains[Int(group &>> (8 &* lane) & 0xFF)] = true }
        last = group
      }
      x &+= 8
    }
    while x < width {
      contains[Int(alphas[first &+ x])] = true
      x &+= 1
    }
  }
}
