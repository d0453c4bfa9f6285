import Geometry

extension Picture {
  /// Puts the pixels of a tile in place of what is in `pixels`, row by row, words of `Pixel`; those beyond the
  /// picture's edges are left out.
  public func copyTile(_ tile: Tile, into pixels: inout [UInt32]) {
    let area = tile.pixels.intersection(PixelRect(minX: 0, minY: 0, maxX: width, maxY: height))
    guard !area.isEmpty else { return pixels.removeAll(keepingCapacity: true) }
    if backdrop != nil {
      pixels.removeAll(keepingCapacity: true)
      for y in area.minY..<area.maxY {
        for x in area.minX..<area.maxX { pixels.append(self[x, y].word) }
      }
      return
    }
    let count = area.width * area.height
    if pixels.count != count { pixels = Array(repeating: 0, count: count) }
    var span = pixels.mutableSpan
    var output = unsafe span.mutableBytes
    var shades = Shades(background: background)
    shades.copy(area, of: self[tile], into: &output, at: 0, stride: area.width)
  }
}
