import Foundation
import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

@Suite struct SmoothingTests {
  private func centerline(
    _ points: [Point], smoothing: Double? = nil, tolerance: Double = 0.05
  ) throws -> [(center: Point, radius: Double)] {
    let options = ModelOptions(tolerance: tolerance)
    let events = [.tool(ToolChange(name: "pen", smoothing: smoothing))] + stroke(points, pressure: 0.5)
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

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `ink begins and ends where the touch does, exactly`(seed: UInt64) throws {
    let points = wander(2 + Int(seed) * 5, seed: seed)
    let line = try centerline(points, smoothing: Double(seed))
    #expect(line.first?.center == points.first)
    #expect(line.last?.center == points.last)
  }

  @Test(arguments: [1, 2, 31, 32, 33, 34, 63, 64, 65, 96, 97], [0.0, 6])
  func `ink ends where the touch does wherever its last span begins`(count: Int, smoothing: Double) throws {
    let points = wander(count, seed: UInt64(count))
    let line = try centerline(points, smoothing: smoothing)
    #expect(line.first?.center == points.first)
    #expect(line.last?.center == points.last)
  }

  @Test func `a straight line stays straight however its samples lie on it`() throws {
    var random = SeededRandom(seed: 1)
    let start = Point(10, 20)
    let end = start + Vector(0.6, 0.8) * 300
    let even = (0...30).map { start + Vector(0.6, 0.8) * (Double($0) * 10) }
    var places = (0..<29).map { _ in random.double(in: 0...300) }.sorted()
    places = [0] + places + [300]
    let uneven = places.map { start + Vector(0.6, 0.8) * $0 }
    for points in [even, uneven] {
      let line = try centerline(points)
      var last = -1.0
      for (center, radius) in line {
        let offset = center - start
        #expect(abs(offset.dx * 0.8 - offset.dy * 0.6) < 1e-9)
        #expect(abs(radius - 2.18) < 1e-9)
        let along = offset.dx * 0.6 + offset.dy * 0.8
        #expect(along > last)
        last = along
      }
      #expect(line.first?.center == points.first)
      #expect((line.last?.center.distance(to: end) ?? 1) < 1e-9)
    }
  }

  @Test(arguments: [(20, 50.0, 6.0), (20, 120, 6), (20, 50, 12), (10, 40, 6), (30, 40, 10)])
  func `a circle shrinks by what a triangular kernel takes from an arc`(
    degrees: Int, radius: Double, reach: Double
  ) throws {
    // The kernel's mean of u² is d²/6, and an arc falls back by u²/2R: the pull is d²/12R, to the fourth order.
    let expected = radius - reach * reach / (12 * radius)
    let points = (0...30).map { i in
      let angle = Double(i * degrees) * .pi / 180
      return Point(200 + radius * cos(angle), 200 + radius * sin(angle))
    }
    let line = try centerline(points, smoothing: reach).map(\.center)
    let chord = points[0].distance(to: points[1])
    var along = [0.0]
    for (a, b) in zip(line, line.dropFirst()) { along.append(along[along.count - 1] + a.distance(to: b)) }
    // The ends' curves go on straight, which reaches one chord and the smoothing inwards.
    let margin = chord + reach + 1
    var checked = 0
    for (center, way) in zip(line, along) where way > margin && way < along[along.count - 1] - margin {
      // The tolerance is what parabolas and arcs may be off together.
      #expect(abs(center.distance(to: Point(200, 200)) - expected) <= 0.05)
      checked += 1
    }
    #expect(checked > 20)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `without smoothing ink goes through all samples`(seed: UInt64) throws {
    let points = wander(60, seed: seed)
    let line = try centerline(points, smoothing: 0).map(\.center)
    for point in points { #expect(distance(point, from: line) <= 0.05 + 1e-9) }
  }

  @Test(arguments: [0.0, 6, 40])
  func `a stroke drawn backwards is the same line`(smoothing: Double) throws {
    let points = wander(7, seed: 9, step: 20)
    // Each is within twice the tolerance: that of parabolas and arcs, and that of the places between them.
    let forwards = try centerline(points, smoothing: smoothing, tolerance: 0.001).map(\.center)
    let backwards = try centerline(points.reversed(), smoothing: smoothing, tolerance: 0.001).map(\.center)
    for point in forwards { #expect(distance(point, from: backwards) < 0.004) }
    for point in backwards { #expect(distance(point, from: forwards) < 0.004) }
  }

  @Test func `the rate and the rhythm of samples on an arc hardly matter`() throws {
    func arc(_ degrees: [Double]) -> [Point] {
      degrees.map { Point(100 + 60 * cos($0 * .pi / 180), 100 + 60 * sin($0 * .pi / 180)) }
    }
    let sparse = try centerline(arc((0...18).map { Double($0) * 15 })).map(\.center)
    let dense = try centerline(arc((0...270).map { Double($0) })).map(\.center)
    var paired: [Double] = []
    for place in 0..<18 { paired += [Double(place) * 15, Double(place) * 15 + 3] }
    paired.append(270)
    let pairs = try centerline(arc(paired)).map(\.center)
    // Two lines that are simplified to within 0.05 each; what an irregular rhythm costs real strokes is 0.23.
    for point in sparse.dropLast(4).dropFirst(4) {
      #expect(distance(point, from: dense) < 0.1)
      #expect(distance(point, from: pairs) < 0.23)
    }
  }
}
