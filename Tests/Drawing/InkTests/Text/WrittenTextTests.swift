import Geometry
import Lettering
import TestSupport
import Testing
import TouchLog

@testable import Ink

/// Texts drawn by the stroke model.
@Suite struct WrittenTextTests {
  /// The strokes of the letters and their ink, by a pen 8 hundredths of the em wide.
  private func written(_ model: StrokeModel) throws -> [(stroke: TextLayout.Stroke, ink: [RoundCone])] {
    var style = StyleChange()
    (style[StyleKeys.size], style.width) = (100, 8)
    let drawing = try Drawing(
      [.command(.text(NewText(Self.text, at: Point(0, 0), style: style)))], options: ModelOptions(model: model))
    guard case .text(let text) = drawing.elements[0].content else { return [] }
    let strokes = TextLayout(Self.text, size: 100, font: .standard(model.rules.marks.hand)).strokes
    #expect(strokes.count == text.ink.count)
    return zip(strokes, text.ink).map { ($0, $1.cones) }
  }

  private static let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789&@ß§"

  @Test(arguments: StrokeModel.allCases)
  func `ink is within about a hundredth of the em of the letters' strokes`(model: StrokeModel) throws {
    for (stroke, ink) in try written(model) {
      for cone in ink {
        for chord in cone.chords(tolerance: 0.05) {
          // A chord between samples deviates from its arc by (1 − cos 8°) of the radius: 0.35 for a radius of 36.
          #expect(distance(of: chord.end, to: stroke.samples) < 1.2, "\(stroke.character) at \(chord.end)")
        }
      }
      for sample in stroke.samples {
        let nearest =
          ink.flatMap { [$0.start, $0.middle, $0.end] }.map { $0.distance(to: sample.point) }.min() ?? .infinity
        #expect(nearest < 20, "the whole stroke is drawn")
      }
      // Ink is stored with 24 bits.
      #expect(try #require(ink.first).start.distance(to: stroke.samples[0].point) < 1e-4)
      #expect(try #require(ink.last).end.distance(to: stroke.samples[stroke.samples.count - 1].point) < 1e-4)
    }
  }

  @Test(arguments: StrokeModel.allCases) func `the ink is about as wide as the pen`(model: StrokeModel) throws {
    for (stroke, ink) in try written(model) where stroke.samples.count > 1 {
      for cone in ink { #expect(cone.endRadius > 3.6 && cone.endRadius < 4.4) }
    }
  }

  @Test(arguments: rounds(4), StrokeModel.allCases)
  func `a text that is edited has the ink of one that is written at once`(seed: UInt64, model: StrokeModel) throws {
    var random = SeededRandom(seed: seed)
    func text(_ wording: String, _ style: StyleChange) -> LogEvent {
      .command(.text(NewText(wording, at: Point(7.3, 5.1), wrap: 150, style: style, id: "t")))
    }
    var style = StyleChange()
    (style[StyleKeys.size], style.width) = (20, 2)
    var wording = Array("to")
    var edited = try Drawing([text(String(wording), style)], options: ModelOptions(model: model))
    for round in 0..<25 {
      if round % 8 == 7 {
        style[StyleKeys.size] = Double.random(in: 8...30, using: &random)
        try edited.apply(.command(.restyle(id: "t", style)))
      } else {
        let place = Int.random(in: 0...wording.count, using: &random)
        if round % 3 == 2, place < wording.count {
          wording.remove(at: place)
        } else {
          wording.insert(Array("abc defg hij\nk").randomElement(using: &random)!, at: place)
        }
        try edited.apply(.command(.edit(id: "t", text: String(wording))))
      }
      if round == 12 { try edited.apply(.command(.undo(count: 1))); try edited.apply(.command(.redo(count: 1))) }
      let fresh = try Drawing([text(String(wording), style)], options: ModelOptions(model: model))
      guard case .text(let a) = edited.elements[0].content, case .text(let b) = fresh.elements[0].content else {
        return
      }
      #expect(a.ink == b.ink)
      #expect(a.bounds == b.bounds)
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

  // MARK: Pen widths

  @Test(arguments: [4.0, 8, 30], ["Heavy maps", "minimum", "2008", "doodle", "ÄÖÜ äöü"])
  func `letters of a heavy pen do not touch each other`(
    width: Double, wording: String
  ) throws {
    let drawing = try cones(of: wording, width: width)
    for (i, cone) in drawing.enumerated() {
      #expect(cone.ink.endRadius <= 24 * 0.15 / 2 * 1.4, "dots are pressed harder")
      for other in drawing[..<i] where other.character != cone.character {
        #expect(other.ink.end.distance(to: cone.ink.end) > other.ink.endRadius + cone.ink.endRadius)
      }
    }
  }

  @Test func `a pen no wider than a tenth of the size keeps its width and the font's spacing`() throws {
    let thin = try cones(of: "minimum", width: 1.2)
    let common = try cones(of: "minimum", width: 2.4)
    let (first, last) = (try #require(thin.first), try #require(thin.last))
    #expect(abs(last.ink.end.x - first.ink.end.x - (common[common.count - 1].ink.end.x - common[0].ink.end.x)) < 0.1)
    for cone in common { #expect(cone.ink.endRadius > 1) }
  }

  private func cones(of wording: String, width: Double) throws -> [(character: Int, ink: RoundCone)] {
    var style = StyleChange()
    (style[StyleKeys.size], style.width) = (24, width)
    let drawing = try Drawing([.command(.text(NewText(wording, at: Point(0, 0), style: style)))])
    guard case .text(let text) = drawing.elements[0].content else { return [] }
    return text.ink.flatMap { ink in ink.cones.map { (ink.character, $0) } }
  }
}
