/// Lines and curves in one or more subpaths, each open or closed.
///
/// A subpath begins with a move. If an element other than a move follows a close, the next subpath begins where the
/// closed one began, as in SVG.
package struct Path: Hashable, Sendable {
  package enum Element: Hashable, Sendable {
    case move(Point)
    case line(Point)
    /// A quadratic Bézier curve with its control point.
    case quadratic(Point, to: Point)
    /// A cubic Bézier curve with its two control points.
    case cubic(Point, Point, to: Point)
    /// A line back to the start of the subpath, and a join there.
    case close
  }

  package private(set) var elements: [Element] = []

  package init() {}

  /// Connects the points with lines.
  package init(_ points: [Point], isClosed: Bool) {
    for (i, point) in points.enumerated() { elements.append(i == 0 ? .move(point) : .line(point)) }
    if isClosed, !points.isEmpty { elements.append(.close) }
  }

  package var isEmpty: Bool { elements.isEmpty }

  /// The start of the next element; nil for an empty path.
  package var currentPoint: Point? {
    switch elements.last {
    case nil: return nil
    case .move(let end), .line(let end), .quadratic(_, let end), .cubic(_, _, let end): return end
    case .close:
      for case .move(let start) in elements.reversed() { return start }
      return nil
    }
  }

  package mutating func move(to point: Point) { elements.append(.move(point)) }

  /// Adds a line; on an empty path, a move.
  package mutating func line(to point: Point) { elements.append(isEmpty ? .move(point) : .line(point)) }

  /// Adds a quadratic Bézier curve, which begins at its control point if the path is empty.
  package mutating func quadratic(_ control: Point, to point: Point) {
    if isEmpty { move(to: control) }
    elements.append(.quadratic(control, to: point))
  }

  /// Adds a cubic Bézier curve, which begins at its first control point if the path is empty.
  package mutating func cubic(_ first: Point, _ second: Point, to point: Point) {
    if isEmpty { move(to: first) }
    elements.append(.cubic(first, second, to: point))
  }

  /// Closes the subpath. Does nothing if the path is empty or the subpath is closed already.
  package mutating func close() {
    if !isEmpty, elements.last != .close { elements.append(.close) }
  }

  /// Adds the subpaths of another path.
  package mutating func append(_ other: Path) { elements += other.elements }

  package func transformed(by map: Affine) -> Path { mapped(map.apply) }

  /// The path with all points mapped.
  package func mapped(_ map: (Point) -> Point) -> Path {
    var result = Path()
    result.elements = elements.map { element in
      switch element {
      case .move(let end): .move(map(end))
      case .line(let end): .line(map(end))
      case .quadratic(let control, let end): .quadratic(map(control), to: map(end))
      case .cubic(let first, let second, let end): .cubic(map(first), map(second), to: map(end))
      case .close: .close
      }
    }
    return result
  }

  // MARK: Bounds

  /// The tight bounds of all lines and curves; control points off the curve do not count, moves without a line do.
  package var bounds: Rect {
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
        for t in Path.extrema(here.x, control.x, end.x) + Path.extrema(here.y, control.y, end.y) {
          bounds.include(Path.point(here, control, end, at: t))
        }
        here = end
      case .cubic(let first, let second, let end):
        for t in Path.extrema(here.x, first.x, second.x, end.x) + Path.extrema(here.y, first.y, second.y, end.y) {
          bounds.include(Path.point(here, first, second, end, at: t))
        }
        here = end
      case .close:
        here = start
      }
      bounds.include(here)
    }
    return bounds
  }

  /// The parameters in 0...1 at which a coordinate of a quadratic Bézier curve has an extremum: B′(t) = 0.
  private static func extrema(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
    let t = (a - b) / (a - 2 * b + c)
    return t > 0 && t < 1 ? [t] : []
  }

  /// The parameters at which a coordinate of a cubic Bézier curve has an extremum.
  private static func extrema(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> [Double] {
    let square = 3 * (b - c) + d - a
    let linear = 2 * (a - 2 * b + c)
    let constant = b - a
    let discriminant = linear * linear - 4 * square * constant
    guard discriminant >= 0 else { return [] }
    // Avoids the difference of nearly equal numbers (Press et al., Numerical Recipes, 5.6).
    let root = discriminant.squareRoot()
    let sum = -(linear < 0 ? linear - root : linear + root) / 2
    return [sum / square, constant / sum].filter { $0 > 0 && $0 < 1 }
  }

  /// The point of a quadratic Bézier curve at `t`, 0...1.
  @inline(always)
  static func point(_ a: Point, _ b: Point, _ c: Point, at t: Double) -> Point {
    let s = 1 - t
    let (u, v, w) = (s * s, 2 * s * t, t * t)
    return Point(a.x * u + b.x * v + c.x * w, a.y * u + b.y * v + c.y * w)
  }

  /// The point of a cubic Bézier curve at `t`, 0...1.
  @inline(always)
  static func point(_ a: Point, _ b: Point, _ c: Point, _ d: Point, at t: Double) -> Point {
    let s = 1 - t
    let (u, v, w, z) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    return Point(a.x * u + b.x * v + c.x * w + d.x * z, a.y * u + b.y * v + c.y * w + d.y * z)
  }
}
