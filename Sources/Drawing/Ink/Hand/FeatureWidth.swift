/// The size of small features of a path, such as the arches of handwriting, in which the smoothing kernel must fit.
///
/// A feature is a local extreme of x, y or a diagonal from which the path falls by some height on both sides. Its width W
/// is the length of the path between these places.
enum FeatureWidth {
  /// The largest reach that keeps the feature around a node; infinite if there is none. The kernel does no harm to large
  /// features.
  /// - Parameters:
  ///   - limit: The length of the path on either side within which a feature must fall.
  ///   - large: The width, in `rest`, over which a feature becomes large.
  static func reach(
    at i: Int, within limit: Double, large: ClosedRange<Double>, _ nodes: Span<HandNode>
  ) -> Double {
    guard i > 0, i + 1 < nodes.count else { return .infinity }
    let (before, after) = (nodes[i].point - nodes[i - 1].point, nodes[i + 1].point - nodes[i].point)
    var width = Self.width(at: i, limit, nodes, SIMD2(1, 0), before.x, after.x)
    width = Swift.min(width, Self.width(at: i, limit, nodes, SIMD2(0, 1), before.y, after.y))
    let diagonal = 0.5.squareRoot()
    width = Swift.min(
      width, Self.width(at: i, limit, nodes, SIMD2(diagonal, diagonal), before.x + before.y, after.x + after.y))
    width = Swift.min(
      width, Self.width(at: i, limit, nodes, SIMD2(diagonal, -diagonal), before.x - before.y, after.x - after.y))
    guard width < .infinity else { return width }
    let rest = nodes[i].rest
    return Swift.max(width * (0.5 + 0.7 * smoothStep(width / rest, in: large)), 0.5 * rest)
  }

  /// The width of the feature along an axis; infinite if there is none.
  /// - Parameters:
  ///   - rise: The sign of the way to the node along the axis; `drop` that of the way from it.
  @inline(__always)
  private static func width(
    at i: Int, _ limit: Double, _ nodes: Span<HandNode>, _ axis: SIMD2<Double>, _ rise: Double, _ drop: Double
  ) -> Double {
    guard rise * drop <= 0 else { return .infinity }
    var width = Double.infinity
    if rise >= 0, drop <= 0 { width = Self.width(at: i, limit, nodes, axis) }
    if rise <= 0, drop >= 0 { width = Swift.min(width, Self.width(at: i, limit, nodes, -axis)) }
    return width
  }

  private static func width(
    at i: Int, _ limit: Double, _ nodes: Span<HandNode>, _ direction: SIMD2<Double>
  ) -> Double {
    let left = fall(from: i, by: -1, limit, nodes, direction)
    return left < .infinity ? left + fall(from: i, by: 1, limit, nodes, direction) : left
  }

  /// The length of the path from node `i` to where it has fallen by the height against a direction; infinite if it rises
  /// before, or does not fall as far within the limit.
  private static func fall(
    from i: Int, by step: Int, _ limit: Double, _ nodes: Span<HandNode>, _ direction: SIMD2<Double>
  ) -> Double {
    let (top, height) = (nodes[i].point, nodes[i].height)
    var (level, length) = (0.0, 0.0)
    var k = i + step
    while k >= 0, k < nodes.count, length < limit {
      let offset = (nodes[k].point - top) * direction
      let next = offset.x + offset.y
      if next > 0 { return .infinity }
      let reached = step > 0 ? nodes[i].length(to: nodes[k]) : nodes[k].length(to: nodes[i])
      if next <= -height {
        // A feature of no height has no width, even where the path is level.
        guard level > next else { return length }
        return reached - (reached - length) * ((-height - next) / (level - next))
      }
      (level, length) = (next, reached)
      k += step
    }
    return .infinity
  }
}
