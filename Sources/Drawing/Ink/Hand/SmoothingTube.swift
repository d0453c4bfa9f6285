/// Limits the reach of the smoothing kernel to what noise explains (`ink-3`): the average must not leave the samples, or
/// the curve between distant samples, by more than a tolerance. Corners, flicks and simplified strokes are thus kept, in
/// dense strokes too.
struct SmoothingTube {
  /// Whether the stroke begins at the first node of the path.
  let begins: Bool
  /// Whether it ends at the last one.
  let ends: Bool

  /// The most reaches that are tried.
  private static let attempts = 5
  /// By what factor a reach that was lowered may still miss the tolerance: so most need two attempts.
  private static let slack = 1.15

  /// A reach up to `demand` at which the average at and beside a node stays within its tolerance, or the least reach.
  ///
  /// A miss grows about with the square of the reach: that gives the next reach to try.
  func reach(at i: Int, demand: Double, _ nodes: Span<HandNode>) -> Double {
    let least = 0.5 * nodes[i].rest
    var reach = demand
    for attempt in 0..<Self.attempts {
      guard reach > least else { break }
      let excess = excess(at: i, reach, nodes)
      guard excess > (attempt == 0 ? 1 : Self.slack) else { return reach }
      reach *= Swift.min(0.85, Swift.max(0.4, 0.97 / excess.squareRoot()))
    }
    return Swift.min(demand, Swift.max(least, reach))
  }

  /// How many times its tolerance the average misses a node or the middles of the long chords beside it.
  private func excess(at i: Int, _ reach: Double, _ nodes: Span<HandNode>) -> Double {
    var excess = miss(at: i, afterMiddle: false, reach, nodes) / nodes[i].tolerance
    for k in Swift.max(0, i - 1)...Swift.max(0, Swift.min(i, nodes.count - 2)) where k + 1 < nodes.count {
      let length = nodes[k].length
      guard length > reach, length > 4 * Swift.max(nodes[k].rest, nodes[k + 1].rest) else { continue }
      let tolerance = Swift.min(nodes[k].tolerance, nodes[k + 1].tolerance)
      excess = Swift.max(excess, miss(at: k, afterMiddle: true, reach, nodes) / tolerance)
    }
    return excess
  }

  // MARK: The average

  /// The larger coordinate of A(s; d) − C(s), see `FourthOrderKernel`, at node `i` or at the middle of the piece after it.
  ///
  /// Like every value of a plan it is summed outward from its own place, so that it does not depend on the window.
  private func miss(at i: Int, afterMiddle: Bool, _ reach: Double, _ nodes: Span<HandNode>) -> Double {
    var sums = Sums(reach: reach, origin: nodes[i].point)
    guard afterMiddle else {
      add(&sums, from: i, by: 1, nodes)
      sums.start()
      add(&sums, from: i, by: -1, nodes)
      return sums.miss
    }
    let (here, next) = (nodes[i], nodes[i + 1])
    sums.origin = (here.point + next.point) * 0.5 + here.bulge
    let half = here.length / 2
    // Half of a parabola has a quarter of its height.
    sums.add(from: sums.origin, to: next.point, bulge: here.bulge * 0.25, length: half)
    add(&sums, from: i + 1, by: 1, nodes)
    sums.start()
    sums.add(from: sums.origin, to: here.point, bulge: here.bulge * 0.25, length: half)
    add(&sums, from: i, by: -1, nodes)
    return sums.miss
  }

  /// Adds the pieces of the path from a node in one direction.
  @inline(__always)
  private func add(_ sums: inout Sums, from node: Int, by step: Int, _ nodes: Span<HandNode>) {
    var i = node
    while sums.isInside {
      let next = i + step
      guard next >= 0, next < nodes.count else {
        if step < 0 ? begins : ends { addImages(&sums, from: i, by: step, nodes) }
        return
      }
      let piece = Swift.min(i, next)
      sums.add(from: nodes[i].point, to: nodes[next].point, bulge: nodes[piece].bulge, length: nodes[piece].length)
      i = next
    }
  }

