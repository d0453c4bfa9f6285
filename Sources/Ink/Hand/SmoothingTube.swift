/// Limits the reach of the smoothing kernel to what noise explains (`ink-3`): the average must not leave the samples, or
/// the curve between distant samples, by more than a tolerance. Corners, flicks and simplified strokes are thus kept, in
/// dense strokes too.
struct SmoothingTube {
  private let path: HandPath
  private let begins: Bool
  private let ends: Bool

  /// - Parameter begins: Whether the stroke begins at the first node of the path; `ends` likewise.
  init(_ path: HandPath, begins: Bool, ends: Bool) { (self.path, self.begins, self.ends) = (path, begins, ends) }

  /// The number of bisections, after which the reach is known to within 20 %.
  private static let bisections = 5

  /// The largest reach up to `demand` at which the average at and beside a node stays within its tolerance, if a larger
  /// reach never misses less.
  /// - Parameters:
  ///   - demand: In points.
  ///   - tolerances: Those of the nodes in x and in y, in points.
  func reach(at i: Int, demand: Double, tolerances: Span<Double>) -> Double {
    let least = 0.5 * path.nodes[i].rest
    guard demand > least, !holds(at: i, demand, tolerances) else { return demand }
    var (low, high) = (least, demand)
    for _ in 0..<Self.bisections {
      let middle = (low * high).squareRoot()
      if holds(at: i, middle, tolerances) { low = middle } else { high = middle }
    }
    return low
  }

  private func holds(at i: Int, _ reach: Double, _ tolerances: Span<Double>) -> Bool {
    guard isWithin(miss(at: i, afterMiddle: false, reach), tolerances[i]) else { return false }
    // The middles of long chords.
    for k in [i - 1, i] where k >= 0 && k + 1 < path.nodes.count {
      let rest = Swift.max(path.nodes[k].rest, path.nodes[k + 1].rest)
      guard path.length(from: k, to: k + 1) > 4 * rest else { continue }
      let tolerance = Swift.min(tolerances[k], tolerances[k + 1])
      guard isWithin(miss(at: k, afterMiddle: true, reach), tolerance) else { return false }
    }
    return true
  }

  @inline(__always)
  private func isWithin(_ miss: SIMD2<Double>, _ tolerance: Double) -> Bool {
    Swift.abs(miss.x) <= tolerance && Swift.abs(miss.y) <= tolerance
  }

  // MARK: The average

  /// A(s; d) − C(s) of `FourthOrderKernel` at node `i`, or at the middle of the piece after it.
  ///
  /// Like every value of a plan it is summed outward from its own place, so that it does not depend on the window.
  private func miss(at i: Int, afterMiddle: Bool, _ reach: Double) -> SIMD2<Double> {
    var sums = Sums(reach: reach)
    for direction in [1, -1] {
      var walk = Walk(path, from: i, direction, begins: begins, ends: ends)
      sums.start()
      if afterMiddle {
        // Half of a parabola has a quarter of its height.
        let (start, end) = (path.nodes[i].point, path.nodes[i + 1].point)
        let middle = (start + end) * 0.5 + path.bulges[i]
        let half = path.length(from: i, to: i + 1) / 2
        sums.origin = middle
        sums.add(from: middle, to: direction > 0 ? end : start, bulge: path.bulges[i] * 0.25, length: half)
        if direction > 0 { walk.skip() }
      } else {
        sums.origin = path.nodes[i].point
      }
      while sums.isInside, walk.next() {
        sums.add(from: walk.start, to: walk.end, bulge: walk.bulge, length: walk.length)
      }
    }
    return sums.average
  }

  /// The integrals ∫ (d − u) (C(u) − C(0)) du over both sides, for both triangles of the kernel.
  private struct Sums {
    private let outerReach: Double
    private let innerReach: Double
    private var outer = SIMD2<Double>.zero
    private var inner = SIMD2<Double>.zero
    /// The distance from the center so far, in points.
    private var distance = 0.0
    var origin = SIMD2<Double>.zero

    init(reach: Double) { (outerReach, innerReach) = (reach, reach * (2.0 / 3)) }

    mutating func start() { distance = 0 }

    var isInside: Bool { distance < outerReach }

    /// 9/5 T(2d/3) − 4/5 T(d), where T(d) is a side's integral divided by d².
    var average: SIMD2<Double> {
      (inner * (9.0 / 5 * 9 / 4) - outer * (4.0 / 5)) / (outerReach * outerReach)
    }

    /// Adds a parabola whose middle is off its chord by `bulge`.
    @inline(__always)
    mutating func add(from start: SIMD2<Double>, to end: SIMD2<Double>, bulge: SIMD2<Double>, length: Double) {
      let per = 1 / length
      let height = bulge * (4 * per)
      // C = constant + slope · t + bend · t².
      let constant = start - origin
      let slope = (end - start) * per + height
      let bend = height * -per
      outer += Self.part(constant, slope, bend, outerReach - distance, length)
      if distance < innerReach { inner += Self.part(constant, slope, bend, innerReach - distance, length) }
      distance += length
    }

    /// ∫ (left − t) (constant + slope · t + bend · t²) dt from 0 to the lesser of `left` and `length`.
    @inline(__always)
    private static func part(
      _ constant: SIMD2<Double>, _ slope: SIMD2<Double>, _ bend: SIMD2<Double>, _ left: Double, _ length: Double
    ) -> SIMD2<Double> {
      let x = length < left ? length : left
      let first = constant + (slope * 0.5 + bend * (x * (1.0 / 3))) * x
      let second = constant * 0.5 + (slope * (1.0 / 3) + bend * (x * 0.25)) * x
      return (first * left - second * x) * x
    }
  }

  /// The pieces of the path outward from a node. Beyond an end of the stroke follows the image of the path, turned by
  /// half a turn about the end.
  private struct Walk {
    private let path: HandPath
    private let begins: Bool
    private let ends: Bool
    private var node: Int
    private var direction: Int
    /// A point of the present image is `turn` − or + a node's.
    private var shift = SIMD2<Double>.zero
    private var sign = 1.0
    private(set) var start: SIMD2<Double>
    private(set) var end = SIMD2<Double>.zero
    private(set) var bulge = SIMD2<Double>.zero
    private(set) var length = 0.0

    init(_ path: HandPath, from node: Int, _ direction: Int, begins: Bool, ends: Bool) {
      (self.path, self.node, self.direction, self.begins, self.ends) = (path, node, direction, begins, ends)
      start = path.nodes[node].point
    }

    mutating func skip() { _ = next() }

    /// Moves to the next piece.
    /// - Returns: Whether there is one.
    mutating func next() -> Bool {
      if node + direction < 0 || node + direction >= path.nodes.count {
        guard direction < 0 ? begins : ends, path.nodes.count > 1 else { return false }
        let turned = shift + path.nodes[node].point * sign
        (shift, sign, direction) = (turned + path.nodes[node].point * sign, -sign, -direction)
      }
      let following = node + direction
      start = shift + path.nodes[node].point * sign
      end = shift + path.nodes[following].point * sign
      let piece = Swift.min(node, following)
      bulge = path.bulges[piece] * sign
      length = path.length(from: piece, to: piece + 1)
      node = following
      return true
    }
  }
}
