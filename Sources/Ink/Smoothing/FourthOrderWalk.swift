/// A fourth-order kernel that moves along a path while its reach changes.
///
/// With T(d) the average under a triangle of half-width d, it is 9/5·T(2d/3) − 4/5·T(d). A triangle's second moment is
/// d²/6, so that the second moment of the difference is 0: the average of a curve is the curve itself to the fourth
/// order, and nothing shrinks (Taubin, "A signal processing approach to fair surface design", SIGGRAPH 1995, has the
/// same aim). Both triangles are second differences of one integral (`PathIntegrals`).
struct FourthOrderWalk {
  private static let inner = 2.0 / 3
  /// The weight of the inner triangle, and that by the square of its reach.
  private static let innerWeight = 9.0 / 5
  private static let outerWeight = 4.0 / 5
  private static let innerShare = innerWeight / (inner * inner)

  private let origin: SIMD4<Double>
  private var reaches = ReachProfile.Walk()
  /// The edges on which the triangles start, have their center, and end.
  private var outerStart = 0
  private var innerStart = 0
  private var center = 0
  private var innerEnd = 0
  private var outerEnd = 0

  init(_ path: FlatPath) {
    origin = path.vertices[0].place
  }

  /// The average at `length`, no less than at the last call. The effect is averaged by
  /// the outer triangle alone, which never leaves the range of what it averages.
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
        place: inner.place.lowHalf * Self.innerWeight - outer.place.lowHalf * Self.outerWeight, effect: outer.place.z,
        tangent: tangent, tangentBefore: tangent)
    }
    // The reach changes by less than the length does, so that no end ever moves backward.
    advance(&outerStart) { edges[$0 &+ 1].start <= length - reach }
    advance(&innerStart) { edges[$0 &+ 1].start <= length - innerReach }
    advance(&innerEnd) { edges[$0 &+ 1].start <= length + innerReach }
    advance(&outerEnd) { edges[$0 &+ 1].start <= length + reach }
    let here = edges[center].values(at: length)
    let outer = (edges[outerStart].values(at: length - reach), edges[outerEnd].values(at: length + reach))
    let inner = (edges[innerStart].values(at: length - innerReach), edges[innerEnd].values(at: length + innerReach))

    let perReach = 1 / reach
    let perSquare = perReach * perReach
    let innerTwice: SIMD2<Double> = inner.0.twice + inner.1.twice - here.twice * 2
    let outerTwice: SIMD2<Double> = outer.0.twice + outer.1.twice - here.twice * 2
    let place: SIMD2<Double> = (innerTwice * Self.innerShare - outerTwice * Self.outerWeight) * perSquare
    let effect = (outer.0.effect + outer.1.effect - here.effect * 2) * perSquare
    let innerOnce: SIMD2<Double> = inner.0.once + inner.1.once - here.once * 2
    let outerOnce: SIMD2<Double> = outer.0.once + outer.1.once - here.once * 2
    let tangent: SIMD2<Double> = (innerOnce * Self.innerShare - outerOnce * Self.outerWeight) * perSquare
    // What the average moves by while the reach grows.
    let innerGrowth: SIMD2<Double> = (inner.1.once - inner.0.once) * (Self.innerShare * Self.inner)
    let outerGrowth: SIMD2<Double> = (outer.1.once - outer.0.once) * Self.outerWeight
    let byReach: SIMD2<Double> = (innerGrowth - outerGrowth) * perSquare - place * (2 * perReach)
    return PathAverage(
      place: origin.lowHalf + place, effect: origin.z + effect, tangent: tangent + byReach * slope,
      tangentBefore: tangent + byReach * slopeBefore)
  }
}
