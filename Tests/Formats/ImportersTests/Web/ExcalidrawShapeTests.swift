import Geometry
import TestSupport
import Testing
import TouchLog

/// What boards of Excalidraw have besides freehand strokes.
struct ExcalidrawShapeTests {
  static let every = """
    {"type":"excalidraw","elements":[\(elements.joined(separator: ",\n"))],
     "files":{"f":{"dataURL":"data:image/png;base64,\(tinyPNG)"},"j":{"dataURL":"data:image/jpeg;base64,AAAA"}}}
    """
  private static let elements = [
    #"{"type":"rectangle","x":10,"y":20,"width":100,"height":40,"backgroundColor":"rgb(255,201,201)","fillStyle":"hachure"}"#,
    #"{"type":"diamond","x":10,"y":20,"width":100,"height":40,"roundness":{"type":2},"angle":0.5}"#,
    #"{"type":"ellipse","x":10,"y":20,"width":100,"height":40,"fillStyle":"zigzag","backgroundColor":"blue"}"#,
    #"{"type":"line","x":0,"y":0,"points":[[0,0],[90,0],[0,90],[0,0]],"roundness":{"type":2},"backgroundColor":"red"}"#,
    #"{"type":"arrow","id":"a","x":0,"y":0,"points":[[0,0],[90,0],[90,90]],"elbowed":true,"endArrowhead":"diamond"}"#,
    #"{"type":"text","x":20,"y":0,"width":50,"height":25,"fontSize":20,"text":"A text","containerId":"a","angle":1}"#,
    #"{"type":"image","x":0,"y":0,"width":30,"height":30,"fileId":"f","scale":[1,-1],"crop":{"x":1},"angle":1}"#,
    #"{"type":"image","x":0,"y":0,"width":30,"height":30,"fileId":"j"}"#,
    #"{"type":"frame","id":"b","x":0,"y":0,"width":300,"height":200,"name":"Name","opacity":50}"#,
    #"{"type":"embeddable","x":0,"y":0,"width":90,"height":90,"frameId":"b","link":"https://example.com"}"#,
  ]
  private static let tinyPNG =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  private func read(_ elements: String...) throws -> DocumentInk {
    try DocumentInk(#"{"type":"excalidraw","elements":[\#(elements.joined(separator: ","))]}"#)
  }

  /// The bounds of the points of all strokes.
  private func bounds(_ ink: DocumentInk) -> Rect {
    ink.strokes.flatMap(\.points).reduce(into: .empty) { $0.include($1) }
  }

  private func isClose(_ a: Rect, _ b: Rect, within error: Double = 0.05) -> Bool {
    abs(a.minX - b.minX) < error && abs(a.minY - b.minY) < error && abs(a.maxX - b.maxX) < error
      && abs(a.maxY - b.maxY) < error
  }

  @Test func `a turned shape is a path about the center of its box`() throws {
    let ink = try read(#"{"type":"rectangle","x":0,"y":0,"width":100,"height":20,"angle":1.5707963267948966}"#)
    #expect(ink.strokes.map { $0.tool?.name } == ["pen"])
    #expect(isClose(bounds(ink), Rect(minX: 40, minY: -40, maxX: 60, maxY: 60), within: 1e-9))
  }

  /// The type of roundness, the size of the box, and the radius of its corners.
  @Test(arguments: [
    (#""roundness":{"type":3}"#, 400.0, 200.0, 32.0), (#""roundness":{"type":3}"#, 400, 100, 25),
    (#""roundness":{"type":1}"#, 400, 200, 50), (#""roundness":{"type":2}"#, 80, 200, 20),
    (#""strokeSharpness":"round""#, 400, 200, 50), (#""roundness":null,"strokeSharpness":"sharp""#, 400, 200, 0),
  ]) func `corners have the radius of the program`(
    roundness: String, width: Double, height: Double, radius: Double
  ) throws {
    let ink = try read(#"{"type":"rectangle","x":0,"y":0,"width":\#(width),"height":\#(height),\#(roundness)}"#)
    guard radius > 0 else { return #expect(ink.strokes[0].tool?.name == "rect") }
    let points = ink.strokes[0].points
    // A parabola between the sides is a quarter of the radius from both at its middle.
    let middle = Point(radius / 4, radius / 4)
    #expect(points.contains { $0.distance(to: middle) < radius / 8 })
    #expect(points.allSatisfy { $0.x + $0.y > radius / 2 - 0.05 })
    #expect(points.contains { abs($0.x - radius) < 1e-9 && $0.y == 0 })
  }

  @Test func `a diamond has its corners in the middles of the sides, which the program rounds`() throws {
    let ink = try read(#"{"type":"diamond","x":0,"y":0,"width":101,"height":40}"#)
    for corner in [Point(51, 0), Point(101, 21), Point(51, 40), Point(0, 21)] {
      #expect(ink.strokes[0].points.contains(corner))
    }
  }

  @Test(arguments: [("hachure", 1), ("cross-hatch", 2), ("zigzag", 1)])
  func `hatch lines lie within the shape, at 49° upward and four widths from each other`(
    style: String, count: Int
  ) throws {
    let ink = try read(
      #"{"type":"rectangle","x":0,"y":0,"width":100,"height":100,"strokeWidth":2,"backgroundColor":"rgb(170,187,204)","#
        + #""fillStyle":"\#(style)","strokeColor":"transparent"}"#)
    #expect(ink.strokes.allSatisfy { $0.tool?.style.width == 1 })
    // The square is (cos 49° + sin 49°) · 100 = 141.1 high across the lines: 17 of them end within it.
    #expect(abs(ink.strokes.count - 17 * count) <= count)
    let line = ink.strokes[5].points
    let step = (line.first ?? Point(0, 0)) - line[line.count / 2]
    if style != "zigzag" { #expect(abs(abs(Trigonometry.degrees(step.dy, -step.dx)) - 49) < 1e-6) }
  }

  @Test func `a line is straight, or a curve through its points, and its background fills it if it is closed`() throws {
    let points = #""x":5,"y":5,"backgroundColor":"red","fillStyle":"solid","points":[[0,0],[100,0],[100,80]"#
    let ink = try read(
      #"{"type":"line",\#(points)]}"#, #"{"type":"line",\#(points),[3,4]]}"#,
      #"{"type":"line","roundness":{"type":2},\#(points),[0,0]]}"#,
      #"{"type":"draw","strokeSharpness":"sharp",\#(points)]}"#)
    #expect(ink.strokes.map { $0.tool?.style[StyleKeys.fill] != Fill.none } == [false, true, true, false])
    for stroke in ink.strokes {
      for corner in [Point(5, 5), Point(105, 5), Point(105, 85)] {
        #expect(stroke.points.contains { $0.distance(to: corner) < 1e-9 })
      }
    }
    // The tangent at the second point has the direction from the first to the third: the curve leaves the box.
    #expect(ink.strokes[2].points.contains { $0.x > 108 })
    #expect(ink.strokes[0].points.allSatisfy { $0.x <= 105 && $0.y >= 5 })
  }

  @Test func `turned texts and images are turned clockwise by their angle`() throws {
    let ink = try DocumentInk(Self.every)
    let turns = ink.commands.compactMap {
      if case .transform(_, let change) = $0.command { change.rotate } else { nil }
    }
    #expect(turns.count == 2)
    for turn in turns { #expect(abs(turn - 180 / .pi) < 1e-9) }
  }

  @Test func `what is not drawn of images is said`() throws {
    let ink = try DocumentInk(Self.every)
    #expect(ink.report.loss == "left out: images that are neither PNG nor JPEG (1)")
  }

  @Test func `a frame has its name above it, and makes its elements as transparent as it is`() throws {
    let ink = try DocumentInk(Self.every)
    let texts = ink.commands.compactMap { if case .text(let text) = $0.command { text } else { nil } }
    let name = try #require(texts.first { $0.text == "Name" })
    #expect(name.at.x == 0 && (-25...(-15)).contains(name.at.y))
    let page = try #require(ink.strokes.last?.tool?.style)
    #expect(page.opacity == 0.5 && page[StyleKeys.fill] == .color(Color(red: 0xD3, green: 0xD3, blue: 0xD3)))
    #expect(texts.last?.text == "https://example.com")
  }

  @Test func `what reaches out of a frame is cut off`() throws {
    let frame = #"{"type":"frame","id":"f","x":0,"y":0,"width":100,"height":100}"#
    let rect =
      #"{"type":"rectangle","x":50,"y":20,"width":90,"height":30,"frameId":"f","backgroundColor":"red","fillStyle":"solid"}"#
    let ink = try read(frame, rect, rect.replacing("50", with: "200"), rect.replacing("50", with: "5"))
    // The interior and the line of the first; the second is hidden, and the last is whole.
    let drawn = ink.strokes.dropFirst().map { $0.points.reduce(into: Rect.empty) { $0.include($1) } }
    #expect(drawn[0] == Rect(minX: 50, minY: 20, maxX: 100, maxY: 50))
    #expect(drawn[1...].dropLast().allSatisfy { $0.minX >= 50 && $0.maxX <= 100 })
    #expect(ink.strokes.last?.tool?.name == "rect")
    #expect(ink.omitted("elements outside of their frame") == 1)
  }

  @Test(arguments: [
    #""x":1e300,"y":0,"width":5,"height":5"#, #""x":0,"y":0,"width":1e8,"height":5"#, #""x":0,"y":1e999"#,
  ]) func `shapes beyond all bounds are left out`(place: String) throws {
    for type in ["rectangle", "line", "text", "frame", "image"] {
      let ink = try read(#"{"type":"\#(type)","text":"a",\#(place)}"#)
      #expect(ink.strokes.isEmpty && ink.commands.isEmpty)
      #expect(ink.omitted("elements without a valid place") == 1)
    }
  }

  @Test func `huge curves and dense hatching have an end`() throws {
    let points = (0..<2000).map { "[\($0 % 2 == 0 ? -9e6 : 9e6),\(($0 * 7919) % 9_000_000)]" }.joined(separator: ",")
    let curve = try read(#"{"type":"line","x":0,"y":0,"roundness":{"type":2},"points":[\#(points)]}"#)
    #expect(curve.pointCount < 2_000_000)
    let hatch = try read(
      #"{"type":"rectangle","x":0,"y":0,"width":9e6,"height":9e6,"strokeWidth":0.1,"backgroundColor":"red","#
        + #""fillStyle":"hachure"}"#)
    #expect(hatch.omitted("fills of too many lines") == 1 && hatch.strokes.count == 1)
  }
}
