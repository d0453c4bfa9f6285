import Geometry

extension ShapeGeometry {
  /// A star in the largest square that grows from the first point towards the last, its first point up.
  static func star(from a: Point, to b: Point, _ style: ShapeStyle) -> ShapeGeometry {
    let (center, radius) = DragBox.circle(a, b)
    let points = Swift.max(3, Swift.min(1000, style.points))
    let inner = radius * Swift.min(innerRadius(ofStar: points), style.marks.innerRadius)
    let corners = (0..<2 * points).map { i in
      center + Vector(degrees: Double(i) * 180 / Double(points) - 90, length: i % 2 == 0 ? radius : inner)
    }
    return ShapeGeometry(outline: Path(corners, isClosed: true), style)
  }

  /// How far a star's inner corners are from its middle, as a part of its points' distance.
  ///
  /// From five points on it is the star polygon {n/2}, whose sides go on from each point to the next but one (Coxeter,
  /// Regular Polytopes, 2.8): cos(2π/n)/cos(π/n), for five points (3 − √5)/2. Three and four points have no such star:
  /// theirs are half as far as where the sides would be straight.
  private static func innerRadius(ofStar points: Int) -> Double {
    let half = Trigonometry.cosine(degrees: 180 / Double(points))
    return points < 5 ? half / 2 : Trigonometry.cosine(degrees: 360 / Double(points)) / half
  }
}
