import Geometry
import Raster
import TestSupport
import Testing

/// Polygons in a picture of 128 by 128 pixels, and their area.
struct AreaCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var polygons: [[Point]]
  var rule = FillRule.nonzero
  var area: Double

  private static let tolerance = 1e-4

  private static func filled(_ name: String, _ path: Path, _ rule: FillRule = .nonzero, area: Double) -> AreaCase {
    AreaCase(testDescription: name, polygons: path.polygons(tolerance: tolerance), rule: rule, area: area)
  }

  private static func stroked(_ name: String, _ path: Path, _ style: StrokeStyle, area: Double) -> AreaCase {
    AreaCase(
      testDescription: name, polygons: Stroker(style, tolerance: tolerance).outlines(of: path), area: area)
  }

  /// The sides cover different fractions of their pixels, so that rounding errors cancel.
  private static let box = Rect(minX: 10.2, minY: 20.4, maxX: 110.8, maxY: 90.2)
  private static let circle = Path(ellipseIn: Rect(minX: 14.2, minY: 14.7, maxX: 114.2, maxY: 114.7))

  /// The five corners of a star in the order in which a line visits them, on a circle of radius 60.
  private static let pentagram = (0..<5).map { i in
    Point(64.5, 64.25) + Vector(degrees: Double(i) * 144 - 90, length: 60)
  }

  /// Legs of 40, 40 and 60 pixels with right angles between them.
  private static let zigzag = Path(
    [Point(10.5, 20.25), Point(34.5, 52.25), Point(66.5, 28.25), Point(102.5, 76.25)], isClosed: false)

  private static func slantedLine(_ cap: LineCap, _ rest: Double) -> AreaCase {
    stroked(
      "line with \(cap) ends", Path([Point(20.1, 30.7), Point(80.1, 110.7)], isClosed: false),
      StrokeStyle(width: 9, cap: cap), area: 900 + rest)
  }

  // At a corner of 90° two legs share a square of half the width, and the join adds a part of one.
  private static func zigzagLine(_ join: LineJoin, _ share: Double) -> AreaCase {
    stroked(
      "zigzag with \(join) corners", zigzag, StrokeStyle(width: 6, join: join), area: 140 * 6 + 2 * (share - 1) * 9)
  }

  static let all = [
    filled("box", Path(box), area: 100.6 * 69.8),
    filled("rounded box", Path(box, radius: 20), area: 100.6 * 69.8 - (4 - .pi) * 400),
    filled("ellipse", Path(ellipseIn: box), area: 100.6 * 69.8 * .pi / 4),
    filled("circle", circle, area: 2500 * .pi),
    // The areas for radius 1: 1.122569… for the whole star, 0.346893… for the pentagon in its middle.
    filled("pentagram", Path(pentagram, isClosed: true), area: 3600 * 1.122569941449),
    filled(
      "pentagram with a hole", Path(pentagram, isClosed: true), .evenOdd,
      area: 3600 * (1.122569941449 - 0.346893189282)),
    slantedLine(.butt, 0), slantedLine(.square, 81), slantedLine(.round, 81 * .pi / 4),
    zigzagLine(.miter, 1), zigzagLine(.bevel, 0.5), zigzagLine(.round, .pi / 4),
    stroked("ring", circle, StrokeStyle(width: 12), area: 2 * .pi * 50 * 12),
    stroked("ring as wide as its circle", circle, StrokeStyle(width: 20), area: 2 * .pi * 50 * 20),
    stroked(
      "box outline", Path(box), StrokeStyle(width: 5, join: .round),
      area: 5 * 2 * (100.6 + 69.8) - 100 + 75 + 6.25 * .pi),
    stroked(
      "dashed ring", circle, StrokeStyle(width: 6, dash: [10, 10 * .pi - 10]), area: 10 * 10 * 6),
    stroked(
      "dotted ring", circle, StrokeStyle(width: 6, cap: .round, dash: [0, 100.0001 * .pi / 20]), area: 20 * 9 * .pi),
    // Two bars that cross; the common square counts once.
    stroked(
      "line across itself",
      Path([Point(20, 64), Point(108, 64), Point(108, 108), Point(64, 108), Point(64, 20)], isClosed: false),
      StrokeStyle(width: 8, join: .miter), area: 8 * (88 + 44 + 44 + 88) - 64),
  ]
}

@Suite struct FillAreaTests {
  @Test(arguments: AreaCase.all)
  func `the coverage adds up to the area of the shape`(_ test: AreaCase) {
    let mask = Mask.filled(test.polygons, test.rule, width: 128, height: 128)
    // A few hundred edge pixels are each rounded by up to 1/510; the error of the sum grows with the root of their
    // number.
    #expect(abs(mask.ink(width: 128, height: 128) - test.area) < 0.1)
  }

  @Test(arguments: [6.0, 3, 1.5, 0.5])
  func `a line with round ends equals a round cone`(radius: Double) {
    for direction in [Vector(1, 0), Vector(0.8, 0.6), Vector(0.28, 0.96), Vector(-0.6, 0.8)] {
      let (start, end) = (Point(40.3, 34.6), Point(40.3, 34.6) + direction * 23.7)
      var ink = Mask(width: 80, height: 80)
      ink.join([RoundCone(start: start, startRadius: radius, end: end, endRadius: radius)])
      let style = StrokeStyle(width: radius * 2, cap: .round)
      let line = Mask.filled(
        Stroker(style, tolerance: 0.005).outlines(of: Path([start, end], isClosed: false)), width: 80, height: 80)
      // The cone is drawn with half planes: see CoverageTests.
      let bytes = (ink.bytes(width: 80, height: 80), line.bytes(width: 80, height: 80))
      let worst = zip(bytes.0, bytes.1).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= (radius < 1 ? 47 : radius < 2 ? 20 : 10))
      let ratio = ink.ink(width: 80, height: 80) / line.ink(width: 80, height: 80)
      #expect(abs(ratio - 1) < 0.015)
    }
  }

  @Test(arguments: rounds(12))
  func `a stroke that folds and crosses covers the positions near its line`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let points = (0..<6).map { _ in Point(random.double(in: 10...54), random.double(in: 10...54)) }
    let style = StrokeStyle(width: random.double(in: 1...9), cap: .round, join: .round)
    let outlines = Stroker(style, tolerance: 0.002).outlines(of: Path(points, isClosed: false))
    let ours = Mask.filled(outlines, width: 64, height: 64).bytes(width: 64, height: 64)
    // The oracle is the definition: the share of positions in a pixel within half a width of the line.
    let track = points + points.reversed()
    var worst = 0.0
    for _ in 0..<40 {
      let (x, y) = (Int.random(in: 5..<59, using: &random), Int.random(in: 5..<59, using: &random))
      var inside = 0
      for i in 0..<1024 {
        let position = Point(Double(x) + (Double(i % 32) + 0.5) / 32, Double(y) + (Double(i / 32) + 0.5) / 32)
        if Polygons.distance(from: position, toEdgesOf: [track]) < style.width / 2 { inside += 1 }
      }
      worst = max(worst, abs(Double(inside) / 1024 * 255 - Double(ours[y * 64 + x])))
    }
    // There are 32 rows of 32 positions: an edge along a row is off by up to half of 1/32 pixel.
    #expect(worst <= 6)
  }
}
