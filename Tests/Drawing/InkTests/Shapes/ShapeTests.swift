import Geometry
import Ink
import Testing

extension Path {
  /// The corners of a path of straight lines.
  var corners: [Point] { flattened(tolerance: 0.01).flatMap(\.points) }
}

private func isNear(_ points: [Point], _ expected: [Point]) -> Bool {
  points.count == expected.count && zip(points, expected).allSatisfy { $0.distance(to: $1) < 1e-9 }
}

@Suite struct ShapeTests {
  private let style = ShapeStyle(width: 4)

  private func shape(_ kind: Shape.Kind, _ a: Point, _ b: Point, _ change: (inout ShapeStyle) -> Void = { _ in })
    -> ShapeGeometry
  {
    var style = style
    change(&style)
    return Shape(kind, from: a, to: b, style: style).geometry
  }

  @Test func `a line connects the ends of its drag`() {
    let line = shape(.line, Point(1, 2), Point(30, 40)) { ($0.dash, $0.marks) = ([3, 4], .ink1) }
    #expect(line.stroke == Path([Point(1, 2), Point(30, 40)], isClosed: false))
    #expect(line.style == StrokeStyle(width: 4, cap: .round, join: .round, dash: [3, 4]))
    #expect(line.fill == nil && line.solid.isEmpty && line.label == nil)
  }

  @Test func `an arrow of the first model has a head 4 widths long and 45° wide, 2 widths beyond the end`() {
    let arrow = shape(.arrow, Point(10, 20), Point(70, 100)) { $0.marks = .ink1 }
    #expect(arrow.stroke == Path([Point(10, 20), Point(70, 100)], isClosed: false))
    let head = arrow.solid.corners
    // The line goes along (3, 4)/5.
    #expect(head[0].distance(to: Point(70 + 8 * 0.6, 100 + 8 * 0.8)) < 1e-9)
    #expect(abs(head[1].distance(to: head[0]) - 16) < 1e-9 && abs(head[2].distance(to: head[0]) - 16) < 1e-9)
    let (one, two) = (head[1] - head[0], head[2] - head[0])
    let dot: Double = one.dx * two.dx + one.dy * two.dy
    let halfRoot: Double = (0.5).squareRoot()
    #expect(abs(dot - 256 * halfRoot) < 1e-9)
    let middle = Point((head[1].x + head[2].x) / 2, (head[1].y + head[2].y) / 2)
    // cos² 22.5° = (1 + √½)/2.
    let cosine: Double = ((1 + halfRoot) / 2).squareRoot()
    #expect(abs(middle.distance(to: head[0]) - 16 * cosine) < 1e-9)
    let axis = middle - head[0]
    #expect(abs(axis.dx * 0.8 - axis.dy * 0.6) < 1e-9)
  }

  @Test(arguments: LineCap.allCases)
  func `the line of an arrow ends within its head`(cap: LineCap) {
    // The head is (6 + 3.2 · 4) · cos 22.5° = 17.4 points long.
    for (marks, tip, base) in [(MarkStyle.ink1, 108.0, 100.0), (.ink2, 100, 83)] {
      let arrow = shape(.arrow, Point(0, 0), Point(100, 0)) { ($0.cap, $0.marks) = (cap, marks) }
      let head = arrow.solid.polygons(tolerance: 0.01)
      let bare = Stroker(arrow.style, tolerance: 0.01).outlines(of: arrow.stroke)
      #expect(bare.joined().contains { $0.x >= base })
      for point in bare.joined() where point.x >= base { #expect(Polygons.winding(of: point, in: head) != 0) }
      #expect(abs(arrow.bounds.maxX - tip) <= 0.02)
    }
  }

  @Test func `a rectangle fills the box of its drag in any direction`() {
    let corners = [Point(10, 20), Point(70, 20), Point(70, 50), Point(10, 50)]
    for (a, b) in [(0, 2), (2, 0), (1, 3), (3, 1)] {
      let rect = shape(.rect, corners[a], corners[b]) { $0.isFilled = true }
      #expect(rect.stroke == Path(corners, isClosed: true) && rect.fill == rect.stroke)
    }
    #expect(shape(.rect, corners[0], corners[2]).fill == nil)
  }

  @Test func `a rectangle's corners have at most half of its shorter side as radius`() {
    let box = Rect(minX: 10, minY: 20, maxX: 70, maxY: 50)
    for (radius, counts) in [(5.0, 5.0), (15, 15), (400, 15), (-3, 0)] {
      #expect(shape(.rect, Point(10, 20), Point(70, 50)) { $0.radius = radius }.stroke == Path(box, radius: counts))
    }
  }

  @Test func `an ellipse touches the sides of its box`() {
    let ellipse = shape(.ellipse, Point(70, 20), Point(10, 50))
    for point in ellipse.stroke.corners {
      let (x, y) = ((point.x - 40) / 30, (point.y - 35) / 15)
      #expect(abs((x * x + y * y).squareRoot() - 1) < 1e-5)
    }
    let bounds = ellipse.stroke.bounds
    #expect(abs(bounds.minX - 10) < 1e-9 && abs(bounds.maxX - 70) < 1e-9)
    #expect(abs(bounds.minY - 20) < 1e-9 && abs(bounds.maxY - 50) < 1e-9)
  }

  @Test func `a polygon has a corner at its top and fills the largest square at the start of its drag`() {
    // Squares of side 30: from (10, 20) to the right and down, and to the left and up.
    let square = shape(.polygon, Point(10, 20), Point(90, 50)) { $0.sides = 4 }.stroke.corners
    #expect(isNear(square, [Point(25, 20), Point(40, 35), Point(25, 50), Point(10, 35)]))
    let other = shape(.polygon, Point(10, 20), Point(-20, -90)) { $0.sides = 4 }.stroke.corners
    #expect(isNear(other, [Point(-5, -10), Point(10, 5), Point(-5, 20), Point(-20, 5)]))
    let height = 15 * (0.75).squareRoot()
    let hexagon = shape(.polygon, Point(10, 20), Point(90, 50)) { $0.sides = 6 }.stroke.corners
    #expect(
      isNear(
        hexagon,
        [
          Point(25, 20), Point(25 + height, 27.5), Point(25 + height, 42.5), Point(25, 50), Point(25 - height, 42.5),
          Point(25 - height, 27.5),
        ]))
    #expect(shape(.polygon, Point(0, 0), Point(9, 9)) { $0.sides = 2 }.stroke.corners.count == 3)
    #expect(shape(.polygon, Point(0, 0), Point(9, 9)) { $0.sides = .max }.stroke.corners.count == 1000)
  }

