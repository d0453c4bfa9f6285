import Geometry
import TestSupport
import Testing
import TouchLog

struct FabricTests {
  /// A line from 10, 10 to 110, 60 that is 4 wide, and properties that move it.
  private static func canvas(_ properties: String = "", origin: String = "left") -> String {
    """
    {"version":"5.3.0","objects":[{"type":"path","version":"5.3.0","originX":"\(origin)",
    "originY":"\(origin == "left" ? "top" : origin == "right" ? "bottom" : origin)","left":8,"top":8,"width":100,
    "height":50,"fill":null,"stroke":"rgb(255,0,0)","strokeWidth":4,"strokeLineCap":"round",\(properties)"opacity":0.5,
    "path":[["M",10,10],["L",110,60]]}],"background":"#fff8e0"}
    """
  }

  static let drawing = canvas()

  @Test func `a path is a pen of one width along it`() throws {
    let ink = try WebInk(Self.drawing)
    #expect(ink.report.format == "fabric.js")
    #expect(ink.header?.background == .color(Color(red: 255, green: 248, blue: 224)))
    #expect(ink.strokes.map(\.points) == [[[10, 10], [110, 60]]])
    let style = try #require(ink.strokes[0].tool?.style)
    #expect(style.color == .solid(Color(red: 255, green: 0, blue: 0)))
    #expect((style.width, style.opacity, style.thinning) == (4, 0.5, 0))
  }

  /// Where the ends of the line lie, by hand.
  @Test(
    arguments: [
      (#""scaleX":2,"scaleY":2,"#, "left", [[12, 12], [212, 112]]), (#""angle":90,"#, "left", [[6, 10], [-44, 110]]),
      ("", "center", [[-42, -17], [58, 33]]), ("", "right", [[-94, -44], [6, 6]]),
      (#""flipX":true,"#, "left", [[110, 10], [10, 60]]),
      (#""strokeUniform":true,"scaleX":2,"scaleY":2,"#, "left", [[10, 10], [210, 110]]),
      (#""pathOffset":{"x":60,"y":35},"#, "left", [[10, 10], [110, 60]]),
    ] as [(String, String, [[Double]])]) func `objects are scaled, turned and moved`(
      properties: String, origin: String, points: [[Double]]
    ) throws
  {
    let ink = try WebInk(Self.canvas(properties, origin: origin))
    let found = ink.strokes[0].points.map { $0.map { ($0 * 1e6).rounded() / 1e6 } }
    #expect(found == points)
    let isScaled = properties.contains("scale") && !properties.contains("Uniform")
    #expect(ink.strokes[0].tool?.style.width == (isScaled ? 8 : 4))
  }

  @Test func `curves end at their ends and stay near their controls`() throws {
    let text = Self.drawing.replacing(
      #"["L",110,60]"#, with: #"["Q",10,60,60,60],["C",90,60,110,60,110,60]"#)
    let points = try WebInk(text).strokes[0].points
    #expect(points.first == [10, 10] && points.last == [110, 60])
    #expect(points.count > 10)
    // A point of the parabola at the half: a quarter of both ends and a half of the control.
    #expect(points.contains { abs($0[0] - 22.5) < 1 && abs($0[1] - 47.5) < 1 })
  }

  @Test func `what is not a path is counted`() throws {
    let others = #"{"type":"rect","left":1,"top":1},{"type":"i-text","text":"a"},{"type":"path","path":"M 0 0"},"#
    let invisible = #"{"type":"path","visible":false,"path":[["M",1,1],["L",2,2]]},"#
    let eraser = #"{"type":"path","globalCompositeOperation":"destination-out","path":[["M",1,1],["L",2,2]]},"#
    let bare = #"{"type":"path","stroke":null,"fill":null,"path":[["M",1,1],["L",2,2]]},"#
    let text = Self.drawing.replacing(#""objects":["#, with: #""objects":[\#(others)\#(invisible)\#(eraser)\#(bare)"#)
    let ink = try WebInk(text.replacing(#""background":"#, with: #""backgroundImage":{},"background":"#))
    #expect(ink.strokes.count == 1)
    #expect(ink.omitted("objects that are not paths") == 2)
    #expect(ink.omitted("paths without commands") == 1)
    #expect(ink.omitted("invisible objects") == 1)
    #expect(ink.omitted("paths that erase") == 1)
    #expect(ink.omitted("paths without a color") == 1)
    #expect(ink.omitted("images") == 1)
  }

  @Test func `fills and dashes are drawn`() throws {
    let text = Self.canvas(#""scaleX":2,"scaleY":2,"strokeDashArray":[3,5],"#).replacing(
      #""fill":null"#, with: #""fill":"lime""#)
    let style = try #require(try WebInk(text).strokes[0].tool?.style)
    #expect(style[StyleKeys.dash] == [6, 10])
    #expect(style[StyleKeys.fill] == .color(Color(red: 0, green: 255, blue: 0)))
  }

  @Test func `coordinates and commands that are not valid are counted`() throws {
    let ink = try WebInk(Self.drawing.replacing("110,60", with: "1e300,60"))
    #expect(ink.strokes.isEmpty)
    #expect(ink.omitted("paths without valid coordinates") == 1)
    let arc = try WebInk(Self.drawing.replacing(#"["L",110,60]"#, with: #"["L",110,60],["A",1,2,3],[],["L",null,2]"#))
    #expect(arc.omitted("commands of paths that are not M, L, Q, C or Z") == 3)
  }
}
