import Geometry
import Testing
import TouchLog

@testable import Ink

/// The letters of the newest model, and those that the first one keeps.
@Suite struct HandTests {
  @Test func `a zero is one round stroke, and for the first model has a slash`() throws {
    #expect(try #require(StrokeFont.standard(.second).glyph(for: "0")).strokes.count == 1)
    #expect(try #require(StrokeFont.standard(.first).glyph(for: "0")).strokes.count == 2)
  }

  /// How far the strokes of an a go from those of an o in the middle of both, in hundredths of the em.
  private func difference(_ hand: StrokeFont.Hand) throws -> Double {
    func places(_ letter: Character) throws -> [Point] {
      let strokes = try #require(StrokeFont.standard(hand).glyph(for: letter)).strokes
      var box = Rect.empty
      for point in strokes.joined() { box.include(point.point) }
      return strokes.flatMap { stroke in
        zip(stroke, stroke.dropFirst()).flatMap { from, to in
          (0...20).map { from.point + (to.point - from.point) * (Double($0) / 20) + Vector(-box.minX, 0) }
        }
      }
    }
    let (a, o) = (try places("a"), try places("o"))
    return a.map { place in o.map { $0.distance(to: place) }.min() ?? 0 }.max() ?? 0
  }

  @Test func `an a goes further from an o than the pen is wide`() throws {
    // At 8 to 10 pixels the em a tenth of it is a pixel: a stroke that is less than that away is grey in both.
    #expect(try difference(.second) > 15)
    #expect(try difference(.first) < 15)
  }

  @Test(arguments: [4.0, 8, 30], ["Heavy maps", "minimum", "2008", "doodle", "ÄÖÜ äöü"])
  func `letters of a heavy pen do not touch each other`(
    width: Double, wording: String
  ) throws {
    let drawing = try written(wording, width: width)
    for (i, cone) in drawing.enumerated() {
      #expect(cone.ink.endRadius <= 24 * 0.15 / 2 * 1.4, "dots are pressed harder")
      for other in drawing[..<i] where other.character != cone.character {
        #expect(other.ink.end.distance(to: cone.ink.end) > other.ink.endRadius + cone.ink.endRadius)
      }
    }
  }

  @Test func `a pen no wider than a tenth of the size writes as wide as it is, with the font's own spaces`() throws {
    let thin = try written("minimum", width: 1.2)
    let common = try written("minimum", width: 2.4)
    let (first, last) = (try #require(thin.first), try #require(thin.last))
    #expect(abs(last.ink.end.x - first.ink.end.x - (common[common.count - 1].ink.end.x - common[0].ink.end.x)) < 0.1)
    for cone in common { #expect(cone.ink.endRadius > 1) }
  }

  private func written(_ wording: String, width: Double) throws -> [(character: Int, ink: RoundCone)] {
    var style = StyleChange()
    (style.size, style.width) = (24, width)
    let drawing = try Drawing([.command(.text(NewText(wording, at: Point(0, 0), style: style)))])
    guard case .text(let text) = drawing.elements[0].content else { return [] }
    return text.ink.flatMap { ink in ink.cones.map { (ink.character, $0) } }
  }
}
