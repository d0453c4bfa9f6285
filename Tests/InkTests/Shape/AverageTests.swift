import Geometry
import TestSupport
import Testing

@testable import Ink

/// A path of parabolas that is integrated by brute force.
private struct NumericPath {
  /// The ends and the middle of each edge, each as x and y.
  var edges: [(start: SIMD2<Double>, middle: SIMD2<Double>, end: SIMD2<Double>)]
  var lengths = [0.0]

  init(_ edges: [(start: SIMD2<Double>, middle: SIMD2<Double>, end: SIMD2<Double>)]) {
    self.edges = edges
    for edge in edges {
      let step = edge.end - edge.start
      lengths.append(lengths[lengths.count - 1] + (step * step).sum().squareRoot())
    }
  }

  var length: Double { lengths[lengths.count - 1] }

  /// Lagrange's parabola through an edge's three places; beyond an end the path turned by half a circle.
  subscript(at: Double) -> SIMD2<Double> {
    if at < 0 { return edges[0].start * 2 - self[-at] }
    if at > length { return edges[edges.count - 1].end * 2 - self[2 * length - at] }
    let i = edges.indices.last { lengths[$0] <= at } ?? 0
    let edge = edges[i]
    let t = (at - lengths[i]) / (lengths[i + 1] - lengths[i])
    return edge.start * ((1 - t) * (1 - 2 * t)) + edge.middle * (4 * t * (1 - t)) + edge.end * (t * (2 * t - 1))
  }

  /// The integral of (1 − |u|/d)·C(at + u)·du/d by the trapezoid rule.
  func average(at: Double, reach: Double) -> SIMD2<Double> {
    let d = min(reach, length)
    let steps = 4000
    var sum = SIMD2<Double>.zero
    for k in -steps...steps {
      let u = d * Double(k) / Double(steps)
      sum += self[at + u] * ((1 - abs(u) / d) / Double(steps))
    }
    return sum
  }
}

@Suite struct AverageTests {
  @Test(arguments: 0..<12 as Range<UInt64>)
  func `the average of a path is its integral under the kernel`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func place(near point: SIMD2<Double>, _ reach: Double) -> SIMD2<Double> {
      point + SIMD2(random.double(in: -reach...reach), random.double(in: -reach...reach))
    }
    var edges: [(start: SIMD2<Double>, middle: SIMD2<Double>, end: SIMD2<Double>)] = []
    var start = SIMD2(5.0, 7.0)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let end = place(near: start, 8)
      edges.append((start, place(near: (start + end) / 2, 1), end))
      start = end
    }
    let truth = NumericPath(edges)
    var path = FlatPath()
    path.beginsHere = true
    path.endsHere = true
    path.begin(at: Point(5, 7), effect: 0)
    for edge in edges {
      path.append(through: Point(edge.middle.x, edge.middle.y), to: Point(edge.end.x, edge.end.y), effect: 0)
    }
    for reach in [0.3, 3, 6, 500] {
      for edge in edges.indices {
        for part in [0, 0.3, 0.9] {
          let at = truth.lengths[edge] + (truth.lengths[edge + 1] - truth.lengths[edge]) * part
          let ours = path.average(at: at, onEdge: edge, reach: reach).place
          let miss = SIMD2(ours.x, ours.y) - truth.average(at: at, reach: reach)
          #expect((miss * miss).sum().squareRoot() < 1e-4, "reach \(reach), edge \(edge), part \(part)")
        }
      }
    }
  }

  @Test func `an effect is averaged with the weights of its place`() {
    var path = FlatPath()
    path.beginsHere = true
    path.endsHere = true
    path.begin(at: Point(0, 0), effect: 0)
    path.append(through: Point(10, 0), to: Point(20, 0), effect: 0)
    path.append(through: Point(30, 0), to: Point(40, 0), effect: 1)
    // At the kink: ∫ (1 − u/6)·(u/20) du/6 over 0…6 is 6/(20·6).
    #expect(abs(path.average(at: 20, onEdge: 1, reach: 6).place.z - 6.0 / 120) < 1e-12)
    let inside = path.average(at: 10, onEdge: 0, reach: 6).place
    #expect(abs(inside.x - 10) < 1e-12 && inside.y == 0 && inside.z == 0)
    #expect(abs(path.average(at: 30, onEdge: 1, reach: 6).place.z - 0.5) < 1e-12)
  }
}
