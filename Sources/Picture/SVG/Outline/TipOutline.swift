import Geometry
import Raster

/// The outline of the areas that a tip sweeps: a polygon around each. All turn the same way, so that the nonzero rule
/// fills their union.
enum TipOutline {
  /// How far a side may lie from the edge of the ink, in pixels.
  private static let tolerance = 0.03

  /// - Parameters:
  ///   - tips: In pixels.
  ///   - isBar: Whether the tip is a line with round ends; otherwise it is an ellipse.
  static func add(_ tips: [PixelTip], isBar: Bool, to data: inout SVGPathData) {
    for tip in tips {
      let (start, end) = (tip.tip.start, tip.tip.end)
      let round = (start.ratio * start.radius + end.ratio * end.radius) / 2
      let hull =
        isBar
        ? hull(of: bar(start, round) + bar(end, round)) : hull(of: ellipse(start) + ellipse(end))
      guard let first = hull.first, hull.count > 2 else { continue }
      data.move(to: first)
      for point in hull.dropFirst() { data.line(to: point) }
      data.close()
    }
  }

  /// - Parameter radius: That of its ends.
  private static func bar(_ tip: PenTip, _ radius: Double) -> [Point] {
    let radius = Swift.max(0.5, radius)
    let arm = tip.direction * Swift.max(0, tip.radius - radius)
    return [arm, arm * -1].flatMap { arm in circle(radius).map { tip.center + (arm + $0) } }
  }

  private static func ellipse(_ tip: PenTip) -> [Point] {
    let across = Vector(-tip.direction.dy, tip.direction.dx) * tip.ratio
    return circle(tip.radius).map { tip.center + (tip.direction * $0.dx + across * $0.dy) }
  }

  /// Points around a circle, slightly outside of it, so that the polygon has about its area.
  private static func circle(_ radius: Double) -> [Vector] {
    // A side of angle 2α lies at most r(1 − cos α) ≈ rα²/2 from the circle.
    let count = Swift.max(
      6, Swift.min(64, Int(saturating: (3.2 * (radius / (2 * tolerance)).squareRoot()).rounded(.up))))
    return units[count].map { $0 * (radius + tolerance / 2) }
  }

  /// Points around the circle of radius 1, by their number.
  private static let units = (0...64).map { count in
    (0..<count).map { index in
      let (sine, cosine) = Trigonometry.sineAndCosine(degrees: 360 * Double(index) / Double(count))
      return Vector(cosine, sine)
    }
  }

  /// The convex hull (Andrew 1979).
  private static func hull(of points: [Point]) -> [Point] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    func chain(_ points: some Sequence<Point>) -> [Point] {
      var chain: [Point] = []
      for point in points {
        while chain.count > 1 {
          let (a, b) = (chain[chain.count - 1] - chain[chain.count - 2], point - chain[chain.count - 2])
          guard a.dx * b.dy - a.dy * b.dx <= 0 else { break }
          chain.removeLast()
        }
        chain.append(point)
      }
      return chain.dropLast()
    }
    return chain(sorted) + chain(sorted.reversed())
  }
}
