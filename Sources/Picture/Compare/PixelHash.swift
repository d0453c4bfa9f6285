public import Raster

/// A hash of the pixels of a picture, which does not depend on the file format: SHA-256 over the text `WIDTHxHEIGHT`
/// and a newline, then red, green, blue and straight alpha of each pixel, rows from the top, clear pixels as zeros.
public struct PixelHash: Sendable {
  private var hash = SHA256()

  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  public init(width: Int, height: Int) {
    hash.update(Array("\(width)x\(height)\n".utf8).span)
  }

  /// Adds the next pixels, in the layout of `Pixel.word`.
  package mutating func update(_ pixels: Span<UInt32>) {
    hash.update(littleEndian: pixels)
  }

  /// The hash in lowercase hexadecimal digits.
  package func finalized() -> String {
    hash.finalized()
  }

  /// Hashes a picture.
  ///
  /// - Returns: Lowercase hexadecimal digits.
  public static func of(_ source: some PixelSource) -> String {
    var hash = PixelHash(width: source.width, height: source.height)
    var pixels: [UInt32] = []
    for band in 0..<source.bandCount {
      if let pixel = source.uniformPixel(ofBand: band) {
        pixels = [UInt32](repeating: pixel.word, count: source.width)
        for _ in source.rows(ofBand: band) { hash.update(pixels.span) }
      } else {
        source.copyBand(band, into: &pixels)
        hash.update(pixels.span)
      }
    }
    return hash.finalized()
  }
}
