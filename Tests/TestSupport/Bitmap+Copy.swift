import Raster

extension Bitmap {
  /// A bitmap with all pixels of a picture, for comparisons.
  package init(copying source: some PixelSource) {
    var pixels: [UInt32] = []
    var band: [UInt32] = []
    for index in 0..<source.bandCount {
      source.copyBand(index, into: &band)
      pixels += band
    }
    self.init(width: source.width, height: source.height, pixels: pixels)
  }
}

/// All pixels of a picture, in the layout of `Pixel.word`.
package func pixels(_ picture: Picture) -> [UInt32] { Bitmap(copying: picture).pixels }
