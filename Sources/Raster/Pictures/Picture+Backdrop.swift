import Geometry

extension Picture {
  /// Puts rows into `pixels`: the picture below the ink on the background, and the ink on that.
  func copyRows(_ rows: Range<Int>, on backdrop: ImageSource, into pixels: inout MutableSpan<UInt32>) {
    let first = rows.lowerBound * width
    let source = backdrop.full.words.span.extracting(first..<first + rows.count * width)
    let background = self.background
    if backdrop.isOpaque || background.alpha == 0 {
      for index in source.indices { pixels[index] = source[index] }
    } else {
      for index in source.indices { pixels[index] = Shades.shown(source[index], background) }
    }
    forEachPiece(of: rows) { tile, area in
      guard let tile else { return }
      tile.lay(area, over: &pixels, at: (area.minY - rows.lowerBound) * width + area.minX, stride: width)
    }
  }

  /// Puts a byte for each pixel of rows into `bytes`.
  func copyRows(
    _ rows: Range<Int>, on backdrop: ImageSource, as coding: PixelCoding, into bytes: inout [UInt8], from start: Int,
    stride: Int
  ) {
    var pixels: [UInt32] = []
    copyRows(rows, into: &pixels)
    var output = bytes.mutableSpan
    for index in 0..<rows.count {
      coding(pixels.span.extracting(index * width..<(index + 1) * width), &output, start + index * stride)
    }
  }
}

extension CanvasTile {
  /// Lays ink over the pixels that are in `output`.
  ///
  /// - Parameters:
  ///   - area: The ink's place in the picture, all within the tile.
  ///   - place: Where in `output` the first row begins; each next one is `stride` further on.
  func lay(_ area: PixelRect, over output: inout MutableSpan<UInt32>, at place: Int, stride: Int) {
    let first = area.minY % Tile.side * Tile.side
    switch self {
    case .plain(let color, let alphas):
      let alphas = alphas.span
      for y in 0..<area.height {
        for x in 0..<area.width {
          let alpha = UInt32(alphas[first &+ y &* Tile.side &+ x])
          CanvasTile.lay(color, alpha, over: &output[place &+ y &* stride &+ x])
        }
      }
    case .colored(let inks):
      let inks = inks.span
      for y in 0..<area.height {
        for x in 0..<area.width {
          let ink = inks[first &+ y &* Tile.side &+ x]
          CanvasTile.lay(ink, ink >> 24, over: &output[place &+ y &* stride &+ x])
        }
      }
    }
  }

  @inline(always)
  private static func lay(_ ink: UInt32, _ alpha: UInt32, over pixel: inout UInt32) {
    if alpha > 0 { pixel = BlendKernel.over(pixel, ink, alpha: alpha) }
  }
}
