import Foundation
import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

@Suite struct SmoothingTests {
  private func centerline(
    _ points: [Point], _ model: StrokeModel, width: Double? = nil, smoothing: Double? = nil, grid: Double? = nil,
    step: Double = 1.0 / 240, tolerance: Double = 0.05
  ) throws -> [Stroke.CenterlinePoint] {
    let options = ModelOptions(model: model, tolerance: tolerance)
    let events =
      [.tool(ToolChange(name: "pen", width: width, smoothing: smoothing, grid: grid))]
      + stroke(points, pressure: 0.5, step: step)
    return try Drawing(events, options: options).strokes[0].centerline(options: options)
  }

  private func wander(_ count: Int, seed: UInt64, step: Double = 12) -> [Point] {
    var random = SeededRandom(seed: seed)
    var point = Point(100, 100)
    return (0..<count).map { _ in
      point = point + Vector(random.double(in: -step...step), random.double(in: -step...step))
      return point
    }
  }

  /// The distance of `point` from the nearest segment of a line.
  private func distance(_ point: Point, from line: [Point]) -> Double {
    zip(line, line.dropFirst()).map { a, b in
      let axis = b - a
      let offset = point - a
      let squared = axis.dx * axis.dx + axis.dy * axis.dy
      let t = squared > 0 ? min(1, max(0, (offset.dx * axis.dx + offset.dy * axis.dy) / squared)) : 0
      return point.distance(to: a + axis * t)
    }.min() ?? .infinity
  }

  @Test(arguments: rounds(20), StrokeModel.allCases)
  func `ink begins and ends exactly where the touch does`(seed: UInt64, model: StrokeModel) throws {
    let points = wander(2 + Int(seed) * 5, seed: seed)
    // No hook is as small as a thin pen's.
    let line = try centerline(points, model, width: 0.1, smoothing: Double(seed) * model.defaultSmoothing / 6)
    #expect(line.first?.center == points.first)
    #expect(line.last?.center == points.last)
  }

  @Test(arguments: [1, 2, 31, 32, 33, 34, 63, 64, 65, 96, 97], StrokeModel.allCases)
  func `ink ends where the touch does, whatever the size of the last span`(count: Int, model: StrokeModel) throws {
    let points = wander(count, seed: UInt64(count))
    for smoothing in [0, model.defaultSmoothing] {
      let line = try centerline(points, model, width: 0.1, smoothing: smoothing)
      #expect(line.first?.center == points.first)
      #expect(line.last?.center == points.last)
    }
  }

  @Test(arguments: StrokeModel.allCases)
  func `a straight line stays straight, however its samples are distributed`(model: StrokeModel) throws {
    var random = SeededRandom(seed: 1)
    let start = Point(10, 20)
    func point(at distance: Double) -> Point { start + Vector(0.6, 0.8) * distance }
    let end = point(at: 300)
    let even = (0...30).map { (i: Int) -> Point in point(at: Double(i) * 10) }
    var distances: [Double] = (0..<29).map { _ in random.double(in: 0...300) }.sorted()
    distances = [0] + distances + [300]
    let uneven = distances.map(point(at:))
    for points in [even, uneven] {
      let line = try centerline(points, model)
      var last = -1.0
      for (center, radius) in line.map({ ($0.center, $0.radius) }) {
        let offset = center - start
        #expect(abs(offset.dx * 0.8 - offset.dy * 0.6) < 1e-9)
        #expect(abs(radius - 2.18) < 1e-7)
        let along = offset.dx * 0.6 + offset.dy * 0.8
        #expect(along > last)
        last = along
      }
      #expect(line.first?.center == points.first)
      #expect((line.last?.center.distance(to: end) ?? 1) < 1e-9)
    }
  }

  /// The distances of the middle part of an arc's ink from the center of its circle, (200, 200).
  /// - Parameter margin: The length left out at either end, in points.
  private func distances(_ line: [Point], margin: Double) -> [Double] {
    var along = [0.0]
    for (a, b) in zip(line, line.dropFirst()) { along.append(along[along.count - 1] + a.distance(to: b)) }
    let inner = margin...max(margin, along[along.count - 1] - margin)
    return zip(line, along).filter { inner.contains($1) }.map { $0.0.distance(to: Point(200, 200)) }
  }

