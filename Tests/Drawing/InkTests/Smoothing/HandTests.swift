import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

/// What `ink-3` does with hands for which earlier models were not made.
@Suite struct HandTests {
  private func centerline(
    _ points: [Point], width: Double = 4, pressures: [Double]? = nil, step: Double = 1.0 / 240
  ) throws -> [Stroke.CenterlinePoint] {
    let options = ModelOptions(model: .ink3, tolerance: 0.01)
    let events = points.indices.map { i in
      event(
        i == 0 ? .began : i == points.count - 1 ? .ended : .moved, points[i].x, points[i].y,
        pressure: pressures?[i], time: Double(i) * step)
    }
    return try Drawing([.tool(ToolChange(name: "pen", width: width))] + events, options: options).strokes[0]
      .centerline(options: options)
  }

  /// Points from corner to corner, `step` points apart.
  private func sides(_ corners: [Point], step: Double) -> [Point] {
    zip(corners, corners.dropFirst()).flatMap { a, b in
      let count = Swift.max(1, Int(a.distance(to: b) / step))
      return (0..<count).map { a + (b - a) * (Double($0) / Double(count)) }
    } + corners.suffix(1)
  }

  private let square = [
    Point(130.3, 35.3), Point(170.3, 35.3), Point(170.3, 75.3), Point(130.3, 75.3), Point(130.3, 36),
  ]

  // MARK: Path

  @Test(arguments: [0.4, 1.7, 5, 13.4, 40])
  func `a square drawn at any speed keeps its corners, and its ink stays within it`(step: Double) throws {
    let line = try centerline(sides(square, step: step)).map(\.center)
    for point in line {
      #expect(point.x < 170.6 && point.x > 130 && point.y > 35 && point.y < 75.6)
    }
    for corner in square[1...3] where step <= 5 {
      #expect(line.contains { $0.distance(to: corner) < 1 })
    }
  }

  @Test func `the straight side of a simplified drawing bulges by no more than a fifth of the short side`() throws {
    let corners = [Point(12, 28), Point(20, 20), Point(220, 20), Point(228, 28), Point(228, 200), Point(220, 208)]
    let ink = try centerline(corners).map(\.center)
    // The short sides are √128 long.
    let fifth: Double = 11.4 / 5
    let top: Double = ink.map(\.y).min() ?? 0
    let right: Double = ink.map(\.x).max() ?? 999
    #expect(top > 20 - fifth)
    #expect(right < 228 + fifth)
  }

  @Test func `the sharp turn of a bend that is sampled seldom stays round`() throws {
    // The tips of this ellipse turn by 90 degrees from one sample to the next, the samples beside them by 30.
    func ellipse(_ step: Double) -> Point {
      let angle = step * .pi / 6
      return Point(100 + 30 * cosine(angle), 100 + 8 * cosine(angle - .pi / 2))
    }
    let line = try centerline((0...14).map { ellipse(Double($0) - 1) }, step: 1.0 / 60).map(\.center)
    // The chord from the tip misses the ellipse by 0.74.
    let between = ellipse(0.5)
    let nearest: Double = line.map { $0.distance(to: between) }.min() ?? 9
    #expect(nearest < 0.5)
  }

  /// cos x for −6 ≤ x ≤ 12, by its series.
  private func cosine(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for n in 1..<40 {
      let factors: Int = (2 * n - 1) * 2 * n
      term *= -x * x / Double(factors)
      sum += term
    }
    return sum
  }

  @Test(arguments: [0.2, 0.5, 0.8], rounds(3))
  func `dense noise is measured to within a third, and does not turn the ink`(noise: Double, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    // A sum of twelve uniform values has the variance 1.
    func gaussian() -> Double { (0..<12).reduce(-6) { sum, _ in sum + random.double(in: 0...1) } * noise }
    let points = (0..<400).map { Point(50 + 0.25 * Double($0) + gaussian(), 80 + gaussian()) }
    let runs = points.indices.map { i in
      SampleRun(
        samples: i..<i + 1, point: SIMD2(points[i].x, points[i].y), arrival: Double(i) / 240,
        departure: Double(i) / 240, pressure: .nan)
    }
    var meter = NoiseMeter()
    meter.measure(runs, over: 0..<400, SampleLattice(step: 0.1, isKnown: true))
    let found = meter.estimates.map(\.deviation).sorted()[200] / noise
    #expect(found > 0.67 && found < 1.33)
    // Away from its ends, which are where the touch is, the ink is straight.
    for point in try centerline(points).map(\.center) where point.x > 70 && point.x < 130 {
      #expect(abs(point.y - 80) < 0.75 * noise)
    }
  }

