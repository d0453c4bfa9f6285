/// An affine map, (x, y) → (a·x + c·y + tx, b·x + d·y + ty), with the coefficients named as in SVG's `matrix`.
package struct Affine: Hashable, Sendable {
  package var a, b, c, d: Double
  package var tx, ty: Double

  package static let identity = Affine(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  @inlinable package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  package init(translation: Vector) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: translation.dx, ty: translation.dy)
  }

  package init(scale: Double) { self.init(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0) }

  /// A rotation about the origin by `degrees`, from x toward y: clockwise if y points down.
  package init(rotation degrees: Double) {
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees)
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// A similarity: scales and rotates about `center`, then translates.
  package init(translation: Vector, rotation degrees: Double, scale: Double, about center: Point) {
    let origin = Vector(center.x, center.y)
    self = Affine(translation: origin * -1)
      .concatenating(Affine(scale: scale))
      .concatenating(Affine(rotation: degrees))
      .concatenating(Affine(translation: origin + translation))
  }

  /// The map from points to pixels.
  package init(_ transform: Transform) {
    let (scale, turn) = (transform.scale, transform.turn)
    let (x, y) = (turn.signX * scale, turn.signY * scale)
    let shift = turn.apply(Vector(-transform.origin.x, -transform.origin.y))
    self.init(
      a: turn.swaps ? 0 : x, b: turn.swaps ? y : 0, c: turn.swaps ? x : 0, d: turn.swaps ? 0 : y,
      tx: shift.dx * scale, ty: shift.dy * scale)
  }

  @inlinable package func apply(_ point: Point) -> Point {
    Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }

  @inlinable package func apply(_ vector: Vector) -> Vector {
    Vector(a * vector.dx + c * vector.dy, b * vector.dx + d * vector.dy)
  }

  /// Whether it moves everything by the same vector.
  package var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

  /// The bounds of the mapped box.
  package func apply(_ rect: Rect) -> Rect { rect.mapped { apply($0) } }

  /// The composition: first this map, then `next`.
  package func concatenating(_ next: Affine) -> Affine {
    let shift = next.apply(Point(tx, ty))
    let x = next.apply(Vector(a, b))
    let y = next.apply(Vector(c, d))
    return Affine(a: x.dx, b: x.dy, c: y.dx, d: y.dy, tx: shift.x, ty: shift.y)
  }

  /// The factor by which areas change; negative if the map mirrors.
  package var determinant: Double { a * d - b * c }

  /// The largest length of a mapped unit vector: the larger singular value.
  package var largestScale: Double {
    (Vector(a + d, b - c).length + Vector(a - d, b + c).length) / 2
  }

  /// The inverse map; nil if there is none or a coefficient is not finite.
  package var inverse: Affine? {
    let determinant = self.determinant
    let result = Affine(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    let all = [result.a, result.b, result.c, result.d, result.tx, result.ty]
    return all.allSatisfy { $0.isFinite } ? result : nil
  }
}
