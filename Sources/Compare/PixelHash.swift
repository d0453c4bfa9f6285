public import PNG
public import Raster

/// The hash that stands for a picture's pixels, whatever file they are in: SHA-256 over the text `WIDTHxHEIGHT` and a
/// newline, then red, green, blue and alpha of each pixel, straight alpha, rows from the top, clear pixels as zeros.
public struct PixelHash: Sendable {
  private var hash = SHA256()

  /// - Parameters: The sides in pixels.
  public init(width: Int, height: Int) {
    hash.update(Array("\(width)x\(height)\n".utf8).span)
  }

  /// The next pixels, words of `Pixel`.
  public mutating func update(_ pixels: Span<UInt32>) {
    hash.update(littleEndian: pixels)
  }

  /// In lower-case hexadecimal digits.
  public func finalized() -> String {
    hash.finalized()
  }

  /// Of a picture that is read row by row, in lower-case hexadecimal digits.
  /// - Parameter rows: All of them, for no rule.
  /// - Throws: `ImageError` where the file is damaged.
  public static func of(_ rows: RowStream) throws(ImageError) -> String {
    var hash = PixelHash(width: rows.width, height: rows.height)
    var pixels: [UInt32] = []
    while try rows.nextRows(into: &pixels) { hash.update(pixels.span) }
    return hash.finalized()
  }

  /// Of a whole picture, in lower-case hexadecimal digits.
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
