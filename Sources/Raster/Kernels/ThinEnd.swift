import Geometry

/// The coverage of a thin line's end, or of a dot: the true area of each pixel, where a half plane says too little of
/// an edge that bends within a pixel.
///
/// The line is the hull of a disc at its end and of one further back on its axis. It is integrated along rows of each
/// pixel, on which what is covered is one stretch between two places.
struct ThinEnd {
  /// Ends of lines and dots whose radius is less than this, in pixels, are drawn so.
  static let largestRadius = 1.0
  /// How far before the end of a line its body ends, in pixels: no pixel further back reaches over the end.
  static let reach = 0.75
  /// How far back the line goes, in pixels: further than the pixels that are drawn.
  private static let length = 4.0
  /// How many rows a pixel is integrated along.
  private static let rows = 16

  private let end: Point
  /// From the end back along the axis; nothing for a dot.
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
  ///   - outward: The direction in which the line ends, of length 1.
  ///   - length: That of the whole line; nil where it is longer than counts.
  init(at end: Point, outward: Vector, radius: Double, length: Double?) {
    self.end = end
    axis = outward * -1
    axisLength = Swift.min(length ?? ThinEnd.length, ThinEnd.length)
    self.radius = radius
  }

  /// The pixels that it may cover, beginning at 0 or later.
  func pixels(of area: PixelRect) -> PixelRect {
    let reach = radius + ThinEnd.reach + 1
    return PixelBounds(end, reach, reach).pixels(of: area)
  }

  /// The coverage of a pixel, 0...255; 0 for those that the line's body covers.
  func coverage(x: Int, y: Int) -> UInt8 {
    let center = Vector(Double(x) + 0.5 - end.x, Double(y) + 0.5 - end.y)
    if axisLength > 0, center.dx * axis.dx + center.dy * axis.dy > ThinEnd.reach { return 0 }
    var area = 0.0
    for row in 0..<ThinEnd.rows {
      let dy = center.dy - 0.5 + (Double(row) + 0.5) / Double(ThinEnd.rows)
      var stretch = disc(dy, middle: 0, 0)
      if axisLength > 0 {
        stretch.formUnion(disc(dy, middle: axis.dx * axisLength, axis.dy * axisLength))
        stretch.formUnion(body(dy))
      }
      area += stretch.length(within: center.dx - 0.5, center.dx + 0.5)
    }
    let coverage = area * (255 / Double(ThinEnd.rows)) + 0.5
    return UInt8(truncatingIfNeeded: Int(Swift.min(255, coverage)))
  }

  /// A stretch of a row, in pixels from the end; empty where it ends before it starts.
  private struct Stretch {
    var start = Double.infinity
    var end = -Double.infinity

    /// Takes another in that overlaps or adjoins this one.
    mutating func formUnion(_ other: Stretch) {
      start = Swift.min(start, other.start)
      end = Swift.max(end, other.end)
    }

    func length(within low: Double, _ high: Double) -> Double {
      Swift.max(0, Swift.min(end, high) - Swift.max(start, low))
    }
  }

  private func disc(_ dy: Double, middle x: Double, _ y: Double) -> Stretch {
    let squared = radius * radius - (dy - y) * (dy - y)
    guard squared > 0 else { return Stretch() }
    let half = squared.squareRoot()
    return Stretch(start: x - half, end: x + half)
  }

  /// What lies between the discs' middles and no further than the radius from the axis.
  private func body(_ dy: Double) -> Stretch {
    var stretch = Stretch(start: -.infinity, end: .infinity)
    cut(&stretch, axis.dx, axis.dy * dy, from: 0, to: axisLength)
    cut(&stretch, -axis.dy, axis.dx * dy, from: -radius, to: radius)
    return stretch.start < stretch.end ? stretch : Stretch()
  }

  /// Leaves the places x at which slope·x + constant is within bounds.
  private func cut(_ stretch: inout Stretch, _ slope: Double, _ constant: Double, from low: Double, to high: Double) {
    guard Swift.abs(slope) > 1e-9 else {
      if constant < low || constant > high { stretch = Stretch() }
      return
    }
    let (a, b) = ((low - constant) / slope, (high - constant) / slope)
    stretch.start = Swift.max(stretch.start, Swift.min(a, b))
    stretch.end = Swift.min(stretch.end, Swift.max(a, b))
  }
}
