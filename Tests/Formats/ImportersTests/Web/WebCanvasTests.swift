import BoardImporters
import Geometry
import ImportCore
import TestSupport
import Testing
import TouchLog

/// Drawings of the web libraries react-sketch-canvas and react-canvas-draw.
struct WebCanvasTests {
  static let paths = """
    [{"paths":[{"x":1,"y":2},{"x":30,"y":40.5},{"x":60,"y":2}],"strokeWidth":4,"strokeColor":"red","drawMode":true,
      "startTimestamp":1700000000000,"endTimestamp":1700000000020},
     {"drawMode":false,"startTimestamp":1700000001000,"endTimestamp":1700000001000,"strokeColor":"#fff","strokeWidth":20,
      "paths":[{"x":5,"y":6},{"x":50,"y":6}]},
     {"paths":[{"x":7,"y":8}],"strokeWidth":8,"strokeColor":"blue","drawMode":true}]
    """
  static let lines = """
    {"lines":[{"points":[{"x":1,"y":2},{"x":30,"y":40}],"brushColor":"#444","brushRadius":2},
     {"points":[{"x":7,"y":8},{"x":9,"y":8}],"brushColor":"rgba(0,0,255,0.5)","brushRadius":12.5}],"width":400,"height":300}
    """

  @Test func `paths of react-sketch-canvas have one width, and those without drawMode erase`() throws {
    let ink = try WebInk(Self.paths)
    #expect(ink.report.format == "react-sketch-canvas")
    let points: [[[Double]]] = [[[1, 2], [30, 40.5], [60, 2]], [[5, 6], [50, 6]], [[7, 8], [7, 8]]]
    #expect(ink.strokes.map(\.points) == points)
    #expect(ink.strokes.map(\.tool?.name) == ["pen", "eraser", "pen"])
    #expect(ink.strokes.map(\.tool?.mode) == [nil, "pixel", nil])
    // A dot of the library is a disc of 8 pixels with an outline of 1 pixel.
    #expect(ink.strokes.map(\.tool?.style.width) == [4, 20, 9])
    #expect(ink.strokes.allSatisfy { $0.tool?.style.thinning == 0 })
    #expect(ink.strokes[0].tool?.style.color == .solid(Color(red: 255, green: 0, blue: 0)))
  }

  @Test func `the time of a path is spread over its points`() throws {
    let ink = try WebInk(Self.paths)
    #expect(ink.strokes[0].times == [0, 0.01, 0.02])
    #expect(ink.strokes[1].times.first == 1)
    let untimed = try WebInk(Self.paths.replacing("Timestamp", with: "Other"))
    #expect(untimed.strokes[0].times == [0, nil, nil])
  }

  @Test func `lines of react-canvas-draw are twice as wide as their radius`() throws {
    let ink = try WebInk(Self.lines)
    #expect(ink.report.format == "react-canvas-draw")
    #expect(ink.header?.size == Size(width: 400, height: 300))
    let points: [[[Double]]] = [[[1, 2], [30, 40]], [[7, 8], [9, 8]]]
    #expect(ink.strokes.map(\.points) == points)
    #expect(ink.strokes.map(\.tool?.style.width) == [4, 25])
    #expect(ink.strokes[1].tool?.style.color == .solid(Color(red: 0, green: 0, blue: 255, alpha: 128)))
  }

  @Test func `a width of the canvas that is a share of the page's is no size`() throws {
    let ink = try WebInk(Self.lines.replacing("\"width\":400", with: "\"width\":\"100%\""))
    #expect(ink.header?.size == nil)
    #expect(ink.errors == [])
  }

  @Test func `strokes of width 0 are left out`() throws {
    #expect(try WebInk(Self.paths.replacing("\"strokeWidth\":4", with: "\"strokeWidth\":0")).strokes.count == 2)
    #expect(try WebInk(Self.lines.replacing("\"brushRadius\":2", with: "\"brushRadius\":0")).strokes.count == 1)
  }

  @Test(arguments: [
    (LogFormat.reactSketchCanvas, #"[{"drawMode":true,"paths":[{"x":"1","y":2}]}]"#, 33),
    (.reactCanvasDraw, #"{"lines":[{"points":[3],"brushRadius":1}]}"#, 22),
  ]) func `a value of the wrong type is an error at its location`(
    format: LogFormat, text: String, column: Int
  ) throws {
    #expect(try WebInk(text).errors.map(\.location.column) == [column])
  }
}
