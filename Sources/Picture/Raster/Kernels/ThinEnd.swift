import CRaster
import Geometry

/// The true area of a thin line's end, or of a dot, in each pixel. A half plane is a poor model of an edge that turns
/// within a pixel.
///
/// The line is the hull of a disc at its end and another disc further back on its axis. Its area in a pixel is
/// integrated along lines in the pixel, on each of which the covered part is one interval.
struct ThinEnd {
  /// Ends and dots with a smaller radius, in pixels, are drawn as thin.
  static let largestRadius = 1.0
  /// How far before its end the body of a line stops, in pixels. No pixel further back extends beyond the end.
  static let reach = 0.75
  /// The length of the line that is considered, in pixels. It extends beyond all pixels that are drawn.
  private static let length = 4.0

  private let end: raster_end

  /// A dot.
  init(dotAt center: Point, radius: Double) {
    end = raster_end(
      x: center.x, y: center.y, axis_x: 0, axis_y: 0, length: 0, radius: radius, reach: ThinEnd.reach)
  }

  /// The end of a line.
  /// - Parameters:
  ///   - outward: The direction from the line beyond its end, of length 1.
  ///   - length: The length of the whole line; nil if it is longer than `ThinEnd` considers.
  init(at end: Point, outward: Vector, radius: Double, length: Double?) {
    let axis = outward * -1
    self.end = raster_end(
      x: end.x, y: end.y, axis_x: axis.dx, axis_y: axis.dy, length: Swift.min(length ?? ThinEnd.length, ThinEnd.length),
      radius: radius, reach: ThinEnd.reach)
  }

  /// The pixels of `area` that the end may cover, at most eight columns and eight rows. `area` must not begin before
  /// pixel 0.
  func pixels(of area: PixelRect) -> PixelRect {
    let (left, right) = reaches(end.axis_x, across: end.axis_y)
    let (up, down) = reaches(end.axis_y, across: end.axis_x)
    return PixelBounds(minX: end.x - left, minY: end.y - up, maxX: end.x + right, maxY: end.y + down).pixels(of: area)
  }

  /// How far the centers of covered pixels may be from the end in a direction of the picture and in the opposite one,
  /// lower coordinates first.
  /// - Parameters:
  ///   - along: The component of the axis in this direction.
  ///   - across: The other component.
  private func reaches(_ along: Double, across: Double) -> (low: Double, high: Double) {
    // Beyond the end there is half a pixel after the disc. Back along the axis, `reach` limits the centers; beside it,
    // the radius and half the diagonal of a pixel do.
    let outward = end.radius + 0.51
    let back = Swift.max(outward, Swift.abs(along) * end.reach + Swift.abs(across) * (end.radius + 0.72))
    return along < 0 ? (back, outward) : (outward, back)
  }

  /// The coverage of pixels, 0...255; 0 for those that the line's body covers.
  /// - Parameter pixels: At most eight columns and eight rows.
  /// - Returns: Eight columns from the first one on, row by row.
  func coverage(of pixels: PixelRect) -> InlineArray<64, UInt8> {
    precondition(pixels.width <= 8 && pixels.height <= 8, "a thin end has at most eight pixels on a side")
    var coverage = InlineArray<64, UInt8>(repeating: 0)
    var bytes = coverage.mutableSpan
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe withUnsafePointer(to: end) { end in
        unsafe raster_cover_end(end, Int32(pixels.minX), Int32(pixels.minY), Int32(pixels.height), start)
      }
    }
    return coverage
  }
}
