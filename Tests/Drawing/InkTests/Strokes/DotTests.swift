import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

@Suite struct DotTests {
  private func cones(_ events: [LogEvent], _ model: StrokeModel = .newest) throws -> [RoundCone] {
    let drawing = try Drawing(events, options: ModelOptions(model: model))
    let kept = drawing.strokes.flatMap { stroke in stroke.spans.indices.flatMap { stroke.cones(ofSpan: $0) } }
    #expect(kept == drawing.strokes.flatMap { $0.remodeled(options: drawing.options).joined() })
    return kept
  }

  struct Dot: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var pressures: [Double]
    var times: [Double]

    static let all = [
      Dot(testDescription: "a tap", pressures: [1, 0], times: [0, 0.1]),
      Dot(testDescription: "the largest pressure at its end", pressures: [0.25, 1], times: [0, 0.1]),
      Dot(testDescription: "equal times", pressures: [1, 0.5], times: [3, 3]),
      Dot(
        testDescription: "many duplicates", pressures: [0.5, 0.25, 0.5, 1, 0.75, 0, 0], times: [0, 1, 1, 1, 1, 0, 2]),
      Dot(testDescription: "equal pressures", pressures: [1, 1, 1, 1], times: [0, 0, 0, 0]),
    ]
  }

  @Test(arguments: Dot.all)
  func `a tap is one disc of its largest radius`(test: Dot) throws {
    for named in [false, true] {
      let events = test.pressures.indices.map { i in
        event(
          i == 0 ? .began : i == test.pressures.count - 1 ? .ended : .moved, 7, 8, pressure: test.pressures[i],
          time: test.times[i], index: named ? i : nil)
      }
      let ink = try cones(events)
      #expect(ink.count == 1)
      #expect(ink.allSatisfy { $0.start == Point(7, 8) && $0.end == Point(7, 8) && !$0.continues })
      // The largest pressure is 1: D/2·(1 + θ).
      #expect(ink.allSatisfy { abs($0.startRadius - 3.2) < 1e-6 && $0.endRadius == $0.startRadius })
    }
  }

  @Test(arguments: [1, 32, 33, 64, 100])
  func `duplicates that fill whole spans are one disc`(count: Int) throws {
    var events = (0..<count).map { event($0 == 0 ? .began : .moved, 7, 8, pressure: 1, index: $0) }
    #expect(try cones(events).count == 1)
    events.append(event(.ended, 50, 8))
    let ink = try cones(events)
    #expect(ink.first?.start == Point(7, 8))
    #expect(ink.last?.end == Point(50, 8))
  }

  @Test func `two points are one cone`() throws {
    let ink = try cones(stroke([Point(0, 0), Point(30, 40)], pressure: 1))
    #expect(ink.count == 1)
    #expect(ink.first?.start == Point(0, 0))
    #expect(ink.first?.end == Point(30, 40))
  }

  /// Strokes that are numerically difficult.
  struct Nasty: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var points: [Point]
    var times: [Double]

    init(_ testDescription: String, _ points: [Point], times: [Double] = []) {
      self.testDescription = testDescription
      self.points = points
      self.times = times
    }

    private static let tiny = Double.leastNonzeroMagnitude
    private static func points(_ point: (Int) -> Point) -> [Point] { (0..<36).map(point) }
    static let all = [
      Nasty("back and forth on a line", points { Point($0 % 2 == 0 ? 10 : 60, 5) }),
      Nasty("back and forth over growing distances", points { Point(($0 % 2 == 0 ? 1 : -1) * Double($0), 5) }),
      Nasty("across the largest canvas", points { Point($0 % 2 == 0 ? -1e7 : 1e7, $0 % 3 == 0 ? 1e7 : -1e7) }),
      Nasty("subnormal steps", points { Point(Double($0) * tiny, tiny) }),
      Nasty(
        "subnormal, then far", [Point(0, 0), Point(tiny, 0), Point(1e7, 0), Point(1e7 + tiny, tiny), Point(0, tiny)]),
      Nasty(
        "steps of about the size at which positions are equal",
        points { Point(Double($0 % 5) * 1e-6, Double($0 % 3) * 1e-6) }),
      Nasty("creeping", points { Point(Double($0) * 0.9e-6, 0) }),
      Nasty(
        "alternating tiny and huge steps",
        points { i in
          let (far, near): (Double, Double) = (Double(i / 2) * 1e5, Double(i % 2) * 2e-6)
          return Point(far + near, 0)
        }),
      Nasty("a point and back", [Point(5, 5), Point(90, 5), Point(5, 5)]),
      Nasty(
        "a closed square, twice around", points { [Point(0, 0), Point(9, 0), Point(9, 9), Point(0, 9)][$0 % 4] }),
      Nasty("equal times", points { Point(Double($0), 5) }, times: [3]),
      Nasty("times so large that steps between them vanish", points { Point(Double($0), 5) }, times: [0, 1e300]),
      Nasty(
        "times from one end of Double to the other", points { Point(Double($0), 5) },
        times: [-.greatestFiniteMagnitude, 0, .greatestFiniteMagnitude]),
      Nasty("negative zero", [Point(-0.0, 0), Point(0, -0.0), Point(-0.0, -0.0), Point(5, -0.0)]),
    ]
  }

  @Test(arguments: Nasty.all, StrokeModel.allCases)
  func `the ink of a difficult stroke is finite and has no gaps`(test: Nasty, model: StrokeModel) throws {
    let tools = [
      ToolChange(name: "pen"), ToolChange(name: "pen", smoothing: 0), ToolChange(name: "pen", smoothing: 200),
      ToolChange(name: "pen", grid: 1e-9), ToolChange(name: "pen", grid: 1e7),
      ToolChange(name: "pen", width: 1e6, thinning: 1, taper: Taper(start: 1e7, end: 1e7)),
      ToolChange(name: "marker", width: 1e-6, taper: Taper(start: 1e-9, end: 1e-300)),
    ]
    for tool in tools {
      // Wide smoothing averages much of the stroke at each point, which takes long.
      for pressure in tool.style.smoothing == 200 ? [nil] : [nil, 1e300] {
        var events: [LogEvent] = [.tool(tool)]
        for (i, point) in test.points.enumerated() {
          let time = test.times.isEmpty ? Double(i) / 240 : test.times[min(i, test.times.count - 1)]
          let phase: TouchEvent.Phase = i == 0 ? .began : i == test.points.count - 1 ? .ended : .moved
          events.append(event(phase, point.x, point.y, pressure: pressure, time: time))
        }
        let ink = try cones(events, model)
        #expect(!ink.isEmpty)
        for cone in ink {
          let values = [cone.start.x, cone.start.y, cone.end.x, cone.end.y, cone.startRadius, cone.endRadius]
          #expect(values.allSatisfy { $0.isFinite } && cone.startRadius >= 0 && cone.endRadius >= 0)
        }
        for (cone, next) in zip(ink, ink.dropFirst()) {
          let gap = cone.end.distance(to: next.start)
          #expect(gap <= 1e-6 * (1 + abs(cone.end.x) + abs(cone.end.y)), "there is no gap")
        }
      }
    }
  }

  @Test(arguments: rounds(24))
  func `random points, repeats and returns give finite ink`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let scale = [1e-300, 1e-7, 1e-3, 1, 1e3, 1e7][Int(seed % 6)]
    var points = [Point(0, 0)]
    while points.count < 70 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: points.append(points[points.count - 1])
      case 1: points.append(points[Int.random(in: 0..<points.count, using: &random)])
      case 2: points.append(Point(points[points.count - 1].x.nextUp, points[points.count - 1].y))
      default: points.append(Point(random.double(in: -scale...scale), random.double(in: -scale...scale)))
      }
    }
    for cone in try cones(stroke(points)) {
      let values = [cone.start.x, cone.start.y, cone.end.x, cone.end.y, cone.startRadius, cone.endRadius]
      #expect(values.allSatisfy { $0.isFinite })
    }
  }
}
