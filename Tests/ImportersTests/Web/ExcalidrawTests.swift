import Importers
import TestSupport
import Testing
import TouchLog

struct ExcalidrawTests {
  /// A turned stroke with pressure, a rectangle, a deleted stroke, and a stroke without pressure.
  static let scene = """
    {"type":"excalidraw","version":2,"source":"a","elements":[
     {"type":"freedraw","x":100,"y":50,"width":40,"height":20,"angle":1.5707963267948966,"strokeColor":"#c92a2a",
      "backgroundColor":"transparent","strokeWidth":2,"opacity":50,"isDeleted":false,"simulatePressure":false,
      "points":[[0,0],[20,20],[-20,10]],"pressures":[0.25,0.75]},
     {"type":"rectangle","x":0,"y":0,"width":10,"height":10},
     {"type":"freedraw","x":0,"y":0,"points":[[0,0]],"isDeleted":true},
     {"type":"freedraw","x":-5,"y":-6,"angle":0,"strokeColor":"#000000","backgroundColor":"#fa5252","strokeWidth":1,
      "opacity":100,"simulatePressure":true,"points":[[1,2],[3,4,0.5]],"pressures":[]}],
     "appState":{"gridSize":null,"viewBackgroundColor":"#ffc9c9"}}
    """
  static let note = """
    ---

    excalidraw-plugin: parsed
    tags: [excalidraw]

    ---
    ==Switch to EXCALIDRAW VIEW==

    # Text Elements
    ```json
    {"not":"the drawing"}
    ```
    %%
    # Drawing
    ```json
    {"type":"excalidraw","version":2,"elements":[
    {"type":"freedraw","x":1,"y":2,"strokeWidth":1,"points":[[0,0],[3,4]],"simulatePressure":true}]}
    ```
    %%
    """

  @Test func `a stroke has the color, the opacity and 5.25 times the width of its element`() throws {
    let ink = try WebInk(Self.scene)
    #expect(ink.report.format == "Excalidraw")
    let style = try #require(ink.strokes.first?.tool?.style)
    #expect(style.color == .solid(Color(red: 0xC9, green: 0x2A, blue: 0x2A)))
    #expect(style.opacity == 0.5)
    #expect(style.width == 10.5)
    #expect(style.thinning == 0.6)
    #expect(ink.strokes[1].tool?.style.width == 5.25)
    #expect(ink.strokes[1].tool?.style.opacity == 1)
  }

  @Test func `a stroke is turned about the center of the box of its points`() throws {
    // The points are (100, 50), (120, 70), (80, 60), the center (100, 60); a quarter turn clockwise maps (x, y) − c
    // to (−y, x).
    let expected = [[110.0, 60], [90, 80], [100, 40]]
    let points = try WebInk(Self.scene).strokes[0].points
    for (point, expected) in zip(points, expected) {
      #expect(abs(point[0] - expected[0]) < 1e-9 && abs(point[1] - expected[1]) < 1e-9)
    }
  }

  @Test func `points count from the element's corner, which need not be the first point`() throws {
    #expect(try WebInk(Self.scene).strokes[1].points == [[-4, -4], [-2, -2]])
  }

  @Test func `a missing pressure is medium`() throws {
    #expect(try WebInk(Self.scene).strokes[0].pressures == [0.25, 0.75, 0.5])
  }

  @Test func `simulated pressure is none`() throws {
    #expect(try WebInk(Self.scene).strokes[1].pressures == [nil, nil])
  }

