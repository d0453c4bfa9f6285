import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

/// What `ink-4` keeps: each sample of a letter, and the same ink at every size.
@Suite struct LatticeTests {
  /// Samples at equal times.
  private func samples(_ points: [Point], hertz: Double) -> [Sample] {
    points.indices.map { Sample(point: points[$0], time: Double($0) / hertz, pressure: .nan) }
  }

  /// The axis of the ink of a pen of 2 points.
  private func centerline(_ points: [Point], hertz: Double) throws -> [Point] {
    let options = ModelOptions(model: .ink4, tolerance: 0.01)
    let events = points.indices.map { i in
      event(
        i == 0 ? .began : i == points.count - 1 ? .ended : .moved, points[i].x, points[i].y,
        time: Double(i) / hertz)
    }
    return try Drawing([.tool(ToolChange(name: "pen", width: 2))] + events, options: options).strokes[0]
      .centerline(options: options).map(\.center)
  }

  /// The largest distance of a sample from the polyline.
  private func miss(_ points: [Point], _ line: [Point]) -> Double {
    points.reduce(0) { worst, point in
      let nearest = zip(line, line.dropFirst()).reduce(Double.infinity) { least, chord in
        let (start, step) = (chord.0, chord.1 - chord.0)
        let offset = point - start
        let squared: Double = step.dx * step.dx + step.dy * step.dy
        let along: Double = offset.dx * step.dx + offset.dy * step.dy
        let part = squared > 0 ? Swift.max(0, Swift.min(1, along / squared)) : 0
        return Swift.min(least, point.distance(to: start + step * part))
      }
      return Swift.max(worst, nearest)
    }
  }

  /// Points along a polyline, `step` points apart.
  private func along(_ corners: [Point], step: Double) -> [Point] {
    var result = [corners[0]]
    var rest = step
    for (a, b) in zip(corners, corners.dropFirst()) {
      let length = a.distance(to: b)
      while rest <= length {
        result.append(a + (b - a) * (rest / length))
        rest += step
      }
      rest -= length
    }
    return result
  }

  /// A stem down, up again on itself, over into an arch, down; and so on, as in h, n and m.
  private func arches(height: Double, back: Double, width: Double, count: Int) -> [Point] {
    // An octagon's half for the round part.
    let round = [(-0.5, 0.0), (-0.354, -0.354), (0, -0.5), (0.354, -0.354), (0.5, 0)]
    var (corners, x) = ([Point(10, 10)], 10.0)
    for _ in 0..<count {
      corners += [Point(x, 10 + height), Point(x, 10 + height - back)]
      corners += round.map { Point(x + width / 2 + $0.0 * width, 10 + height - back + $0.1 * width) }
      x += width
    }
    return corners + [Point(x, 10 + height)]
  }

