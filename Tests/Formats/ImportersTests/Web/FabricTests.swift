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

  private static let drawing = canvas()

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
}
