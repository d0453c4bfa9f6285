/// Makes the outlines of a stroked path.
///
/// A line's outline is put together from pieces that all go round in one direction: a trapezoid for each segment,
/// pieces of a disc, miters or bevels at corners and ends. Pieces that share a side become one polygon; the winding
/// number anywhere is the number of pieces there, so that the nonzero rule fills their union: there are no holes where
/// a line crosses itself, folds over or bends more sharply than its width.
public struct Stroker: Sendable {
  public var style: StrokeStyle
  /// How far outlines may be from the true ones, in the path's units. Curves and round joins and caps take more points
  /// the smaller it is.
  public var tolerance: Double

  /// - Parameter tolerance: Positive.
  public init(_ style: StrokeStyle, tolerance: Double) {
    precondition(tolerance > 0)
    self.style = style
    self.tolerance = tolerance
  }

  /// Closed polygons to be filled by the nonzero rule, each of positive `Polygons.area`. None where the width is not
  /// positive.
  ///
  /// Subpaths of no length are dots, or squares, where caps are round or square.
  public func outlines(of path: Path) -> [[Point]] {
    path.flattened(tolerance: tolerance).flatMap(outlines)
  }

  /// The same for a row of lines.
  public func outlines(of line: Polyline) -> [[Point]] {
    guard style.width > 0, style.width.isFinite else { return [] }
    guard let pattern = DashPattern(style.dash, phase: style.dashPhase) else { return outline(line, Vector(1, 0)) }
    return pattern.dashes(of: line).flatMap { outline($0.line, $0.direction) }
  }

  private func outline(_ line: Polyline, _ direction: Vector) -> [[Point]] {
    let track = StrokeTrack(line, nearest: tolerance * 1e-4)
    guard let first = track.points.first else { return [] }
    guard track.points.count > 1 else { return dot(at: first, direction) }
    var outline = StrokeOutline(style, tolerance: tolerance)
    outline.add(track)
    return outline.polygons
  }

  private func dot(at center: Point, _ direction: Vector) -> [[Point]] {
    let radius = style.width / 2
    let along = direction * radius
    let across = Vector(-along.dy, along.dx)
    switch style.cap {
    case .butt: return []
    case .square:
      let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)]
      return [corners.map { center + along * $0.0 + across * $0.1 }]
    case .round:
      let arc = RoundArc(radius: radius, tolerance: tolerance)
      return [[center + along] + arc.points(around: center, from: along, degrees: 360)]
    }
  }
}
