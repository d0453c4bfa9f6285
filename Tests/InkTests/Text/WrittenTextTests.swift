import Geometry
import Testing
import TouchLog

@testable import Ink

/// The letters as the stroke model draws them.
@Suite struct WrittenTextTests {
  private func cones(_ stroke: TextLayout.Stroke, smoothing: Double, _ model: StrokeModel) -> [RoundCone] {
    let samples = stroke.samples.enumerated().map { place, sample in
      Sample(point: sample.point, time: Double(place) / 120, pressure: Float(sample.pressure))
    }
    var settings = ToolSettings()
    settings.model = model
    var style = settings.pen
    style.width = 8
    style.smoothing = smoothing
    var modeler = SpanModeler(options: ModelOptions(model: model))
    var cones: [RoundCone] = []
    modeler.appendCones(of: samples, style: style, to: &cones)
    return cones
  }

  private static let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789&@ß§"

  @Test(arguments: StrokeModel.allCases)
  func `ink follows the letters' strokes to a hundredth of the em`(model: StrokeModel) throws {
    for stroke in TextLayout(Self.text, size: 100).strokes {
      let ink = cones(stroke, smoothing: 4, model)
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

  @Test(arguments: StrokeModel.allCases)
  func `the pen's width is about its own`(model: StrokeModel) {
    for stroke in TextLayout(Self.text, size: 100).strokes where stroke.samples.count > 1 {
      for cone in cones(stroke, smoothing: 4, model) { #expect(cone.endRadius > 3.6 && cone.endRadius < 4.4) }
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
