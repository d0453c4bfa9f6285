import Geometry

/// Straight lines that hatch an area, as programs for sketches draw fills.
struct HatchPattern: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case lines
    /// Lines, and others across them.
    case crossed
    /// Each line and the way back, so that its end lies between two lines.
    case zigzag
  }

  var kind: Kind
  /// The distance of lines, in points, positive.
  var gap: Double
  /// The direction of the lines, from the x axis toward y.
  var degrees: Double

  /// The most lines, and the most crossings of lines and edges, of one area.
  private static let (mostLines, mostCrossings) = (10_000, 100_000)

  init(_ kind: Kind, gap: Double, degrees: Double) {
    (self.kind, self.gap, self.degrees) = (kind, gap, degrees)
  }

  /// The lines within polygons by the even-odd rule: a subpath each.
  /// - Returns: Nil if there are too many to draw.
  func lines(in polygons: [[Point]]) -> Path? {
    var path = Path()
    for degrees in kind == .crossed ? [degrees, degrees + 90] : [degrees] {
      guard let rows = rows(of: polygons, turned: -degrees) else { return nil }
      var lines = Path()
      for row in rows {
        for index in stride(from: 0, to: row.crossings.count - 1, by: 2) {
          let (start, end) = (row.crossings[index], row.crossings[index + 1])
          guard start < end else { continue }
          lines.move(to: Point(start, kind == .zigzag ? row.y - gap / 2 : row.y))
          lines.line(to: Point(end, row.y))
          if kind == .zigzag { lines.line(to: Point(start, row.y + gap / 2)) }
        }
      }
      path.append(lines.transformed(by: Affine(rotation: degrees)))
    }
    return path
  }

  /// A line across all polygons.
  private struct Row {
    var y: Double
    /// Where it crosses the edges: x, in order.
    var crossings: [Double] = []
  }

  /// The horizontal lines through polygons that are turned about the origin, from the highest point of these.
  private func rows(of polygons: [[Point]], turned degrees: Double) -> [Row]? {
    let map = Affine(rotation: degrees)
    let polygons = polygons.map { $0.map { map.apply($0) } }
    let bounds = Polygons.bounds(of: polygons)
    guard gap > 0, bounds.height / gap < Double(Self.mostLines) else { return nil }
    let count = Int(saturating: bounds.height / gap) + 1
    var rows = (0..<count).map { Row(y: bounds.minY + Double($0) * gap) }
    var crossings = 0
    for polygon in polygons {
      guard var from = polygon.last else { continue }
      for to in polygon {
        let (low, high) = (min(from.y, to.y), max(from.y, to.y))
        // An edge has its upper end, but not its lower one.
        var index = Int(saturating: ((low - bounds.minY) / gap).rounded(.down))
        while index < count, rows[index].y < high {
          if rows[index].y >= low {
            crossings += 1
            guard crossings <= Self.mostCrossings else { return nil }
            let part = (rows[index].y - from.y) / (to.y - from.y)
            rows[index].crossings.append(from.x + (to.x - from.x) * part)
          }
          index += 1
        }
        from = to
      }
    }
    for index in rows.indices { rows[index].crossings.sort() }
    return rows
  }
}
