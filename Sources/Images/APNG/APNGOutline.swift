public import Raster

/// What has to be known of a film before its animated PNG is begun: how many frames there are stands before the first
/// of them, and all have one colour type.
public struct APNGOutline: Hashable, Sendable {
  public let rate: FrameRate
  /// Those included that show for longer what was there.
  public private(set) var frameCount = 0
  /// Of all frames but the first: the pixels in the boxes about what changes, and those of them that do.
  private var boxedCount = 0
  private var changedCount = 0

  /// With so many pixels in the boxes for each that changes, it is worth more bits a pixel to leave the others out.
  private static let sparsity = 4

  public init(rate: FrameRate) {
    self.rate = rate
  }

  /// Adds what `APNGWriter.append` will be called for.
  ///
  /// - Parameters:
  ///   - changed: The box of the pixels that differ from the frame before; all of them in the first frame.
  ///   - changedCount: How many of them do.
  public mutating func add(changed: PixelRect, changedCount: Int, duration: Int) {
    if frameCount > 0 {
      boxedCount += changed.width * changed.height
      self.changedCount += changedCount
    }
    frameCount += parts(of: duration).count
  }

  /// How a duration is parted: a delay has 16 bits.
  func parts(of duration: Int) -> [Int] {
    let longest = FrameRate.limit / rate.seconds
    return stride(from: 0, to: duration, by: longest).map { min(longest, duration - $0) }
  }

  /// The format for frames with these colours, and whether it has a clear colour for what does not change.
  func format(_ colors: FrameColors, width: Int, height: Int) -> (format: PixelFormat, hasClear: Bool) {
    let plain = colors.format(width: width, height: height)
    let clear = colors.withClear.format(width: width, height: height)
    let isSparse = boxedCount / Self.sparsity > changedCount
    return isSparse || clear.bitsPerPixel == plain.bitsPerPixel ? (clear, true) : (plain, false)
  }
}
