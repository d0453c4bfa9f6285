public import DoodleKit

extension Bitmap {
  /// All of a picture's pixels at once, for comparing.
  public init(copying source: some PixelSource) {
    var pixels: [UInt32] = []
    var band: [UInt32] = []
    for index in 0..<source.bandCount {
      source.copyBand(index, into: &band)
      pixels += band
    }
    self.init(width: source.width, height: source.height, pixels: pixels)
  }
}
