import Geometry

/// An image to be drawn: immutable pixels with straight alpha.
///
/// Copies share the pixels and the reduced versions that are made of them.
public struct ImageSource: Sendable {
  private let levels: ImageLevels

  /// Whether all pixels are opaque.
  package let isOpaque: Bool
  /// Whether all pixels are gray, whatever their alpha.
  package let isGray: Bool

  /// - Parameters:
  ///   - width: The width in pixels, positive.
  ///   - height: The height in pixels, positive.
  ///   - pixels: `width * height` words of `Pixel`, row by row from the top. The colors of clear pixels are dropped.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(width > 0 && height > 0, "an image has at least one pixel")
    precondition(pixels.count == width * height, "an image has width * height pixels")
    let traits = Traits(of: pixels)
    (isOpaque, isGray) = (traits.areOpaque, traits.areGray)
    let pixels = traits.haveClearColors ? pixels.map { $0 >> 24 == 0 ? 0 : $0 } : pixels
    levels = ImageLevels(ImageLevel(width: width, height: height, words: pixels))
  }

  /// The size in pixels.
  public var width: Int { full.width }
  public var height: Int { full.height }

  /// All pixels as words of `Pixel`, row by row from the top.
  public var pixels: [UInt32] { full.words }

  package subscript(x: Int, y: Int) -> Pixel { Pixel(word: full.words[y * width + x]) }

  var full: ImageLevel { levels.full }

  /// The image in which one pixel stands for `columns` by `rows` pixels.
  func reduced(columns: Int, rows: Int) -> ImageLevel { levels.reduced(columns: columns, rows: rows) }

  private struct Traits {
    var areOpaque: Bool
    var areGray: Bool
    var haveClearColors: Bool

    init(of pixels: [UInt32]) {
      var common = UInt32.max
      var difference: UInt32 = 0
      var clear: UInt32 = 0
      for pixel in pixels {
        common &= pixel
        let isClear: UInt32 = pixel >> 24 == 0 ? .max : 0
        clear |= pixel & isClear
        difference |= (pixel ^ pixel >> 8) & 0xFFFF & ~isClear
      }
      areOpaque = common >> 24 == 255
      areGray = difference == 0
      haveClearColors = clear != 0
    }
  }
}

extension ImageSource {
  /// The image in another size, with the same pixels as when it is drawn in that size.
  /// - Parameters:
  ///   - newWidth: The new width in pixels, positive.
  ///   - newHeight: The new height in pixels, positive.
  package func scaled(toWidth newWidth: Int, height newHeight: Int) -> ImageSource {
    precondition(newWidth > 0 && newHeight > 0, "an image has at least one pixel")
    if newWidth == width, newHeight == height { return self }
    let placement = ImagePlacement(
      a: Double(newWidth) / Double(width), b: 0, c: 0, d: Double(newHeight) / Double(height), tx: 0, ty: 0)
    return placed(placement, width: newWidth, height: newHeight)
  }

  /// The image turned about its middle, with the same pixels.
  package func turned(_ turn: Turn) -> ImageSource {
    guard turn != Turn() else { return self }
    let frame = turn.apply(Rect(minX: 0, minY: 0, maxX: Double(width), maxY: Double(height)))
    let corner = turn.inverse.apply(Point(frame.minX, frame.minY))
    let placement = Affine(Transform(scale: 1, origin: corner, turn: turn))
    return placed(placement, width: Int(saturating: frame.width), height: Int(saturating: frame.height))
  }

  /// The image as it is drawn on a canvas of a size in pixels.
  private func placed(_ placement: ImagePlacement, width: Int, height: Int) -> ImageSource {
    var words = [UInt32](repeating: 0, count: width * height)
    guard let placed = PlacedImage(self, placement) else { return self }
    let area = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    for tile in Tile.all(of: area) {
      let part = tile.pixels.intersection(area)
      placed.copy(part, into: &words, at: part.minY * width + part.minX, stride: width)
    }
    return ImageSource(width: width, height: height, pixels: words)
  }
}
