import Geometry
import Raster

/// The properties of a film that must be known before its animated PNG can be written: the file states the number of
/// frames before the first one, and all frames have the same color type.
package struct APNGOutline: Hashable, Sendable {
  package let rate: FrameRate
  /// The number of frames in the file, including those that only prolong the frame before.
  package private(set) var frameCount = 0
  /// The number of pixels in the bounding boxes of the changes, over all frames but the first.
  private var boxedCount = 0
  /// The number of pixels that change, over all frames but the first.
  private var changedCount = 0

  /// If the boxes have more than this many pixels per changed pixel, leaving out the unchanged ones is worth a format
  /// with more bits per pixel.
  private static let sparsity = 4

  package init(rate: FrameRate) {
    self.rate = rate
  }

  /// Adds a frame for which `APNGWriter.append` will be called.
  ///
  /// - Parameters:
  ///   - changed: The bounding box of the pixels that differ from the frame before; the whole of the first frame.
  ///   - changedCount: The number of pixels that differ.
  ///   - duration: In frames of `rate`.
  package mutating func add(changed: PixelRect, changedCount: Int, duration: Int) {
    if frameCount > 0 {
      boxedCount += changed.width * changed.height
      self.changedCount += changedCount
    }
    frameCount += parts(of: duration).count
  }

  /// Splits a duration into parts that fit into the 16 bits of a delay.
  func parts(of duration: Int) -> [Int] {
    let longest = FrameRate.limit / rate.seconds
    return stride(from: 0, to: duration, by: longest).map { min(longest, duration - $0) }
  }

  /// The format for frames with these colors, and whether it has a clear color for pixels that do not change.
  func format(_ colors: FrameColors, width: Int, height: Int) -> (format: PixelFormat, hasClear: Bool) {
    let plain = colors.format(width: width, height: height)
    let clear = colors.withClear.format(width: width, height: height)
    let isSparse = boxedCount / Self.sparsity > changedCount
    return isSparse || clear.bitsPerPixel == plain.bitsPerPixel ? (clear, true) : (plain, false)
  }
}

/// The colors of all frames of a film, as far as they are known before the first frame is drawn.
package enum FrameColors: Hashable, Sendable {
  /// Only these colors, in the layout of `Pixel.word`.
  case these([UInt32])
  case grays(isOpaque: Bool)
  case any(isOpaque: Bool)

  /// These colors and the clear one.
  var withClear: FrameColors {
    switch self {
    case .these(let colors): .these(colors.contains(0) ? colors : colors + [0])
    case .grays: .grays(isOpaque: false)
    case .any: .any(isOpaque: false)
    }
  }

  /// The smallest format that stores all of these colors, for frames of this size.
  func format(width: Int, height: Int) -> PixelFormat {
    switch self {
    case .these(let colors):
      var histogram = ColorHistogram()
      histogram.add(colors)
      return histogram.format(width: width, height: height)
    case .grays(let isOpaque): return isOpaque ? .gray(bits: 8) : .grayAlpha
    case .any(let isOpaque): return isOpaque ? .rgb : .rgba
    }
  }
}
