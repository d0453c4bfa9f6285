/// The size of small features of a path, such as the arches of handwriting (`ink-3`), in which the smoothing kernel must
/// fit.
///
/// A feature is a local extreme of x, y or a diagonal from which the path falls by some height on both sides. Its width W
/// is the length of the path between these places.
enum FeatureWidth {
  /// The largest reach that keeps the feature around a node, in points; infinite if there is none. The kernel does no
  /// harm to large features.
  static func reach(at i: Int, _ nodes: Span<HandNode>) -> Double {
    guard i > 0, i + 1 < nodes.count else { return .infinity }
    let (before, after) = (nodes[i].point - nodes[i - 1].point, nodes[i + 1].point - nodes[i].point)
    var width = Self.width(at: i, nodes, SIMD2(1, 0), before.x, after.x)
    width = Swift.min(width, Self.width(at: i, nodes, SIMD2(0, 1), before.y, after.y))
    let diagonal = 0.5.squareRoot()
    width = Swift.min(
      width, Self.width(at: i, nodes, SIMD2(diagonal, diagonal), before.x + before.y, after.x + after.y))
    width = Swift.min(
      width, Self.width(at: i, nodes, SIMD2(diagonal, -diagonal), before.x - before.y, after.x - after.y))
    guard width < .infinity else { return width }
    let rest = nodes[i].rest
    return Swift.max(width * (0.5 + 0.7 * smoothStep(width / rest, from: 4, to: 7)), 0.5 * rest)
  }

  /// The width of the feature along an axis; infinite if there is none.
  /// - Parameters:
  ///   - rise: The sign of the way to the node along the axis; `drop` that of the way from it.
  @inline(__always)
  private static func width(
    at i: Int, _ nodes: Span<HandNode>, _ axis: SIMD2<Double>, _ rise: Double, _ drop: Double
  ) -> Double {
    guard rise * drop <= 0 else { return .infinity }
    var width = Double.infinity
    if rise >= 0, drop <= 0 { width = Self.width(at: i, nodes, axis) }
    if rise <= 0, drop >= 0 { width = Swift.min(width, Self.width(at: i, nodes, -axis)) }
    return width
  }

  private static func width(at i: Int, _ nodes: Span<HandNode>, _ direction: SIMD2<Double>) -> Double {
    let left = fall(from: i, by: -1, nodes, direction)
    return left < .infinity ? left + fall(from: i, by: 1, nodes, direction) : left
  }

  /// The length of the path from node `i` to where it has fallen by the height against a direction; infinite if it rises
  /// before, or does not fall as far within the demand.
  private static func fall(from i: Int, by step: Int, _ nodes: Span<HandNode>, _ direction: SIMD2<Double>) -> Double {
    let (top, height) = (nodes[i].point, nodes[i].height)
    var (level, length) = (0.0, 0.0)
    var k = i + step
    while k >= 0, k < nodes.count, length < nodes[i].demand {
      let offset = (nodes[k].point - top) * direction
      let next = offset.x + offset.y
      if next > 0 { return .infinity }
      let reached = step > 0 ? nodes[i].length(to: nodes[k]) : nodes[k].length(to: nodes[i])
      if next <= -height { return reached - (reached - length) * ((-height - next) / (level - next)) }
      (level, length) = (next, reached)
      k += step
    }
    return .infinity
  }
}
