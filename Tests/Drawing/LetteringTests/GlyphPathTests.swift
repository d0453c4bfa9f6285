import Geometry
import Testing

@testable import Lettering

@Suite struct GlyphPathTests {
  private func samples(_ source: Substring) throws -> [[Point]] { try GlyphPath(source).samples }

  @Test func `a move without a line is a dot`() throws {
    #expect(try samples("M 3 4") == [[Point(3, 4)]])
    #expect(try samples("M 3 4 M 5 -6.5") == [[Point(3, 4)], [Point(5, -6.5)]])
  }

  @Test func `a line is straight and ends at its coordinates`() throws {
    let stroke = try #require(try samples("M 0 10 L 30 50").first)
    #expect(stroke.first == Point(0, 10) && stroke.last == Point(30, 50))
    for point in stroke { #expect(abs((point.y - 10) * 3 - point.x * 4) < 1e-9) }
  }

  @Test func `a quarter leaves along its axis, is nearly elliptic and has enough samples`() throws {
    for (source, center) in [("M 0 20 X 40 0", Point(0, 0)), ("M 40 0 Y 0 20", Point(0, 0))] {
      let stroke = try #require(try samples(Substring(source)).first)
      for point in stroke {
        let radius = ((point.x - center.x) / 40 * (point.x - center.x) / 40 + point.y / 20 * point.y / 20).squareRoot()
        #expect(radius > 0.995 && radius < 1.025, "\(point)")
      }
      #expect(stroke.count >= 6)
    }
    let alongX = try #require(try samples("M 0 20 X 40 0").first)
    #expect(alongX[1].x - alongX[0].x > 5 * abs(alongX[1].y - alongX[0].y))
    let alongY = try #require(try samples("M 40 0 Y 0 20").first)
    #expect(abs(alongY[1].y - alongY[0].y) > 2 * abs(alongY[1].x - alongY[0].x))
  }

  @Test func `a curve is a cubic Bézier curve`() throws {
    // Control points a third apart make x linear, and y is 90t(1 − t)² − 90t²(1 − t).
    let stroke = try #require(try samples("M 0 0 C 10 30 20 -30 30 0").first)
    #expect(stroke.count > 5)
    for point in stroke {
      let t = point.x / 30
      #expect(abs(point.y - 90 * t * (1 - t) * (1 - 2 * t)) < 1e-9)
    }
  }

  @Test func `a corner has nearby samples on both sides`() throws {
    let stroke = try #require(try samples("M 0 50 L 0 0 L 50 0").first)
    let corner = try #require(stroke.firstIndex(of: Point(0, 0)))
    #expect(stroke[corner - 1].x == 0 && stroke[corner - 1].y < 3)
    #expect(stroke[corner + 1].y == 0 && stroke[corner + 1].x < 3)
  }

  @Test func `a fixed advance centers the drawing`() throws {
    let path = try GlyphPath("W 30 M 5 0 L 15 0")
    #expect(path.fixedAdvance == 30)
    let glyph = Glyph(path.samples, fixedAdvance: path.fixedAdvance)
    #expect(glyph.strokes[0].first?.point == Point(10, 0) && glyph.strokes[0].last?.point == Point(20, 0))
    #expect(glyph.advance == 30)
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var line: String
    var fault: GlyphFault

    static let all = [
      Fault(testDescription: "no such step", line: "a M 0 0 Q 1 2", fault: .unknownStep("Q", numbers: 2)),
      Fault(testDescription: "a number too few", line: "a M 0 0 L 1", fault: .unknownStep("L", numbers: 1)),
      Fault(testDescription: "no pen down", line: "a L 1 2", fault: .penNotDown("L")),
      Fault(testDescription: "nothing but a name", line: "a", fault: .noDrawing("a")),
      Fault(testDescription: "drawn twice", line: "b M 0 0", fault: .drawnTwice("b")),
      Fault(testDescription: "an unknown letter", line: "á : a acute", fault: .unknownPart("a")),
      Fault(testDescription: "an unknown mark", line: "á : b acute", fault: .unknownPart("acute")),
      Fault(testDescription: "a position of one number", line: "á : b b@3", fault: .unknownPart("b@3")),
      Fault(testDescription: "no code point", line: "U+D800 M 0 0", fault: .unknownScalar("U+D800")),
      Fault(testDescription: "no drawing of parts", line: "á : ", fault: .noDrawing(" ")),
    ]
  }

  @Test(arguments: Fault.all)
  func `a faulty font source is refused with its error`(test: Fault) {
    #expect(throws: test.fault) { try StrokeFont(source: ["box M 0 0 L 9 9\nb M 1 1", test.line]) }
  }

  @Test func `a font source without a box is refused`() {
    #expect(throws: GlyphFault.unknownPart("box")) { try StrokeFont(source: ["b M 1 1"]) }
  }

  @Test func `a mark is centered on its letter and raised above a capital`() throws {
    let font = try StrokeFont(source: [
      "box M 0 0", "dot M 0 60", "low M 0 -9", "o M 10 48 L 30 0", "B M 0 70 L 40 0", "ȯ : o dot", "Ḃ : B dot low",
      "oB : o B@50,-3", "Œ : oB",
    ])
    func drawn(_ character: Character) throws -> [Point] {
      let strokes = try #require(font.glyph(for: character)).strokes
      return strokes.map { $0[0].point - strokes[0][0].point }.map { Point($0.dx, $0.dy) }
    }
    #expect(try drawn("ȯ") == [Point(0, 0), Point(10, 12)])
    #expect(try drawn("Ḃ") == [Point(0, 0), Point(20, 12), Point(20, -79)])
    #expect(try drawn("Œ") == [Point(0, 0), Point(40, 19)])
  }
}
