/// A triangular kernel of constant width that moves along a path: T(s; d) of `PathIntegrals`.
struct TriangleKernel {
  private let reach: Double
  private let origin: PathPosition
  private let perReachSquared: Double
  /// The edges on which its start, its center and its end lie.
  private var back = 0
  private var center = 0
  private var front = 0

  @inline(always)
  init(_ path: FlatPath, reach: Double) {
    self.reach = reach
    origin = path.vertices[0].position
    perReachSquared = 1 / (reach * reach)
  }

  /// The average at `length`, which must not decrease from call to call.
  @inline(always)
  mutating func average(
    of path: FlatPath, _ edges: Span<PathIntegrals.Edge>, at length: Double
  ) -> PathAverage {
    advance(&center) { edges[$0 &+ 1].start <= length }
    guard path.integrals.areExact else {
      let (position, tangent) = KernelSum.average(of: path.vertices, at: length, onEdge: center, reach: reach)
      return PathAverage(point: position.point, effect: position.effect, tangent: tangent, tangentBefore: tangent)
    }
    advance(&back) { edges[$0 &+ 1].start <= length - reach }
    advance(&front) { edges[$0 &+ 1].start <= length + reach }
    let before = edges[back].values(at: length - reach)
    let here = edges[center].values(at: length)
    let after = edges[front].values(at: length + reach)
    let tangent = (before.once + after.once - here.once * 2) * perReachSquared
    let position = origin + (before.twice + after.twice - here.twice * 2) * perReachSquared
    return PathAverage(
      point: position.point, effect: position.effect, tangent: tangent, tangentBefore: tangent)
  }
}

/// A fourth-order kernel that moves along a path while its reach d(s) changes:
///
///     A(s) = 9/5 · T(s; 2d/3) − 4/5 · T(s; d)
///
/// The weights sum to 1, so that lines are preserved. A triangle of half-width d has the second moment d²/6, so that
/// the second moment of A is 9/5 · (4/9)d²/6 − 4/5 · d²/6 = 0: the average of a curve differs from the curve by terms
/// of fourth order in d only, and smoothing does not shrink it. (Taubin, "A signal processing approach to fair surface
/// design", SIGGRAPH 1995, has the same aim.) Both triangles are second differences of the same integral.
///
/// The effect is averaged with T(s; d) alone, which never leaves the range of its values.
struct FourthOrderKernel {
  /// The reach of the inner triangle, as a fraction of d.
  private static let inner = 2.0 / 3
  private static let innerWeight = 9.0 / 5
  private static let outerWeight = 4.0 / 5
  /// The weight of the inner triangle's second difference if it is divided by d² instead of (2d/3)².
  private static let innerShare = innerWeight / (inner * inner)

  private let origin: PathPosition
  private var reaches = ReachProfile.Walk()
  /// The edges on which the triangles start, have their center, and end.
  private var outerStart = 0
  private var innerStart = 0
  private var center = 0
  private var innerEnd = 0
  private var outerEnd = 0

  init(_ path: FlatPath) {
    origin = path.vertices[0].position
  }

  /// The average at `length`, which must not decrease from call to call.
  @inline(always)
  mutating func average(
    of path: FlatPath, _ edges: Span<PathIntegrals.Edge>, _ stops: Span<ReachProfile.Stop>, at length: Double
  ) -> PathAverage {
    let (reach, slope, slopeBefore) = reaches.reachAndSlopes(stops, at: length)
    let innerReach = reach * Self.inner
    advance(&center) { edges[$0 &+ 1].start <= length }
    guard path.integrals.areExact else {
      let outer = KernelSum.average(of: path.vertices, at: length, onEdge: center, reach: reach)
      let inner = KernelSum.average(of: path.vertices, at: length, onEdge: center, reach: innerReach)
      let tangent = inner.tangent * Self.innerWeight - outer.tangent * Self.outerWeight
      return PathAverage(
        point: inner.position.point * Self.innerWeight - outer.position.point * Self.outerWeight,
        effect: outer.position.effect, tangent: tangent, tangentBefore: tangent)
    }
    // The reach changes by less than the length does, so that no end of a triangle ever moves backward.
    advance(&outerStart) { edges[$0 &+ 1].start <= length - reach }
    advance(&innerStart) { edges[$0 &+ 1].start <= length - innerReach }
    advance(&innerEnd) { edges[$0 &+ 1].start <= length + innerReach }
    advance(&outerEnd) { edges[$0 &+ 1].start <= length + reach }
    let here = edges[center].values(at: length)
    let outer = (edges[outerStart].values(at: length - reach), edges[outerEnd].values(at: length + reach))
    let inner = (edges[innerStart].values(at: length - innerReach), edges[innerEnd].values(at: length + innerReach))

    let perReach = 1 / reach
    let perSquare = perReach * perReach
    let twiceHere = here.twice * 2
    let innerTwice = (inner.0.twice + inner.1.twice - twiceHere).point
    let outerTwice = outer.0.twice + outer.1.twice - twiceHere
    let point: SIMD2<Double> = (innerTwice * Self.innerShare - outerTwice.point * Self.outerWeight) * perSquare
    let effect = outerTwice.effect * perSquare
    let innerOnce: SIMD2<Double> = inner.0.once + inner.1.once - here.once * 2
    let outerOnce: SIMD2<Double> = outer.0.once + outer.1.once - here.once * 2
    let tangent: SIMD2<Double> = (innerOnce * Self.innerShare - outerOnce * Self.outerWeight) * perSquare
    // ∂A/∂d, which the slope of the reach multiplies: dA/ds = ∂A/∂s + ∂A/∂d · d′(s).
    let innerGrowth: SIMD2<Double> = (inner.1.once - inner.0.once) * (Self.innerShare * Self.inner)
    let outerGrowth: SIMD2<Double> = (outer.1.once - outer.0.once) * Self.outerWeight
    let byReach: SIMD2<Double> = (innerGrowth - outerGrowth) * perSquare - point * (2 * perReach)
    return PathAverage(
      point: origin.point + point, effect: origin.effect + effect, tangent: tangent + byReach * slope,
      tangentBefore: tangent + byReach * slopeBefore)
  }
}

