/// A node of the curve of `ink-3`.
struct HandNode {
  /// x and y in points.
  var point: SIMD2<Double>
  var derivatives = NodeDerivatives()
  /// The grid, or equivalent grid of the noise, that calming leaves, in points: what chords and corners compare with.
  var rest = 0.0
}

/// The derivatives of a centripetal Catmull-Rom curve that keeps the direction of straight sides, breaks at corners that
/// noise does not explain, and does not bulge beside long sides (`ink-3`).
struct HandCurve {
  /// The share of the weights of Akima ("A new method of interpolation and smooth curve fitting", 1970) for long chords:
  /// a chord whose other end does not turn is straight, and keeps its direction.
  private static let akima = 0.5
  /// The largest bulge of a side, in lengths of the chord beside it.
  private static let bulge = 0.2

  /// A chord between consecutive nodes.
  struct Chord {
    let step: SIMD2<Double>
    let length: Double
    /// The knot interval of a centripetal curve.
    let knot: Double
    let unit: SIMD2<Double>

    init(from start: SIMD2<Double>, to end: SIMD2<Double>) {
      step = end - start
      length = Swift.max(step.squaredLength.squareRoot(), 1e-9)
      knot = length.squareRoot()
      unit = step / length
    }
  }

  /// The derivatives at a node between two chords.
  /// - Parameters:
  ///   - before: The size of the turn at the node before, as the length of the difference of unit vectors; nil at the
  ///     start of the stroke.
  ///   - after: The same at the node after.
  ///   - rest: The node's `rest`.
  @inline(__always)
  static func derivatives(
    _ a: Chord, _ b: Chord, before: Double?, after: Double?, rest: Double
  ) -> NodeDerivatives {
    let turn = (b.unit - a.unit).squaredLength.squareRoot()
    let short = Swift.min(a.length, b.length)
    let along = a.unit * b.unit
    let cosine = Swift.max(-1, Swift.min(1, along.x + along.y))
    // The centripetal weights of the unit-parameter derivatives, b.knot : a.knot.
    var (wa, wb) = (b.knot, a.knot)
    let share = akima * smoothStep(short / rest, from: 3, to: 8)
    if share > 0 {
      let least = 0.25 * turn + 1e-3
      let (va, vb) = ((after ?? turn) + least, (before ?? turn) + least)
      let per = 2 * share / (va + vb)
      (wa, wb) = (wa * (1 - share + per * va), wb * (1 - share + per * vb))
    }
    var mean = (a.step * (wa / a.knot) + b.step * (wb / b.knot)) / (wa + wb)
    // Nodes on a circle give the circle's tangent; see `PathChord.tangent`.
    let half = Swift.max(0.5, (1 + cosine) / 2).squareRoot()
    let gentle = 1 - smoothStep(-cosine, from: -0.94, to: -0.7)
    mean *= 1 + gentle * (2 / (half * (1 + half)) - 1)
    var (into, out) = (mean * a.knot, mean * b.knot)
    // A side bulges by 4/27 of the cross part of its derivative.
    let most = bulge * 6.75 * short
    let crossA = Swift.abs(into.x * a.unit.y - into.y * a.unit.x)
    let crossB = Swift.abs(out.x * b.unit.y - out.y * b.unit.x)
    if crossA > most { into *= most / crossA }
    if crossB > most { out *= most / crossB }
    // A turn of 60 degrees begins to break the curve; one of 90 breaks it.
    let broken = (1 - smoothStep(cosine, from: 0, to: 0.5)) * smoothStep(short / rest, from: 2, to: 4.5)
    if broken > 0 { (into, out) = (into + (a.step - into) * broken, out + (b.step - out) * broken) }
    return NodeDerivatives(into: into, out: out)
  }
}

/// The curve through the nodes of a window, measured along its length.
struct HandPath {
  private(set) var nodes: [HandNode] = []
  /// The length of the curve up to each node, in units of 2⁻²⁴ points. Differences of these integers are exact, so that
  /// they do not depend on where the window begins.
  private(set) var lengths: [Int64] = []
  /// For each node, the offset of the middle of the next piece from the middle of its chord, in points.
  private(set) var bulges: [SIMD2<Double>] = []
  private var chords: [HandCurve.Chord] = []
  private var turns: [Double] = []

  /// Replaces the path.
  /// - Parameters:
  ///   - nodes: Without derivatives.
  ///   - begins: Whether the stroke begins at the first node; if not, the derivatives at the first two nodes are
  ///     meaningless. `ends` likewise.
  mutating func lay(_ nodes: [HandNode], begins: Bool, ends: Bool) {
    self.nodes = nodes
    let count = nodes.count
    chords.removeAll(keepingCapacity: true)
    turns.removeAll(keepingCapacity: true)
    turns.append(0)
    for i in 1..<Swift.max(1, count) {
      chords.append(HandCurve.Chord(from: nodes[i - 1].point, to: nodes[i].point))
      if i > 1 { turns.append((chords[i - 1].unit - chords[i - 2].unit).squaredLength.squareRoot()) }
    }
    for i in 1..<Swift.max(1, count - 1) {
      self.nodes[i].derivatives = HandCurve.derivatives(
        chords[i - 1], chords[i], before: i > 1 ? turns[i - 1] : nil, after: i + 2 < count ? turns[i + 1] : nil,
        rest: nodes[i].rest)
    }
    // The first and the last piece of a stroke are parabolas.
    if count == 2 {
      (self.nodes[0].derivatives.out, self.nodes[1].derivatives.into) = (chords[0].step, chords[0].step)
    } else if count > 2 {
      self.nodes[0].derivatives.out = chords[0].step * 1.5 - self.nodes[1].derivatives.into * 0.5
      self.nodes[count - 1].derivatives.into = chords[count - 2].step * 1.5 - self.nodes[count - 2].derivatives.out * 0.5
    }
    measure()
  }

  private mutating func measure() {
    lengths.removeAll(keepingCapacity: true)
    bulges.removeAll(keepingCapacity: true)
    var length: Int64 = 0
    lengths.append(0)
    for (i, chord) in chords.enumerated() {
      let bulge = (nodes[i].derivatives.out - nodes[i + 1].derivatives.into) * 0.125
      bulges.append(bulge)
      // The length of a parabola of height h over a chord c is about √(c² + 16/3 h²).
      let own = (chord.length * chord.length + 16.0 / 3 * bulge.squaredLength).squareRoot()
      length &+= Int64(saturating: own * 0x1p24) &+ 1
      lengths.append(length)
    }
  }

  /// The length of the path from node `i` to node `j`, in points.
  @inline(__always)
  func length(from i: Int, to j: Int) -> Double { Double(lengths[j] &- lengths[i]) * 0x1p-24 }
}
