import Geometry
import TestSupport
import Testing
import TouchLog

struct ExcalidrawTests {
  private static let note = ImportCase(folder: "excalidraw", file: "note-of-obsidian.md")

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

  /// The items of a library have the same place, so that they would cover each other. A case has those of version 2.
  @Test func `the items of a library of version 1 lie 40 points from each other, too`() throws {
    let ink = try WebInk(fill(#"{"type":"excalidrawlib","version":1,"library":[[ELEMENT],[ELEMENT,ELEMENT]]}"#))
    let points: [[[Double]]] = [[[0, 0], [5, 5]], [[45, 0], [50, 5]], [[45, 0], [50, 5]]]
    #expect(ink.strokes.map(\.points) == points)
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

  @Test func `an error in a note has its line there`() throws {
    let text = try Self.note.text().replacing("[3,4]", with: "[3,\"4\"]")
    let error = try #require(try WebInk(text).errors.first)
    #expect([error.location.line, error.location.column] == [17, 67])
  }

  /// The drawing was compressed on one line, by `compressToBase64` of the Python package lzstring 1.0.4.
  private static let compressedNote = ImportCase(folder: "excalidraw", file: "note-that-is-compressed.md")

  @Test(arguments: [
    ("AAX===", LogError.Reason.cutOff(expected: "more of the compressed drawing")),
    ("N4I?", .unexpected("other text", expected: "a drawing compressed by lz-string")),
  ]) func `an error in a compressed note is at its block`(end: String, reason: LogError.Reason) throws {
    let lines = try Self.compressedNote.text().split(separator: "\n", omittingEmptySubsequences: false)
    let error = try #require(try WebInk((lines[..<15] + [end[...], "```"]).joined(separator: "\n")).errors.first)
    #expect(error.location.line == 15)
    #expect(error.reason == reason)
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
