import Geometry

/// The shapes that a drag from `a` to `b` makes. To add one, add its function here and a row to `Shape.Kind`.
extension ShapeGeometry {
  /// A straight line; if it has length 0, a dot, whatever the line cap.
  static func line(from a: Point, to b: Point, _ style: ShapeStyle) -> ShapeGeometry {
    let path = Path([a, b], isClosed: false)
    var stroke = style.stroke(along: path)
    if a == b { stroke.cap = .round }
    return ShapeGeometry(stroke: path, style: stroke)
  }

  /// A rectangle between two opposite corners, its corners rounded by the style's radius.
  static func rect(from a: Point, to b: Point, _ style: ShapeStyle) -> ShapeGeometry {
    ShapeGeometry(outline: Path(DragBox.whole(a, b), radius: style.radius), style)
  }

  /// The ellipse in the box between two opposite corners.
  static func ellipse(from a: Point, to b: Point, _ style: ShapeStyle) -> ShapeGeometry {
    ShapeGeometry(outline: Path(ellipseIn: DragBox.whole(a, b)), style)
  }

  /// A regular polygon with a corner at its top, in the largest square of the drag's box that has a corner at `a`.
  static func polygon(from a: Point, to b: Point, _ style: ShapeStyle) -> ShapeGeometry {
    let (center, radius) = DragBox.circle(a, b)
    let sides = Swift.max(3, Swift.min(1000, style.sides))
    let corners = (0..<sides).map { (i: Int) -> Point in
      let angle: Double = Double(i) * 360 / Double(sides) - 90
      return center + Vector(degrees: angle, length: radius)
    }
    return ShapeGeometry(outline: Path(corners, isClosed: true), style)
  }

  /// A star with a point at its top, in the largest square of the drag's box that has a corner at `a`.
  static func star(from a: Point, to b: Point, _ style: ShapeStyle) -> ShapeGeometry {
    let (center, radius) = DragBox.circle(a, b)
    let points = Swift.max(3, Swift.min(1000, style.points))
    let inner = radius * Swift.min(innerRadius(ofStar: points), style.marks.innerRadius)
    let corners = (0..<2 * points).map { (i: Int) -> Point in
      let angle: Double = Double(i) * 180 / Double(points) - 90
      return center + Vector(degrees: angle, length: i % 2 == 0 ? radius : inner)
    }
    return ShapeGeometry(outline: Path(corners, isClosed: true), style)
  }

  /// The distance of a star's inner corners from its center, as a fraction of that of its points.
  ///
  /// From five points on it is that of the star polygon {n/2}, whose sides connect every other point (Coxeter, Regular
  /// Polytopes, 2.8): cos(2π/n) / cos(π/n), which is (3 − √5)/2 for five points. Three and four points have no such
  /// star; their inner corners are at half of the distance at which the sides would be straight.
  private static func innerRadius(ofStar points: Int) -> Double {
    let half = Trigonometry.cosine(degrees: 180 / Double(points))
    return points < 5 ? half / 2 : Trigonometry.cosine(degrees: 360 / Double(points)) / half
  }

  /// A straight line with a filled head that has an angle of 45°.
  ///
  /// The line ends inside the head, where the head is wider than any line cap.
  static func arrow(from a: Point, to b: Point, _ style: ShapeStyle) -> ShapeGeometry {
    let step = b - a
    guard step.length > 0 else { return line(from: a, to: b, style) }
    let head = ArrowHead(style, room: step.length)
    let tip = b + step * (head.overshoot / step.length)
    var geometry = ShapeGeometry(stroke: Path(), style: style.stroke)
    // If the head is as long as the arrow, there is no line.
    if head.inset < step.length { geometry = line(from: a, to: b + step * (-head.inset / step.length), style) }
    let heading = Trigonometry.degrees(-step.dy, -step.dx)
    let sides = [22.5, -22.5].map { Vector(degrees: heading + $0, length: head.length) }
    geometry.solid = Path([tip, tip + sides[0], tip + sides[1]], isClosed: true)
    return geometry
  }
}

/// The boxes that a drag spans.
enum DragBox {
  /// The box between two opposite corners.
  static func whole(_ a: Point, _ b: Point) -> Rect {
    Rect(minX: Swift.min(a.x, b.x), minY: Swift.min(a.y, b.y), maxX: Swift.max(a.x, b.x), maxY: Swift.max(a.y, b.y))
  }

  /// The circle in the largest square of that box that has a corner at `a`.
  static func circle(_ a: Point, _ b: Point) -> (center: Point, radius: Double) {
    let step = b - a
    let radius = Swift.min(abs(step.dx), abs(step.dy)) / 2
    return (a + Vector(step.dx < 0 ? -radius : radius, step.dy < 0 ? -radius : radius), radius)
  }
}

/// The dimensions of an arrow's head, in points.
private struct ArrowHead {
  /// The length of its sides.
  var length: Double
  /// How far the tip extends beyond the end of the drag.
  var overshoot: Double
  /// How far before the end of the drag the line ends.
  var inset: Double

  /// - Parameter room: The length of the arrow.
  init(_ style: ShapeStyle, room: Double) {
    let head = style.marks.arrowHead
    length = head.length + head.growth * style.width
    guard head.endsAtTip else {
      (overshoot, inset) = (2 * style.width, 0)
      return
    }
    overshoot = 0
    // The length of the head along the line is cos 22.5° times that of its sides.
    let slope = Trigonometry.cosine(degrees: 22.5)
    let depth = Swift.min(length * slope, Swift.max(0.6 * room, 2 * style.width), room)
    length = depth / slope
    // At a distance d from the tip the head is 2·d·tan 22.5° wide. A square cap fits into it from
    // d = (1 + 1 / tan 22.5°) / 2 = 1.71 line widths on, a round cap from less.
    inset = Swift.max(1.75 * style.width, depth - style.width / 2)
  }
}
