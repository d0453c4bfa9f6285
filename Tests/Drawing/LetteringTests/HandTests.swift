import Geometry
import Lettering
import Testing

/// The letter forms that differ between the two hands.
@Suite struct HandTests {
  @Test func `a zero is one round stroke, in the first hand with a slash`() throws {
    #expect(try #require(StrokeFont.standard(.second).glyph(for: "0")).strokes.count == 1)
    #expect(try #require(StrokeFont.standard(.first).glyph(for: "0")).strokes.count == 2)
  }

  /// The largest distance of the strokes of an a from those of an o, both aligned at the left, in hundredths of the em.
  private func difference(_ hand: StrokeFont.Hand) throws -> Double {
    func points(_ letter: Character) throws -> [Point] {
      let strokes = try #require(StrokeFont.standard(hand).glyph(for: letter)).strokes
      var box = Rect.empty
      for point in strokes.joined() { box.include(point.point) }
      var points: [Point] = []
      for stroke in strokes {
        for (from, to) in zip(stroke, stroke.dropFirst()) {
          for step in 0...20 {
            let point = from.point + (to.point - from.point) * (Double(step) / 20)
            points.append(Point(point.x - box.minX, point.y))
          }
        }
      }
      return points
    }
    let (a, o) = (try points("a"), try points("o"))
    return a.map { point in o.map { $0.distance(to: point) }.min() ?? 0 }.max() ?? 0
  }

  @Test func `an a differs from an o by more than the width of a pen`() throws {
    // At 8 to 10 pixels per em the pen is a pixel wide: strokes closer than that look the same gray.
    #expect(try difference(.second) > 15)
    #expect(try difference(.first) < 15)
  }
}
