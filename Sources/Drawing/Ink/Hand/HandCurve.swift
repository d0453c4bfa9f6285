import Geometry

/// A node of the curve through a hand's samples, and the piece of the curve after it.
struct HandNode {
  /// x and y in lattice units, as all lengths here.
  var point: SIMD2<Double>
  /// The grid, or equivalent grid of the noise, that calming leaves: what chords and corners compare with.
  var rest: Double
  /// What the average may miss the node by, in x and in y.
  var tolerance: Double
  /// The height of a small feature.
  var height: Double
  /// The reach that noise and speed demand.
  var demand: Double
  /// The offset of the middle of the piece from the middle of its chord.
  fileprivate(set) var bulge = SIMD2<Double>.zero
  /// The length of the piece.
  fileprivate(set) var length = 0.0
  /// The length of the curve up to the node, in units of 2⁻²⁴. Differences of these integers are exact, so that
  /// they do not depend on where a window begins.
  fileprivate var sum: Int64 = 0

  init(point: SIMD2<Double>, rest: Double, tolerance: Double, height: Double, demand: Double) {
    (self.point, self.rest, self.tolerance, self.height, self.demand) = (point, rest, tolerance, height, demand)
  }

  /// The length of the curve from here to a later node.
  @inline(__always)
  func length(to other: HandNode) -> Double { Double(other.sum &- sum) * 0x1p-24 }
}

/// The derivatives of a centripetal Catmull-Rom curve that keeps the direction of straight sides, breaks at corners that
/// noise does not explain, and does not bulge beside long sides.
struct HandCurve {
  /// The share of the weights of Akima ("A new method of interpolation and smooth curve fitting", 1970) for long chords:
  /// a chord whose other end does not turn is straight, and keeps its direction.
  private static let akima = 0.5

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
  ///   - turn: The turn at the node: the length of the difference of unit vectors, negative for one to the left.
  ///   - before: The turn at the node before; at the start of the stroke, that of the node itself.
  ///   - after: The turn at the node after; at the end of the stroke, that of the node itself.
  ///   - rest: The node's `rest`.
  ///   - bulge: The largest bulge of a side, in lengths of the chord beside it.
  @inline(__always)
  static func derivatives(
    _ a: Chord, _ b: Chord, turn: Double, before: Double, after: Double, rest: Double, bulge: Double
  ) -> NodeDerivatives {
    let short = Swift.min(a.length, b.length)
    let along = a.unit * b.unit
    let cosine = Swift.max(-1, Swift.min(1, along.x + along.y))
    // The centripetal weights of the unit-parameter derivatives, b.knot : a.knot.
    var (wa, wb) = (b.knot, a.knot)
    let share = akima * smoothStep(short / rest, from: 3, to: 8)
    if share > 0 {
      let least = 0.25 * Swift.abs(turn) + 1e-3
      let (va, vb) = (Swift.abs(after) + least, Swift.abs(before) + least)
      let per = 2 * share / (va + vb)
      (wa, wb) = (wa * (1 - share + per * va), wb * (1 - share + per * vb))
    }
    let weighted: SIMD2<Double> = a.step * (wa / a.knot) + b.step * (wb / b.knot)
    var mean: SIMD2<Double> = weighted / (wa + wb)
    // Nodes on a circle give the circle's tangent; see `PathChord.tangent`.
    let half = Swift.max(0.5, (1 + cosine) / 2).squareRoot()
    let gentle = 1 - smoothStep(-cosine, from: -0.94, to: -0.7)
    let circle: Double = 2 / (half * (1 + half))
    mean *= 1 + gentle * (circle - 1)
    var (into, out) = (mean * a.knot, mean * b.knot)
    // The middle of a side is off by an eighth of the cross parts of the derivatives at its two ends.
    let most = 4 * bulge * short
    let crossA = Swift.abs(into.x * a.unit.y - into.y * a.unit.x)
    let crossB = Swift.abs(out.x * b.unit.y - out.y * b.unit.x)
    if crossA > most { into *= most / crossA }
    if crossB > most { out *= most / crossB }
    // A turn of 60 degrees begins to break the curve; one of 90 breaks it, unless it is a part of a bend.
    var broken = (1 - smoothStep(cosine, from: 0, to: 0.5)) * smoothStep(short / rest, from: 2, to: 4.5)
    if broken > 0 {
      let bend = bendShare(of: before, with: turn) + bendShare(of: after, with: turn)
      broken *= 1 - smoothStep(bend / Swift.abs(turn), from: 0.25, to: 0.55)
      (into, out) = (into + (a.step - into) * broken, out + (b.step - out) * broken)
    }
    return NodeDerivatives(into: into, out: out)
  }

