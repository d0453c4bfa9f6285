import TestSupport
import Testing
import TouchLog

struct IInkTests {
  static let drawing = """
    [{"type":"shape","kind":"polygon","style":{"color":"#00f","width":8},"points":[{"x":1,"y":1}]},
     {"type":"stroke","style":{"color":"#e01b24","width":8,"opacity":0.5},"pointerType":"mouse",
      "pointers":[{"x":1,"y":2,"t":1705570994881,"p":1},{"x":4,"y":6,"t":1705570994891,"p":0.77},
                  {"x":9,"y":6,"t":1705570994901,"p":0.7}]},
     {"pointers":[{"x":5,"y":6,"t":1705570994001,"p":1},{"x":5,"y":7,"t":1705570994011,"p":1},
                  {"x":5,"y":9,"t":1705570994021,"p":0.9}]},
     {"type":"stroke","style":{"width":4},"pointers":[{"x":5,"y":6}]}]
    """

  @Test func `strokes have the color, the opacity and 1.45 times the width of their style`() throws {
    let ink = try WebInk(Self.drawing)
    #expect(ink.report.format == "iink")
    let stroke = ink.strokes[0]
    #expect(stroke.tool?.style.color == .solid(Color(red: 0xE0, green: 0x1B, blue: 0x24)))
    #expect(stroke.tool?.style.width.map { abs($0 - 11.6) < 1e-9 } == true)
    #expect(stroke.tool?.style.opacity == 0.5)
    let points: [[Double]] = [[1, 2], [4, 6], [9, 6]]
    #expect(stroke.points == points)
    #expect(stroke.touches.allSatisfy { $0.pointer == .mouse })
  }

  @Test func `the computed pressure is not used, and the report says so`() throws {
    let ink = try WebInk(Self.drawing)
    #expect(ink.strokes.flatMap(\.pressures).allSatisfy { $0 == nil })
    #expect(ink.report.assumptions.count == 1)
  }

  @Test func `a stroke without a type and a style has the library's style`() throws {
    let style = try #require(try WebInk(Self.drawing).strokes[1].tool?.style)
    #expect(style.color == .solid(.black))
    #expect(style.width.map { abs($0 - 5.8) < 1e-9 } == true)
    #expect(style.opacity == 1)
  }

  @Test func `time may run backward between strokes`() throws {
    let ink = try WebInk(Self.drawing)
    #expect(ink.strokes[0].times == [0, 0.01, 0.02])
    #expect(ink.strokes[1].times == [-0.88, -0.87, -0.86])
  }

  @Test func `a stroke of one point is a dot`() throws {
    let dot = try WebInk(Self.drawing).strokes[2]
    #expect(dot.points == [[5, 6], [5, 6]])
    #expect(dot.tool?.style.width.map { abs($0 - 4.8) < 1e-9 } == true)
    #expect(dot.tool?.style.thinning == 0)
  }

  @Test func `shapes are counted`() throws {
    #expect(try WebInk(Self.drawing).omitted("symbols that are not strokes") == 1)
  }

  @Test(arguments: [
    ("iink-hello-my-friend", 10, 422, 0), ("iink-shape-and-stroke", 1, 127, 1), ("iink-no-time", 5, 116, 0),
  ]) func `files of the corpus`(name: String, strokes: Int, points: Int, shapes: Int) throws {
    guard let text = try corpus("web-strokes/\(name).json") else { return }
    let ink = try WebInk(text)
    #expect(ink.report.format == "iink")
    #expect(ink.strokes.count == strokes)
    #expect(ink.pointCount == points)
    #expect(ink.omitted("symbols that are not strokes") ?? 0 == shapes)
    #expect(ink.errors == [])
  }

  @Test func `strokes without times are 0.2 seconds apart`() throws {
    guard let text = try corpus("web-strokes/iink-no-time.json") else { return }
    let ink = try WebInk(text)
    #expect(ink.report.timeBase == "none; strokes 0.2 s apart")
    #expect(ink.strokes[0].times.first == 0)
    // 34 steps of 1/120 s and the pause.
    #expect(abs((ink.strokes[1].times[0] ?? 0) - (34.0 / 120 + 0.2)) < 1e-9)
    #expect(ink.strokes[0].times.dropFirst().allSatisfy { $0 == nil })
  }

  @Test func `an object around the strokes is accepted`() throws {
    #expect(try WebInk(#"{"version":3,"strokes":\#(Self.drawing)}"#).strokes.count == 3)
  }
}
