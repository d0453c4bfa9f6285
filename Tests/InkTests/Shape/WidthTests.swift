import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

@Suite struct WidthTests {
  private func radii(
    _ events: [LogEvent], tool: ToolChange = ToolChange(name: "pen"), _ source: ModelOptions.WidthSource = .auto
  ) throws -> [Double] {
    let options = ModelOptions(widthSource: source)
    return try Drawing([.tool(tool)] + events, options: options).strokes[0].centerline(options: options).map(\.radius)
  }

  private func line(pressure: Double? = nil, speed: Double = 240) -> [LogEvent] {
    stroke((0...40).map { Point(Double($0) * speed / 240, 0) }, pressure: pressure)
  }

  // D/2·(1 + 2θ(e − ½)) with D = 4, θ = 0.6 and e = p(1.3 − 0.3p).
  @Test(arguments: [(0.0, 0.0, 0.8), (0.5, 0.575, 2.18), (1, 1, 3.2), (1.7, 1, 3.2)])
  func `pressure widens ink`(pressure: Double, effect: Double, radius: Double) throws {
    #expect(abs(StrokeWidth.effect(pressure: pressure) - effect) < 1e-12)
    for r in try radii(line(pressure: pressure)) { #expect(abs(r - radius) < 1e-6) }
  }

  // The same with e = 0.7 − 0.6·min(1, v/2000).
  @Test(arguments: [(1000.0, 0.4, 1.76), (2000, 0.1, 1.04), (9000, 0.1, 1.04)])
  func `without pressure speed narrows ink`(speed: Double, effect: Double, radius: Double) throws {
    #expect(abs(StrokeWidth.effect(speed: speed) - effect) < 1e-12)
    for r in try radii(line(speed: speed)) { #expect(abs(r - radius) < 1e-9) }
  }

  @Test func `a touch that rests has no speed`() throws {
    #expect(try radii([event(.began, 5, 5, time: 0), event(.ended, 5, 5, time: 9)]) == [2 * (1 + 1.2 * (0.7 - 0.5))])
  }

  @Test func `speed is the way within 40 ms by the time it took`() {
    // 100 points a second for 100 ms, then 1,000: at the change half of each, and 40 ms from it all of one.
    var samples: [Sample] = []
    for i in 0...40 {
      let time = Double(i) / 200
      let x = i <= 20 ? time * 100 : 10 + (time - 0.1) * 1000
      samples.append(Sample(point: Point(x, 0), time: time, pressure: .nan))
    }
    let sequence = SampleSequence(samples: samples, guesses: [])
    for (place, speed) in [(0, 100.0), (12, 100), (20, 550), (24, 100 * 0.25 + 1000 * 0.75), (28, 1000), (40, 1000)] {
      #expect(abs(sequence.speed(around: place..<place + 1) - speed) < 1e-6, "sample \(place)")
    }
  }

  struct Source: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var source: ModelOptions.WidthSource
    var pressure: Double?
    var radius: Double

    // At pressure 1 the radius is 3.2, at 1,000 points a second 1.76, at the tool's width 2.
    static let all = [
      Source(testDescription: "auto with pressure", source: .auto, pressure: 1, radius: 3.2),
      Source(testDescription: "auto without", source: .auto, pressure: nil, radius: 1.76),
      Source(testDescription: "recorded with pressure", source: .recorded, pressure: 1, radius: 3.2),
      Source(testDescription: "recorded without", source: .recorded, pressure: nil, radius: 2),
      Source(testDescription: "velocity with pressure", source: .velocity, pressure: 1, radius: 1.76),
      Source(testDescription: "velocity without", source: .velocity, pressure: nil, radius: 1.76),
      Source(testDescription: "none with pressure", source: .none, pressure: 1, radius: 2),
      Source(testDescription: "none without", source: .none, pressure: nil, radius: 2),
    ]
  }

  @Test(arguments: Source.all)
  func `the width comes from where it is asked for`(test: Source) throws {
    for r in try radii(line(pressure: test.pressure, speed: 1000), test.source) {
      #expect(abs(r - test.radius) < 1e-6)
    }
  }

  @Test func `a marker and a pen without thinning keep their width`() throws {
    for tool in [ToolChange(name: "marker", width: 10), ToolChange(name: "pen", width: 10, thinning: 0)] {
      for pressure in [nil, 0, 0.3, 1] {
        for r in try radii(line(pressure: pressure), tool: tool) { #expect(r == 5) }
      }
    }
  }

  @Test func `full thinning at no pressure is nothing, and never less`() throws {
    let tool = ToolChange(name: "pen", thinning: 1)
    #expect(try radii(line(pressure: 0), tool: tool).allSatisfy { $0 == 0 })
  }

  /// The ink of a straight stroke 200 points long along the x axis, as its radius at each disc's x.
  private func tapered(step: Double) throws -> [(center: Point, radius: Double)] {
    let tool = ToolChange(name: "pen", width: 10, thinning: 0, taper: Taper(start: 40, end: 80))
    let points = stride(from: 0, through: 200, by: step).map { Point($0, 0) }
    return try Drawing([.tool(tool)] + stroke(points)).strokes[0].centerline(options: ModelOptions())
  }

  @Test func `tapers narrow the ends to nothing, and nothing else`() throws {
    let ink = try tapered(step: 2)
    #expect(ink.first?.radius == 0)
    #expect(ink.last?.radius == 0)
    var last = 0.0
    for (center, radius) in ink {
      if center.x <= 120 { #expect(radius >= last) } else { #expect(radius <= last) }
      let part = min(1, center.x / 40, (200 - center.x) / 80)
      // A part x of the taper's length from the end the radius is x(2 − x) of itself.
      #expect(abs(radius - 5 * part * (2 - part)) < 1e-9)
      last = radius
    }
    #expect(ink.contains { $0.radius == 5 })
  }

  @Test(arguments: [1.0, 2, 4, 8, 20, 100, 200])
  func `tapers look the same however far apart the samples lie`(step: Double) throws {
    let ink = try tapered(step: step)
    for x in stride(from: 0.0, through: 200, by: 5) {
      let part = min(1, x / 40, (200 - x) / 80)
      let i = max(1, ink.firstIndex { $0.center.x >= x } ?? ink.count - 1)
      let (a, b) = (ink[i - 1], ink[i])
      let radius = a.radius + (b.radius - a.radius) * (x - a.center.x) / (b.center.x - a.center.x)
      // A radius may be off by the tolerance, and once more where the ink is simplified.
      #expect(abs(radius - 5 * part * (2 - part)) <= 0.1, "at \(x)")
    }
  }
}
