public import Raster

/// By what rule two pictures are compared.
public struct ComparisonRule: Hashable, Sendable {
  public enum Metric: Hashable, Sendable {
    /// Each channel by itself. `maxDelta`: the largest difference of a channel that is none, in levels of 8 bits,
    /// 0...255; in pictures of 16 bits a level has 257 of theirs.
    case channels(maxDelta: Int)
    /// The colour distance and the test for antialiased pixels of pixelmatch, over pictures of 8 bits.
    case yiq(YIQRule)
  }

  public var metric: Metric
  /// So many pixels may differ.
  public var maxPixels: Int
  /// What is not compared, in pixels.
  public var ignored: [PixelRect]

  /// Exact, unless told otherwise.
  public init(metric: Metric = .channels(maxDelta: 0), maxPixels: Int = 0, ignored: [PixelRect] = []) {
    self.metric = metric
    self.maxPixels = maxPixels
    self.ignored = ignored
  }

  /// Whether equal means equal to the bit.
  public var isExact: Bool { metric == .channels(maxDelta: 0) && maxPixels == 0 && ignored.isEmpty }

  /// Whether files of 16 bits a channel are compared as such.
  var keeps16Bits: Bool {
    if case .channels = metric { true } else { false }
  }

  /// The columns of a row that are compared, in order.
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

/// How pixelmatch is asked to compare.
public struct YIQRule: Hashable, Sendable {
  /// What translucent pixels are laid on before they are compared.
  public enum Backdrop: Hashable, Sendable {
    /// As pixelmatch does since version 7: a colour that changes from pixel to pixel.
    case pattern
    /// As pixelmatch does up to version 6.
    case white
  }

  /// 0...1; the smaller, the stricter.
  public var threshold: Double
  /// Whether antialiased pixels count as others do.
  public var includesAntialiased: Bool
  public var backdrop: Backdrop

  public init(threshold: Double = 0.1, includesAntialiased: Bool = false, backdrop: Backdrop = .pattern) {
    self.threshold = threshold
    self.includesAntialiased = includesAntialiased
    self.backdrop = backdrop
  }
}
