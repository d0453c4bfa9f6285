import Geometry
import Ink
import TestSupport
import Testing
import TouchLog

/// How the newest model draws arrows, angles, stars and dashes.
@Suite struct MarkTests {
  private func arrow(_ width: Double, _ length: Double, _ cap: LineCap = .round) -> ShapeGeometry {
    Shape(.arrow, from: Point(0, 0), to: Point(length, 0), style: ShapeStyle(width: width, cap: cap)).geometry
  }

  @Test(arguments: [0.5, 1, 4, 9, 20], [10.0, 30, 200]) func `the tip of an arrow is at the end of its drag`(
    width: Double, length: Double
  ) {
    for cap in LineCap.allCases {
      let geometry = arrow(width, length, cap)
      let ink = Polygons.bounds(of: geometry.inkPolygons(tolerance: 0.01))
      #expect(abs(ink.maxX - length) < 1e-9, "\(cap)")
      // Its head is no longer than the arrow.
      #expect(Polygons.bounds(of: geometry.solid.polygons(tolerance: 0.01)).minX >= -1e-9)
    }
  }

  @Test func `thin arrows have visible heads, and heads grow less than lines`() {
    func side(_ width: Double) -> Double {
      let corners = arrow(width, 500).solid.flattened(tolerance: 0.01)[0].points
      return corners[0].distance(to: corners[1])
    }
    #expect(abs(side(1) - 9.2) < 1e-9 && abs(side(5) - 22) < 1e-9)
    for width in [0.5, 1, 2, 4, 8] { #expect(side(width) >= 7 && side(2 * width) < 2 * side(width)) }
  }

  // MARK: Angles

  private func angle(
    _ degrees: Double, legs: (Double, Double), from start: Double, width: Double,
    options: ModelOptions = ModelOptions()
  ) throws -> Drawing {
    let vertex = Point(300, 300)
    var drawing = try Drawing([.tool(ToolChange(name: "angle", width: width))], options: options)
    let ends = [
      vertex + Vector(degrees: start, length: legs.0), vertex + Vector(degrees: start + degrees, length: legs.1),
    ]
    for (from, to) in [(ends[0], vertex), (vertex, ends[1])] {
      try drawing.apply(event(.began, from.x, from.y))
      try drawing.apply(event(.moved, to.x, to.y))
      try drawing.apply(event(.ended, to.x, to.y))
    }
    return drawing
  }

  @Test(arguments: [0.0, 1, 8, 20, 45, 90, 130, 180], [0.0, 45, 100, -160])
  func `an angle's label clears all lines`(degrees: Double, start: Double) throws {
    for legs in [(90.0, 90.0), (25, 25), (250, 60), (40, 200)] {
      for width in [1.0, 4, 10] {
        let drawing = try angle(degrees, legs: legs, from: start, width: width)
        let geometry = try #require(drawing.geometry(ofShape: 0))
        guard case .shape(let shape) = drawing.elements[0].content else { continue }
        let lines = geometry.inkPolygons(tolerance: 0.01)
        let number = shape.labelInk(try #require(geometry.label), drawing.options).flatMap(\.cones)
        #expect(!number.isEmpty)
        for cone in number {
          #expect(Polygons.winding(of: cone.end, in: lines) == 0)
          #expect(Polygons.distance(from: cone.end, toEdgesOf: lines) > cone.endRadius + 1, "\(legs) of \(width)")
        }
      }
    }
  }

  @Test func `a right angle has a square mark, all other angles an arc`() {
    func mark(_ c: Point) -> Path {
      Shape(.angle, from: Point(0, -100), to: Point(0, 0), c: c, style: ShapeStyle(width: 2, dash: [8, 6])).geometry
        .mark
    }
    // The side is 14 points plus 1.5 widths,
    #expect(mark(Point(60, 0)) == Path([Point(0, -17), Point(17, -17), Point(17, 0)], isClosed: false))
    // but at most a third of a short leg.
    #expect(mark(Point(30, 0)) == Path([Point(0, -10), Point(10, -10), Point(10, 0)], isClosed: false))
    // 90.46° rounds to 90°, and 90.57° does not.
    #expect(mark(Point(100, 0.8)).elements.count == 3)
    let arc = mark(Point(100, 1)).flattened(tolerance: 0.001)[0]
    for point in arc.points { #expect(abs(point.distance(to: Point(0, 0)) - 40) < 0.001) }
  }

  @Test func `the marks of dashed angles are solid`() {
    let angle = Shape(
      .angle, from: Point(0, -100), to: Point(0, 0), c: Point(70, 70), style: ShapeStyle(width: 2, dash: [8, 6])
    ).geometry
    let ink = angle.inkPolygons(tolerance: 0.01)
    for degrees in stride(from: -90.0, through: 45, by: 1) {
      #expect(Polygons.winding(of: Point(0, 0) + Vector(degrees: degrees, length: 40), in: ink) != 0)
    }
  }

  /// The cones of the label of a drawing's only element, an angle.
  private func label(_ drawing: Drawing) throws -> [RoundCone] {
    guard case .shape(let shape)? = drawing.elements.first?.content else { return [] }
    return shape.labelInk(try #require(drawing.geometry(ofShape: ElementIndex(0))?.label), drawing.options)
      .flatMap(\.cones)
  }

  /// The distance of a point from the axes of cones.
  private func distance(_ point: Point, from cones: [RoundCone]) -> Double {
    cones.flatMap { $0.chords(tolerance: 1e-5) }.map { chord in
      let axis = chord.end - chord.start
      let offset = point - chord.start
      let squared = axis.dx * axis.dx + axis.dy * axis.dy
      let part = squared > 0 ? min(1, max(0, (offset.dx * axis.dx + offset.dy * axis.dy) / squared)) : 0
      return point.distance(to: chord.start + axis * part)
    }.min() ?? .infinity
  }

  @Test(arguments: [1.0, 4, 16, 64]) func `a label's ink is within the tolerance of a picture's scale`(
    scale: Double
  ) throws {
    var drawing = try angle(128, legs: (90, 90), from: 0, width: 2)
    let coarse = ModelOptions.tolerance(pixelsPerPoint: scale)
    drawing.refine(tolerance: coarse)
    let ink = try label(drawing)
    drawing.refine(tolerance: coarse / 16)
    let fine = try label(drawing)
    #expect(fine.count > ink.count)
    for cone in fine {
      // Half a tolerance more, because arcs are held to it at the middle of each piece, not everywhere; and the
      // smoothing itself converges to 0.003 points.
      let allowed = max(1.5 * coarse, 0.003)
      for point in [cone.start, cone.middle, cone.end] { #expect(distance(point, from: ink) <= allowed) }
    }
  }

  @Test func `refining a drawing changes the labels of angles, so that renderers draw them again`() throws {
    var drawing = try angle(128, legs: (90, 90), from: 0, width: 2)
    let (version, ink) = (drawing.version, try label(drawing))
    drawing.refine(tolerance: ModelOptions.tolerance(pixelsPerPoint: 16))
    #expect(try label(drawing).count > ink.count)
    let changes = drawing.changes(since: version).elements
    #expect(changes.map(\.element) == [ElementIndex(0)] && changes.allSatisfy(\.isWhole))
  }

  @Test func `labels of the first model keep the default tolerance`() throws {
    var drawing = try angle(128, legs: (90, 90), from: 0, width: 2, options: ModelOptions(model: .ink1))
    let (version, ink) = (drawing.version, try label(drawing))
    drawing.refine(tolerance: ModelOptions.tolerance(pixelsPerPoint: 16))
    #expect(try label(drawing) == ink)
    #expect(drawing.changes(since: version).elements.isEmpty)
  }

  // MARK: Stars and dashes

  @Test(arguments: [6, 7, 12, 50]) func `stars of many points are as deep as a hexagram`(points: Int) {
    let corners = Shape(
      .star, from: Point(0, 0), to: Point(100, 100), style: ShapeStyle(width: 1, points: points)
    ).geometry.stroke.flattened(tolerance: 0.01)[0].points
    #expect(corners.count == 2 * points)
    for (i, corner) in corners.enumerated() {
      let expected = i % 2 == 0 ? 50 : 50 / 3.0.squareRoot()
      #expect(abs(corner.distance(to: Point(50, 50)) - expected) < 1e-9)
    }
  }

  @Test(arguments: [Shape.Kind.rect, .ellipse, .polygon, .star, .line, .arrow])
  func `dashes at the ends of a side are not cut off`(kind: Shape.Kind) {
    for size in [61.0, 80, 103.7] {
      let style = ShapeStyle(width: 3, cap: .round, dash: [10, 5])
      let shape = Shape(kind, from: Point(0, 0), to: Point(size, size * 0.8), style: style).geometry
      let (dash, phase) = (shape.style.dash, shape.style.dashPhase)
      let (length, period) = (shape.stroke.flattened(tolerance: 0.01).reduce(0) { $0 + $1.length }, dash.reduce(0, +))
      if kind == .line || kind == .arrow {
        // Whole periods and one more dash, beginning with a dash.
        let periods = (length - dash[0]) / period
        #expect(phase == 0 && periods > 0.9 && abs(periods - periods.rounded()) < 1e-3)
      } else {
        // Whole periods, beginning near the middle of a dash.
        let periods = length / period
        #expect(periods > 0.9 && abs(periods - periods.rounded()) < 1e-3)
        #expect(phase > 0.3 * dash[0] && phase < 0.7 * dash[0])
      }
    }
  }
}
