import Geometry
import TestSupport
import Testing

@testable import Ink

/// A path of parabolas that is integrated numerically.
private struct NumericPath {
  /// The ends and the middle of each edge.
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

  /// The parabola through an edge's three points, by Lagrange interpolation; beyond an end the path rotated by half a
  /// turn.
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
      let weight: Double = 1 - abs(u) / d
      sum += self[at + u] * (weight / Double(steps))
    }
    return sum
  }

  /// 9/5 · T(2d/3) − 4/5 · T(d), with T(d) = `average(at:reach: d)`.
  func fourthOrderAverage(at: Double, reach: Double) -> SIMD2<Double> {
    average(at: at, reach: reach * 2 / 3) * (9.0 / 5) - average(at: at, reach: reach) * (4.0 / 5)
  }
}

@Suite struct AverageTests {
  /// A whole stroke, averaged with a triangle of half-width `reach`.
  private func path(
    _ edges: [(start: SIMD2<Double>, middle: SIMD2<Double>, end: SIMD2<Double>)], effects: [Double]? = nil,
    reach: Double
  ) -> FlatPath {
    var path = unmeasuredPath(edges, effects: effects)
    path.measure(reach: reach, beginsHere: true, endsHere: true)
    return path
  }

  /// A whole stroke, averaged with a fourth-order kernel. `reaches` has its reach at the ends of the edges.
  private func path(
    _ edges: [(start: SIMD2<Double>, middle: SIMD2<Double>, end: SIMD2<Double>)], effects: [Double]? = nil,
    reaches: [Double]
  ) -> FlatPath {
    var path = unmeasuredPath(edges, effects: effects)
    path.measure(reaches: reaches[...], firstNode: 0, growth: 0, beginsHere: true, endsHere: true)
    return path
  }

  private func unmeasuredPath(
    _ edges: [(start: SIMD2<Double>, middle: SIMD2<Double>, end: SIMD2<Double>)], effects: [Double]?
  ) -> FlatPath {
    var vertices = edges.enumerated().map { i, edge in
      FlatPath.Vertex(edge.start, effect: effects?[i] ?? 0, through: edge.middle, to: edge.end)
    }
    let end = edges[edges.count - 1].end
    vertices.append(FlatPath.Vertex(end, effect: effects?[edges.count] ?? 0, through: end, to: end))
    return FlatPath(vertices, nodeVertices: Array(vertices.indices))
  }

  /// The half-width of a path's triangular kernel.
  private func reach(_ path: FlatPath) throws -> Double {
    guard case .triangle(let reach)? = path.kernel else { throw NoTriangle() }
    return reach
  }

  private struct NoTriangle: Error {}

  private func randomEdges(
    _ random: inout SeededRandom, count: Int, length: Double
  ) -> [(start: SIMD2<Double>, middle: SIMD2<Double>, end: SIMD2<Double>)] {
    func nearby(_ point: SIMD2<Double>, _ reach: Double) -> SIMD2<Double> {
      point + SIMD2(random.double(in: -reach...reach), random.double(in: -reach...reach))
    }
    var start = SIMD2(5.0, 7.0)
    return (0..<count).map { _ in
      let end = nearby(start, length)
      defer { start = end }
      return (start, nearby((start + end) / 2, length / 8), end)
    }
  }

