/// Computes the outlines of a stroked path.
///
/// The outline of a line consists of pieces with the same orientation: a quadrilateral for each segment, and disc
/// sectors, miters or bevels at corners and ends. Pieces that share a side are merged into one polygon. The winding
/// number of a point is the number of pieces that cover it, so the nonzero rule fills their union without holes, even
/// if the line crosses itself, folds back or bends more tightly than its width.
public struct Stroker: Sendable {
  public var style: StrokeStyle
  /// The largest deviation of curves, round joins and round caps from their true outlines, in the path's units.
  public var tolerance: Double

  /// - Parameter tolerance: Positive.
  public init(_ style: StrokeStyle, tolerance: Double) {
    precondition(tolerance > 0)
    self.style = style
    self.tolerance = tolerance
  }

  /// Closed polygons for the nonzero rule, each with positive `Polygons.area`; none if the width is not positive.
  ///
  /// A subpath of length 0 becomes a disc or a square if caps are round or square, and nothing otherwise.
  public func outlines(of path: Path) -> [[Point]] {
    path.flattened(tolerance: tolerance).flatMap(outlines)
  }

  /// The outlines of a polyline, as for a path.
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
