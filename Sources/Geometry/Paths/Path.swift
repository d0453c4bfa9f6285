/// Lines and curves in one or more subpaths, each open or closed.
///
/// A subpath begins with a move; what follows a close without one begins where the closed subpath began, as in SVG.
public struct Path: Hashable, Sendable {
  public enum Element: Hashable, Sendable {
    case move(Point)
    case line(Point)
    /// A parabola with its control point.
    case quadratic(Point, to: Point)
    /// A cubic Bézier curve with its two control points.
    case cubic(Point, Point, to: Point)
    /// A line back to where the subpath began, and a join there.
    case close
  }

  public private(set) var elements: [Element] = []

  public init() {}

  /// A row of lines.
  public init(_ points: [Point], isClosed: Bool) {
    for (i, point) in points.enumerated() { elements.append(i == 0 ? .move(point) : .line(point)) }
    if isClosed, !points.isEmpty { elements.append(.close) }
  }

  public var isEmpty: Bool { elements.isEmpty }

  /// Where the next element goes on.
  public var currentPoint: Point? {
    switch elements.last {
    case nil: return nil
    case .move(let end), .line(let end), .quadratic(_, let end), .cubic(_, _, let end): return end
    case .close:
      for case .move(let start) in elements.reversed() { return start }
      return nil
    }
  }

  public mutating func move(to point: Point) { elements.append(.move(point)) }

  /// The same as a move where the path is still empty.
  public mutating func line(to point: Point) { elements.append(isEmpty ? .move(point) : .line(point)) }

  /// Begins at the control point where the path is still empty.
  public mutating func quadratic(_ control: Point, to point: Point) {
    if isEmpty { move(to: control) }
    elements.append(.quadratic(control, to: point))
  }

  /// Begins at the first control point where the path is still empty.
  public mutating func cubic(_ first: Point, _ second: Point, to point: Point) {
    if isEmpty { move(to: first) }
    elements.append(.cubic(first, second, to: point))
  }

  /// Closes the subpath. Nothing where there is none.
  public mutating func close() {
    if !isEmpty, elements.last != .close { elements.append(.close) }
  }

  public mutating func append(_ other: Path) { elements += other.elements }

  public func transformed(by map: Affine) -> Path {
    var result = Path()
    result.elements = elements.map { element in
      switch element {
      case .move(let end): .move(map.apply(end))
      case .line(let end): .line(map.apply(end))
      case .quadratic(let control, let end): .quadratic(map.apply(control), to: map.apply(end))
      case .cubic(let first, let second, let end):
        .cubic(map.apply(first), map.apply(second), to: map.apply(end))
      case .close: .close
      }
    }
    return result
  }
}