  /// Adds the pieces beyond an end of the stroke: the image of the path, turned by half a turn about the end.
  private func addImages(_ sums: inout Sums, from end: Int, by step: Int, _ nodes: Span<HandNode>) {
    guard nodes.count > 1 else { return }
    var (i, step) = (end, -step)
    // A point of the present image is shift + sign · (a node's point).
    var (shift, sign) = (nodes[i].point * 2, -1.0)
    while sums.isInside {
      if i + step < 0 || i + step >= nodes.count {
        (shift, sign, step) = (shift + nodes[i].point * (2 * sign), -sign, -step)
      }
      let next = i + step
      let piece = Swift.min(i, next)
      sums.add(
        from: shift + nodes[i].point * sign, to: shift + nodes[next].point * sign, bulge: nodes[piece].bulge * sign,
        length: nodes[piece].length)
      i = next
    }
  }

  /// The integrals ∫ (d − u) (C(u) − C(0)) du over both sides, for both triangles of the kernel.
  private struct Sums {
    private let outerReach: Double
    private let innerReach: Double
    private var outer = SIMD2<Double>.zero
    private var inner = SIMD2<Double>.zero
    /// The distance from the center so far, in points.
    private var distance = 0.0
    /// C(0).
    var origin: SIMD2<Double>

    init(reach: Double, origin: SIMD2<Double>) {
      (outerReach, innerReach, self.origin) = (reach, reach * (2.0 / 3), origin)
    }

    /// Begins the other side.
    mutating func start() { distance = 0 }

    var isInside: Bool { distance < outerReach }

    /// The larger coordinate of 9/5 T(2d/3) − 4/5 T(d), where T(d) is the integral divided by d².
    var miss: Double {
      let (innerFactor, outerFactor): (Double, Double) = (9.0 / 5 * 9 / 4, 4.0 / 5)
      let difference: SIMD2<Double> = inner * innerFactor - outer * outerFactor
      let miss: SIMD2<Double> = difference / (outerReach * outerReach)
      return Swift.max(Swift.abs(miss.x), Swift.abs(miss.y))
    }

    /// Adds a parabola whose middle is off its chord by `bulge`.
    @inline(__always)
    mutating func add(from start: SIMD2<Double>, to end: SIMD2<Double>, bulge: SIMD2<Double>, length: Double) {
      let (outerLeft, innerLeft) = (outerReach - distance, innerReach - distance)
      distance += length
      let (constant, step) = (start - origin, end - start)
      // ∫ (C − C(0)) dt / length and ∫ t (C − C(0)) dt / length.
      let mean = constant + step * 0.5 + bulge * (2.0 / 3)
      let secondMoment: SIMD2<Double> = (step + bulge) * (1.0 / 3)
      let moment: SIMD2<Double> = (constant * 0.5 + secondMoment) * length
      if length <= innerLeft {
        inner += (mean * innerLeft - moment) * length
      } else if innerLeft > 0 {
        inner += Self.part(constant, step, bulge, innerLeft, length)
      }
      outer +=
        length <= outerLeft
        ? (mean * outerLeft - moment) * length : Self.part(constant, step, bulge, outerLeft, length)
    }

    /// ∫ (left − t) (C − C(0)) dt from 0 to `left`, which is less than `length`.
    private static func part(
      _ constant: SIMD2<Double>, _ step: SIMD2<Double>, _ bulge: SIMD2<Double>, _ left: Double, _ length: Double
    ) -> SIMD2<Double> {
      let part = left / length
      let bent = bulge * (4 * part)
      // C − C(0) = constant + slope · t/left − bend · (t/left)².
      let (slope, bend) = (step * part + bent, bent * part)
      return (constant * 0.5 + slope * (1.0 / 6) - bend * (1.0 / 12)) * (left * left)
    }
  }
}
