import Geometry
import Testing
import TouchLog

@testable import Ink

/// The letters as the stroke model draws them.
@Suite struct WrittenTextTests {
  /// The strokes of the letters, each with its ink, by a pen of 8 hundredths of the em.
  private func written(_ model: StrokeModel) throws -> [(stroke: TextLayout.Stroke, ink: [RoundCone])] {
    var style = StyleChange()
    (style.size, style.width) = (100, 8)
    let drawing = try Drawing(
      [.command(.text(NewText(Self.text, at: Point(0, 0), style: style)))], options: ModelOptions(model: model))
    guard case .text(let text) = drawing.elements[0].content else { return [] }
    let strokes = TextLayout(Self.text, size: 100, font: .standard(model.marks.hand)).strokes
    #expect(strokes.count == text.ink.count)
    return zip(strokes, text.ink).map { ($0, $1.cones) }
  }

  private static let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789&@ß§"

  @Test(arguments: StrokeModel.allCases)
  func `ink follows the letters' strokes to a hundredth of the em`(model: StrokeModel) throws {
    for (stroke, ink) in try written(model) {
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

  @Test(arguments: StrokeModel.allCases) func `the pen's width is about its own`(model: StrokeModel) throws {
    for (stroke, ink) in try written(model) where stroke.samples.count > 1 {
      for cone in ink { #expect(cone.endRadius > 3.6 && cone.endRadius < 4.4) }
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
