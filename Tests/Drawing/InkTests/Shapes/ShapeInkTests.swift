import Geometry
import Ink
import TestSupport
import Testing

@Suite struct ShapeInkTests {
  private func shape(_ kind: Shape.Kind, _ style: ShapeStyle, _ a: Point, _ b: Point) -> ShapeGeometry {
    Shape(kind, from: a, to: b, c: kind == .angle ? Point(a.x, b.y + 5) : nil, style: style).geometry
  }

  @Test(arguments: [
    (Point(50, 20), 0.0, true), (Point(50, 17.9), 0, false), (Point(50, 17.9), 0.2, true), (Point(50, 22.1), 0.2, true),
    (Point(50, 30), 4, false), (Point(50, 30), 8.1, true), (Point(8.7, 18.7), 0, true), (Point(8.5, 18.5), 0, false),
    (Point(3, 20), 4.9, false), (Point(3, 20), 5.1, true),
  ])
  func `an outline is hit on and near its ink`(point: Point, distance: Double, isHit: Bool) {
    // The outline is 4 points wide, centered on the box, with round corners.
    let rect = shape(.rect, ShapeStyle(width: 4), Point(10, 20), Point(90, 80))
    #expect(rect.contains(point, within: distance) == isHit)
  }

  @Test func `only a filled shape is hit in its interior`() {
    for kind in [Shape.Kind.rect, .ellipse, .polygon, .star] {
      for isFilled in [false, true] {
        let geometry = shape(kind, ShapeStyle(width: 1, isFilled: isFilled), Point(0, 0), Point(100, 100))
        #expect(geometry.contains(Point(50, 50), within: 4) == isFilled)
        #expect(!geometry.contains(Point(1.5, 98.5), within: 0) || kind == .rect && isFilled)
      }
    }
  }

  @Test func `an arrow is hit on its head, and a dashed line is not hit in its gaps`() {
    let arrow = shape(.arrow, ShapeStyle(width: 4, marks: .ink1), Point(0, 0), Point(100, 0))
    #expect(arrow.contains(Point(107.9, 0), within: 0) && arrow.contains(Point(93.5, 5.9), within: 0))
    #expect(!arrow.contains(Point(90, 5.9), within: 0) && !arrow.contains(Point(108.1, 0), within: 0))
    let line = shape(.line, ShapeStyle(width: 4, cap: .butt, dash: [10, 10], marks: .ink1), Point(0, 0), Point(100, 0))
    #expect(line.contains(Point(25, 0), within: 0) && !line.contains(Point(15, 0), within: 4))
    #expect(line.contains(Point(15, 0), within: 5.1))
  }

  @Test(arguments: rounds(30), Shape.Kind.allCases)
  func `bounds contain all ink and are tight for shapes without dashes`(seed: UInt64, kind: Shape.Kind) {
    var random = SeededRandom(seed: seed)
    let point = { (random: inout SeededRandom) in Point(random.double(in: -50...50), random.double(in: -50...50)) }
    let style = ShapeStyle(
      width: random.double(in: 0.5...12), cap: LineCap.allCases[Int(seed) % 3],
      join: LineJoin.allCases[Int(seed) / 3 % 3],
      dash: seed % 4 == 0 ? [9, 4] : [], radius: random.double(in: -5...20),
      sides: 3 + Int(seed) % 5,
      points: 3 + Int(seed) % 6, isFilled: seed % 2 == 0)
    let geometry = shape(kind, style, point(&random), point(&random))
    let bounds = geometry.bounds
    var ink = Rect.empty
    for point in (geometry.inkPolygons(tolerance: 1e-3) + geometry.fillPolygons(tolerance: 1e-3)).joined() {
      ink.include(point)
    }
    for (outer, inner) in [
      (-bounds.minX, -ink.minX), (-bounds.minY, -ink.minY), (bounds.maxX, ink.maxX), (bounds.maxY, ink.maxY),
    ] {
      #expect(outer >= inner)
      if style.dash.isEmpty { #expect(outer <= inner + 0.021) }
    }
  }

  @Test(arguments: Shape.Kind.allCases)
  func `ink is mapped to pixels with its width, and all polygons have the same orientation`(kind: Shape.Kind) {
    let style = ShapeStyle(width: 6, isFilled: true)
    let geometry = shape(kind, style, Point(80, 10), Point(20, 90))
    let map = Affine(translation: Vector(5, -9), rotation: 35, scale: 3, about: Point(50, 50))
    let (points, pixels) = (
      geometry.inkPolygons(tolerance: 0.01), geometry.inkPolygons(through: map, tolerance: 0.03)
    )
    #expect(points.count == pixels.count)
    for (a, b) in zip(points, pixels) {
      #expect(Polygons.area(of: a) > 0 && a.count == b.count)
      #expect(abs(Polygons.area(of: b) / Polygons.area(of: a) - 9) < 1e-6)
      for (point, pixel) in zip(a, b) { #expect(map.apply(point).distance(to: pixel) < 1e-6) }
    }
    let fills = geometry.fillPolygons(through: map, tolerance: 0.03)
    #expect(fills.isEmpty == [.line, .arrow, .angle].contains(kind))
  }
}
