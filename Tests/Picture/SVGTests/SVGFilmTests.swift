import Geometry
import Rendering
import Session
import TouchLog
import TestSupport
import Testing

@testable import Ink
@testable import SVG

/// SVG films: when ink appears, and the picture in programs that play no films.
@Suite struct SVGFilmTests {
  /// The growth of a random stroke, with changes of speed and pauses.
  private func growth(_ random: inout SeededRandom) -> [GrowthCurve.Knot] {
    var knot = GrowthCurve.Knot(frame: 0, length: 0)
    var speed = 5.0
    return (0..<Int.random(in: 2...200, using: &random)).map { _ in
      defer {
        if Int.random(in: 0..<12, using: &random) == 0 { speed = random.double(in: 0...30) }
        knot.frame += Double(Int.random(in: 1...9, using: &random))
        if Int.random(in: 0..<6, using: &random) > 0 { knot.length += speed * random.double(in: 0.9...1.1) }
      }
      return knot
    }
  }

  /// The frames at which a curve reaches a length and leaves it.
  private func frames(_ curve: [GrowthCurve.Knot], at length: Double) -> ClosedRange<Double>? {
    var (first, last) = (Double.infinity, -Double.infinity)
    for (a, b) in zip(curve, curve.dropFirst()) where a.length <= length && length <= b.length {
      let isFlat = a.length == b.length
      let start = isFlat ? a.frame : a.frame + (length - a.length) / (b.length - a.length) * (b.frame - a.frame)
      (first, last) = (Swift.min(first, start), Swift.max(last, isFlat ? b.frame : start))
    }
    return first <= last ? first...last : nil
  }

