import Geometry
import Raster
import TestSupport
import Testing

/// The true area of ink in each pixel, integrated along 256 lines per row of pixels, without the rasterizer's formulas.
private func trueCoverage(of cones: [RoundCone], width: Int, height: Int) -> [Double] {
  let lines = 256
  var area = Array(repeating: 0.0, count: width * height)
  for line in 0..<height * lines {
    let y = (Double(line) + 0.5) / Double(lines)
    var spans = cones.compactMap { $0.span(atY: y) }.sorted { $0.lowerBound < $1.lowerBound }
    var merged: [ClosedRange<Double>] = []
    while !spans.isEmpty {
      let next = spans.removeFirst()
      if let last = merged.last, next.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, next.upperBound)
      } else {
        merged.append(next)
      }
    }
    for span in merged {
      for x in max(0, Int(span.lowerBound))...min(width - 1, Int(span.upperBound)) {
        let part = min(Double(x + 1), span.upperBound) - max(Double(x), span.lowerBound)
        area[line / lines * width + x] += max(0, part) / Double(lines)
      }
    }
  }
  return area
}

extension RoundCone {
  /// The interval of the horizontal line at `y` that lies inside the hull of the two discs.
  fileprivate func span(atY y: Double) -> ClosedRange<Double>? {
    var crossings: [Double] = []
    for (center, radius) in [(start, startRadius), (end, endRadius)] {
      let squared = radius * radius - (y - center.y) * (y - center.y)
      if squared >= 0 { crossings += [center.x - squared.squareRoot(), center.x + squared.squareRoot()] }
    }
    let axis = end - start
    let sine = (startRadius - endRadius) / axis.length
    if abs(sine) < 1 {
      let cosine = (1 - sine * sine).squareRoot()
      let u = axis / axis.length
      for side in [-1.0, 1.0] {
        let normal = Vector(u.dx * sine - u.dy * cosine * side, u.dy * sine + u.dx * cosine * side)
        let a = start + normal * startRadius
        let b = end + normal * endRadius
        if (a.y - y) * (b.y - y) <= 0, a.y != b.y { crossings.append(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)) }
      }
    }
    guard let low = crossings.min(), let high = crossings.max() else { return nil }
    return low...high
  }
}

/// A shape in several directions, and the largest errors of its coverage that half planes explain.
struct CoverageCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var shapes: [[RoundCone]]
  /// The mean error of edge pixels and the largest error of any pixel, in levels of 255.
  var mean: Double
  var worst: Double
  /// The relative error of the sum of the coverage.
  var ink: Double

  private static let start = Point(14.3, 13.6)
  private static let directions = [
    Vector(1, 0), Vector(0.8, 0.6), Vector(0.28, 0.96), Vector(0.995037190209989, 0.0995037190209989),
  ]

  private static func line(_ radius: Double, pieces: Int, _ mean: Double, _ worst: Double, _ ink: Double) -> Self {
    let shapes = directions.map { direction in
      let step = direction * (17.7 / Double(pieces))
      func point(_ i: Int) -> Point { start + step * Double(i) }
      return (0..<pieces).map { (i: Int) -> RoundCone in
        RoundCone(start: point(i), startRadius: radius, end: point(i + 1), endRadius: radius, continues: i > 0)
      }
    }
    return CoverageCase(
      testDescription: "line of radius \(radius) in \(pieces) piece(s)", shapes: shapes, mean: mean, worst: worst,
      ink: ink)
  }

  private static let narrowing = CoverageCase(
    testDescription: "cone from radius 6 to 2 over 20",
    shapes: directions.map { [RoundCone(start: start, startRadius: 6, end: start + $0 * 20, endRadius: 2)] },
    mean: 1.2, worst: 15, ink: 0.001)

  /// An arc of radius 12 with ink of radius 3, in chords of 9 degrees.
  private static let arc: CoverageCase = {
    // The rotation by an angle a is (1 − h², 2h)/(1 + h²), with h = tan(a/2).
    let h = 0.0787017068246
    let (c, s) = ((1 - h * h) / (1 + h * h), 2 * h / (1 + h * h))
    var direction = Vector(12, 0)
    var points: [Point] = []
    for _ in 0..<20 {
      points.append(Point(20.4, 17.3) + direction)
      direction = Vector(direction.dx * c - direction.dy * s, direction.dx * s + direction.dy * c)
    }
    let cones = (1..<points.count).map { i in
      RoundCone(start: points[i - 1], startRadius: 3, end: points[i], endRadius: 3, continues: i > 1)
    }
    return CoverageCase(testDescription: "arc of radius 12", shapes: [cones], mean: 1.4, worst: 12, ink: 0.001)
  }()

  static let all = [
    line(8, pieces: 1, 1.0, 7.4, 0.0005), line(4, pieces: 1, 1.3, 8.4, 0.001), line(4, pieces: 12, 1.3, 8.4, 0.001),
    line(2, pieces: 1, 1.6, 15, 0.003), line(1, pieces: 1, 1.9, 26, 0.006), line(1, pieces: 12, 1.9, 26, 0.006),
    line(0.5, pieces: 1, 2.0, 46, 0.012), line(0.35, pieces: 1, 2.1, 58, 0.016), narrowing, arc,
  ]
}

