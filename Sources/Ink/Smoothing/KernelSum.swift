/// The integral of a triangular kernel times a path that is walked from the kernel's centre outwards.
struct KernelSum {
  private let reach: Double
  private let perReach: Double
  private var sum = SIMD4<Double>.zero
  /// The integral of the path itself over what is walked, less that of the side walked before.
  private var plain = SIMD2<Double>.zero
  /// The place reached, its distance from the centre, and the kernel's weight there.
  private var near: SIMD4<Double>
  private var nearAt = 0.0
  private var nearWeight = 1.0

  private init(center: SIMD4<Double>, reach: Double) {
    self.reach = reach
    perReach = 1 / reach
    near = center
  }

  /// The path averaged around `length`, which lies on edge `edge`: the integral of (1 − |u|/d)·C(length + u)·du/d.
  /// - Parameter reach: d in points, over 0.
  /// - Returns: The average as x, y and effect, and the derivative of its place by the length.
  static func average(
    of path: [FlatPath.Vertex], at length: Double, onEdge edge: Int, reach d: Double
  ) -> (place: SIMD4<Double>, tangent: SIMD2<Double>) {
    let center = path[edge].place(at: length, before: path[edge + 1])
    var sum = KernelSum(center: center, reach: d)
    var i = edge
    while i >= 0, sum.goesOn {
      let farAt = length - path[i].place.w
      let far = farAt <= d ? path[i].place : path[i].place(at: length - d, before: path[i + 1])
      sum.add(far, path[i], at: Swift.min(farAt, d))
      i -= 1
    }
    sum.turn(to: center)
    i = edge
    while i + 1 < path.count, sum.goesOn {
      let farAt = path[i + 1].place.w - length
      let far = farAt <= d ? path[i + 1].place : path[i].place(at: length + d, before: path[i + 1])
      sum.add(far, path[i], at: Swift.min(farAt, d))
      i += 1
    }
    return (sum.sum * sum.perReach, sum.plain * (sum.perReach * sum.perReach))
  }

  /// Whether the kernel is still over 0 at the place reached.
  private var goesOn: Bool { nearAt < reach }

  /// Adds the piece up to `far`: the integral of a linear weight times a parabola, which is its chord and a bulge of
  /// two thirds of its height.
  /// - Parameters:
  ///   - edge: The edge that the piece is all or a part of.
  ///   - farAt: How far from the centre it ends, at most the reach.
  private mutating func add(_ far: SIMD4<Double>, _ edge: FlatPath.Vertex, at farAt: Double) {
    let farWeight = 1 - farAt * perReach
    let length = farAt - nearAt
    let sixth = length * (1.0 / 6)
    sum += near * (sixth * (2 * nearWeight + farWeight))
    sum += far * (sixth * (nearWeight + 2 * farWeight))
    // A part of a parabola is one whose height is the square of the part.
    let part = Swift.min(1, length * edge.perLength)
    let third = edge.bulge * (part * part * (2 * sixth))
    sum += SIMD4(lowHalf: third * (nearWeight + farWeight), highHalf: .zero)
    plain += (near.lowHalf + far.lowHalf) * (3 * sixth) + third * 2
    near = far
    nearAt = farAt
    nearWeight = farWeight
  }

  /// Begins the other side.
  private mutating func turn(to center: SIMD4<Double>) {
    near = center
    nearAt = 0
    nearWeight = 1
    plain = -plain
  }
}
