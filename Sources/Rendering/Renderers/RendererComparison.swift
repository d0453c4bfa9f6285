import Raster

/// Where two pictures of one size differ.
public struct PixelDifference: Hashable, Sendable {
  /// How many pixels do.
  public var count: Int
  /// The first of them, row by row.
  public var x: Int
  public var y: Int
  public var pixels: (first: Pixel, second: Pixel) { (first, second) }
  private var first: Pixel
  private var second: Pixel

  /// Nil where they are the same.
  public init?(_ first: Picture, _ second: Picture) {
    var count = 0
    var place: (index: Int, first: UInt32, second: UInt32)?
    var (rows, others): ([UInt32], [UInt32]) = ([], [])
    for band in 0..<first.bandCount {
      first.copyBand(band, into: &rows)
      second.copyBand(band, into: &others)
      if rows == others { continue }
      let start = first.rows(ofBand: band).lowerBound * first.width
      for index in rows.indices where rows[index] != others[index] {
        count += 1
        place = place ?? (start + index, rows[index], others[index])
      }
    }
    guard let place else { return nil }
    self.count = count
    (y, x) = place.index.quotientAndRemainder(dividingBy: first.width)
    (self.first, self.second) = (Pixel(word: place.first), Pixel(word: place.second))
  }
}

extension PixelDifference: CustomStringConvertible {
  public var description: String {
    func text(_ pixel: Pixel) -> String { "rgba(\(pixel.red), \(pixel.green), \(pixel.blue), \(pixel.alpha))" }
    return "\(count) \(count == 1 ? "pixel is" : "pixels are") not as if drawn all anew, the first at "
      + "(\(x), \(y)): \(text(first)) and not \(text(second))"
  }
}
