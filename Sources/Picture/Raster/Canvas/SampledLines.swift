import CRaster
import Geometry

/// The lines of a stroke in a small picture. 128 samples in each pixel measure how much of it they cover together.
///
/// In a picture of thumbnail size most pixels with ink are edges, where several lines of a stroke meet. Samples give the
/// area of their union, and take less time than shapes.
package struct SampledLines: Sendable {
  /// The largest side of a picture, in pixels.
  package static let largestSide = Int(RASTER_SAMPLED_SIDE)
  /// Coordinates are limited to this magnitude, in pixels, so that the kernel's arithmetic is exact enough.
  private static let limit = 10_000.0

  private let width: Int
  private let height: Int
  /// 16 rows of bytes for each row of pixels, a byte for each pixel.
  private var samples: [UInt8]
  /// The number of bytes from a row of samples to the next.
  private let stride: Int
  private var coverage: [UInt8]
  /// The rows that have samples.
  private var rows = 0..<0

  /// - Returns: Nil if the picture is too large.
  package init?(width: Int, height: Int) {
    guard max(width, height) <= Self.largestSide else { return nil }
    (self.width, self.height) = (width, height)
    stride = Int(raster_sampled_stride(Int32(width)))
    samples = [UInt8](repeating: 0, count: height * 16 * stride + 8)
    coverage = [UInt8](repeating: 0, count: height * Self.largestSide)
  }

  /// Adds lines of one width.
  /// - Returns: False if a line has two widths or lies too far away. Nothing is then added.
  package mutating func add(_ lines: [PixelCone]) -> Bool {
    func isLine(_ cone: RoundCone) -> Bool {
      let far = max(cone.start.x.magnitude, cone.start.y.magnitude, cone.end.x.magnitude, cone.end.y.magnitude)
      return cone.startRadius == cone.endRadius && far <= Self.limit && cone.startRadius <= Self.limit
    }
    guard lines.allSatisfy({ isLine($0.cone) }) else { return false }
    for line in lines { add(line.cone) }
    return true
  }

  private mutating func add(_ cone: RoundCone) {
    let reach = cone.startRadius + 0.5
    let first = max(0, Int(saturating: min(cone.start.y, cone.end.y) - reach))
    let end = min(height, Int(saturating: max(0, max(cone.start.y, cone.end.y) + reach)) + 1)
    guard first < end else { return }
    rows = rows.isEmpty ? first..<end : min(rows.lowerBound, first)..<max(rows.upperBound, end)
    let line = raster_segment(
      ax: cone.start.x, ay: cone.start.y, bx: cone.end.x, by: cone.end.y, radius: cone.startRadius)
    let (width, height) = (Int32(width), Int32(height))
    var span = samples.mutableSpan
    unsafe span.withUnsafeMutableBufferPointer { samples in
      guard let start = samples.baseAddress else { return }
      unsafe withUnsafePointer(to: line) { unsafe raster_sample_line($0, width, height, start) }
    }
  }

  /// Draws the stroke onto a picture of the same size, or erases it there, and removes its lines.
  package mutating func draw(onto plane: inout AlphaPlane, erases: Bool) { plane.composite(&self, erases: erases) }

  /// Calls `body` with each row that may have ink, and the coverage of all pixels, 64 in each row; then removes all
  /// lines.
  mutating func takeRows(_ body: (Int, Span<UInt8>) -> Void) {
    guard !rows.isEmpty else { return }
    let (columns, count) = (Int32(width), Int32(rows.count))
    let (first, start) = (rows.lowerBound * 16 * stride, rows.lowerBound * Self.largestSide)
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      unsafe coverage.withUnsafeMutableBufferPointer { coverage in
        guard let samples = samples.baseAddress, let coverage = coverage.baseAddress else { return }
        unsafe raster_resolve_samples(columns, count, samples + first, coverage + start)
      }
    }
    for row in rows { body(row, coverage.span) }
    rows = 0..<0
  }
}