  @Test(arguments: [60.0, 120, 240], [1.0, 2, 3, 4, 5, 6])
  func `no cusp of a letter is flattened, at any rate and speed`(hertz: Double, step: Double) throws {
    for (height, back, width) in [(16.0, 8.0, 5.0), (16, 14, 8), (30, 8, 8), (30, 14, 5)] {
      for isWhole in [false, true] {
        let path = along(arches(height: height, back: back, width: width, count: 2), step: step)
        var points = path.map { Point($0.x + 0.013, $0.y + 0.013) }
        if isWhole { points = path.map { Point($0.x.rounded(), $0.y.rounded()) } }
        // A step of the lattice.
        #expect(
          miss(points, try centerline(points, hertz: hertz)) < 1, "\(height), \(back), \(width), whole: \(isWhole)")
      }
    }
  }

  // MARK: Size

  /// A hand: a walk with inertia, with noise of some standard deviation.
  private func hand(_ count: Int, noise: Double, _ random: inout SeededRandom) -> [Point] {
    var (point, heading) = (Point(0, 0), Vector(2, 0))
    return (0..<count).map { _ in
      let turn = random.double(in: -0.4...0.4)
      heading = Vector(heading.dx - turn * heading.dy, heading.dy + turn * heading.dx)
      point = point + heading
      func gaussian() -> Double { (0..<12).reduce(-6) { sum, _ in sum + random.double(in: 0...1) } * noise }
      return point + Vector(gaussian(), gaussian())
    }
  }

  @Test(arguments: rounds(6), [0.5, 2, 3.7, 4])
  func `the path of k times the samples is k times the path`(seed: UInt64, k: Double) throws {
    var random = SeededRandom(seed: seed)
    for (grid, noise) in [(nil, 0.0), (nil, 0.4), (1.0, 0.3), (0.2, 0.8)] as [(Double?, Double)] {
      let points = hand(150, noise: noise, &random).map { point in
        grid.map { Point((point.x / $0).rounded() * $0, (point.y / $0).rounded() * $0) } ?? point
      }
      func plan(_ k: Double) -> HandPlanner {
        let scaled = samples(points.map { Point($0.x * k, $0.y * k) }, hertz: 120)
        var planner = HandPlanner(.ink4)
        _ = planner.plan(
          SampleSequence(samples: scaled, guesses: []), from: 0, to: scaled.count, smoothing: 1,
          grid: grid.map { $0 * k },
          mustBeComplete: false)
        return planner
      }
      let (one, other) = (plan(1), plan(k))
      #expect(one.window.runs.count == other.window.runs.count)
      for run in one.window.runs.indices {
        // Lengths are rounded to 2⁻²⁴ units.
        let off = one.point(at: run) * k - other.point(at: run)
        #expect(off.squaredLength < 1e-10)
        #expect(abs(one.reaches[run] * k - other.reaches[run]) < 1e-4 * (1 + one.reaches[run]) * k)
      }
    }
  }

  // MARK: Lattice

  @Test(arguments: [(1.35, 3.26), (0.25, 0.25), (7.8, 7.8)])
  func `the lattices of x and of y are found apart, at any size`(x: Double, y: Double) {
    var random = SeededRandom(seed: 7)
    let steps = [0, 1, 1, 1, 2, 3, 1, 2, 0, 1, 2, 3, 1, 1, 2]
    var point = Point(3, 5)
    let points = (0..<16).map { i in
      defer {
        let step = steps[i % 15]
        point = Point(
          point.x + x * Double(step), point.y + y * Double(steps[(i + 4) % 15]) * (random.next() % 2 == 0 ? 1 : -1))
      }
      return Sample(point: point, time: 0, pressure: .nan)
    }
    let lattice = DeviceLattice.find(points)
    #expect(lattice.isKnown && abs(lattice.unit.x - x) < 1e-9 && abs(lattice.unit.y - y) < 1e-9)
  }

  /// Ways of a pen in lattice steps.
  private static let ways = [
    // A stem of up to 36 equal steps shows no lattice, but the way after it does.
    [(Int, Int)](repeating: (0, 1), count: 30) + [
      (1, -1), (0, -1), (1, -1), (0, -1), (1, 0), (0, 1), (1, 1), (0, 1), (1, 1),
    ],
    [(1, 0), (1, 0), (1, 0), (2, 0), (1, 0), (1, 1), (1, 0), (2, 1), (1, 0)],
    // No step is the lattice's own.
    [(2, 3), (3, 2), (5, 3), (7, 2), (4, 3), (3, 5), (2, 5), (3, 4)],
  ]

  @Test(arguments: ways, [0.069, 1, 2, 3.7])
  func `a way on a lattice shows it`(way: [(Int, Int)], unit: Double) {
    var point = Point(3, 5)
    let points =
      [point]
      + way.map { x, y in
        point = point + Vector(Double(x) * unit, Double(y) * unit)
        return point
      }
    let lattice = DeviceLattice.find(samples(points, hertz: 240))
    #expect(lattice.isKnown && abs(lattice.unit.x - unit) < 1e-9 && abs(lattice.unit.y - unit) < 1e-9)
  }

  @Test func `equal steps of a line that was made are no lattice`() {
    for step in [Vector(2.7, 0), Vector(0, 13.1), Vector(2.7, 1.9)] {
      let line = (0...20).map { (i: Int) -> Point in Point(3.01, 5.02) + step * Double(i) }
      #expect(!DeviceLattice.find(samples(line, hertz: 240)).isKnown)
    }
  }

  @Test func `samples that lie on no lattice have none`() {
    var random = SeededRandom(seed: 8)
    let free = (0..<16).map { _ in
      Sample(point: Point(random.double(in: 0...50), random.double(in: 0...50)), time: 0, pressure: .nan)
    }
    #expect(!DeviceLattice.find(free).isKnown)
  }

  // MARK: Noise

  /// The median estimate for points at 240 Hz, in points.
  private func noise(_ points: [Point]) -> Double {
    let runs = points.indices.map { i in
      SampleRun(
        samples: i..<i + 1, point: SIMD2(points[i].x, points[i].y), arrival: Double(i) / 240,
        departure: Double(i) / 240, pressure: .nan)
    }
    var meter = TrimmedNoise()
    let end = meter.measure(runs, runs.map(\.point), from: 0, begins: true, ends: true, .unknown)
    #expect(end == runs.count)
    return meter.estimates.map(\.deviation).sorted()[runs.count / 2]
  }

  @Test(arguments: [0.2, 0.5, 0.8], rounds(3))
  func `noise is measured to within a third`(noise: Double, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func gaussian() -> Double { (0..<12).reduce(-6) { sum, _ in sum + random.double(in: 0...1) } * noise }
    for spacing in [0.25, 2, 8] {
      let points = (0..<400).map { Point(50 + spacing * Double($0) + gaussian(), 80 + gaussian()) }
      let found = self.noise(points) / noise
      #expect(found > 0.67 && found < 1.33, "\(spacing) points apart")
    }
  }

  @Test func `a zigzag of straight strokes is no noise`() {
    // Six samples a stroke: every sixth is a cusp.
    let points = (0..<240).map { i in
      let (turn, k) = (i / 6, Double(i % 6))
      return Point(Double(i) * 0.4, turn % 2 == 0 ? 3 * k : 18 - 3 * k)
    }
    #expect(noise(points) == 0)
  }

  // MARK: Curve

  @Test func `the crests of a sine of six samples a period are alike`() throws {
    let levels: [Double] = [0, 0.866, 0.866, 0, -0.866, -0.866]
    let points = (0..<60).map { i in Point(10 + 4 * Double(i), 60 + 12 * levels[i % 6]) }
    let line = try centerline(points, hertz: 60)
    // The crests between 40 and 220, far from the ends.
    let crests = (2..<9).map { period in
      let start = 10 + 24 * Double(period)
      return line.filter { $0.x > start && $0.x < start + 24 }.map(\.y).max() ?? 0
    }
    let (least, most) = (crests.min() ?? 0, crests.max() ?? 99)
    #expect(most - least < 0.05)
    // The samples beside the crest are at 10.4, the sine's crest is at 12.
    #expect(least > 60 + 10.4 && most < 60 + 12.5)
  }
}
