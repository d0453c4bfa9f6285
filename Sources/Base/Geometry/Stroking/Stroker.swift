/// Computes the outlines of a stroked path.
///
/// The outline of a line consists of pieces with the same orientation: a quadrilateral for each segment, and disc
/// sectors, miters or bevels at corners and ends. Pieces that share a side are merged into one polygon. The winding
/// number of a point is the number of pieces that cover it, so the nonzero rule fills their union without holes, even
/// if the line crosses itself, folds back or bends more tightly than its width.
package struct Stroker: Sendable {
  package var style: StrokeStyle
  /// The largest deviation of curves, round joins and round caps from their true outlines, in the path's units. It is
  /// larger where the joins and caps of a line would have more than a million points.
  package var tolerance: Double

  /// - Parameter tolerance: Positive.
  package init(_ style: StrokeStyle, tolerance: Double) {
    precondition(tolerance > 0)
    self.style = style
    self.tolerance = tolerance
  }

  /// Closed polygons for the nonzero rule, each with positive `Polygons.area`; none if the width is not positive.
  ///
  /// A subpath of length 0 becomes a disc or a square if caps are round or square, and nothing otherwise.
  package func outlines(of path: Path) -> [[Point]] {
    path.flattened(tolerance: tolerance).flatMap(outlines)
  }

  /// The outlines of a polyline, as for a path.
  package func outlines(of line: Polyline) -> [[Point]] {
    guard style.width > 0, style.width.isFinite else { return [] }
    let dashes = dashes(of: line)
    let joins = style.join == .round ? line.isSmooth.count { !$0 } : 0
    let caps = style.cap == .round ? 2 * dashes.count : 0
    let arc = RoundArc(radius: style.width / 2, tolerance: tolerance, count: joins + caps)
    return dashes.flatMap { outline($0.line, $0.direction, arc) }
  }

  /// The lines that the pen follows: those of the path, or their dashes.
  package func centerlines(of path: Path) -> [Polyline] {
    path.flattened(tolerance: tolerance).flatMap { dashes(of: $0).map { $0.line } }
  }

  private func dashes(of line: Polyline) -> [DashPattern.Dash] {
    DashPattern(style.dash, phase: style.dashPhase)?.dashes(of: line)
      ?? [DashPattern.Dash(line: line, direction: Vector(1, 0))]
  }

  private func outline(_ line: Polyline, _ direction: Vector, _ arc: RoundArc) -> [[Point]] {
    let track = StrokeTrack(line, nearest: tolerance * 1e-4)
    guard let first = track.points.first else { return [] }
    guard track.points.count > 1 else { return dot(at: first, direction, arc) }
    var outline = StrokeOutline(style, tolerance: tolerance, arc: arc)
    outline.add(track)
    return outline.polygons
  }

  private func dot(at center: Point, _ direction: Vector, _ arc: RoundArc) -> [[Point]] {
    let radius = style.width / 2
    let along = direction * radius
    let across = Vector(-along.dy, along.dx)
    switch style.cap {
    case .butt: return []
    case .square:
      let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)]
      return [corners.map { center + along * $0.0 + across * $0.1 }]
    case .round: return [[center + along] + arc.points(around: center, from: along, degrees: 360)]
    }
  }
}
