/// The size of small features of a path, such as the arches of handwriting (`ink-3`), in which the smoothing kernel must
/// fit.
struct FeatureWidth {
  private let path: HandPath

  init(_ path: HandPath) { self.path = path }

  /// The largest reach that keeps the feature around a node; infinite if there is none.
  ///
  /// A feature is a local extreme of x, y or a diagonal from which the path falls by `height` on both sides. Its width W
  /// is the length of the path between these places. The kernel does no harm to large features.
  /// - Parameters:
  ///   - height: In points.
  ///   - most: The length of the path on either side on which the feature may extend, in points.
  func reach(at i: Int, height: Double, most: Double) -> Double {
    let nodes = path.nodes.span
    guard i > 0, i + 1 < nodes.count else { return .infinity }
    let (before, after) = (nodes[i].point - nodes[i - 1].point, nodes[i + 1].point - nodes[i].point)
    var width = Double.infinity
    for axis in Self.axes {
      let (rise, drop) = (Self.dot(before, axis), Self.dot(after, axis))
      guard rise * drop <= 0 else { continue }
      for direction in [axis, -axis] where Self.dot(before, direction) >= 0 && Self.dot(after, direction) <= 0 {
        guard let left = fall(from: i, by: -1, along: direction, height: height, most: most),
          let right = fall(from: i, by: 1, along: direction, height: height, most: most)
        else { continue }
        width = Swift.min(width, left + right)
      }
    }
    guard width < .infinity else { return width }
    let rest = nodes[i].rest
    return Swift.max(width * (0.5 + 0.7 * smoothStep(width / rest, from: 5, to: 10)), 0.5 * rest)
  }

  /// x, y and the diagonals.
  private static let axes = [
    SIMD2(1, 0), SIMD2(0, 1), SIMD2(0.5.squareRoot(), 0.5.squareRoot()), SIMD2(0.5.squareRoot(), -0.5.squareRoot()),
  ]

  @inline(__always)
  private static func dot(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.x + a.y * b.y }

  /// The length of the path from node `i` to where it has fallen by `height` against a direction; nil if it rises
  /// before, or does not fall as far within `most` points.
  private func fall(from i: Int, by step: Int, along direction: SIMD2<Double>, height: Double, most: Double) -> Double? {
    let nodes = path.nodes.span
    let top = nodes[i].point
    var last = 0.0
    var k = i + step
    while k >= 0, k < nodes.count {
      let level = Self.dot(nodes[k].point - top, direction)
      if level > 0 { return nil }
      let length = step > 0 ? path.length(from: i, to: k) : path.length(from: k, to: i)
      if level <= -height {
        let previous = step > 0 ? path.length(from: i, to: k - 1) : path.length(from: k + 1, to: i)
        return length - (length - previous) * ((-height - level) / (last - level))
      }
      if length >= most { return nil }
      last = level
      k += step
    }
    return nil
  }
}