  @Test(arguments: rounds(12))
  func `the average of a path is its integral weighted by the kernel`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let edges = randomEdges(&random, count: Int.random(in: 1...6, using: &random), length: 8)
    let truth = NumericPath(edges)
    // With a reach of 1/256 of the path and less, edge by edge; otherwise by second differences.
    for reach in [0.01, 0.3, 3, 6, 500] {
      let path = path(edges, reach: reach)
      var kernel = TriangleKernel(path, reach: try self.reach(path))
      for edge in edges.indices {
        for part in [0, 0.3, 0.9] {
          let at = truth.lengths[edge] + (truth.lengths[edge + 1] - truth.lengths[edge]) * part
          let ours = kernel.average(of: path, path.integrals.edges.span, at: at).point
          let miss = ours - truth.average(at: at, reach: reach)
          #expect((miss * miss).sum().squareRoot() < 1e-4, "reach \(reach), edge \(edge), part \(part)")
        }
      }
    }
  }

  @Test(arguments: rounds(20))
  func `second differences equal the integral edge by edge, to the precision of stored ink`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let edges = randomEdges(&random, count: 60, length: random.double(in: 0.5...20))
    let path = path(edges, effects: (0...60).map { _ in random.double(in: 0...1) }, reach: 6)
    #expect(path.integrals.areExact)
    let length = path.length(at: path.last)
    let reach = try reach(path)
    var kernel = TriangleKernel(path, reach: reach)
    var edge = 0
    for k in 0...500 {
      let at = length * Double(k) / 500
      while edge < path.last, path.length(at: edge + 1) <= at { edge += 1 }
      let ours = kernel.average(of: path, path.integrals.edges.span, at: at)
      let other = KernelSum.average(of: path.vertices, at: at, onEdge: edge, reach: reach)
      // A float keeps 2⁻²⁴ of the path's size.
      let exact = length / 16_777_216
      #expect(abs(ours.point.x - other.position.point.x) < exact && abs(ours.point.y - other.position.point.y) < exact)
      #expect(abs(ours.effect - other.position.effect) < 1e-7)
      let turn = ours.tangent - other.tangent
      #expect((turn * turn).sum().squareRoot() < 1e-7)
    }
  }

  @Test(arguments: [6.0, 0.02])
  func `the tangent is the derivative of the average`(reach: Double) {
    var random = SeededRandom(seed: 4)
    let path = path(randomEdges(&random, count: 5, length: 8), reach: reach)
    let h = reach / 1000
    for k in 1..<20 {
      let at = path.length(at: path.last) * Double(k) / 20
      var kernel = TriangleKernel(path, reach: reach)
      let edges = path.integrals.edges.span
      let before = kernel.average(of: path, edges, at: at - h).point
      let tangent = kernel.average(of: path, edges, at: at).tangent
      let after = kernel.average(of: path, edges, at: at + h).point
      let miss = (after - before) / (2 * h) - tangent
      #expect((miss * miss).sum().squareRoot() < 1e-3)
    }
  }

  @Test func `an effect is averaged with the same weights as its point`() {
    let path = path(
      [(SIMD2(0, 0), SIMD2(10, 0), SIMD2(20, 0)), (SIMD2(20, 0), SIMD2(30, 0), SIMD2(40, 0))], effects: [0, 0, 1],
      reach: 6)
    var kernel = TriangleKernel(path, reach: 6)
    let edges = path.integrals.edges.span
    let inside = kernel.average(of: path, edges, at: 10)
    #expect(abs(inside.point.x - 10) < 1e-12 && inside.point.y == 0 && abs(inside.effect) < 1e-12)
    // At the kink: ∫ (1 − u/6)·(u/20) du/6 over 0…6 is 6/(20·6).
    #expect(abs(kernel.average(of: path, edges, at: 20).effect - 6.0 / 120) < 1e-12)
    #expect(abs(kernel.average(of: path, edges, at: 30).effect - 0.5) < 1e-12)
  }

  // MARK: Fourth order

  /// Random reaches for the ends of edges, which change by at most 0.75 per point and do not exceed the path's length.
  private func reaches(_ truth: NumericPath, around size: Double, _ random: inout SeededRandom) -> [Double] {
    var reaches = truth.lengths.map { _ in min(random.double(in: 0.5...1.5) * size, truth.length) }
    for i in reaches.indices.dropFirst() {
      reaches[i] = min(reaches[i], reaches[i - 1] + 0.75 * (truth.lengths[i] - truth.lengths[i - 1]))
    }
    for i in reaches.indices.dropLast().reversed() {
      reaches[i] = min(reaches[i], reaches[i + 1] + 0.75 * (truth.lengths[i + 1] - truth.lengths[i]))
    }
    return reaches
  }

  /// Lengths on each edge, with the reach there.
  private func positions(
    _ truth: NumericPath, _ reaches: [Double], parts: [Double]
  ) -> [(at: Double, reach: Double)] {
    truth.edges.indices.flatMap { edge in
      parts.map { part in
        let step = truth.lengths[edge + 1] - truth.lengths[edge]
        return (truth.lengths[edge] + step * part, reaches[edge] + (reaches[edge + 1] - reaches[edge]) * part)
      }
    }
  }

  // With a reach of 1/4096 of the path and less, averages are computed edge by edge; otherwise by second differences.
  @Test(arguments: rounds(12), [0.002, 0.3, 3, 6, 500])
  func `a fourth-order average is the difference of two triangular averages, however the reach changes`(
    seed: UInt64, size: Double
  ) {
    var random = SeededRandom(seed: seed)
    let edges = randomEdges(&random, count: Int.random(in: 1...6, using: &random), length: 8)
    let truth = NumericPath(edges)
    let reaches = reaches(truth, around: size, &random)
    let path = path(edges, reaches: reaches)
    var kernel = FourthOrderKernel(path)
    for position in positions(truth, reaches, parts: [0, 0.3, 0.9]) {
      let ours = kernel.average(of: path, path.integrals.edges.span, path.profile.stops.span, at: position.at).point
      let miss = ours - truth.fourthOrderAverage(at: position.at, reach: position.reach)
      #expect((miss * miss).sum().squareRoot() < 2e-4, "at \(position.at), reach \(position.reach)")
    }
  }

  @Test(arguments: rounds(12), [0.002, 0.3, 3, 6])
  func `the tangent is the derivative of a fourth-order average while the reach changes`(
    seed: UInt64, size: Double
  ) {
    var random = SeededRandom(seed: seed)
    let edges = randomEdges(&random, count: 5, length: 8)
    let truth = NumericPath(edges)
    let reaches = reaches(truth, around: size, &random)
    let path = path(edges, reaches: reaches)
    let stops = path.profile.stops.span
    let integrals = path.integrals.edges.span
    for position in positions(truth, reaches, parts: [0.1, 0.4, 0.8]) {
      let h = position.reach / 1000
      var kernel = FourthOrderKernel(path)
      let before = kernel.average(of: path, integrals, stops, at: position.at - h).point
      let tangent = kernel.average(of: path, integrals, stops, at: position.at).tangent
      let after = kernel.average(of: path, integrals, stops, at: position.at + h).point
      let miss = (after - before) / (2 * h) - tangent
      #expect((miss * miss).sum().squareRoot() < 2e-3, "at \(position.at), reach \(position.reach)")
    }
  }

  @Test(arguments: [1.0, 4, 9]) func `a fourth-order average preserves parabolas and cubics`(reach: Double) {
    // The curve is so flat, with edges of 1/10, that its length along chords is x to within 10⁻⁴.
    func point(_ x: Double) -> SIMD2<Double> { SIMD2(x, x * x / 100_000 + x * x * x / 10_000_000) }
    typealias Edge = (start: SIMD2<Double>, middle: SIMD2<Double>, end: SIMD2<Double>)
    let edges = (-400..<400).map { i -> Edge in
      let start = Double(i) / 10
      return (point(start), point(start + 0.05), point(Double(i + 1) / 10))
    }
    let path = path(edges, reaches: edges.map { _ in reach } + [reach])
    var kernel = FourthOrderKernel(path)
    let at = path.length(at: path.last) / 2
    let ours = kernel.average(of: path, path.integrals.edges.span, path.profile.stops.span, at: at).point
    #expect(abs(ours.x) < 1e-5 && abs(ours.y) < 1e-7)
    // A triangle of that half-width would shift it by d²/6 · 10⁻⁵.
  }

  @Test func `a fourth-order kernel averages the effect with its outer triangle only`() {
    let path = path(
      [(SIMD2(0, 0), SIMD2(10, 0), SIMD2(20, 0)), (SIMD2(20, 0), SIMD2(30, 0), SIMD2(40, 0))], effects: [0, 0, 1],
      reaches: [6, 6, 6])
    var kernel = FourthOrderKernel(path)
    let (edges, stops) = (path.integrals.edges.span, path.profile.stops.span)
    #expect(abs(kernel.average(of: path, edges, stops, at: 10).effect) < 1e-12)
    #expect(abs(kernel.average(of: path, edges, stops, at: 20).effect - 6.0 / 120) < 1e-12)
    #expect(abs(kernel.average(of: path, edges, stops, at: 30).effect - 0.5) < 1e-12)
  }
}
