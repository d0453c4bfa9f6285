import Geometry

extension Picture {
  /// Puts the pixels of a tile, as far as they lie in the picture, at the beginning of `pixels`, row by row.
  /// - Returns: Where in the picture they are.
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
      self[tile]?.lay(area, over: &span, at: 0, stride: area.width)
    } else {
      var output = unsafe span.mutableBytes
      var shades = Shades(background: background)
      shades.copy(area, of: self[tile], into: &output, at: 0, stride: area.width)
    }
    return area
  }
}

extension Picture {
  /// The words of all pixels that ink of one colour can make on a plain background, whatever its alpha.
  public static func shades(of color: Pixel, on background: Pixel) -> [UInt32] {
    Array(Set(Shades(background: background, color: color.word & 0x00FF_FFFF).words))
  }
}
