public import Raster

extension Bitmap {
  /// A part of the picture.
  /// - Parameter area: In pixels, one at least, all within the picture.
  public func cropped(to area: PixelRect) -> Bitmap {
    if area.width == width, area.height == height { return self }
    var part: [UInt32] = []
    part.reserveCapacity(area.width * area.height)
    for y in area.minY..<area.maxY { part.append(contentsOf: pixels[y * width + area.minX..<y * width + area.maxX]) }
    return Bitmap(width: area.width, height: area.height, pixels: part)
  }
}
