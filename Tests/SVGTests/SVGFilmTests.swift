import DoodleKit
import TestSupport
import Testing

@testable import Ink
@testable import Rendering

/// Documents that play: their timing, and what stands still in them.
@Suite struct SVGFilmTests {
  /// A touch that goes on at a changing pace, and rests.
  private func growth(_ random: inout SeededRandom) -> [GrowthCurve.Place] {
    var place = GrowthCurve.Place(frame: 0, length: 0)
    var pace = 5.0
    return (0..<Int.random(in: 2...200, using: &random)).map { _ in
      defer {
        if Int.random(in: 0..<12, using: &random) == 0 { pace = random.double(in: 0...30) }
        place.frame += Double(Int.random(in: 1...9, using: &random))
        if Int.random(in: 0..<6, using: &random) > 0 { place.length += pace * random.double(in: 0.9...1.1) }
      }
      return place
    }
  }

  /// When a curve reaches a length, and when it leaves it.
  private func times(_ curve: [GrowthCurve.Place], at length: Double) -> ClosedRange<Double>? {
    var (first, last) = (Double.infinity, -Double.infinity)
    for (a, b) in zip(curve, curve.dropFirst()) where a.length <= length && length <= b.length {
      let isFlat = a.length == b.length
      let start = isFlat ? a.frame : a.frame + (length - a.length) / (b.length - a.length) * (b.frame - a.frame)
      (first, last) = (Swift.min(first, start), Swift.max(last, isFlat ? b.frame : start))
    }
    return first <= last ? first...last : nil
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `ink comes no more than a frame from when it was drawn`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let all = growth(&random)
    let curve = GrowthCurve(all)
    #expect(curve.places.first == all.first && curve.places.last == all.last)
    for place in all {
      let reached = try #require(self.times(curve.places, at: place.length))
      #expect(place.frame > reached.lowerBound - 1.001 && place.frame < reached.upperBound + 1.001)
    }
  }

  @Test func `an even pace takes two places, and a rest two more`() {
    let even = (0..<100).map { GrowthCurve.Place(frame: Double($0), length: Double(7 * $0)) }
    #expect(GrowthCurve(even).places == [even[0], even[99]])
    let rest = (0..<50).map { GrowthCurve.Place(frame: Double(99 + $0), length: 693) }
    let after = (0..<50).map { GrowthCurve.Place(frame: Double(148 + $0), length: Double(693 + 7 * $0)) }
    let places = GrowthCurve(even + rest.dropFirst() + after.dropFirst()).places
    #expect(places.count == 4 && places[0] == even[0] && places[3] == after[49])
    #expect(abs(places[1].frame - 99) <= 1 && abs(places[2].frame - 148) <= 1)
    #expect(places[1].length == 693 && places[2].length == 693)
  }

  @Test func `a stretch begins when the ink leaves its start and ends when it reaches its end`() {
    let curve = GrowthCurve([
      .init(frame: 10, length: 0), .init(frame: 20, length: 100), .init(frame: 50, length: 100),
      .init(frame: 60, length: 200),
    ])
    #expect(curve.places(from: 0, to: 50) == [.init(frame: 10, length: 0), .init(frame: 15, length: 50)])
    #expect(curve.places(from: 50, to: 100) == [.init(frame: 15, length: 50), .init(frame: 20, length: 100)])
    #expect(curve.places(from: 100, to: 200) == [.init(frame: 50, length: 100), .init(frame: 60, length: 200)])
    #expect(
      curve.places(from: 90, to: 110) == [
        .init(frame: 19, length: 90), .init(frame: 20, length: 100), .init(frame: 50, length: 100),
        .init(frame: 51, length: 110),
      ])
    let late = GrowthCurve([.init(frame: 0, length: 80), .init(frame: 10, length: 100)])
    #expect(late.places(from: 0, to: 70).isEmpty, "it is there from the beginning")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the pens cover all of a stroke's ink`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var (cones, samples): ([RoundCone], [Sample]) = ([], [])
    var (place, radius) = (Point(50, 50), 4.0)
    for i in 0..<60 {
      samples.append(Sample(point: place, time: Double(i) / 60, pressure: 0.5))
      let step = Vector(random.double(in: -9...9), random.double(in: -9...9))
      let next = Swift.max(0.4, radius + random.double(in: -2...2))
      let bulge = random.double(in: -0.3...0.3) * step.length
      cones.append(
        RoundCone(
          start: place, startRadius: radius, end: place + step, endRadius: next, bulge: bulge, continues: i > 0))
      (place, radius) = (place + step, next)
    }
    let trail = StrokeTrail([Array(cones[..<32]), Array(cones[32...])], samples)
    for cone in cones.flatMap({ $0.chords(tolerance: 0.01) }) {
      let isCovered = trail.stretches.contains { stretch in
        distance(from: cone.end, to: stretch.places) + cone.endRadius <= stretch.radius
      }
      #expect(isCovered, "\(cone.end)")
    }
    #expect(trail.sampleLengths == trail.sampleLengths.sorted())
    let way = cones.flatMap { $0.chords(tolerance: 0.01) }.reduce(0) { $0 + $1.start.distance(to: $1.end) }
    let end = try #require(trail.stretches.last?.end)
    #expect(abs(end - way) < 0.02 * way)
  }

  private func distance(from place: Point, to line: [Point]) -> Double {
    zip(line, line.dropFirst()).map { a, b in
      let (step, chord) = (place - a, b - a)
      let square = chord.dx * chord.dx + chord.dy * chord.dy
      let along = square > 0 ? Swift.max(0, Swift.min(1, (step.dx * chord.dx + step.dy * chord.dy) / square)) : 0
      return (step - chord * along).length
    }.min() ?? .infinity
  }

  private func film(of events: [LogEvent], _ layout: CanvasLayout) throws -> [UInt8] {
    let timeline = RecordingTimeline(of: events, synthetic: SyntheticTime())
    let rate = try #require(FrameRate(SVGFilm.rate))
    let schedule = try FilmSchedule(
      times: timeline.times, from: timeline.start, to: timeline.end, pace: FilmPace(rate: rate))
    return SVGFilm(events, schedule: schedule, plays: 0, layout: layout, options: ModelOptions()).document()
  }

  /// Groups within groups are others where there are things that are gone, and so are some pixels of markers.
  @Test(.enabled(if: SVGProgram.path != nil, SVGProgram.absence), arguments: 0..<16 as Range<UInt64>)
  func `where nothing moves, sessions look as they do in the end`(seed: UInt64) throws {
    let events = RandomSession(seed: seed, steps: 40).events
    let layout = CanvasLayout(width: 200, height: 200, transform: Transform(scale: 2), background: .white)
    var drawing = Drawing()
    for event in events { try drawing.apply(event) }
    _ = drawing.finish()
    var still = SVGRenderer(layout: layout)
    let distance = try PictureDistance(
      try SVGProgram.picture(of: still.document(of: drawing)), try SVGProgram.picture(of: try film(of: events, layout)))
    #expect(distance.mean < 0.5)
    #expect(distance.far.count <= 400, "one hundredth of the pixels")
  }
}