@Suite struct CoverageTests {
  private static let side = 48

  @Test(arguments: CoverageCase.all)
  func `coverage differs from the true area by no more than half planes explain`(_ test: CoverageCase) {
    var errors: [Double] = []
    var ink = 0.0
    var area = 0.0
    for cones in test.shapes {
      var mask = Mask(width: Self.side, height: Self.side)
      mask.join(cones)
      let truth = trueCoverage(of: cones, width: Self.side, height: Self.side)
      for y in 0..<Self.side {
        for x in 0..<Self.side {
          let ours = Double(mask.coverage(x: x, y: y))
          let exact = truth[y * Self.side + x]
          ink += ours / 255
          area += exact
          let isEdge = ours > 0 && ours < 255 || exact > 0 && exact < 0.9999
          if isEdge { errors.append(abs(ours - exact * 255)) }
        }
      }
    }
    #expect(errors.reduce(0, +) / Double(errors.count) <= test.mean)
    #expect(errors.max() ?? 0 <= test.worst)
    #expect(abs(ink / area - 1) <= test.ink)
  }

  @Test(arguments: [0.35, 0.5, 1, 2.3, 4, 9])
  func `a line in pieces equals the line in one piece`(radius: Double) {
    var random = SeededRandom(seed: 11)
    for _ in 0..<8 {
      let start = Point(random.double(in: 10...40), random.double(in: 10...40))
      let end = Point(random.double(in: 90...120), random.double(in: 10...120))
      var whole = Mask(width: 130, height: 130)
      whole.join([RoundCone(start: start, startRadius: radius, end: end, endRadius: radius)])
      var cut = Mask(width: 130, height: 130)
      cut.join(
        (0..<12).map { i in
          let a = start + (end - start) * (Double(i) / 12)
          let b = start + (end - start) * (Double(i + 1) / 12)
          return RoundCone(start: a, startRadius: radius, end: b, endRadius: radius, continues: i > 0)
        })
      var largest = 0
      for y in 0..<130 {
        for x in 0..<130 {
          largest = max(largest, abs(Int(whole.coverage(x: x, y: y)) - Int(cut.coverage(x: x, y: y))))
        }
      }
      #expect(largest <= 1, "from \(start) to \(end)")
    }
  }

  @Test(arguments: rounds(200))
  func `a chain of cones covers the same pixels as its cones one by one`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var start = Point(60, 60)
    var radius = random.double(in: 0.4...8)
    var chain: [RoundCone] = []
    for _ in 0..<12 {
      let reach = random.double(in: 0.05...1) * 9
      let end = start + Vector(random.double(in: -reach...reach), random.double(in: -reach...reach))
      let endRadius = max(0.35, radius + random.double(in: -0.4...0.4) * reach)
      chain.append(
        RoundCone(start: start, startRadius: radius, end: end, endRadius: endRadius, continues: !chain.isEmpty))
      (start, radius) = (end, endRadius)
    }
    var linked = Mask(width: 120, height: 120)
    linked.join(chain)
    var single = Mask(width: 120, height: 120)
    for var cone in chain {
      cone.continues = false
      single.join([cone])
    }
    var missing: [Int] = []
    for y in 0..<120 {
      for x in 0..<120 { missing.append(Int(single.coverage(x: x, y: y)) - Int(linked.coverage(x: x, y: y))) }
    }
    #expect(missing.min() == 0, "a chain must not draw more than its cones")
    // The edges of a cap and of a body have different normals where they meet.
    #expect(missing.max() ?? 0 <= 12)
  }
}
