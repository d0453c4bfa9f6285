import Geometry
import TestSupport
import Testing
import TouchLog

struct ExcalidrawTests {
  /// A turned stroke with pressure, a deleted stroke, a stroke without pressure, a rectangle, and another element.
  static let scene = """
    {"type":"excalidraw","version":2,"source":"a","elements":[
     {"type":"freedraw","x":100,"y":50,"width":40,"height":20,"angle":1.5707963267948966,"strokeColor":"#c92a2a",
      "backgroundColor":"transparent","strokeWidth":2,"opacity":50,"isDeleted":false,"simulatePressure":false,
      "points":[[0,0],[20,20],[-20,10]],"pressures":[0.25,0.75]},
     {"type":"freedraw","x":0,"y":0,"points":[[0,0]],"isDeleted":true},
     {"type":"freedraw","x":-5,"y":-6,"angle":0,"strokeColor":"#000000","backgroundColor":"#fa5252","strokeWidth":1,
      "opacity":100,"simulatePressure":true,"points":[[1,2],[3,4,0.5]],"pressures":[]},
     {"type":"rectangle","x":0,"y":0,"width":20,"height":10},
     {"type":"selection","x":0,"y":0,"width":20,"height":10}],
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

  @Test func `elements of other kinds and deleted ones are counted`() throws {
    let ink = try WebInk(Self.scene)
    #expect(ink.strokes.map { $0.tool?.name } == ["pen", "pen", "rect"])
    #expect(ink.report.omissions.count == 2 && ink.omitted("elements of other kinds") == 1)
    #expect(ink.omitted("deleted elements") == 1)
  }

  @Test func `a stroke that ends where it begins is filled`() throws {
    func fill(_ end: String, _ style: String) throws -> [Fill?] {
      try WebInk(
        #"{"type":"excalidraw","elements":[{"type":"freedraw","x":0,"y":0,"points":[[0,0],[90,0],[90,90],\#(end)],"#
          + #""backgroundColor":"rgb(250,82,82)","fillStyle":"\#(style)","strokeWidth":2}]}"#
      ).strokes.map { $0.tool?.style[StyleKeys.fill] }
    }
    #expect(try fill("[0,8]", "solid") == [.color(Color(red: 0xFA, green: 0x52, blue: 0x52))])
    #expect(try fill("[0,9]", "solid") == [Fill.none])
    #expect(try fill("[0,0]", "hachure").count > 5)
  }

  @Test func `strokes after shapes have their own keys`() throws {
    let shape = #"{"type":"ellipse","x":0,"y":0,"width":50,"height":50,"strokeStyle":"dashed","backgroundColor":"red"}"#
    let stroke = #"{"type":"freedraw","x":0,"y":0,"points":[[0,0],[5,5]]}"#
    let highlighter = stroke.dropLast() + #","customData":{"strokeOptions":{"highlighter":true}}}"#
    let ink = try WebInk(#"{"type":"excalidraw","elements":[\#(shape),\#(stroke),\#(highlighter)]}"#)
    let styles = try ink.strokes.map { try #require($0.tool?.style) }
    #expect(styles[1][StyleKeys.dash] == [] && styles[1][StyleKeys.fill] == Fill.none && styles[1].thinning == 0.6)
    #expect((styles[1].smoothing ?? 0) > 0 && styles[1][StyleKeys.blend] == .over)
    #expect(styles[2][StyleKeys.brush] == .chisel && styles[2][StyleKeys.blend] == .multiply)
  }

  @Test func `the scene's background is that of the log`() throws {
    #expect(try WebInk(Self.scene).header?.background == .color(Color(red: 0xFF, green: 0xC9, blue: 0xC9)))
    let clear = Self.scene.split(separator: "#ffc9c9").joined(separator: "transparent")
    #expect(try WebInk(clear).header?.background == Background.none)
  }

  private static let element = #"{"type":"freedraw","x":1,"y":2,"points":[[0,0],[5,5]]}"#

  private func fill(_ text: String) -> String {
    text.split(separator: "ELEMENT", omittingEmptySubsequences: false).joined(separator: Self.element)
  }

  @Test(arguments: [
    #"{"type":"excalidrawlib","version":1,"library":[[ELEMENT,ELEMENT,ELEMENT]]}"#,
    #"{"type":"excalidrawlib","version":2,"libraryItems":[{"elements":[ELEMENT,ELEMENT,ELEMENT]}]}"#,
    #"{"type":"excalidraw/clipboard","elements":[ELEMENT,ELEMENT,ELEMENT]}"#,
    #"{"appState":{},"elements":[ELEMENT,ELEMENT,ELEMENT],"type":"excalidraw"}"#,
    #"{"elements":[ELEMENT,ELEMENT,ELEMENT]}"#,
  ]) func `scenes, libraries of one item and clipboards are read`(text: String) throws {
    let ink = try WebInk(fill(text))
    #expect(ink.errors == [])
    #expect(ink.strokes.map(\.points) == [[[Double]]](repeating: [[1, 2], [6, 7]], count: 3))
    #expect(ink.report.assumptions.allSatisfy { !$0.contains("items") })
  }

  /// The items of a library have the same place, so that they would cover each other.
  @Test(arguments: [
    #"{"type":"excalidrawlib","version":1,"library":[[ELEMENT],[ELEMENT,ELEMENT]]}"#,
    #"{"type":"excalidrawlib","version":2,"libraryItems":[{"elements":[ELEMENT]},{"elements":[ELEMENT,ELEMENT]}]}"#,
  ]) func `the items of a library lie 40 points from each other`(text: String) throws {
    let ink = try WebInk(fill(text))
    #expect(ink.errors == [])
    let points: [[[Double]]] = [[[0, 0], [5, 5]], [[45, 0], [50, 5]], [[45, 0], [50, 5]]]
    #expect(ink.strokes.map(\.points) == points)
    #expect(ink.report.assumptions.contains("the 2 items of the library lie beside each other"))
  }

  @Test func `the items of a large library lie in rows and do not overlap`() throws {
    let items = (0..<30).map { index in
      #"[{"type":"rectangle","x":\#(index * 3),"y":0,"width":\#(20 + index * 37 % 90),"height":\#(20 + index * 53 % 70)}]"#
    }
    let ink = try WebInk(#"{"type":"excalidrawlib","library":[\#(items.joined(separator: ","))]}"#)
    let boxes = ink.strokes.map {
      Rect(minX: $0.points[0][0], minY: $0.points[0][1], maxX: $0.points[1][0], maxY: $0.points[1][1])
    }
    #expect(boxes.count == 30)
    for (index, box) in boxes.enumerated() {
      for other in boxes[..<index] {
        let gap = max(
          max(box.minX - other.maxX, other.minX - box.maxX), max(box.minY - other.maxY, other.minY - box.maxY))
        #expect(gap >= 40 - 1e-9)
      }
    }
    let bounds = boxes.reduce(Rect.empty) { $0.union($1) }
    #expect((0.5...2.5).contains(bounds.width / bounds.height))
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

  /// The drawing of `note` on one line, by `compressToBase64` of the Python package lzstring 1.0.4, in lines as the
  /// plugin writes them.
  static let compressedNote =
    String(note.split(separator: "# Drawing")[0]) + """
      # Drawing
      ```compressed-json
      N4IgLgngDgpiBcIYA8DGBDANgSwCYCd0B3EAGhADcZ8BnbAewDsEAmcmTGAWxkbBoQBtUJFgIQAM3wwYBYmRDIEARnIRW5GmHz0A1jAD

      qeMAAsV5KPWx8B8QYIAMpBwF1SggMykALC7cg6LgBXTHQwGAAFaRoaIOkEbSCYAF8XZKA===
      ```
      %%
      """

  @Test func `a compressed note is read`() throws {
    let ink = try WebInk(Self.compressedNote)
    #expect(ink.errors == [])
    #expect(ink.strokes.map(\.points) == [[[1, 2], [4, 6]]])
  }

  @Test(arguments: [
    ("AAX===", LogError.Reason.cutOff(expected: "more of the compressed drawing")),
    ("N4I?", .unexpected("other text", expected: "a drawing compressed by lz-string")),
  ]) func `an error in a compressed note is at its block`(end: String, reason: LogError.Reason) throws {
    let lines = Self.compressedNote.split(separator: "\n", omittingEmptySubsequences: false)
    let error = try #require(try WebInk((lines[..<15] + [end[...], "```"]).joined(separator: "\n")).errors.first)
    #expect(error.location.line == 15)
    #expect(error.reason == reason)
  }

  @Test func `a note without a drawing is cut off`() throws {
    let error = try #require(try WebInk("---\nexcalidraw-plugin: parsed\n---\nText").errors.first)
    #expect(error.reason == .cutOff(expected: "a code block ```json with the drawing"))
  }

  /// The elements of the corpus by the counts of its list, and the strokes that they make: an arrow has a head, and
  /// blocks-drawing has 8 + 25 hatch lines, as many as four line widths fit across the two shapes. The last number is
  /// that of the lines of texts.
  @Test(arguments: [
    ("excalidraw/blocks-drawing.excalidraw", [114, 3], 2 + 5 + 3 + 3 + 1 + 2 * 2 + 8 + 25, 0),
    ("excalidraw/handdrawn-signs.excalidrawlib", [23, 43, 36], 3, 0),
    ("documents/excalidraw/systems-design-components.excalidrawlib", [], 27 + 2 + 38 + 12 + 2 * 8, 19),
  ]) func `files of the corpus without pressure`(name: String, points: [Int], strokes: Int, texts: Int) throws {
    guard let text = try corpus(name) else { return }
    let ink = try DocumentInk(text)
    let freehand = ink.strokes.filter { $0.tool?.style.thinning == 0.6 }
    #expect(freehand.map { $0.touches.count } == points)
    #expect(ink.strokes.count == strokes)
    #expect(ink.commands.filter { if case .text = $0.command { true } else { false } }.count == texts)
    #expect(ink.report.loss == nil)
    #expect(ink.strokes.flatMap(\.touches).allSatisfy { $0.pressure == nil })
  }

  @Test func `the library of the corpus with pressure and turned strokes`() throws {
    guard let text = try corpus("excalidraw/valentine-cut.excalidrawlib") else { return }
    let ink = try WebInk(text)
    let strokes = ink.strokes.filter { $0.tool?.style.thinning == 0.6 }
    #expect(strokes.count == 108)
    #expect(strokes.reduce(0) { $0 + $1.touches.count } == 2453)
    // The others are 3 texts and 57 lines and shapes, all of which are solid.
    #expect(ink.strokes.count == 108 + 57)
    #expect(ink.report.loss == nil)
    #expect(strokes[0].pressures[0] == 0.1083984375)
    // Its item is moved to the others, so that only the distances of points are those of the file.
    let (first, other) = (strokes[0].points[0], strokes[0].points[10])
    #expect(abs(other[0] - first[0] - 50) < 1e-9 && abs(other[1] - first[1] - 174.28571428571422) < 1e-9)
  }
}
