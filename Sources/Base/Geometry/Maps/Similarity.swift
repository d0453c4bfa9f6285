/// A map that preserves shapes: a uniform scale, a rotation and a translation,
/// (x, y) → (a·x − b·y + tx, b·x + a·y + ty).
package struct Similarity: Hashable, Sendable {
  package var a: Double
  package var b: Double
  package var tx: Double
  package var ty: Double

  package static let identity = Similarity(a: 1, b: 0, tx: 0, ty: 0)

  @inlinable package init(a: Double, b: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.tx = tx
    self.ty = ty
  }

  /// Scales and rotates about `center`, then translates.
  /// - Parameter degrees: From the x axis toward the y axis: clockwise on the screen.
  package init(scale: Double, degrees: Double, about center: Point, translation: Vector) {
    a = scale * Trigonometry.cosine(degrees: degrees)
    b = scale * Trigonometry.sine(degrees: degrees)
    tx = translation.dx
    ty = translation.dy
    guard a != 1 || b != 0 else { return }
    tx += center.x - (a * center.x - b * center.y)
    ty += center.y - (b * center.x + a * center.y)
  }

  /// The factor by which lengths change.
  package var scale: Double { (a * a + b * b).squareRoot() }

  @inlinable package func apply(_ point: Point) -> Point {
    Point(a * point.x - b * point.y + tx, b * point.x + a * point.y + ty)
  }

  /// The point that the map moves to `point`; not finite if the scale is 0.
  package func inverse(_ point: Point) -> Point {
    let (x, y, square) = (point.x - tx, point.y - ty, a * a + b * b)
    return Point((a * x + b * y) / square, (a * y - b * x) / square)
  }

  /// The bounds of the mapped box.
  package func apply(_ rect: Rect) -> Rect { rect.mapped { apply($0) } }

  package func apply(_ cone: RoundCone) -> RoundCone {
    let factor = scale
    return RoundCone(
      start: apply(cone.start), startRadius: cone.startRadius * factor, end: apply(cone.end),
      endRadius: cone.endRadius * factor, bulge: cone.bulge * factor, continues: cone.continues,
      isLast: cone.isLast)
  }

  package var affine: Affine { Affine(a: a, b: b, c: -b, d: a, tx: tx, ty: ty) }

  /// The inverse map. The scale must not be 0.
  package var inverse: Similarity {
    let square = a * a + b * b
    let (a, b) = (a / square, -b / square)
    return Similarity(a: a, b: b, tx: -(a * tx - b * ty), ty: -(b * tx + a * ty))
  }

  /// The composition: first `other`, then this map.
  package func after(_ other: Similarity) -> Similarity {
    let shift = apply(Point(other.tx, other.ty))
    return Similarity(
      a: a * other.a - b * other.b, b: b * other.a + a * other.b, tx: shift.x, ty: shift.y)
  }
}
