/// A path's integral along its length, and the integral of that: polynomials on each edge.
///
/// The average of a path C under a triangular kernel is the second difference of Q with Q″ = C, (Q(s + d) − 2·Q(s) +
/// Q(s − d)) / d² (Heckbert, "Filtering by repeated integration", SIGGRAPH 1986), and its derivative that of Q′: three
/// places' polynomials, however many edges lie under the kernel.
struct PathIntegrals {
  /// What there is of an edge, by u, the length from its start.
  struct Edge {
    /// Q, Q′, Q″ at the edge's start, Q‴ there by 6 and Q⁗ by 24, each as x and y.
    var twice: SIMD2<Double>
    var once: SIMD2<Double>
    var place: SIMD2<Double>
    var slope: SIMD2<Double>
    var bend: SIMD2<Double>
    /// The same of the effect, which is linear.
    var effectTwice: Double
    var effectOnce: Double
    var effect: Double
    var effectSlope: Double
    /// The length of the path up to the edge, infinite for what follows the last edge.
    var start: Double

    /// Q as x and y, Q′, and Q of the effect.
    @inline(always)
    func values(at length: Double) -> (twice: SIMD2<Double>, once: SIMD2<Double>, effect: Double) {
      let u = length - start
      let bent = bend * u
      return (
        twice + (once + (place * 0.5 + (slope + bent) * u) * u) * u,
        once + (place + (slope * 3 + bent * 4) * u) * u,
        effectTwice + (effectOnce + (effect * 0.5 + effectSlope * u) * u) * u
      )
    }
  }

  private(set) var edges: [Edge] = []

  /// Whether the path is short enough for the last `integrate`.
  private(set) var areExact = false

  /// Integrates a path.
  ///
  /// The difference loses as many digits as the square of the path's length by the reach has.
  /// - Parameter longest: Up to which length of the path, in points, they are fewer than what makes a difference to
  ///   ink, whose places are floats.
  mutating func integrate(_ path: [FlatPath.Vertex], within longest: Double) {
    let path = path.span
    let count = path.count
    edges.removeAll(keepingCapacity: true)
    areExact = path[count - 1].place.w - path[0].place.w <= longest
    let origin = path[0].place
    edges.append(addingCapacity: count) { edges in
      var (twice, once) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      var place = SIMD4<Double>.zero
      for i in 0..<count - 1 {
        let vertex = path[i]
        let next = path[i + 1].place - origin
        let step = next - place
        let length = path[i + 1].place.w - vertex.place.w
        let perLength = vertex.perLength
        let bent = vertex.bulge * (4 * perLength)
        let slope = step * perLength
        edges.append(
          Edge(
            twice: twice.lowHalf, once: once.lowHalf, place: place.lowHalf,
            slope: (slope.lowHalf + bent) * (1.0 / 6), bend: bent * (perLength * (-1.0 / 12)),
            effectTwice: twice.z, effectOnce: once.z, effect: place.z, effectSlope: slope.z * (1.0 / 6),
            start: vertex.place.w))
        let bulge = SIMD4(lowHalf: vertex.bulge, highHalf: .zero)
        let sixth: SIMD4<Double> = (place + place + next + bulge + bulge) * (length * (1.0 / 6))
        twice += (once + sixth) * length
        let mean: SIMD4<Double> = (place + next) * 0.5 + bulge * (2.0 / 3)
        once += mean * length
        place = next
      }
      edges.append(
        Edge(
          twice: .zero, once: .zero, place: .zero, slope: .zero, bend: .zero, effectTwice: 0, effectOnce: 0, effect: 0,
          effectSlope: 0, start: .infinity))
    }
  }

  /// A kernel that moves along a path.
  struct Walk {
    private let reach: Double
    private let origin: SIMD4<Double>
    private let perReachSquared: Double
    /// The edges on which its start, its centre and its end lie.
    private var back = 0
    private var center = 0
    private var front = 0

    @inline(always)
    init(_ path: FlatPath, reach: Double) {
      self.reach = reach
      origin = path.vertices[0].place
      perReachSquared = 1 / (reach * reach)
    }

    /// The average at `length`, no less than at the last call.
    @inline(always)
    mutating func average(
      of path: FlatPath, _ edges: Span<Edge>, at length: Double
    ) -> PathAverage {
      advance(&center) { edges[$0 &+ 1].start <= length }
      guard path.integrals.areExact else {
        let (place, tangent) = KernelSum.average(of: path.vertices, at: length, onEdge: center, reach: reach)
        return PathAverage(place: place.lowHalf, effect: place.z, tangent: tangent, tangentBefore: tangent)
      }
      advance(&back) { edges[$0 &+ 1].start <= length - reach }
      advance(&front) { edges[$0 &+ 1].start <= length + reach }
      let before = edges[back].values(at: length - reach)
      let here = edges[center].values(at: length)
      let behind = edges[front].values(at: length + reach)
      let tangent = (before.once + behind.once - here.once * 2) * perReachSquared
      return PathAverage(
        place: origin.lowHalf + (before.twice + behind.twice - here.twice * 2) * perReachSquared,
        effect: origin.z + (before.effect + behind.effect - here.effect * 2) * perReachSquared, tangent: tangent,
        tangentBefore: tangent)
    }
  }
}

/// A path averaged at one length of it.
struct PathAverage {
  /// x and y in points.
  var place: SIMD2<Double>
  var effect: Double
  /// The derivative of the place by the length behind this length, and before it.
  var tangent: SIMD2<Double>
  var tangentBefore: SIMD2<Double>
}
