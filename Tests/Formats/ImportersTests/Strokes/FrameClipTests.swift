import Geometry
import TestSupport
import Testing

@testable import ImportCore

@Suite struct FrameClipTests {
  /// The area of a polygon, by the shoelace formula.
  private func area(_ polygon: [Point]) -> Double {
    zip(polygon, polygon.dropFirst() + polygon.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x }
      .magnitude / 2
  }

  private func square(_ side: Double, turned degrees: Double = 0, mirrored: Bool = false) throws -> FrameClip {
    var map = Affine(rotation: degrees)
    if mirrored { map = Affine(a: -1, b: 0, c: 0, d: 1, tx: 0, ty: 0).concatenating(map) }
    return try #require(FrameClip(Rect(minX: -side, minY: -side, maxX: side, maxY: side), through: map))
  }

  @Test(arguments: [false, true]) func `a square cuts another one that is turned to an octagon`(mirrored: Bool) throws {
    let other = [Point(-1, -1), Point(1, -1), Point(1, 1), Point(-1, 1)]
    let part = try square(1, turned: 45, mirrored: mirrored).part(of: other)
    #expect(part.count == 8)
    // A regular octagon around the unit circle.
    #expect(abs(area(part) - 8 * (2.0.squareRoot() - 1)) < 1e-12)
    #expect(try square(1).within(square(3)).part(of: other).count == 4)
    let far = try #require(FrameClip(Rect(minX: 5, minY: 5, maxX: 6, maxY: 6), through: .identity))
    let nothing = try square(1).within(far)
    #expect(nothing.part(of: other).isEmpty && !nothing.contains(Point(0, 0)) && nothing.box == nil)
    #expect(nothing.parts(of: [ImportedPoint(0, 0), ImportedPoint(1, 1)]).isEmpty)
    #expect(FrameClip(Rect(minX: 5, minY: 5, maxX: 5, maxY: 6), through: .identity) == nil)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `the parts of a line are those of its points that lie in the frame`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let clip = try square(1, turned: Double.random(in: -180...180, using: &random), mirrored: seed % 2 == 0)
    let points = (0..<20).map { index in
      ImportedPoint(
        Double.random(in: -2...2, using: &random), Double.random(in: -2...2, using: &random), pressure: 0.5,
        time: Double(index))
    }
    let parts = clip.parts(of: points)
    // A fine sampling of the line by its times: a moment is in a part just where the point then is in the frame.
    let steps = 1000
    var disagreements = 0
    for (index, (from, to)) in zip(points, points.dropFirst()).enumerated() {
      for step in 0..<steps {
        let share = (Double(step) + 0.5) / Double(steps)
        let time = Double(index) + share
        let isInside = clip.contains(Point(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share))
        let isInPart = parts.contains { part in
          (part.first?.time ?? .infinity) <= time && (part.last?.time ?? -.infinity) >= time
        }
        if isInside != isInPart { disagreements += 1 }
      }
    }
    // Rounding may move an end by less than a step.
    #expect(disagreements <= 2 * parts.count)
    #expect(parts.joined().allSatisfy { $0.pressure == 0.5 })
  }

  @Test func `a dot is in a frame or not`() throws {
    #expect(try square(1).parts(of: [ImportedPoint(0, 1)]).count == 1)
    #expect(try square(1).parts(of: [ImportedPoint(0, 1.5)]).isEmpty)
    #expect(try square(1).parts(of: []).isEmpty)
  }
}
