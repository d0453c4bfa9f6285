/// A picture to be drawn: pixels of straight alpha that never change.
///
/// Copies share the pixels, and so what was worked out of them.
public struct ImageSource: Sendable {
  private let levels: ImageLevels

  /// Whether all pixels are opaque.
  public let isOpaque: Bool
  /// Whether the colours of all pixels are greys, whatever their alpha.
  public let isGrey: Bool

  /// - Parameters:
  ///   - width: In pixels, positive, as is `height`.
  ///   - pixels: `width * height` words of `Pixel`, row by row from the top. The colour of clear ones is dropped.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    precondition(pixels.count == width * height, "a picture has width * height pixels")
    let traits = Traits(of: pixels)
    (isOpaque, isGrey) = (traits.areOpaque, traits.areGrey)
    let pixels = traits.haveClearColors ? pixels.map { $0 >> 24 == 0 ? 0 : $0 } : pixels
    levels = ImageLevels(ImageLevel(width: width, height: height, words: pixels))
  }

  /// In pixels.
  public var width: Int { full.width }
  public var height: Int { full.height }

  /// All pixels, row by row from the top.
  public var pixels: [UInt32] { full.words }

  public subscript(x: Int, y: Int) -> Pixel { Pixel(word: full.words[y * width + x]) }

  var full: ImageLevel { levels.full }

  /// The picture in which one pixel stands for `columns` by `rows`.
  func reduced(columns: Int, rows: Int) -> ImageLevel { levels.reduced(columns: columns, rows: rows) }

  private struct Traits {
    var areOpaque: Bool
    var areGrey: Bool
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
      areGrey = difference == 0
      haveClearColors = clear != 0
    }
  }
}