  @Test func `the pressure of a lift is that of the point before`() throws {
    let ink = try WebInk(
      #"{"type":"excalidraw","elements":[{"type":"freedraw","x":0,"y":0,"points":[[0,0],[1,0],[2,0]],"#
        + #""simulatePressure":false,"pressures":[0.3,0.6,0]}]}"#)
    #expect(ink.strokes[0].pressures == [0.3, 0.6, 0.6])
  }

  @Test func `strokes of constant variability have a constant width`() throws {
    let ink = try WebInk(
      #"{"type":"excalidraw","elements":[{"type":"freedraw","x":0,"y":0,"strokeWidth":2,"points":[[0,0],[1,0]],"#
        + #""strokeOptions":{"variability":"constant"}}]}"#)
    #expect(ink.strokes[0].tool?.style.width == 5.6)
    #expect(ink.strokes[0].tool?.style.thinning == 0)
  }

  @Test func `other elements, deleted ones and fills are counted`() throws {
    let ink = try WebInk(Self.scene)
    #expect(ink.strokes.count == 2)
    #expect(ink.report.omissions.count == 3 && ink.omitted("rectangles") == 1)
    #expect(ink.omitted("deleted elements") == 1)
    #expect(ink.omitted("fills of strokes") == 1)
  }

  @Test func `the scene's background is that of the log`() throws {
    #expect(try WebInk(Self.scene).header?.background == .color(Color(red: 0xFF, green: 0xC9, blue: 0xC9)))
    let clear = Self.scene.split(separator: "#ffc9c9").joined(separator: "transparent")
    #expect(try WebInk(clear).header?.background == Background.none)
  }

  @Test(arguments: [
    #"{"type":"excalidrawlib","version":1,"library":[[ELEMENT],[ELEMENT,ELEMENT]]}"#,
    #"{"type":"excalidrawlib","version":2,"libraryItems":[{"elements":[ELEMENT]},{"elements":[ELEMENT,ELEMENT]}]}"#,
    #"{"type":"excalidraw/clipboard","elements":[ELEMENT,ELEMENT,ELEMENT]}"#,
    #"{"appState":{},"elements":[ELEMENT,ELEMENT,ELEMENT],"type":"excalidraw"}"#,
    #"{"elements":[ELEMENT,ELEMENT,ELEMENT]}"#,
  ]) func `scenes, libraries of both versions and clipboards are read`(text: String) throws {
    let element = #"{"type":"freedraw","x":1,"y":2,"points":[[0,0],[5,5]]}"#
    let ink = try WebInk(text.split(separator: "ELEMENT", omittingEmptySubsequences: false).joined(separator: element))
    #expect(ink.errors == [])
    #expect(ink.strokes.map(\.points) == [[[Double]]](repeating: [[1, 2], [6, 7]], count: 3))
  }

  @Test func `the drawing of an Obsidian note is read`() throws {
    for text in [
      Self.note, Self.note.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"),
    ] {
      let ink = try WebInk(text)
      #expect(ink.errors == [])
      #expect(ink.strokes.map(\.points) == [[[1, 2], [4, 6]]])
    }
  }

  @Test func `an error in a note has its line there`() throws {
    let text = Self.note.split(separator: "[3,4]").joined(separator: "[3,\"4\"]")
    let error = try #require(try WebInk(text).errors.first)
    #expect([error.location.line, error.location.column] == [17, 67])
  }

  @Test func `a compressed note is refused with advice`() throws {
    let text = Self.note.split(separator: "# Drawing\n```json").joined(separator: "# Drawing\n```compressed-json")
    let error = try #require(try WebInk(text).errors.first)
    #expect(error.location.line == 15)
    #expect(
      error.reason.description
        == "a compressed Excalidraw drawing is not read; in Obsidian, run the command "
        + "\"Decompress current Excalidraw file\" and import it again")
  }

  @Test func `a note without a drawing is cut off`() throws {
    let error = try #require(try WebInk("---\nexcalidraw-plugin: parsed\n---\nText").errors.first)
    #expect(error.reason == .cutOff(expected: "a code block ```json with the drawing"))
  }

  /// The number of elements that are not freehand strokes.
  private func otherElements(of ink: WebInk) -> Int {
    ink.report.omissions.reduce(0) { $0 + (["deleted elements", "fills of strokes"].contains($1.what) ? 0 : $1.count) }
  }

  @Test(arguments: [
    ("blocks-drawing.excalidraw", [114, 3], 14), ("handdrawn-signs.excalidrawlib", [23, 43, 36], 0),
  ]) func `files of the corpus without pressure`(name: String, points: [Int], others: Int) throws {
    guard let text = try corpus("excalidraw/\(name)") else { return }
    let ink = try WebInk(text)
    #expect(ink.strokes.map { $0.touches.count } == points)
    #expect(otherElements(of: ink) == others)
    #expect(ink.strokes.flatMap(\.pressures).allSatisfy { $0 == nil })
  }

  @Test func `the library of the corpus with pressure and turned strokes`() throws {
    guard let text = try corpus("excalidraw/valentine-cut.excalidrawlib") else { return }
    let ink = try WebInk(text)
    #expect(ink.strokes.count == 108)
    #expect(ink.pointCount == 2453)
    #expect(otherElements(of: ink) == 60)
    #expect(ink.strokes[0].pressures[0] == 0.1083984375)
    #expect(ink.strokes[0].points[0] == [2232.2270208966615, 544.9913734817637])
  }
}
