import Geometry

/// A picture in memory.
public struct Bitmap: PixelSource, Hashable, Sendable {
  /// The size in pixels; both sides are positive.
  public let width: Int
  public let height: Int
  /// The rows from the top, `width` words each, in the layout of `Pixel.word`.
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

  /// A copy of a part of the picture.
  ///
  /// - Parameter area: In pixels, not empty and within the picture.
  package func cropped(to area: PixelRect) -> Bitmap {
    if area.width == width, area.height == height { return self }
    var part: [UInt32] = []
    part.reserveCapacity(area.width * area.height)
    for y in area.minY..<area.maxY { part.append(contentsOf: pixels[y * width + area.minX..<y * width + area.maxX]) }
    return Bitmap(width: area.width, height: area.height, pixels: part)
  }
}

extension ImageSource {
  /// An image with the pixels of a bitmap, which are shared.
  public init(_ bitmap: Bitmap) {
    self.init(width: bitmap.width, height: bitmap.height, pixels: bitmap.pixels)
  }
}