  private func arc(degrees: Int, radius: Double) -> [Point] {
    (0...30).map { i in
      let angle = Double(i * degrees) * .pi / 180
      return Point(200 + radius * cos(angle), 200 + radius * sin(angle))
    }
  }

  @Test(arguments: [(20, 50.0, 6.0), (20, 120, 6), (20, 50, 12), (10, 40, 6), (30, 40, 10)])
  func `a circle of ink-1 shrinks as a triangular kernel shrinks an arc`(
    degrees: Int, radius: Double, reach: Double
  ) throws {
    // The kernel's mean of u² is d²/6, and an arc deviates from its tangent by u²/2R: it shrinks by d²/12R, to fourth
    // order.
    let expected = radius - reach * reach / (12 * radius)
    let points = arc(degrees: degrees, radius: radius)
    let line = try centerline(points, .ink1, smoothing: reach).map(\.center)
    // The image beyond an end affects the curve as far as one chord and the smoothing reach.
    let distances = distances(line, margin: points[0].distance(to: points[1]) + reach + 1)
    // Parabolas and arcs together may deviate by the tolerance.
    for distance in distances { #expect(abs(distance - expected) <= 0.05) }
    #expect(distances.count > 20)
  }

  @Test(
    arguments: [(20, 50.0, 1.0), (20, 120, 1), (20, 50, 0.5), (10, 40, 1), (5, 100, 1), (10, 100, 4)],
    [StrokeModel.ink2, .ink3, .ink4])
  func `a circle does not shrink since ink-2`(_ arc: (Int, Double, Double), model: StrokeModel) throws {
    let (degrees, radius, smoothing) = arc
    // The remaining error is of fourth order: the kernel's mean of u⁴ is 9/5·(2d/3)⁴/15 − 4/5·d⁴/15 = −4/135·d⁴, and an
    // arc deviates from its osculating parabola by u⁴/24R³.
    let points = self.arc(degrees: degrees, radius: radius)
    // The touch is so slow that the reach is that of the finest grid, 16 · 0.15.
    let line = try centerline(points, model, smoothing: smoothing, step: 1).map(\.center)
    let reach = 16 * 0.15 * smoothing
    let rest = 4.0 / 135 * reach * reach * reach * reach / (24 * radius * radius * radius)
    let distances = distances(line, margin: 2 * points[0].distance(to: points[1]) + 2 * reach)
    for distance in distances { #expect(abs(distance - radius) <= 0.05 + rest) }
    #expect(distances.count > 5)
  }

  @Test(arguments: [5.0, 10, 15], [StrokeModel.ink2, .ink3, .ink4])
  func `a circle that is drawn fast does not shrink`(reach: Double, model: StrokeModel) throws {
    // The reach is half of the length within 24 ms on either side.
    let radius = 60.0
    let points = (0...360).map { i in
      let angle = Double(i) * 2 * .pi / 180
      return Point(200 + radius * cos(angle), 200 + radius * sin(angle))
    }
    let chord = points[0].distance(to: points[1])
    let line = try centerline(points, model, grid: 0.01, step: chord * 0.024 / reach).map(\.center)
    let rest = 4.0 / 135 * reach * reach * reach * reach / (24 * radius * radius * radius)
    let distances = distances(line, margin: 3 * reach)
    for distance in distances { #expect(abs(distance - radius) <= 0.05 + rest) }
    #expect(distances.count > 20)
  }

  @Test(arguments: rounds(8), StrokeModel.allCases)
  func `without smoothing ink passes through all samples`(seed: UInt64, model: StrokeModel) throws {
    let points = wander(60, seed: seed)
    let line = try centerline(points, model, smoothing: 0).map(\.center)
    for point in points { #expect(distance(point, from: line) <= 0.05 + 1e-9) }
  }

  @Test(arguments: [
    (StrokeModel.ink1, 0.0), (.ink1, 6), (.ink1, 40), (.ink2, 0), (.ink2, 0.3), (.ink2, 1), (.ink2, 4), (.ink3, 0),
    (.ink3, 0.3), (.ink3, 1), (.ink3, 4), (.ink4, 0), (.ink4, 0.3), (.ink4, 1), (.ink4, 4),
  ])
  func `a stroke drawn backward gives the same line`(model: StrokeModel, smoothing: Double) throws {
    let loops = (0..<80).map { i in
      let t = Double(i) / 6
      return Point(Double(i) * 0.8 + 6 * cos(t), 8 * sin(t) + 4 * sin(2.3 * t))
    }
    // A few distant points, loops like those of handwriting, and these loops rounded to whole points.
    for points in [wander(7, seed: 9, step: 20), loops, loops.map { Point($0.x.rounded(), $0.y.rounded()) }] {
      // Both are within twice the tolerance of the curve: once for parabolas and arcs, and once for the choice of
      // points.
      let tolerance = model == .ink1 && points.count == 7 ? 0.001 : 0.02
      let forwards = try centerline(points, model, smoothing: smoothing, tolerance: tolerance).map(\.center)
      let backwards = try centerline(points.reversed(), model, smoothing: smoothing, tolerance: tolerance).map(\.center)
      // Between distant points the average has a kink where the slope of the reach jumps, which arcs round off.
      let allowed = (model != .ink1 && points.count == 7 ? 8 : 4) * tolerance
      for point in forwards { #expect(distance(point, from: backwards) < allowed) }
      for point in backwards { #expect(distance(point, from: forwards) < allowed) }
    }
  }

  @Test(arguments: StrokeModel.allCases)
  func `ink on an arc hardly depends on the rate and the rhythm of samples`(model: StrokeModel) throws {
    func arc(_ degrees: [Double]) -> [Point] {
      degrees.map { Point(100 + 60 * cos($0 * .pi / 180), 100 + 60 * sin($0 * .pi / 180)) }
    }
    let sparse = try centerline(arc((0...18).map { Double($0) * 15 }), model).map(\.center)
    let dense = try centerline(arc((0...270).map { Double($0) }), model).map(\.center)
    var paired: [Double] = []
    for step in 0..<18 { paired += [Double(step) * 15, Double(step) * 15 + 3] }
    paired.append(270)
    let pairs = try centerline(arc(paired), model).map(\.center)
    // Two lines that are each simplified to within 0.05; an irregular rhythm costs real strokes 0.23. The image beyond
    // an end affects the curve by one chord.
    let (first, last) = (sparse[0], sparse[sparse.count - 1])
    for point in sparse where point.distance(to: first) > 24 && point.distance(to: last) > 24 {
      #expect(distance(point, from: dense) < 0.1)
      #expect(distance(point, from: pairs) < 0.23)
    }
  }

  @Test(arguments: [75.0, 90, 120, 150], [StrokeModel.ink2, .ink3, .ink4])
  func `ink hardly cuts a corner, and that of ink-1 in proportion to its reach`(turn: Double, model: StrokeModel) throws
  {
    let angle = turn * .pi / 180
    let corner = Point(100, 100)
    let inward = (-40...0).map { corner + Vector(Double($0), 0) }
    let points = inward + (1...40).map { corner + Vector(cos(angle), sin(angle)) * Double($0) }
    let sharp = distance(corner, from: try centerline(points, model, grid: 0.15).map(\.center))
    let soft = distance(corner, from: try centerline(points, .ink1).map(\.center))
    // A triangle of reach d averages each arm to d/3: the corner moves by d/6·|a − b| = d/3·sin(turn/2).
    #expect(abs(soft - 2 * sin(angle / 2)) < 0.1)
    // At the corner itself the reach is 3 grids of 0.15 points.
    #expect(sharp < 0.3)
  }

  @Test(arguments: [0.1, 0.5, 1, 3], [StrokeModel.ink2, .ink3, .ink4])
  func `smoothing removes steps of the grid that the log gives`(grid: Double, model: StrokeModel) throws {
    // A zigzag of half a grid on either side of a line, at positions on no detectable grid.
    let points = (0...80).map { (i: Int) -> Point in
      let rise: Double = i % 2 == 0 ? 0 : grid / 2
      return Point(0.37 + Double(i) * grid * 1.7, 0.411 + rise)
    }
    func sway(_ line: [Stroke.CenterlinePoint]) -> Double {
      let inner = line.map(\.center).filter { $0.x > 20 * grid && $0.x < 110 * grid }.map(\.y)
      return (inner.max() ?? .infinity) - (inner.min() ?? 0)
    }
    let said = sway(try centerline(points, model, grid: grid, step: 1, tolerance: 0.001))
    let rough = sway(try centerline(points, model, smoothing: 0, grid: grid, step: 1, tolerance: 0.001))
    #expect(rough > 0.45 * grid)
    #expect(said < 0.05 * grid)
  }
}
