import Geometry

/// The true area of a thin line's end, or of a dot, in each pixel. A half plane is a poor model of an edge that turns
/// within a pixel.
///
/// The line is the hull of a disc at its end and another disc further back on its axis. Its area in a pixel is
/// integrated along rows in the pixel, on each of which the covered part is one interval.
struct ThinEnd {
  /// Ends and dots with a smaller radius, in pixels, are drawn as thin.
  static let largestRadius = 1.0
  /// How far before its end the body of a line stops, in pixels. No pixel further back extends beyond the end.
  static let reach = 0.75
  /// The length of the line that is considered, in pixels. It extends beyond all pixels that are drawn.
  private static let length = 4.0
  /// The number of rows in a pixel along which its area is integrated.
  private static let rows = 16

  private let end: Point
  /// The direction from the end back along the axis; zero for a dot.
  private let axis: Vector
  private let axisLength: Double
  private let radius: Double

  /// A dot.
  init(dotAt center: Point, radius: Double) {
    end = center
    axis = Vector(0, 0)
    axisLength = 0
    self.radius = radius
  }

  /// The end of a line.
  /// - Parameters:
  ///   - outward: The direction from the line beyond its end, of length 1.
  ///   - length: The length of the whole line; nil if it is longer than `ThinEnd` considers.
  init(at end: Point, outward: Vector, radius: Double, length: Double?) {
    self.end = end
    axis = outward * -1
    axisLength = Swift.min(length ?? ThinEnd.length, ThinEnd.length)
    self.radius = radius
  }

  /// The pixels of `area` that the end may cover. `area` must not begin before pixel 0.
  func pixels(of area: PixelRect) -> PixelRect {
    let reach = radius + ThinEnd.reach + 1
    return PixelBounds(end, reach, reach).pixels(of: area)
  }

  /// The coverage of a pixel, 0...255; 0 for the pixels that the line's body covers.
  func coverage(x: Int, y: Int) -> UInt8 {
    let center = Vector(Double(x) + 0.5 - end.x, Double(y) + 0.5 - end.y)
    if axisLength > 0, center.dx * axis.dx + center.dy * axis.dy > ThinEnd.reach { return 0 }
    var area = 0.0
    for row in 0..<ThinEnd.rows {
      let dy = center.dy - 0.5 + (Double(row) + 0.5) / Double(ThinEnd.rows)
      var interval = disc(dy, middle: 0, 0)
      if axisLength > 0 {
        interval.formUnion(disc(dy, middle: axis.dx * axisLength, axis.dy * axisLength))
        interval.formUnion(body(dy))
      }
      area += interval.length(within: center.dx - 0.5, center.dx + 0.5)
    }
    let coverage = area * (255 / Double(ThinEnd.rows)) + 0.5
    return UInt8(truncatingIfNeeded: Int(Swift.min(255, coverage)))
  }

  /// An interval of a row, in pixels relative to the end; empty if it ends before it starts.
  private struct Interval {
    var start = Double.infinity
    var end = -Double.infinity

    /// Extends the interval to include another one, which overlaps or adjoins it.
    mutating func formUnion(_ other: Interval) {
      start = Swift.min(start, other.start)
      end = Swift.max(end, other.end)
    }

    func length(within low: Double, _ high: Double) -> Double {
      Swift.max(0, Swift.min(end, high) - Swift.max(start, low))
    }
  }

  private func disc(_ dy: Double, middle x: Double, _ y: Double) -> Interval {
    let squared = radius * radius - (dy - y) * (dy - y)
    guard squared > 0 else { return Interval() }
    let half = squared.squareRoot()
    return Interval(start: x - half, end: x + half)
  }

  /// The part of a row between the two discs' centers and no further from the axis than the radius.
  private func body(_ dy: Double) -> Interval {
    var interval = Interval(start: -.infinity, end: .infinity)
    cut(&interval, axis.dx, axis.dy * dy, from: 0, to: axisLength)
    cut(&interval, -axis.dy, axis.dx * dy, from: -radius, to: radius)
    return interval.start < interval.end ? interval : Interval()
  }

  /// Limits the interval to the x for which slope · x + constant is between two bounds.
  private func cut(_ interval: inout Interval, _ slope: Double, _ constant: Double, from low: Double, to high: Double) {
    guard Swift.abs(slope) > 1e-9 else {
      if constant < low || constant > high { interval = Interval() }
      return
    }
    let (a, b) = ((low - constant) / slope, (high - constant) / slope)
    interval.start = Swift.max(interval.start, Swift.min(a, b))
    interval.end = Swift.min(interval.end, Swift.max(a, b))
  }
}
