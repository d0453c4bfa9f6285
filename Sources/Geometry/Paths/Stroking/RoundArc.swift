/// The points of round joins and caps.
struct RoundArc {
  /// The largest angle between two points in a row, in degrees.
  private let step: Double

  init(radius: Double, tolerance: Double) {
    // A chord over an angle φ lies within r(1 − cos(φ/2)) = 2r sin²(φ/4) of its arc, and φ/4 is more than its sine.
    let quarter = Swift.min(1, tolerance / (2 * radius)).squareRoot()
    step = Swift.max(0.01, quarter * 4 * (180 / Double.pi))
  }

  /// The points of an arc between its ends.
  /// - Parameter start: From the centre to where the arc begins.
  func points(around center: Point, from start: Vector, degrees: Double) -> [Point] {
    let count = (abs(degrees) / step).rounded(.up)
    guard count > 1 else { return [] }
    return (1..<Int(count)).map { i in
      let turn = Vector(degrees: degrees * (Double(i) / count))
      return center + Vector(start.dx * turn.dx - start.dy * turn.dy, start.dx * turn.dy + start.dy * turn.dx)
    }
  }
}
