/// A map of the plane that keeps lines straight and parallels parallel:
/// (x, y) → (a·x + c·y + tx, b·x + d·y + ty), the coefficients named as in SVG's `matrix`.
public struct Affine: Hashable, Sendable {
  public var a, b, c, d: Double
  public var tx, ty: Double

  public static let identity = Affine(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  @inlinable public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  public init(translation: Vector) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: translation.dx, ty: translation.dy)
  }

  public init(scale: Double) { self.init(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0) }

  /// Turns by `degrees` around the origin, from x towards y: clockwise where y points down.
  public init(rotation degrees: Double) {
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees)
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// A similarity: scales and turns about `center`, then shifts.
  public init(translation: Vector, rotation degrees: Double, scale: Double, about center: Point) {
    let origin = Vector(center.x, center.y)
    self = Affine(translation: origin * -1)
      .concatenating(Affine(scale: scale))
      .concatenating(Affine(rotation: degrees))
      .concatenating(Affine(translation: origin + translation))
  }

  /// From points to pixels.
  public init(_ transform: Transform) {
    let scale = transform.scale
    self.init(a: scale, b: 0, c: 0, d: scale, tx: -transform.origin.x * scale, ty: -transform.origin.y * scale)
  }

  @inlinable public func apply(_ point: Point) -> Point {
    Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }

  @inlinable public func apply(_ vector: Vector) -> Vector {
    Vector(a * vector.dx + c * vector.dy, b * vector.dx + d * vector.dy)
  }

  /// The box around the image of a box.
  public func apply(_ rect: Rect) -> Rect {
    guard !rect.isEmpty else { return .empty }
    var result = Rect.empty
    for (x, y) in [(rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY), (rect.maxX, rect.maxY)] {
      result.include(apply(Point(x, y)))
    }
    return result
  }

  /// What does first this map and then `next`.
  public func concatenating(_ next: Affine) -> Affine {
    let shift = next.apply(Point(tx, ty))
    let x = next.apply(Vector(a, b))
    let y = next.apply(Vector(c, d))
    return Affine(a: x.dx, b: x.dy, c: y.dx, d: y.dy, tx: shift.x, ty: shift.y)
  }

  /// By how much areas grow; negative for a map that mirrors.
  public var determinant: Double { a * d - b * c }

  /// The largest length that a vector of length 1 can get: the larger singular value.
  public var largestScale: Double {
    (Vector(a + d, b - c).length + Vector(a - d, b + c).length) / 2
  }

  /// The map back, nil where there is none or numbers cannot hold it.
  public var inverse: Affine? {
    let determinant = self.determinant
    let result = Affine(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    let all = [result.a, result.b, result.c, result.d, result.tx, result.ty]
    return all.allSatisfy(\.isFinite) ? result : nil
  }
}
