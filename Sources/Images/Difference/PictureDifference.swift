public import Raster

/// How two pictures of one size differ.
public struct PictureDifference: Hashable, Sendable {
  /// A pixel of both pictures. Channels are red, green, blue and alpha.
  public struct Place: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var first: SIMD4<Int>
    public var second: SIMD4<Int>
  }

  /// In pixels.
  public var width: Int
  public var height: Int
  /// Of a channel: 8, or 16 where one of the pictures has that.
  public var bitDepth = 8
  /// How many pixels differ by the rule.
  public var count = 0
  /// How many differ by more than the threshold and were left out as antialiased.
  public var antialiasedCount = 0
  /// The largest difference of each channel, of all pixels that were compared, in levels of `bitDepth` bits.
  public var largestDelta = SIMD4<Int>(repeating: 0)
  /// Of the pixels that differ; nil where none does.
  public var bounds: PixelRect?
  /// The topmost pixel that differs, and the leftmost of these.
  public var firstPlace: Place?
  /// The largest groups of differing pixels that touch at sides or corners, by the number of pixels, then from the
  /// top, then from the left.
  public var regions: [DifferenceRegion] = []
  /// How many groups there are.
  public var regionCount = 0

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  public func passes(_ rule: ComparisonRule) -> Bool { count <= rule.maxPixels }
}

/// A connected group of pixels that differ.
public struct DifferenceRegion: Hashable, Sendable {
  public var count: Int
  public var bounds: PixelRect
}

/// Neighbouring pixels of a row.
public struct PixelRun: Hashable, Sendable {
  public var row: Int
  public var columns: Range<Int>

  public init(row: Int, columns: Range<Int>) {
    self.row = row
    self.columns = columns
  }
}