  @Test func `a star's sides connect every other point`() {
    for points in [5, 6, 7, 12] {
      let corners = shape(.star, Point(0, 0), Point(100, 100)) { ($0.points, $0.marks) = (points, .ink1) }.stroke
        .corners
      #expect(corners.count == 2 * points && corners[0].distance(to: Point(50, 0)) < 1e-9)
      for i in stride(from: 0, to: 2 * points, by: 2) {
        // Outer point i, the two inner corners on the line to outer point i + 2, and that point.
        let line = [0, 1, 3, 4].map { corners[(i + $0) % (2 * points)] }
        let along = line[3] - line[0]
        for point in line[1...2] {
          let offset = point - line[0]
          #expect(abs(along.dx * offset.dy - along.dy * offset.dx) / along.length < 1e-9)
        }
      }
    }
    let five = shape(.star, Point(0, 0), Point(100, 100)).stroke.corners
    #expect(abs(five[1].distance(to: Point(50, 50)) - 25 * (3 - 5.0.squareRoot())) < 1e-9)
  }

  @Test(arguments: [3, 4]) func `stars of three and four points have acute points`(points: Int) {
    let corners = shape(.star, Point(0, 0), Point(100, 100)) { $0.points = points }.stroke.corners
    let middle = Point((corners[0].x + corners[2].x) / 2, (corners[0].y + corners[2].y) / 2)
    let (straight, inner) = (middle.distance(to: Point(50, 50)), corners[1].distance(to: Point(50, 50)))
    #expect(abs(inner - straight / 2) < 1e-9)
  }

  @Test(arguments: [
    (Point(100, 0), "90°"), (Point(100, 100), "135°"), (Point(0, -50), "0°"), (Point(0, 100), "180°"),
    (Point(-30, -30 * 3.0.squareRoot()), "30°"), (Point(-100, 1), "91°"), (Point(-100, 0.8), "90°"),
  ])
  func `the label of an angle is its size in degrees`(c: Point, text: String) {
    let shape = Shape(.angle, from: Point(0, -100), to: Point(0, 0), c: c, style: style)
    #expect(shape.geometry.label?.text == text)
  }

  @Test func `an angle's arc is on the smaller side of its legs`() {
    let a = Point(0, -100)
    var style = style
    style.marks = .ink1
    let angle = Shape(.angle, from: a, to: Point(0, 0), c: Point(60, 0), style: style).geometry
    let lines = angle.stroke.flattened(tolerance: 0.01)
    #expect(lines[0].points == [a, Point(0, 0), Point(60, 0)])
    let arc = lines[1].points
    #expect(isNear([arc[0], arc[arc.count - 1]], [Point(0, -30), Point(30, 0)]))
    for point in arc { #expect(abs(point.distance(to: Point(0, 0)) - 30) < 1e-3 && point.x > -1e-9 && point.y < 1e-9) }
    let center = angle.label?.center ?? Point(0, 0)
    #expect(abs(center.x + center.y) < 1e-9 && center.x * 2.0.squareRoot() > 30 + 2)
    // One leg is a line, and legs of length 0 have no angle.
    #expect(shape(.angle, a, Point(0, 0)) == shape(.line, a, Point(0, 0)))
    #expect(Shape(.angle, from: a, to: Point(0, 0), c: Point(0, 0), style: style).geometry.label == nil)
  }

  @Test(arguments: Shape.Kind.allCases)
  func `a tap makes a dot with the line tool and nothing with other tools`(kind: Shape.Kind) {
    let tap = Shape(kind, from: Point(5, 5), to: Point(8, 9), style: ShapeStyle(width: 4, cap: .butt), isDragged: false)
    #expect(tap.isTap == (kind != .line))
    let polygons = tap.geometry.inkPolygons(tolerance: 0.001)
    guard kind == .line else {
      #expect(polygons.isEmpty && tap.geometry.bounds == .empty)
      return
    }
    #expect(polygons.count == 1)
    for point in polygons[0] { #expect(abs(point.distance(to: Point(5, 5)) - 2) < 1e-9) }
  }
}