/// The average with a triangular kernel, integrated edge by edge from the center of the kernel outward: for paths so
/// long, compared to the reach, that `PathIntegrals` would lose too many digits.
struct KernelSum {
  private let reach: Double
  private let perReach: Double
  private var sum = PathPosition.zero
  /// The integral of the path itself over the present side, minus that over the side before.
  private var plain = SIMD2<Double>.zero
  /// The position reached so far.
  private var near: PathPosition
  /// Its distance from the center, in points.
  private var nearDistance = 0.0
  /// The weight of the kernel there.
  private var nearWeight = 1.0

  private init(center: PathPosition, reach: Double) {
    self.reach = reach
    perReach = 1 / reach
    near = center
  }

  /// T(length; d) of `PathIntegrals` and its derivative, where `length` lies on edge `edge`.
  /// - Parameter d: The half-width of the kernel in points, positive.
  /// - Returns: The length of the position is meaningless.
  static func average(
    of path: [FlatPath.Vertex], at length: Double, onEdge edge: Int, reach d: Double
  ) -> (position: PathPosition, tangent: SIMD2<Double>) {
    let center = path[edge].position(at: length, before: path[edge + 1])
    var sum = KernelSum(center: center, reach: d)
    var i = edge
    while i >= 0, sum.isInside {
      let distance = length - path[i].position.length
      let far = distance <= d ? path[i].position : path[i].position(at: length - d, before: path[i + 1])
      sum.add(far, path[i], at: Swift.min(distance, d))
      i -= 1
    }
    sum.turn(to: center)
    i = edge
    while i + 1 < path.count, sum.isInside {
      let distance = path[i + 1].position.length - length
      let far = distance <= d ? path[i + 1].position : path[i].position(at: length + d, before: path[i + 1])
      sum.add(far, path[i], at: Swift.min(distance, d))
      i += 1
    }
    return (sum.sum * sum.perReach, sum.plain * (sum.perReach * sum.perReach))
  }

  /// Whether the position reached lies inside the kernel.
  private var isInside: Bool { nearDistance < reach }

  /// Adds the integral of the kernel's linear weight times the path from the position reached to `far`. The path is a
  /// parabola: its chord plus a bulge whose mean is two thirds of its height.
  /// - Parameters:
  ///   - edge: The edge of which the piece is all or a part.
  ///   - farDistance: The distance of `far` from the center, at most the reach.
  private mutating func add(_ far: PathPosition, _ edge: FlatPath.Vertex, at farDistance: Double) {
    let farWeight = 1 - farDistance * perReach
    let length = farDistance - nearDistance
    let sixth = length * (1.0 / 6)
    sum += near * (sixth * (2 * nearWeight + farWeight))
    sum += far * (sixth * (nearWeight + 2 * farWeight))
    // A part of a parabola is a parabola whose height is smaller by the square of the part.
    let part = Swift.min(1, length * edge.perLength)
    let third = edge.bulge * (part * part * (2 * sixth))
    sum += PathPosition(offset: third * (nearWeight + farWeight))
    let chord: SIMD2<Double> = (near.point + far.point) * (3 * sixth)
    plain += chord + third * 2
    near = far
    nearDistance = farDistance
    nearWeight = farWeight
  }

  /// Returns to the center to integrate the other side.
  private mutating func turn(to center: PathPosition) {
    near = center
    nearDistance = 0
    nearWeight = 1
    plain = -plain
  }
}
