extension Path {
  /// The box around all lines and curves, without those of control points that lie outside. Moves that draw nothing
  /// count.
  public var bounds: Rect {
    var bounds = Rect.empty
    var start = Point(0, 0)
    var here = start
    for element in elements {
      switch element {
      case .move(let end):
        start = end
        here = end
      case .line(let end):
        here = end
      case .quadratic(let control, let end):
        for t in Path.turns(here.x, control.x, end.x) + Path.turns(here.y, control.y, end.y) {
          bounds.include(Path.place(here, control, end, at: t))
        }
        here = end
      case .cubic(let first, let second, let end):
        for t in Path.turns(here.x, first.x, second.x, end.x) + Path.turns(here.y, first.y, second.y, end.y) {
          bounds.include(Path.place(here, first, second, end, at: t))
        }
        here = end
      case .close:
        here = start
      }
      bounds.include(here)
    }
    return bounds
  }

  /// Where between 0 and 1 one coordinate of a parabola turns back: where its derivative is 0.
  private static func turns(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
    let t = (a - b) / (a - 2 * b + c)
    return t > 0 && t < 1 ? [t] : []
  }

  /// The same for a cubic.
  private static func turns(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> [Double] {
    let square = 3 * (b - c) + d - a
    let linear = 2 * (a - 2 * b + c)
    let constant = b - a
    let discriminant = linear * linear - 4 * square * constant
    guard discriminant >= 0 else { return [] }
    // Without a difference of nearly equal numbers (Press et al., Numerical Recipes, 5.6).
    let root = discriminant.squareRoot()
    let sum = -(linear < 0 ? linear - root : linear + root) / 2
    return [sum / square, constant / sum].filter { $0 > 0 && $0 < 1 }
  }

  /// The point of a parabola at `t`, 0...1.
  @inline(always)
  static func place(_ a: Point, _ b: Point, _ c: Point, at t: Double) -> Point {
    let s = 1 - t
    let (u, v, w) = (s * s, 2 * s * t, t * t)
    return Point(a.x * u + b.x * v + c.x * w, a.y * u + b.y * v + c.y * w)
  }

  /// The point of a cubic at `t`, 0...1.
  @inline(always)
  static func place(_ a: Point, _ b: Point, _ c: Point, _ d: Point, at t: Double) -> Point {
    let s = 1 - t
    let (u, v, w, z) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    return Point(a.x * u + b.x * v + c.x * w + d.x * z, a.y * u + b.y * v + c.y * w + d.y * z)
  }
}
