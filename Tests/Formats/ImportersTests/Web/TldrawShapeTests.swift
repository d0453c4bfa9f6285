import Files
import Geometry
import ImportCore
import Importers
import TestSupport
import Testing
import TouchLog

struct TldrawShapeTests {
  private func ink(_ records: String...) throws -> WebInk {
    let ink = try WebInk(TldrawTests.file(records.joined(separator: ",")))
    #expect(ink.errors == [])
    return ink
  }

  private func commands(_ text: [UInt8], page: Int = 1) throws -> [LogCommand] {
    var options = ImportOptions()
    options.firstPage = page
    return try outcomes(openEventReader(MemorySource(text), name: "a", options: options)).compactMap { outcome in
      if case .event(.command(let command, _)) = outcome { command } else { nil }
    }
  }

  private func texts(_ text: [UInt8], page: Int = 1) throws -> [NewText] {
    try commands(text, page: page).compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  private func texts(_ records: String...) throws -> [NewText] {
    try texts(Array(TldrawTests.file(records.joined(separator: ",")).utf8))
  }

  private func bounds(_ strokes: [WebInk.Stroke]) -> Rect {
    strokes.flatMap(\.points).reduce(into: Rect.empty) { $0.include(Point($1[0], $1[1])) }
  }

  private func near(_ a: Rect, _ b: Rect, within distance: Double) -> Bool {
    [a.minX - b.minX, a.minY - b.minY, a.maxX - b.maxX, a.maxY - b.maxY].allSatisfy { $0.magnitude <= distance }
  }

  // MARK: Geometric shapes

  private static let kinds = [
    "rectangle", "ellipse", "triangle", "diamond", "pentagon", "hexagon", "octagon", "star", "rhombus", "rhombus-2",
    "oval", "trapezoid", "arrow-up", "arrow-down", "arrow-left", "arrow-right", "x-box", "check-box", "heart",
  ]

  @Test(arguments: kinds) func `a geometric shape fills its box`(kind: String) throws {
    let ink = try ink(TldrawTests.shape("a", "geo", "a1", "\"geo\":\"\(kind)\",\"w\":200,\"h\":90,\"growY\":10"))
    #expect(near(bounds(ink.strokes), Rect(minX: 10, minY: 20, maxX: 210, maxY: 120), within: 0.05))
    #expect(ink.report.omissions == [])
  }

  @Test func `a cloud is within its box and nearly fills it`() throws {
    let ink = try ink(TldrawTests.shape("a", "geo", "a1", #""geo":"cloud","w":300,"h":200"#))
    let bounds = bounds(ink.strokes)
    #expect(near(bounds, Rect(minX: 10, minY: 20, maxX: 310, maxY: 220), within: 12))
    let inner = [bounds.minX - 10, 310 - bounds.maxX, bounds.minY - 20, 220 - bounds.maxY]
    #expect(inner.allSatisfy { $0 > -1e-9 })
  }

  @Test func `an unknown shape is a rectangle, and counted`() throws {
    let ink = try ink(TldrawTests.shape("a", "geo", "a1", #""geo":"blob","w":50,"h":50"#))
    #expect(ink.omitted("outlines of unknown kinds; they are rectangles") == 1)
    #expect(ink.strokes.count == 1)
  }

  @Test(arguments: [
    ("none", Fill.none), ("semi", .color(Color(red: 0xFC, green: 0xFF, blue: 0xFE))),
    ("solid", .color(Color(red: 0xDC, green: 0xE1, blue: 0xF8))),
    ("fill", .color(Color(red: 0x44, green: 0x65, blue: 0xE9))),
  ]) func `fills have their colors`(name: String, fill: Fill) throws {
    let ink = try ink(
      TldrawTests.shape("a", "geo", "a1", "\"w\":50,\"h\":50,\"color\":\"blue\",\"fill\":\"\(name)\""))
    #expect(ink.strokes[0].tool?.style[StyleKeys.fill] == fill)
  }

  @Test func `a pattern has diagonals that end within the outline`() throws {
    let ink = try ink(
      TldrawTests.shape("a", "geo", "a1", #""geo":"rectangle","w":100,"h":100,"fill":"pattern""#, "page:p", 0, 0))
    let lines = ink.strokes.dropFirst()
    // x + y grows by 7.4 · √2 = 10.47 from line to line, from 0 to 200: 19 lines, of which the last is too short.
    #expect(lines.count == 18)
    for line in lines {
      for point in line.points {
        let row = (point[0] + point[1]) / (7.4 * 2.0.squareRoot())
        #expect(abs(row - row.rounded()) < 1e-6)
      }
      for point in line.points.joined() { #expect(point > 1.6 && point < 98.4) }
    }
  }

  @Test func `a pattern of very many lines is plain`() throws {
    let ink = try ink(TldrawTests.shape("a", "geo", "a1", #""w":100000,"h":100000,"fill":"pattern""#))
    #expect(ink.strokes.count == 1)
    #expect(ink.report.assumptions.contains("patterns of very many lines are plain"))
  }

  // MARK: Lines and arrows

  @Test(arguments: [
    #""points":{"b":{"x":60,"y":0,"index":"a2"},"a":{"x":0,"y":0,"index":"a1"},"c":{"x":0,"y":40,"index":"a1V"}}"#,
    #""points":[{"x":0,"y":0},{"x":0,"y":40},{"x":60,"y":0}]"#,
    #""handles":{"end":{"x":60,"y":0,"index":"a3"},"x":{"x":0,"y":40,"index":"a2"},"start":{"x":0,"y":0,"index":"a1"}}"#,
  ]) func `a line connects its points in order`(points: String) throws {
    let ink = try ink(TldrawTests.shape("a", "line", "a1", points))
    let corners = [[10.0, 20], [10, 60], [70, 20]]
    #expect(ink.strokes[0].points.filter { corners.contains($0) } == corners)
    for point in ink.strokes[0].points {
      #expect(point[0] == 10 || abs((point[0] - 10) / 60 - (60 - point[1]) / 40) < 1e-9)
    }
  }

  @Test func `a spline passes through its points and is smooth`() throws {
    let ink = try ink(
      TldrawTests.shape(
        "a", "line", "a1", #""spline":"cubic","points":[{"x":0,"y":0},{"x":50,"y":50},{"x":100,"y":0}]"#, "page:p", 0,
        0))
    let points = ink.strokes[0].points
    let middle = try #require(points.firstIndex { abs($0[0] - 50) < 1e-9 })
    #expect(abs(points[middle][1] - 50) < 1e-9)
    // The tangent there is parallel to the line between the neighbors.
    #expect(abs(points[middle + 1][1] - 50) < 1 && points[middle + 1][0] > 50.1)
  }

  private static let boxes =
    TldrawTests.shape("b", "geo", "a1", #""w":100,"h":100,"size":"m""#, "page:p", 0, 0) + ","
    + TldrawTests.shape("c", "geo", "a2", #""w":100,"h":100,"size":"m""#, "page:p", 300, 0) + ","

  private static func binding(_ terminal: String, to shape: String, _ more: String) -> String {
    """
    {"typeName":"binding","id":"binding:\(terminal)","fromId":"shape:a","toId":"shape:\(shape)",
     "props":{"terminal":"\(terminal)",\(more)}}
    """
  }

  @Test(arguments: [
    (#""arrowheadEnd":"arrow""#, #""isPrecise":false"#, 100.0, 286.5, 50.0),
    // Without a head there is no gap; an exact end is not stopped.
    (#""arrowheadEnd":"none""#, #""isPrecise":false"#, 100, 300, 50),
    (#""arrowheadEnd":"none""#, #""isExact":true,"normalizedAnchor":{"x":0.25,"y":0.5}"#, 25, 325, 50),
  ]) func `bound ends are where the shapes are`(
    props: String, binding: String, start: Double, end: Double, y: Double
  ) throws {
    let ink = try ink(
      Self.boxes
        + TldrawTests.shape("a", "arrow", "a3", #""bend":0,"start":{"x":0,"y":0},"end":{"x":0,"y":0},"# + props),
      Self.binding("start", to: "b", binding), Self.binding("end", to: "c", binding))
    let points = ink.strokes[2].points
    #expect(abs(points[0][0] - start) < 1e-6 && abs(points[0][1] - y) < 1e-6)
    let last = points[points.count - 1]
    // 10, and half of each of two lines 3.5 wide, before the shape.
    #expect(abs(last[0] - end) < 1e-6 && abs(last[1] - y) < 1e-6)
  }

  @Test(arguments: [(40.0, 1.0), (-40, -1), (130, 1), (-130, -1)])
  func `a bent arrow is an arc through its middle`(bend: Double, side: Double) throws {
    let ink = try ink(
      TldrawTests.shape(
        "a", "arrow", "a1", "\"bend\":\(bend),\"start\":{\"x\":0,\"y\":0},\"end\":{\"x\":200,\"y\":0}", "page:p", 0, 0))
    let points = ink.strokes[0].points
    // From the left to the right, a positive bend goes down. The radius follows from half of the chord and the height.
    let radius = (100 * 100 + bend * bend) / (2 * bend.magnitude)
    for point in points {
      let (x, y) = (point[0] - 100, point[1] - (bend - side * radius))
      #expect(abs((x * x + y * y).squareRoot() - radius) < 0.1)
    }
    let heights = points.map { side * $0[1] }
    #expect(abs((heights.max() ?? 0) - bend.magnitude) < 0.1)
  }

  @Test(arguments: [
    ("none", 1), ("arrow", 2), ("triangle", 2), ("square", 2), ("dot", 2), ("pipe", 2), ("diamond", 2),
    ("inverted", 2), ("bar", 2),
  ]) func `arrowheads are paths at the ends`(kind: String, count: Int) throws {
    let ink = try ink(
      TldrawTests.shape("a", "arrow", "a1", "\"end\":{\"x\":200,\"y\":0},\"arrowheadEnd\":\"\(kind)\""))
    #expect(ink.strokes.count == count)
    let head = bounds(Array(ink.strokes.dropFirst()))
    // Heads are three widths long, and none is more than twice as wide as that.
    if count > 1 { #expect(head.minX >= 210 - 12 && head.maxX <= 210.01 && head.height <= 21.1) }
    #expect(ink.report.omissions == [])
  }

  @Test func `a label interrupts the arrow`() throws {
    let arrow = #""end":{"x":400,"y":0},"arrowheadEnd":"none","text":"label""#
    let ink = try ink(TldrawTests.shape("a", "arrow", "a1", arrow))
    #expect(ink.strokes.count == 2)
    let (before, after) = (ink.strokes[0].points.last?[0] ?? 0, ink.strokes[1].points.first?[0] ?? 0)
    #expect(before < 200 && after > 220)
    #expect(abs(before + after - 420) < 1e-6)
  }

  // MARK: Texts

  @Test(arguments: [("start", 36.0), ("middle", 105.15), ("end", 174.3)])
  func `a label is at the side of its shape`(side: String, y: Double) throws {
    // One line of 22 · 1.35 = 29.7 in a box from 20 to 220, 16 from its edges. Its own line is 27.5 high.
    let found = try texts(
      TldrawTests.shape("a", "geo", "a1", "\"w\":300,\"h\":200,\"text\":\"L\",\"verticalAlign\":\"\(side)\""))
    #expect(found.count == 1)
    #expect(abs(found[0].at.y - (y + (29.7 - 27.5) / 2)) < 1e-6)
    #expect(found[0].style[StyleKeys.align] == .center)
  }

  @Test func `a label is wrapped in its shape`() throws {
    let words = [String](repeating: "word", count: 20).joined(separator: " ")
    let found = try texts(TldrawTests.shape("a", "geo", "a1", "\"w\":200,\"h\":400,\"text\":\"\(words)\""))
    #expect(found.count > 3)
    #expect(found.map(\.text).joined(separator: " ") == words)
  }

  @Test func `a turned text is turned about its center as its shape is`() throws {
    // A quarter turn about (100, 50). The line is 24 · 1.35 high and w wide, so that its center is at (100 − 16.2,
    // 50 + w/2). Its own box is 24 · 1.25 high: its corner is at (83.8 − w/2, 35 + w/2).
    let text = TldrawTests.file(
      TldrawTests.shape(
        "a", "text", "a1", #""text":"Text""#, "page:p", 100, 50, more: #","rotation":1.5707963267948966"#))
    let found = try commands(Array(text.utf8))
    guard case .text(let line)? = found.first, case .transform(_, let change)? = found.last else {
      Issue.record("\(found)")
      return
    }
    #expect(abs((change.rotate ?? 0) - 90) < 1e-9)
    #expect(abs(line.at.x + line.at.y - 118.8) < 1e-6)
    #expect(line.at.x < 70)
  }

  @Test func `a frame hides what lies outside of it, and the frames around it`() throws {
    let outer = TldrawTests.shape("f", "frame", "a1", #""w":80,"h":60"#)
    let inner = TldrawTests.shape("i", "frame", "a1", #""w":80,"h":40"#, "shape:f", 30, 10)
    func shape(_ x: Double, _ y: Double) -> String {
      TldrawTests.shape("g", "geo", "a1", #""w":50,"h":30,"fill":"solid""#, "shape:i", x, y)
    }
    // In the page, the outer frame lies from 10 to 90, and the inner one from 40 to 90 and from 30 to 70.
    let whole = try ink(outer, inner.replacing(#""x":30"#, with: #""x":0"#), shape(10, 5))
    #expect(whole.strokes.last?.tool?.name == "rect")
    let cut = try ink(outer, inner, shape(-20, 20))
    // The interior, and the top and the right side.
    let drawn = cut.strokes.suffix(2).map { $0.touches.reduce(into: Rect.empty) { $0.include($1.point) } }
    #expect(drawn == [Rect(minX: 40, minY: 50, maxX: 70, maxY: 70), Rect(minX: 40, minY: 50, maxX: 70, maxY: 70)])
    let hidden = try ink(outer, inner, shape(60, 20))
    #expect(hidden.omitted("elements outside of their frame") == 1)
  }

  @Test(arguments: [
    (##""marks":[{"type":"bold"}]"##, ##""marks":[{"type":"bold"}]"##, 2.88, nil),
    (##""marks":[{"type":"bold"}]"##, ##""marks":[]"##, 1.8, 1),
    (##""marks":[{"type":"bold"},{"type":"link"}]"##, ##""marks":[{"type":"bold"}]"##, 2.88, 1),
  ]) func `a text is bold if all of it is, and other formats are counted`(
    first: String, second: String, width: Double, count: Int?
  ) throws {
    let content =
      ##"{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a",\##(first)},{"type":"text","text":"b",\##(second)}]}]}"##
    let file = TldrawTests.file(TldrawTests.shape("t", "text", "a1", ##""w":90,"richText":\##(content)"##))
    let text = try #require(try texts(Array(file.utf8)).first)
    #expect(text.text == "ab" && abs((text.style.width ?? 0) - width) < 1e-9, "\(text.style.width ?? 0)")
    #expect(try WebInk(file).omitted("formats and links of parts of texts") == count)
  }

  // MARK: Images

  @Test func `what is not drawn is counted`() throws {
    let kinds = ["bookmark", "embed", "video", "sticker", "poll", "writing-lines"]
    let ink = try ink(
      kinds.enumerated().map { TldrawTests.shape("\($0)", $1, "a\($0)", #""w":90,"h":90"#) }.joined(separator: ","))
    #expect(
      ink.report.omissions.map { "\($0.what) \($0.count)" } == [
        "pictures of web pages 2", "videos 1", "shapes of other kinds 2", "rulings of the paper 1",
      ])
    #expect(ink.strokes.count == 3)
  }

  // MARK: The corpus

  @Test(
    arguments: [
      ("2024-04-test-shape-record-version-4", 5, 2213, nil),
      ("2026-06-test-images-small", 13, 7006, Rect(minX: -498.8, minY: -265.8, maxX: 857, maxY: 652.2)),
    ] as [(String, Int, Int, Rect?)])
  func `freehand lines of the corpus`(name: String, count: Int, points: Int, box: Rect?) throws {
    guard let text = try corpus("documents/tldraw/\(name).tldr") else { return }
    let ink = try WebInk(text)
    let lines = ink.strokes.filter { $0.tool?.name == "pen" }
    #expect(lines.count == count)
    #expect(lines.reduce(0) { $0 + $1.touches.count } == points)
    if let box { #expect(near(bounds(lines), box, within: 0.05)) }
  }

  @Test func `the pages of the corpus are in order`() throws {
    guard let text = try corpus("documents/tldraw/2024-04-test-sketch-three-pages.tldr") else { return }
    // A page has a star, then two frames, each with a hexagon, then a cloud.
    #expect(try texts(text, page: 1).map(\.text) == ["Page 1"])
    #expect(
      try texts(text, page: 2).map(\.text).filter { $0 != "Frame" } == ["Page 2", "Frame 1", "Page 2", "Frame 2"])
    #expect(try texts(text, page: 3).map(\.text) == ["Page 3:", "Page With a Name"])
    for (page, names) in [(1, ["pen"]), (2, ["rect", "pen", "rect", "pen"]), (3, ["pen"])] {
      var options = ImportOptions()
      options.firstPage = page
      #expect(try WebInk(text, options: options).strokes.map { $0.tool?.name } == names)
    }
  }

  @Test func `an arrow of the corpus goes from one text to the other`() throws {
    guard let text = try corpus("documents/tldraw/2024-06-test-sketch-basic.tldr") else { return }
    let ink = try WebInk(text)
    #expect(ink.report.omissions == [])
    #expect(try texts(text).map(\.text).prefix(2) == ["tldraw-cli", "i drink your .tldr files"])
    // The upper text begins at y = 432.8 and is 24 · 6.04 · 1.35 high, the lower one begins at 713.
    let arrow = try #require(ink.strokes.first { $0.tool?.style[StyleKeys.fill] == Fill.none })
    let bounds = bounds([arrow])
    let bottom = 432.845 + 24 * 6.0409 * 1.35
    #expect(abs(bounds.minY - bottom) < 0.1)
    #expect(bounds.maxY < 713 - 10 && bounds.maxY > 713 - 16)
    #expect(bounds.minX > 1099 && bounds.maxX < 1505)
  }
}