  /// What a turn beside a sharp one tells of a bend: its size if both go the same way, unless it is a corner itself,
  /// from 40 to 60 degrees on.
  private static func bendShare(of neighbor: Double, with turn: Double) -> Double {
    let size = Swift.abs(neighbor)
    return neighbor * turn > 0 ? size * (1 - smoothStep(size, from: 0.7, to: 1)) : 0
  }
}

/// The curve through the nodes of a window, measured along its length.
struct HandPath {
  var nodes: [HandNode] = []
  private(set) var derivatives: [NodeDerivatives] = []
  private var chords: [HandCurve.Chord] = []
  /// The length of the difference of the unit vectors before and after each node, with the sign of the turn.
  private var turns: [Double] = []

  /// Lays the curve through the nodes, and measures it. Where the stroke does not begin at the first node, the derivatives
  /// at the first two are meaningless; at its end likewise.
  /// - Parameter bulge: The largest bulge of a side, in lengths of the chord beside it.
  mutating func lay(bulge: Double) {
    let count = nodes.count
    derivatives.removeAll(keepingCapacity: true)
    chords.removeAll(keepingCapacity: true)
    turns.removeAll(keepingCapacity: true)
    guard count > 1 else {
      derivatives.append(NodeDerivatives())
      return
    }
    let nodes = self.nodes
    chords.append(addingCapacity: count - 1) { chords in
      let nodes = nodes.span
      for i in 1..<count { chords.append(HandCurve.Chord(from: nodes[i - 1].point, to: nodes[i].point)) }
    }
    let chords = self.chords
    turns.append(addingCapacity: count) { turns in
      let chords = chords.span
      turns.append(0)
      for i in 1..<count - 1 {
        let (a, b) = (chords[i - 1].unit, chords[i].unit)
        let size = (b - a).squaredLength.squareRoot()
        turns.append(a.x * b.y < a.y * b.x ? -size : size)
      }
      turns.append(0)
    }
    let turns = self.turns
    derivatives.append(addingCapacity: count) { derivatives in
      let (nodes, chords, turns) = (nodes.span, chords.span, turns.span)
      derivatives.append(NodeDerivatives())
      for i in 1..<count - 1 {
        derivatives.append(
          HandCurve.derivatives(
            chords[i - 1], chords[i], turn: turns[i], before: i > 1 ? turns[i - 1] : turns[i],
            after: i + 2 < count ? turns[i + 1] : turns[i], rest: nodes[i].rest, bulge: bulge))
      }
      derivatives.append(NodeDerivatives())
    }
    // The first and the last piece of a stroke are parabolas.
    let (first, last) = (chords[0].step, chords[count - 2].step)
    derivatives[0].out = count == 2 ? first : first * 1.5 - derivatives[1].into * 0.5
    derivatives[count - 1].into = count == 2 ? last : last * 1.5 - derivatives[count - 2].out * 0.5
    measure()
  }

  private mutating func measure() {
    let (chords, derivatives) = (self.chords, self.derivatives)
    var nodes = nodes.mutableSpan
    var sum: Int64 = 0
    for i in 1..<nodes.count {
      let chord = chords[i - 1].length
      let bulge = (derivatives[i - 1].out - derivatives[i].into) * 0.125
      nodes[i - 1].bulge = bulge
      // The length of a parabola of height h over a chord c is about √(c² + 16/3 h²).
      let length = (chord * chord + 16.0 / 3 * bulge.squaredLength).squareRoot()
      let units = Int64(saturating: length * 0x1p24) &+ 1
      sum &+= units
      nodes[i - 1].length = Double(units) * 0x1p-24
      nodes[i].sum = sum
    }
  }

  /// The length of the curve from node `i` to node `j`.
  @inline(__always)
  func length(from i: Int, to j: Int) -> Double { nodes[i].length(to: nodes[j]) }
}
