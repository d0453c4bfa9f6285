import Geometry
public import Raster

/// The differences between two pictures of the same size.
public struct PictureDifference: Hashable, Sendable {
  /// The size of both pictures in pixels.
  public var width: Int
  public var height: Int
  /// The number of bits per channel in which levels are given: 16 if one of the pictures has 16, otherwise 8.
  public var bitDepth = 8
  /// The number of pixels that differ by the rule.
  public var count = 0
  /// The number of pixels that differ by more than the threshold but were left out as antialiased.
  public var antialiasedCount = 0
  /// The largest difference of red, green, blue and alpha over all compared pixels, in levels of `bitDepth` bits.
  public var largestDelta = SIMD4<Int>(repeating: 0)
  /// The bounding box of the pixels that differ; nil if none does.
  public var bounds: PixelRect?
  /// The leftmost of the topmost pixels that differ.
  public var firstDifference: DifferingPixel?
  /// The largest regions, sorted by descending number of pixels, then from the top, then from the left.
  public var regions: [DifferenceRegion] = []
  /// The number of all regions.
  public var regionCount = 0

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Whether at most as many pixels differ as the rule allows.
  public func passes(_ rule: ComparisonRule) -> Bool { count <= rule.maxPixels }
}

/// A pixel that differs.
public struct DifferingPixel: Hashable, Sendable {
  public var x: Int
  public var y: Int
  /// Red, green, blue and alpha in both pictures, in levels of `PictureDifference.bitDepth` bits.
  public var first: SIMD4<Int>
  public var second: SIMD4<Int>
}

/// A group of pixels that differ and touch at sides or corners.
public struct DifferenceRegion: Hashable, Sendable {
  /// The number of pixels.
  public var count: Int
  public var bounds: PixelRect
}