  @Test(arguments: [0.25, 0.4, 1])
  func `the lattice of a device is found by its steps, and values that lie on none have none`(step: Double) {
    var random = SeededRandom(seed: 7)
    var at = 40
    let rounded = (0..<24).map { i in
      at += Int(random.double(in: 0...4))
      return Sample(point: Point(Double(at) * step + 0.1, 30.1 + step * Double(i % 2)), time: 0, pressure: .nan)
    }
    let lattice = SampleLattice(of: rounded)
    #expect(lattice.isKnown && abs(lattice.step - step) < 1e-9)
    let free = (0..<24).map { _ in
      Sample(point: Point(random.double(in: 0...50), random.double(in: 0...50)), time: 0, pressure: .nan)
    }
    #expect(!SampleLattice(of: free).isKnown)
  }

  // MARK: Width

  @Test(arguments: [1.0, 4, 30], [0.0, 20, 300, 3000, 20_000])
  func `without pressure ink is as wide as its tool, less a tenth in flicks`(width: Double, speed: Double) throws {
    let effect = ModelRules.ink3.effectOfSpeed(speed, width)
    // The radius is w/2 · (1 + 1.2(e − ½)).
    #expect(effect <= 0.5 && 1 + 1.2 * (effect - 0.5) >= 0.9)
    #expect(ModelRules.ink3.effectOfSpeed(speed + 1, width) < effect)
  }

  @Test func `a dwell at an end or in a corner is no ball`() throws {
    let way = sides([Point(20, 30), Point(110, 30), Point(110, 98)], step: 4.5)
    let corner = way.firstIndex { $0.y > 30 } ?? 0
    func dwell(at index: Int, _ count: Int) -> [Point] { [Point](repeating: way[index], count: count) }
    var points = dwell(at: 0, 10) + way[..<corner]
    points += dwell(at: corner - 1, 6) + way[corner...]
    points += dwell(at: way.count - 1, 10)
    let radii = try centerline(points, step: 1.0 / 60).map(\.radius)
    let (least, most) = (radii.min() ?? 0, radii.max() ?? 9)
    #expect(most < 2.02 && least > 1.9)
  }

  @Test(arguments: [true, false])
  func `a lone high pressure at an end makes no knob`(atStart: Bool) throws {
    let points = (0..<40).map { Point(20 + 3 * Double($0), 50) }
    var pressures = points.map { _ in 0.3 }
    let even = try centerline(points, pressures: pressures).map(\.radius).max() ?? 0
    pressures[atStart ? 0 : 39] = 0.9
    #expect(try centerline(points, pressures: pressures).map(\.radius).max() == even)
    // Two samples are no accident.
    pressures[atStart ? 1 : 38] = 0.9
    #expect(try centerline(points, pressures: pressures).map(\.radius).max() ?? 0 > even)
  }

  // MARK: Hooks

  @Test(arguments: [(60.0, true), (12, false)])
  func `hooks that are smaller than the pen are left out of strokes longer than four widths`(
    length: Double, isLeftOut: Bool
  ) throws {
    let way = (0...Int(length)).map { Point(20 + Double($0), 50) }
    let landing = [Point(21.5, 50.4), Point(20.8, 50.2)]
    let lift = [Point(19.4 + length, 50.2), Point(18.6 + length, 50.4)]
    let line = try centerline(landing + way + lift, pressures: Array(repeating: 0.5, count: way.count + 4))
    let (first, last) = (try #require(line.first?.center), try #require(line.last?.center))
    #expect((first == way.first) == isLeftOut)
    #expect((last == way.last) == isLeftOut)
    // The hook of a thin pen is a part of the drawing.
    let thin = try centerline(landing + way + lift, width: 0.5, pressures: Array(repeating: 0.5, count: way.count + 4))
    #expect(thin.first?.center == landing.first && thin.last?.center == lift.last)
  }
}
