/// The integral Q of a path C(s) along its length s with Q″ = C: a polynomial on each edge.
///
/// The average of C with a triangular kernel of half-width d is a second difference of Q (Heckbert, "Filtering by
/// repeated integration", SIGGRAPH 1986),
///
///     T(s; d) = ∫ (1 − |u|/d) C(s + u) du/d  =  (Q(s + d) − 2 Q(s) + Q(s − d)) / d²,  u in −d...d,
///
/// and its derivative T′ is the same difference of Q′. Three polynomials give the average, however many edges the
/// kernel covers.
struct PathIntegrals {
  /// The polynomials of an edge in u, the length from its start.
  struct Edge {
    /// Q at u = 0.
    var twice: PathPosition
    /// Q′ at u = 0.
    var once: PathPosition
    /// Q″ at u = 0: the position where the edge starts.
    var position: PathPosition
    /// Q‴/6 at u = 0.
    var slope: PathPosition
    /// Q⁗/24, a constant; 0 for the effect, which is linear on an edge.
    var bend: PathPosition
    /// The length of the path up to the edge, in points; infinite for the sentinel after the last edge.
    var start: Double

    /// Q, and Q′ of the point.
    @inline(always)
    func values(at length: Double) -> (twice: PathPosition, once: SIMD2<Double>) {
      let u = length - start
      let bent = bend * u
      let twiceCurve: PathPosition = position * 0.5 + (slope + bent) * u
      let twiceSlope: PathPosition = once + twiceCurve * u
      let onceCurve: SIMD2<Double> = slope.point * 3 + bent.point * 4
      let onceSlope: SIMD2<Double> = position.point + onceCurve * u
      return (twice + twiceSlope * u, once.point + onceSlope * u)
    }
  }

  private(set) var edges: [Edge] = []

  /// Whether the path was short enough for the last `integrate`. If not, use `KernelSum`.
  private(set) var areExact = false

  /// Integrates a path.
  ///
  /// The second difference loses about as many digits as (length of the path / reach)² has.
  /// - Parameter longest: The length of the path in points up to which this loss does not affect ink, whose coordinates
  ///   are stored as 32-bit floats.
  mutating func integrate(_ path: [FlatPath.Vertex], within longest: Double) {
    let path = path.span
    let count = path.count
    edges.removeAll(keepingCapacity: true)
    areExact = path[count - 1].position.length - path[0].position.length <= longest
    let origin = path[0].position
    edges.append(addingCapacity: count) { edges in
      var (twice, once) = (PathPosition.zero, PathPosition.zero)
      var position = PathPosition.zero
      for i in 0..<count - 1 {
        let vertex = path[i]
        let next = path[i + 1].position - origin
        let step = next - position
        let length = path[i + 1].position.length - vertex.position.length
        let perLength = vertex.perLength
        let bent = PathPosition(offset: vertex.bulge * (4 * perLength))
        edges.append(
          Edge(
            twice: twice, once: once, position: position, slope: (step * perLength + bent) * (1.0 / 6),
            bend: bent * (perLength * (-1.0 / 12)), start: vertex.position.length))
        let bulge = PathPosition(offset: vertex.bulge)
        let sixth = (position + position + next + bulge + bulge) * (length * (1.0 / 6))
        twice += (once + sixth) * length
        let mean = (position + next) * 0.5 + bulge * (2.0 / 3)
        once += mean * length
        position = next
      }
      edges.append(
        Edge(twice: .zero, once: .zero, position: .zero, slope: .zero, bend: .zero, start: .infinity))
    }
  }
}

/// The average of a path at one length.
struct PathAverage {
  /// x and y in points.
  var point: SIMD2<Double>
  var effect: Double
  /// The derivative of the point by the length, for the path after this length.
  var tangent: SIMD2<Double>
  /// The derivative for the path before this length. The two differ where the slope of the reach jumps.
  var tangentBefore: SIMD2<Double>
}