  @Test(arguments: rounds(40))
  func `ink appears within a frame of when it was drawn`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let all = growth(&random)
    let curve = GrowthCurve(all)
    #expect(curve.knots.first == all.first && curve.knots.last == all.last)
    for knot in all {
      let reached = try #require(frames(curve.knots, at: knot.length))
      #expect(knot.frame > reached.lowerBound - 1.001 && knot.frame < reached.upperBound + 1.001)
    }
  }

  @Test func `growth at an even speed takes two knots, and a pause two more`() {
    typealias Knot = GrowthCurve.Knot
    func knot(_ frame: Int, _ length: Int) -> Knot { Knot(frame: Double(frame), length: Double(length)) }
    let even = (0..<100).map { (index: Int) -> Knot in knot(index, 7 * index) }
    #expect(GrowthCurve(even).knots == [even[0], even[99]])
    let pause = (0..<50).map { (index: Int) -> Knot in knot(99 + index, 693) }
    let after = (0..<50).map { (index: Int) -> Knot in knot(148 + index, 693 + 7 * index) }
    let knots = GrowthCurve(even + pause.dropFirst() + after.dropFirst()).knots
    #expect(knots.count == 4 && knots[0] == even[0] && knots[3] == after[49])
    #expect(abs(knots[1].frame - 99) <= 1 && abs(knots[2].frame - 148) <= 1)
    #expect(knots[1].length == 693 && knots[2].length == 693)
  }

  @Test func `a section grows from when the ink leaves its start to when it reaches its end`() {
    func knot(_ frame: Double, _ length: Double) -> GrowthCurve.Knot { GrowthCurve.Knot(frame: frame, length: length) }
    let curve = GrowthCurve([knot(10, 0), knot(20, 100), knot(50, 100), knot(60, 200)])
    #expect(curve.knots(from: 0, to: 50) == [knot(10, 0), knot(15, 50)])
    #expect(curve.knots(from: 50, to: 100) == [knot(15, 50), knot(20, 100)])
    #expect(curve.knots(from: 100, to: 200) == [knot(50, 100), knot(60, 200)])
    #expect(curve.knots(from: 90, to: 110) == [knot(19, 90), knot(20, 100), knot(50, 100), knot(51, 110)])
  }

  @Test func `a section that exists from the beginning does not grow`() {
    let curve = GrowthCurve([.init(frame: 0, length: 80), .init(frame: 10, length: 100)])
    #expect(curve.knots(from: 0, to: 70).isEmpty)
  }

  /// A random stroke through 61 points: its cones in two spans, and its samples.
  private func stroke(_ random: inout SeededRandom) -> (spans: [[RoundCone]], samples: [Sample]) {
    var (cones, samples): ([RoundCone], [Sample]) = ([], [])
    var (point, radius) = (Point(50, 50), 4.0)
    for i in 0..<60 {
      samples.append(Sample(point: point, time: Double(i) / 60, pressure: 0.5))
      let step = Vector(random.double(in: -9...9), random.double(in: -9...9))
      let next = Swift.max(0.4, radius + random.double(in: -2...2))
      let bulge = random.double(in: -0.3...0.3) * step.length
      cones.append(
        RoundCone(
          start: point, startRadius: radius, end: point + step, endRadius: next, bulge: bulge, continues: i > 0))
      (point, radius) = (point + step, next)
    }
    return ([Array(cones[..<32]), Array(cones[32...])], samples)
  }

  @Test(arguments: rounds(20))
  func `the pens cover all of a stroke's ink`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let (spans, samples) = stroke(&random)
    let trail = StrokeTrail(spans, samples)
    for cone in spans.joined().flatMap({ $0.chords(tolerance: 0.01) }) {
      let isCovered = trail.sections.contains { section in
        distance(from: cone.end, to: section.points) + cone.endRadius <= section.radius
      }
      #expect(isCovered, "\(cone.end)")
    }
  }

  @Test(arguments: rounds(20))
  func `a trail is as long as the stroke's centerline, and never shorter at a later sample`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (spans, samples) = stroke(&random)
    let trail = StrokeTrail(spans, samples)
    #expect(trail.sampleLengths.count == samples.count)
    #expect(trail.sampleLengths == trail.sampleLengths.sorted())
    let chords = spans.joined().flatMap { $0.chords(tolerance: 0.01) }
    let length = chords.reduce(0) { $0 + $1.start.distance(to: $1.end) }
    let end = try #require(trail.sections.last?.end)
    #expect(abs(end - length) < 0.02 * length)
  }

  private func distance(from point: Point, to line: [Point]) -> Double {
    zip(line, line.dropFirst()).map { a, b in
      let (step, chord) = (point - a, b - a)
      let square = chord.dx * chord.dx + chord.dy * chord.dy
      let along = square > 0 ? Swift.max(0, Swift.min(1, (step.dx * chord.dx + step.dy * chord.dy) / square)) : 0
      return (step - chord * along).length
    }.min() ?? .infinity
  }

  private func film(of events: [LogEvent], _ layout: CanvasLayout) throws -> [UInt8] {
    let timeline = RecordingTimeline(of: events, synthetic: SyntheticTime())
    let schedule = try FilmSchedule(
      times: timeline.times, from: timeline.start, to: timeline.end, pace: FilmPace(rate: Double(SVGFilm.rate)))
    return SVGFilm(events, schedule, plays: 0, layout: layout, options: ModelOptions()).document().bytes
  }

  @Test(arguments: [1, 20, 39])
  func `a mark within a stroke does not change its film`(position: Int) throws {
    var events = (0..<40).map { number -> LogEvent in
      let phase: TouchEvent.Phase = number == 0 ? .began : number == 39 ? .ended : .moved
      return .touch(TouchEvent(phase: phase, point: Point(10 + 4 * Double(number), 50), time: Double(number) / 40))
    }
    let layout = CanvasLayout(width: 200, height: 100)
    let expected = try film(of: events, layout)
    events.insert(.command(.mark(name: "here")), at: position)
    #expect(try film(of: events, layout) == expected)
  }

  /// Some pixels differ: hidden elements change the nesting of groups, and so the markers in them.
  @Test(.needsSVGProgram, arguments: rounds(16))
  func `a program that plays no films shows the finished drawing`(seed: UInt64) throws {
    let events = RandomSession(seed: seed, steps: 40).events
    let layout = CanvasLayout(width: 200, height: 200, transform: Transform(scale: 2), background: .white)
    var still = SVGRenderer(layout: layout)
    let distance = try PictureDistance(
      try SVGProgram.picture(of: still.document(of: try Drawing(events)).bytes),
      try SVGProgram.picture(of: try film(of: events, layout)))
    #expect(distance.mean < 0.5)
    #expect(distance.farPixels.count <= 400, "one hundredth of the pixels")
  }
}
