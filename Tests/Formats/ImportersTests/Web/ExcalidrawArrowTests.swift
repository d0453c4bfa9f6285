import Geometry
import Testing
import TouchLog

struct ExcalidrawArrowTests {
  private func read(_ elements: String...) throws -> DocumentInk {
    try DocumentInk(
      #"{"type":"excalidraw","appState":{"viewBackgroundColor":"rgb(255,238,221)"},"elements":[\#(elements.joined(separator: ","))]}"#
    )
  }

  /// An arrow from the origin to the right.
  private func arrow(_ head: String, length: Int = 200, more: String = "") -> String {
    #"{"type":"arrow","x":0,"y":0,"strokeWidth":2,"points":[[0,0],[\#(length),0]],"endArrowhead":\#(head)\#(more)}"#
  }

  private func bounds(_ stroke: DocumentStroke) -> Rect { stroke.points.reduce(into: .empty) { $0.include($1) } }

  /// The head, whether it is filled with the color of the line or of the background, and how far it reaches back from
  /// the tip and to its side: the sizes of Excalidraw, at the angles of 20°, 25° and 90°.
  @Test(
    arguments: [
      ("arrow", nil, 25 * 0.939693, 25 * 0.342020), ("bar", nil, 0, 15),
      ("triangle", true, 15 * 0.906308, 15 * 0.422618),
      ("triangle_outline", false, 15 * 0.906308, 15 * 0.422618), ("diamond", true, 24, 12 * 0.422618),
      ("diamond_outline", false, 24, 12 * 0.422618), ("circle", true, 7.5, 7.5), ("dot", true, 7.5, 7.5),
      ("circle_outline", false, 7.5, 7.5), ("cardinality_many", nil, 15, 15 * 0.422618),
      ("crowfoot_many", nil, 15, 15 * 0.422618), ("cardinality_one", nil, 20 * 0.906308, 20 * 0.422618),
    ] as [(String, Bool?, Double, Double)]) func `heads have the size of the program`(
      name: String, isInked: Bool?, back: Double, side: Double
    ) throws
  {
    let ink = try read(arrow("\"\(name)\""))
    #expect(ink.strokes.count == 2)
    let head = try #require(ink.strokes.last)
    let box = bounds(head)
    #expect(abs(200 - box.minX - back) < 0.01)
    #expect(abs(box.maxY - side) < 0.01 && abs(box.minY + side) < 0.01)
    let paper = Color(red: 0xFF, green: 0xEE, blue: 0xDD)
    let fill = isInked.map { Fill.color($0 ? .black : paper) } ?? Fill.none
    #expect(head.tool?.style[StyleKeys.fill] == fill)
  }

  @Test(arguments: [
    ("cardinality_one_or_many", 2), ("cardinality_exactly_one", 2), ("cardinality_zero_or_one", 2),
    ("cardinality_zero_or_many", 2), ("some_other", 1),
  ]) func `heads may have several parts`(name: String, parts: Int) throws {
    #expect(try read(arrow("\"\(name)\"")).strokes.count == 1 + parts)
  }

  @Test func `an arrow has a head unless the file says that it has none`() throws {
    #expect(try read(arrow("null")).strokes.count == 1)
    #expect(try read(#"{"type":"arrow","x":0,"y":0,"points":[[0,0],[50,0]]}"#).strokes.count == 2)
    #expect(try read(arrow("\"arrow\"", more: #","startArrowhead":"triangle""#)).strokes.count == 3)
    #expect(try read(#"{"type":"line","x":0,"y":0,"points":[[0,0],[50,0]],"endArrowhead":"dot"}"#).strokes.count == 1)
  }

  @Test func `the head of a short arrow is half as long as its last line`() throws {
    let head = try #require(try read(arrow("\"arrow\"", length: 20)).strokes.last)
    #expect(abs(20 - bounds(head).minX - 10 * 0.939693) < 0.01)
  }

  @Test func `only a dotted arrow has a dotted head, and filled heads never are`() throws {
    let styles = ["dashed", "dotted"].map { #","strokeStyle":"\#($0)""# }
    #expect(
      try read(arrow("\"arrow\"", more: styles[0])).strokes.map { $0.tool?.style[StyleKeys.dash] } == [[8, 10], []])
    #expect(
      try read(arrow("\"arrow\"", more: styles[1])).strokes.map { $0.tool?.style[StyleKeys.dash] } == [
        [1.5, 8], [1.5, 6],
      ])
    #expect(
      try read(arrow("\"circle\"", more: styles[1])).strokes.map { $0.tool?.style[StyleKeys.dash] } == [[1.5, 8], []])
  }

  @Test func `an elbow is round with a radius of 16, or half of the shorter line`() throws {
    let ink = try read(
      #"{"type":"arrow","x":0,"y":0,"elbowed":true,"points":[[0,0],[100,0],[100,20],[200,20]],"endArrowhead":null}"#)
    let points = ink.strokes[0].points
    #expect(!points.contains(Point(100, 0)) && points.contains(Point(90, 0)) && points.contains(Point(100, 10)))
    let wide = try read(
      #"{"type":"arrow","x":0,"y":0,"elbowed":true,"points":[[0,0],[100,0],[100,90]],"endArrowhead":null}"#)
    #expect(wide.strokes[0].points.contains(Point(84, 0)) && wide.strokes[0].points.contains(Point(100, 16)))
  }

  @Test func `an arrow leaves out its text, with five points around it`() throws {
    let text = #"{"type":"text","x":80,"y":-10,"width":40,"height":20,"text":"label","containerId":"a"}"#
    let ink = try read(arrow("null", more: #","id":"a""#), text)
    let parts = ink.strokes.map(bounds)
    #expect(parts.map(\.minX) == [0, 125] && parts.map(\.maxX) == [75, 200])
  }

  @Test func `arrows without a direction have no head`() throws {
    let ink = try read(
      #"{"type":"arrow","x":7,"y":7,"points":[[0,0],[0,0]],"endArrowhead":"arrow"}"#,
      #"{"type":"arrow","x":7,"y":7,"points":[]}"#)
    #expect(ink.strokes.count == 2)
    #expect(ink.strokes.flatMap(\.points).allSatisfy { $0 == Point(7, 7) })
  }
}
