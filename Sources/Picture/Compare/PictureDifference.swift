import Geometry
import Raster

/// The differences between two pictures of the same size.
package struct PictureDifference: Hashable, Sendable {
  /// The size of both pictures in pixels.
  package var width: Int
  package var height: Int
  /// The number of bits per channel in which levels are given: 16 if one of the pictures has 16, otherwise 8.
  package var bitDepth = 8
  /// The number of pixels that differ by the rule.
  package var count = 0
  /// The number of compared pixels that are not equal, also of those that do not differ by the rule.
  package var unequalCount = 0
  /// The number of pixels that differ by more than the threshold but were left out as antialiased.
  package var antialiasedCount = 0
  /// The largest difference of red, green, blue and alpha over all compared pixels, in levels of `bitDepth` bits.
  package var largestDelta = SIMD4<Int>(repeating: 0)
  /// The bounding box of the pixels that differ; nil if none does.
  package var bounds: PixelRect?
  /// The leftmost of the topmost pixels that differ.
  package var firstDifference: DifferingPixel?
  /// The largest regions, sorted by descending number of pixels, then from the top, then from the left.
  package var regions: [DifferenceRegion] = []
  /// The number of all regions.
  package var regionCount = 0

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Whether at most as many pixels differ as the rule allows.
  package func passes(_ rule: ComparisonRule) -> Bool { count <= rule.maxPixels }
}

/// A pixel that differs.
package struct DifferingPixel: Hashable, Sendable {
  package var x: Int
  package var y: Int
  /// Red, green, blue and alpha in both pictures, in levels of `PictureDifference.bitDepth` bits.
  package var first: SIMD4<Int>
  package var second: SIMD4<Int>

  package init(x: Int, y: Int, first: SIMD4<Int>, second: SIMD4<Int>) {
    (self.x, self.y, self.first, self.second) = (x, y, first, second)
  }
}

/// A group of pixels that differ and touch at sides or corners.
package struct DifferenceRegion: Hashable, Sendable {
  /// The number of pixels.
  package var count: Int
  package var bounds: PixelRect

  package init(count: Int, bounds: PixelRect) { (self.count, self.bounds) = (count, bounds) }
}
