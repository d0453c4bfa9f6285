import Geometry

/// A line through points, along which lengths are measured.
struct TldrawTrack {
  let points: [Point]
  /// The length of the line up to each point.
  private let lengths: [Double]

  init(_ points: [Point]) {
    self.points = points
    var sum = 0.0
    lengths = points.indices.map { index in
      if index > 0 { sum += points[index].distance(to: points[index - 1]) }
      return sum
    }
  }

  var length: Double { lengths.last ?? 0 }

  func point(at length: Double) -> Point {
    guard let next = lengths.firstIndex(where: { $0 >= length }), next > 0 else {
      return length <= 0 ? points.first ?? Point(0, 0) : points.last ?? Point(0, 0)
    }
    let part = (length - lengths[next - 1]) / max(lengths[next] - lengths[next - 1], .leastNormalMagnitude)
    return points[next - 1] + (points[next] - points[next - 1]) * min(1, max(0, part))
  }

  /// The part of the line between two lengths.
  func part(from start: Double, to end: Double) -> [Point] {
    let inner = points.indices.filter { lengths[$0] > start && lengths[$0] < end }.map { points[$0] }
    return [point(at: start)] + inner + [point(at: end)]
  }

  /// The lengths at which the line crosses the outline of polygons, in order.
  func crossings(_ polygons: [[Point]]) -> [Double] {
    var result: [Double] = []
    let edges = polygons.flatMap { zip($0, $0.dropFirst() + $0.prefix(1)) }
    for index in points.indices.dropFirst() {
      let (start, step) = (points[index - 1], points[index] - points[index - 1])
      for (corner, other) in edges {
        let (edge, gap) = (other - corner, corner - start)
        let cross = step.dx * edge.dy - step.dy * edge.dx
        let t = (gap.dx * edge.dy - gap.dy * edge.dx) / cross
        let u = (gap.dx * step.dy - gap.dy * step.dx) / cross
        // Neither is a number for parallel lines.
        guard t >= 0, t <= 1, u >= 0, u <= 1 else { continue }
        result.append(lengths[index - 1] + (lengths[index] - lengths[index - 1]) * t)
      }
    }
    return result.sorted()
  }
}
