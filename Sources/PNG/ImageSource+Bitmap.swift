public import Raster

extension ImageSource {
  /// A bitmap as a picture to be drawn; the pixels are shared.
  public init(_ bitmap: Bitmap) {
    self.init(width: bitmap.width, height: bitmap.height, pixels: bitmap.pixels)
  }
}
