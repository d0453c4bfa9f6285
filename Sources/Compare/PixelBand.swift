/// Some rows of a picture, one below the other, in one of two depths.
struct PixelBand: Sendable {
  /// From the top of the picture.
  var rows = 0..<0
  /// Of 8 bits a channel, laid out as `Pixel.word`; empty where the others are there.
  var pixels: [UInt32] = []
  /// Of 16 bits a channel, red in the lowest.
  var deepPixels: [UInt64] = []

  /// So many rows of a picture of this width are read together.
  static func rowCount(width: Int) -> Int {
    max(1, min(256, (1 << 17) / width))
  }
}
