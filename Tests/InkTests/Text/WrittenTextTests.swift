import Geometry
import Testing
import TouchLog

@testable import Ink

/// The letters as the stroke model draws them.
@Suite struct WrittenTextTests {
  private func cones(_ stroke: TextLayout.Stroke, smoothing: Double) throws -> [RoundCone] {
    var events: [LogEvent] = [.tool(ToolChange(name: "pen", width: 8, smoothing: smoothing))]
    let samples = stroke.samples.count == 1 ? stroke.samples + stroke.samples : stroke.samples
    for (i, sample) in samples.enumerated() {
      let phase: TouchEvent.Phase = i == 0 ? .began : i == samples.count - 1 ? .ended : .moved
      events.append(event(phase, sample.point.x, sample.point.y, pressure: Double(sample.pressure), index: i))
    }
    let drawing = try Drawing(events)
    return drawing.strokes.flatMap { stroke in stroke.spans.indices.flatMap { stroke.cones(ofSpan: $0) } }
  }

  private static let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789&@ß§"

  @Test func `ink follows the letters' strokes to a hundredth of the em`() throws {
    for stroke in TextLayout(Self.text, size: 100).strokes {
      let ink = try cones(stroke, smoothing: 4)
      for cone in ink {
        for chord in cone.chords(tolerance: 0.05) {
          // A chord of the samples is off its arc by (1 - cos 8°) of the radius, a third of a hundredth of 36.
          #expect(distance(of: chord.end, to: stroke.samples) < 1.2, "\(stroke.character) at \(chord.end)")
        }
      }
      for sample in stroke.samples {
        let nearest =
          ink.flatMap { [$0.start, $0.middle, $0.end] }.map { $0.distance(to: sample.point) }.min() ?? .infinity
        #expect(nearest < 20, "all of the stroke is drawn")
      }
      // Ink is kept in 24 bits.
      #expect(try #require(ink.first).start.distance(to: stroke.samples[0].point) < 1e-4)
      #expect(try #require(ink.last).end.distance(to: stroke.samples[stroke.samples.count - 1].point) < 1e-4)
    }
  }

  @Test func `the pen's width is about its own`() throws {
    for stroke in TextLayout(Self.text, size: 100).strokes where stroke.samples.count > 1 {
      for cone in try cones(stroke, smoothing: 4) { #expect(cone.endRadius > 3.6 && cone.endRadius < 4.4) }
    }
  }

  private func distance(of point: Point, to samples: [PenPoint]) -> Double {
    guard samples.count > 1 else { return point.distance(to: samples[0].point) }
    return zip(samples, samples.dropFirst()).map { from, to in
      let way = to.point - from.point
      let offset = point - from.point
      let part = (offset.dx * way.dx + offset.dy * way.dy) / (way.dx * way.dx + way.dy * way.dy)
      return point.distance(to: from.point + way * min(1, max(0, part)))
    }.min() ?? .infinity
  }
}
