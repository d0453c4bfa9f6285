import Raster

/// The method of comparing two pictures, and the differences that it allows.
package struct ComparisonRule: Hashable, Sendable {
  /// The measure of the difference of two pixels.
  package enum Metric: Hashable, Sendable {
    /// Compares each channel separately. A difference of at most `maxDelta` does not count; it is given in levels of 8
    /// bits, 0...255, and one level is 257 steps of a 16-bit picture.
    case channels(maxDelta: Int)
    /// Uses the color distance and the antialiasing test of pixelmatch, on 8 bits per channel.
    case yiq(YIQRule)
  }

  package var metric: Metric
  /// The number of pixels that may differ.
  package var maxPixels: Int
  /// The areas that are not compared, in pixels.
  package var ignored: [PixelRect]

  /// The default is exact equality.
  package init(metric: Metric = .channels(maxDelta: 0), maxPixels: Int = 0, ignored: [PixelRect] = []) {
    self.metric = metric
    self.maxPixels = maxPixels
    self.ignored = ignored
  }

  /// Whether pictures must be equal to the bit.
  package var isExact: Bool { metric == .channels(maxDelta: 0) && maxPixels == 0 && ignored.isEmpty }

  /// Whether files with 16 bits per channel are compared without rounding.
  var keeps16Bits: Bool {
    if case .channels = metric { true } else { false }
  }

  /// The columns of a row that are compared, from left to right.
  func columns(ofRow row: Int, width: Int) -> [Range<Int>] {
    var columns: [Range<Int>] = []
    var start = 0
    let gaps = ignored.filter { $0.minY <= row && row < $0.maxY && !$0.isEmpty }.sorted { $0.minX < $1.minX }
    for gap in gaps {
      if gap.minX > start { columns.append(start..<min(gap.minX, width)) }
      start = max(start, gap.maxX)
      if start >= width { break }
    }
    if start < width { columns.append(start..<width) }
    return columns.filter { !$0.isEmpty }
  }
}

/// The options of pixelmatch.
package struct YIQRule: Hashable, Sendable {
  /// The background onto which translucent pixels are composited before they are compared.
  package enum Backdrop: Hashable, Sendable {
    /// A color that changes from pixel to pixel, as in pixelmatch since version 7.
    case pattern
    /// White, as in pixelmatch up to version 6.
    case white
  }

  /// The smallest distance that counts, 0...1; smaller is stricter.
  package var threshold: Double
  /// Whether antialiased pixels count like others.
  package var includesAntialiased: Bool
  package var backdrop: Backdrop

  package init(threshold: Double = 0.1, includesAntialiased: Bool = false, backdrop: Backdrop = .pattern) {
    self.threshold = threshold
    self.includesAntialiased = includesAntialiased
    self.backdrop = backdrop
  }
}
