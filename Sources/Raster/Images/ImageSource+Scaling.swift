import Geometry

extension ImageSource {
  /// The picture in another size, filtered as it is when it is drawn in that size.
  /// - Parameters: In pixels, positive.
  public func scaled(toWidth newWidth: Int, height newHeight: Int) -> ImageSource {
    precondition(newWidth > 0 && newHeight > 0, "a picture has at least one pixel")
    if newWidth == width, newHeight == height { return self }
    let box = Rect(minX: 0, minY: 0, maxX: Double(newWidth), maxY: Double(newHeight))
    var words = [UInt32](repeating: 0, count: newWidth * newHeight)
    guard let placed = PlacedImage(self, ImagePlacement(width: width, height: height, in: box)) else { return self }
    let area = PixelRect(minX: 0, minY: 0, maxX: newWidth, maxY: newHeight)
    for tile in Tile.all(of: area) {
      let part = tile.pixels.intersection(area)
      placed.copy(part, into: &words, at: part.minY * newWidth + part.minX, stride: newWidth)
    }
    return ImageSource(width: newWidth, height: newHeight, pixels: words)
  }
}
