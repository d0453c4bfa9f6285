import Geometry
import ImportCore
import TouchLog

/// The lines of pattern fills.
extension TldrawPage {
  /// The distance of the lines of a pattern and their width, which cover as much as tldraw's dashes.
  private static let (hatchDistance, hatchWidth) = (7.4, 1.25)
  /// The most lines of a pattern in a shape.
  private static let mostLines = 2000.0

  /// Draws the diagonal lines of a pattern within paths.
  mutating func hatch(_ paths: [Path], of shape: TldrawShape) throws(LogReadError) {
    let edges = paths.flatMap { $0.polygons(tolerance: 0.2) }.flatMap { polygon in
      zip(polygon, polygon.dropFirst() + polygon.prefix(1))
    }
    // The distance of a point from the diagonal through the origin, in distances of lines.
    func row(_ point: Point) -> Double { (point.x + point.y) / (Self.hatchDistance * 2.0.squareRoot()) }
    let rows = edges.map { row($0.0) }
    guard let low = rows.min(), let high = rows.max() else { return }
    // Each line has two ends.
    let count = edges.reduce(0.5) { $0 + abs(row($1.1) - row($1.0)) / 2 }.rounded(.up)
    guard high - low <= Self.mostLines, count <= Double(hatchLimit) else {
      return ink.report.assume("patterns of very many lines are plain")
    }
    hatchLimit -= Int(saturating: count)
    let first = Int(saturating: low.rounded(.up))
    // The positions along each line at which it enters and leaves the polygons.
    var crossings = [[Double]](repeating: [], count: max(0, Int(saturating: high.rounded(.up)) - first))
    for (start, end) in edges {
      let (a, b) = (row(start), row(end))
      let (from, to) = (Int(saturating: min(a, b).rounded(.up)), Int(saturating: max(a, b).rounded(.up)))
      for line in from..<max(from, to) where crossings.indices.contains(line - first) {
        let point = start + (end - start) * ((Double(line) - a) / (b - a))
        crossings[line - first].append(point.x - point.y)
      }
    }
    // Lines end at the inner edge of the outline.
    let inset = try size(TldrawStyle.widths, of: shape) / 2 + Self.hatchWidth / 2
    let style = BoardStyle(color: try palette(of: shape).pattern, width: Self.hatchWidth, opacity: shape.opacity)
    for (number, positions) in crossings.enumerated() {
      let sum = Double(first + number) * Self.hatchDistance * 2.0.squareRoot()
      let positions = positions.sorted()
      for pair in stride(from: 0, to: positions.count - 1, by: 2) {
        // Differences of coordinates grow by √2 along the line.
        let (start, end) = (positions[pair] + inset * 2.0.squareRoot(), positions[pair + 1] - inset * 2.0.squareRoot())
        guard start < end else { continue }
        let ends = [start, end].map { Point((sum + $0) / 2, (sum - $0) / 2) }
        try append(Path(ends, isClosed: false), style, of: shape)
      }
    }
  }
}
