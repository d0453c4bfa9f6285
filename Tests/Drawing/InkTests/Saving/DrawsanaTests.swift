import Geometry
import TestSupport
import Testing
import TouchLog

@testable import Ink

/// Drawsana's shapes, their geometry worked out by hand.
@Suite struct DrawsanaTests {
  private func drawing(_ shapes: String) throws -> Drawing {
    var drawing = Drawing()
    try drawing.open(
      SavedDrawing(Array("{\"size\":[200,100],\"shapes\":[\(shapes)]}".utf8), name: "a.json"))
    return drawing
  }

  private func shape(_ text: String) throws -> ShapeElement {
    guard case .shape(let shape) = try drawing(text).elements[0].content else {
      throw NotThis()
    }
    return shape
  }

  private struct NotThis: Error {}

  private func isNear(_ one: Point, _ other: Point, within reach: Double = 1e-9) -> Bool {
    one.distance(to: other) <= reach
  }

  @Test func `a file gives the size of the canvas and the ids of elements`() throws {
    let drawing = try drawing(
      ##"{"type":"Line","id":"5A-7","a":[1,2],"b":[30,4],"strokeColor":"#ff0000ff","strokeWidth":5}"##)
    #expect(drawing.header?.size == Size(width: 200, height: 100))
    #expect(drawing.elements.map(\.id) == ["5A-7"])
  }

  @Test func `a line goes from a to b and is dashed if it has lengths and a phase`() throws {
    let line = try shape(
      ##"""
      {"type":"Line","id":"1","a":[10,20],"b":[30,40],"strokeColor":"#ff000080","strokeWidth":5,"capStyle":0,
       "joinStyle":2,"dashPhase":1,"dashLengths":[6,4]}
      """##)
    #expect(line.look.tool == .shape(.line))
    #expect(line.points == [Point(10, 20), Point(30, 40)])
    #expect(line.look.color == .solid(Color(red: 255, green: 0, blue: 0, alpha: 128)))
    #expect(line.look.width == 5 && line.look.opacity == 1)
    #expect(line.look.cap == .butt && line.look.join == .bevel)
    #expect(line.look.dash == [6, 4] && line.look.dashPhase == 1)
    let plain = try shape(
      ##"""
      {"type":"Line","id":"1","a":[10,20],"b":[30,40],"strokeColor":"#ff0000","strokeWidth":5,"dashLengths":[6,4]}
      """##)
    #expect(plain.look.dash.isEmpty && plain.look.cap == .round && plain.look.join == .round)
    #expect(plain.look.color == .solid(Color(red: 255, green: 0, blue: 0)))
  }

  @Test func `the tip of an arrow is two widths beyond b`() throws {
    let arrow = try shape(
      ##"""
      {"type":"Line","id":"1","a":[10,20],"b":[50,20],"arrowStyle":"standard","strokeColor":"#000000ff","strokeWidth":5}
      """##)
    #expect(arrow.look.tool == .shape(.arrow))
    // Sides of 6 + 3.2 · 5 points, 22.5 degrees off the line: the head is 2 · 22 · sin 22.5° high.
    let bounds = arrow.shape(.ink2).geometry.bounds
    #expect(abs(bounds.maxX - 60) < 0.05)
    #expect(abs(bounds.height - 16.838) < 0.05)
  }

  @Test func `a box lies between a and b and keeps its fill and outline`() throws {
    let rect = try shape(
      ##"""
      {"type":"Rectangle","id":"1","a":[50,60],"b":[10,20],"strokeColor":"#102030ff","fillColor":"#ffff00ff",
       "strokeWidth":4}
      """##)
    #expect(rect.look.tool == .shape(.rect))
    #expect(rect.look.fill == .color(Color(red: 255, green: 255, blue: 0)))
    let bounds = rect.shape(.ink2).geometry.bounds
    #expect(abs(bounds.minX - 8) < 0.05 && abs(bounds.maxX - 52) < 0.05)
    #expect(abs(bounds.minY - 18) < 0.05 && abs(bounds.maxY - 62) < 0.05)
    let ellipse = try shape(
      ##"{"type":"Ellipse","id":"1","a":[10,20],"b":[50,60],"strokeColor":null,"fillColor":"#00000000","strokeWidth":4}"##
    )
    #expect(ellipse.look.tool == .shape(.ellipse))
    #expect(ellipse.look.fill == .none)
    #expect(ellipse.look.color == .solid(Color(red: 0, green: 0, blue: 0, alpha: 0)))
  }

  @Test func `the corners of an ngon are half a width inside the square that grows from a`() throws {
    // The square from (100, 50) to the left and up is 40 wide: its center is (80, 30), the radius (40 − 4) / 2.
    let ngon = try shape(
      ##"{"type":"Ngon","id":"1","a":[100,50],"b":[60,0],"sides":3,"strokeColor":"#000000ff","strokeWidth":4}"##)
    #expect(ngon.look.tool == .shape(.polygon) && ngon.look.sides == 3)
    let corners = ngon.shape(.ink2).geometry.stroke.polygons(tolerance: 0.01).flatMap { $0 }
    let half = 18 * (3.0).squareRoot() / 2
    for corner in [Point(80, 12), Point(80 + half, 39), Point(80 - half, 39)] {
      #expect(corners.contains { isNear($0, corner, within: 1e-6) }, "\(corner)")
    }
  }

  @Test func `the points of a star are 5/8 (square's width − line's width) from its center`() throws {
    // The square from (0, 0) is 84 wide, its center is (42, 42), and (84 − 4) · 0.625 = 50.
    let star = try shape(
      ##"{"type":"Star","id":"1","a":[0,0],"b":[84,200],"strokeColor":"#000000ff","strokeWidth":4}"##)
    #expect(star.look.tool == .shape(.star) && star.look.points == 5)
    let corners = star.shape(.ink2).geometry.stroke.polygons(tolerance: 0.01).flatMap { $0 }
    // The second point is 72 degrees after the first: sin 72° and −cos 72°.
    for corner in [Point(42, -8), Point(42 + 50 * 0.951056516295, 42 - 50 * 0.309016994375)] {
      #expect(corners.contains { isNear($0, corner, within: 1e-6) }, "\(corner)")
    }
  }

  @Test(arguments: ["Line", "Angle"])
  func `a shape with a third point is an angle at b`(type: String) throws {
    let angle = try shape(
      ##"""
      {"type":"\##(type)","id":"1","a":[10,50],"b":[50,50],"c":[50,10],"strokeColor":"#000000ff","strokeWidth":4}
      """##)
    #expect(angle.look.tool == .shape(.angle))
    #expect(angle.points == [Point(10, 50), Point(50, 50), Point(50, 10)])
    #expect(angle.shape(.ink2).geometry.label?.text == "90°")
  }

  @Test func `a shape is scaled and rotated about the origin, then translated`() throws {
    let drawing = try drawing(
      ##"""
      {"type":"Line","id":"1","a":[1,0],"b":[30,40],"strokeColor":"#ff0000ff","strokeWidth":5,
       "transform":{"translation":[10,20],"rotation":1.5707963267948966,"scale":2}}
      """##)
    let map = try #require(drawing.placement(of: 0)).similarity
    // A quarter turn maps x to y.
    #expect(isNear(map.apply(Point(1, 0)), Point(10, 22)))
    #expect(isNear(map.apply(Point(30, 40)), Point(-70, 80)))
  }

  @Test func `a pen without segments is a dot`() throws {
    let drawing = try drawing(
      ##"""
      {"type":"Pen","id":"1","start":[30,40],"segments":[],"isFinished":true,"isEraser":false,
       "strokeColor":"#0000ffff","strokeWidth":10}
      """##)
    let cones = drawing.strokes[0].cones(ofSpan: 0)
    #expect(cones.count == 1)
    #expect(cones[0].start == Point(30, 40) && cones[0].startRadius == 5)
  }

  @Test func `a pen line consists of parabolas between the centers of its segments`() throws {
    let drawing = try drawing(
      ##"""
      {"type":"Pen","id":"1","start":[0,0],"isFinished":true,"isEraser":false,"strokeColor":"#0000ffff",
       "strokeWidth":6,"segments":[{"a":[0,0],"b":[40,0],"width":6},{"a":[40,0],"b":[40,40],"width":6}]}
      """##)
    let stroke = drawing.strokes[0]
    #expect(stroke.look.width == 6 && stroke.look.smoothing == 0 && stroke.look.tool == .pen)
    // The middle of the parabola from (20, 0) about (40, 0) to (40, 20) is a quarter, a half and a quarter of these.
    #expect(stroke.samples.map(\.point) == [Point(0, 0), Point(20, 0), Point(35, 5), Point(40, 20), Point(40, 40)])
    let line = stroke.centerline(options: ModelOptions())
    #expect(line.allSatisfy { $0.radius == 3 })
    // The point at a quarter of the parabola: 9/16, 6/16 and 1/16 of these.
    let position = Point(0.5625 * 20 + 0.375 * 40 + 0.0625 * 40, 0.0625 * 20)
    let nearest = zip(line, line.dropFirst()).map { one, other -> Double in
      let step = other.center - one.center
      let from = position - one.center
      let along = min(1, max(0, (from.dx * step.dx + from.dy * step.dy) / (step.dx * step.dx + step.dy * step.dy)))
      return position.distance(to: one.center + step * along)
    }.min()
    #expect(try #require(nearest) < 0.5)
  }

  @Test func `each segment has its own width`() throws {
    let drawing = try drawing(
      ##"""
      {"type":"Pen","id":"1","start":[0,0],"isFinished":true,"isEraser":false,"strokeColor":"#0000ffff",
       "strokeWidth":6,"segments":[{"a":[0,0],"b":[40,0],"width":2},{"a":[40,0],"b":[80,0],"width":8},
       {"a":[80,0],"b":[120,0],"width":5}]}
      """##)
    let line = drawing.strokes[0].centerline(options: ModelOptions(tolerance: 0.01))
    for (x, width) in [(0.0, 2.0), (20, 2), (50, 8), (100, 5), (120, 5)] {
      let piece = try #require(zip(line, line.dropFirst()).first { $1.center.x >= x })
      let along = (x - piece.0.center.x) / (piece.1.center.x - piece.0.center.x)
      let radius = piece.0.radius + (piece.1.radius - piece.0.radius) * along
      #expect(abs(radius - width / 2) < 0.02, "\(x)")
    }
  }

  @Test func `an eraser erases where its transform puts it, and only earlier shapes`() throws {
    let drawing = try drawing(
      ##"""
      {"type":"Line","id":"1","a":[10,50],"b":[90,50],"strokeColor":"#000000ff","strokeWidth":8},
      {"type":"Pen","id":"2","start":[0,0],"isFinished":true,"isEraser":true,"strokeColor":"#000000ff","strokeWidth":5,
       "segments":[{"a":[0,0],"b":[0,10],"width":5}],"transform":{"translation":[50,40],"rotation":0,"scale":2}},
      {"type":"Line","id":"3","a":[10,50],"b":[90,50],"strokeColor":"#000000ff","strokeWidth":8}
      """##)
    #expect(drawing.strokes[0].look.tool == .eraser && drawing.strokes[0].look.width == 10)
    #expect(drawing.strokes[0].samples.map(\.point) == [Point(50, 40), Point(50, 60)])
    #expect(drawing.elements(at: Point(50, 50)) == [2])
    #expect(drawing.elements(at: Point(70, 50)) == [2, 0])
  }

  @Test func `a text is in its box and wraps only at an explicit width`() throws {
    func text(_ keys: String) throws -> TextElement {
      let drawing = try drawing(
        ##"""
        {"type":"Text","id":"1","text":"one two","fontName":"Helvetica Neue","fontSize":20,"fillColor":"#123456ff",
         "transform":{"translation":[0,0],"rotation":0,"scale":1}\##(keys)}
        """##)
      guard case .text(let text) = drawing.elements[0].content else { throw NotThis() }
      return text
    }
    let plain = try text(#","boundingRect":[[-40,-12],[80,24]]"#)
    #expect(plain.origin == Point(-40, -12) && plain.wrap == nil)
    #expect(plain.look.size == 20 && plain.text == "one two")
    #expect(plain.look.color == .solid(Color(red: 0x12, green: 0x34, blue: 0x56)))
    #expect(try text(#","explicitWidth":50,"boundingRect":[[-40,-12],[80,24]]"#).wrap == 50)
    // A text without a box is centered on the origin.
    let centred = try text("").bounds
    #expect(abs(centred.minX + centred.maxX) < 2 && abs(centred.minY + centred.maxY) < 2)
  }

  @Test func `duplicate ids are replaced`() throws {
    let line = ##"{"type":"Line","id":"a","a":[1,2],"b":[30,4],"strokeColor":"#ff0000ff","strokeWidth":5}"##
    #expect(try drawing([line, line, line].joined(separator: ",")).elements.map(\.id) == ["a", "e2", "e3"])
  }

  @Test(arguments: [
    (#"{"type":"Blob"}"#, 9, #"unknown type "Blob"; use Pen, Line, Rectangle, Ellipse, Star, Ngon, Angle or Text"#),
    (#"{"id":"1"}"#, 1, #""a shape" must come with "type""#),
    (#"{"type":"Line","a":[1,2],"b":[3,4]}"#, 1, #""Line" must come with "strokeWidth""#),
    (#"{"type":"Line","a":[1,2],"b":[3,4],"strokeWidth":1}"#, 1, #""Line" must come with "strokeColor""#),
    (
      #"{"type":"Line","a":[1,2],"b":[3,4],"strokeWidth":1,"strokeColor":"x"}"#, 66,
      #""strokeColor" is "x", which is not a color"#
    ),
    (
      ##"{"type":"Line","a":[1,2],"b":[3,4],"strokeWidth":1,"strokeColor":"#000","capStyle":3}"##, 84,
      #""capStyle" is 3; it must be 0 to 2"#
    ),
    (
      ##"{"type":"Line","a":[1,2],"b":[3,4],"strokeWidth":1,"strokeColor":"#000","arrowStyle":"fat"}"##, 86,
      #"unknown arrowStyle "fat"; use standard"#
    ),
    (
      #"{"type":"Line","transform":{"translation":[1,2],"rotation":0,"scale":0}}"#, 70,
      #""scale" is 0; it must be more than 0 and at most 1000000"#
    ),
    (#"{"type":"Text","text":"a"}"#, 1, #""Text" must come with "fontSize""#),
  ])
  func `an invalid shape is refused with its location and reason`(shape: String, column: Int, says: String) throws {
    let error = try #require(throws: LogError.self) { try drawing("\n" + shape) }
    #expect(error.location.line == 2 && error.location.column == column, "\(error)")
    #expect(error.reason.description.hasPrefix(says), "\(error.reason.description)")
  }
}
