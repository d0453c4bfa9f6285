public import Raster

/// A picture in memory.
public struct Bitmap: PixelSource, Hashable, Sendable {
  /// In pixels, both positive.
  public let width: Int
  public let height: Int
  /// Rows from the top, `width` words each, laid out as `Pixel.word`.
  public var pixels: [UInt32]

  public let bandHeight = 64

  /// - Precondition: The sides are positive and `pixels` has `width * height` words.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(width > 0 && height > 0, "a bitmap has at least one pixel")
    precondition(pixels.count == width * height, "a bitmap has width * height pixels")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  public subscript(x: Int, y: Int) -> Pixel {
    get { Pixel(word: pixels[y * width + x]) }
    set { pixels[y * width + x] = newValue.word }
  }

  public func uniformPixel(ofBand index: Int) -> Pixel? { nil }

  public func copyRows(_ rows: Range<Int>, into pixels: inout [UInt32]) {
    pixels.removeAll(keepingCapacity: true)
    pixels.append(contentsOf: self.pixels[rows.lowerBound * width..<rows.upperBound * width])
  }
}
