import BoardImporters
import Files
import ImportCore
import Importers
import TestSupport
import Testing
import TouchLog

struct SignaturePadTests {
  static let version4 = """
    [{"penColor":"rgb(0, 0, 128)","dotSize":0,"minWidth":1,"maxWidth":3,"velocityFilterWeight":0.7,
      "compositeOperation":"source-over",
      "points":[{"time":1523730547109,"x":1.5,"y":-2,"pressure":0.25},{"time":1523730547117,"x":4,"y":5,"pressure":1},
                {"time":1523730547125,"x":9,"y":5,"pressure":0.5}]},
     {"penColor":"black","dotSize":2,"minWidth":1,"maxWidth":3,"compositeOperation":"destination-out",
      "points":[{"time":1523730547609,"x":7,"y":8,"pressure":0.5}]}]
    """
  static let version2 = """
    [[{"x":1,"y":2,"time":1000,"color":"red"},{"x":3,"y":2,"time":1008,"color":"red"}],[],
     [{"x":9,"y":9,"time":1500,"color":"#0f0"}]]
    """

  @Test func `the tool's width is the sum of the two radii`() throws {
    let ink = try WebInk(Self.version4)
    #expect(ink.report.format == "signature_pad")
    #expect(ink.strokes.count == 2)
    let stroke = ink.strokes[0]
    #expect(stroke.tool?.name == "pen")
    #expect(stroke.tool?.style.color == .solid(Color(red: 0, green: 0, blue: 128)))
    #expect(stroke.tool?.style.width == 4)
    // 0.3 · (3 − 1) / (3 + 1)
    #expect(stroke.tool?.style.thinning == 0.15)
    let points: [[Double]] = [[1.5, -2], [4, 5], [9, 5]]
    #expect(stroke.points == points)
    let times: [Double?] = [0, 0.008, 0.016]
    #expect(stroke.times == times)
  }

  @Test func `equal radii give a constant width`() throws {
    let text = Self.version4.split(separator: "\"maxWidth\":3").joined(separator: "\"maxWidth\":1")
    let style = try #require(try WebInk(text).strokes.first?.tool?.style)
    #expect(style.width == 2)
    #expect(style.thinning == 0)
  }

  @Test func `the eraser is destination-out, and later pens do not erase`() throws {
    let groups = #"{"penColor":"red","minWidth":1,"maxWidth":1,"points":[{"x":1,"y":1},{"x":2,"y":2}]}"#
    let ink = try WebInk(Self.version4.dropLast() + "," + groups + "]")
    #expect(ink.strokes.map(\.tool?.name) == ["pen", "eraser", "pen"])
    #expect(ink.strokes.map(\.tool?.mode) == [nil, "pixel", nil])
  }

  @Test(arguments: [("0", 4.0), ("2", 4), ("2.5", 5)]) func `a group of one point is a dot`(
    dotSize: String, width: Double
  ) throws {
    let ink = try WebInk(
      #"[{"penColor":"red","dotSize":\#(dotSize),"minWidth":1,"maxWidth":3,"points":[{"x":7,"y":8,"time":5}]}]"#)
    #expect(ink.strokes.map(\.points) == [[[7, 8], [7, 8]]])
    #expect(ink.strokes[0].phases == [.began, .ended])
    #expect(ink.strokes[0].tool?.style.width == width)
    #expect(ink.strokes[0].tool?.style.thinning == 0)
  }

  @Test func `pressure is read on request only`() throws {
    #expect(try WebInk(Self.version4).strokes.flatMap(\.pressures).allSatisfy { $0 == nil })
    var options = ImportOptions()
    options.usesStoredPressure = true
    let ink = try WebInk(Self.version4, options: options)
    #expect(ink.strokes[0].pressures == [0.25, 1, 0.5])
    // The pen's radius then goes from the least to the greatest.
    #expect(ink.strokes[0].tool?.style.thinning == 0.5)
  }

  @Test func `version 2 has points with a color, and the default widths`() throws {
    let ink = try WebInk(Self.version2)
    let points: [[[Double]]] = [[[1, 2], [3, 2]], [[9, 9], [9, 9]]]
    #expect(ink.strokes.map(\.points) == points)
    #expect(
      ink.strokes.map(\.tool?.style.color) == [
        .solid(Color(red: 255, green: 0, blue: 0)), .solid(Color(red: 0, green: 255, blue: 0)),
      ])
    #expect(ink.strokes.map(\.tool?.style.width) == [3, 3])
    #expect(ink.strokes[0].times == [0, 0.008])
    #expect(ink.report.assumptions.count == 1)
    #expect(ink.omitted("strokes without points") == 1)
  }

  @Test func `versions 2, 3 and 4 of one drawing are equal`() throws {
    guard let version2 = try corpus("signature_pad/face-v2-shape.json"),
      let version3 = try corpus("signature_pad/face-v3.json"), let version4 = try corpus("signature_pad/face.json")
    else { return }
    let events = try [version2, version3, version4].map { try outcomes(openEventReader(MemorySource($0), name: "a")) }
    #expect(events[0] == events[1])
    #expect(events[1] == events[2])
    let ink = try WebInk(version3)
    #expect(ink.strokes.map { $0.touches.count } == [2, 2, 16])
    #expect(ink.pointCount == 18)
    let starts: [[Double]?] = [[125, 54], [175, 54], [83, 57]]
    #expect(ink.strokes.map(\.points.first) == starts)
    #expect(ink.strokes[2].times.first == 1.339)
  }

  @Test(arguments: [
    #"{"user":"a","signature":DATA}"#, #"{"data":DATA}"#, #"[{"id":1,"strokes":DATA}]"#, #"{"a":{"b":DATA},"c":[]}"#,
  ]) func `the page's own objects may surround a drawing`(wrapper: String) throws {
    let parts = wrapper.split(separator: "DATA")
    let ink = try WebInk(parts[0] + Self.version4 + parts[1])
    #expect(ink.strokes.count == 2)
  }

  @Test func `of several drawings one is read`() throws {
    let text = #"{"first":\#(Self.version4),"second":\#(Self.version2)}"#
    #expect(try WebInk(text).strokes[0].points.count == 3)
    #expect(try WebInk(text).report.part == "drawing 0 of 2, counted from 0, is read; an index picks another")
    var options = ImportOptions()
    options.index = 1
    #expect(try WebInk(text, options: options).strokes[0].points.count == 2)
    options.index = 2
    #expect(try WebInk(text, options: options).errors.map(\.reason) == [.noPart("drawing", 3, count: 2)])
  }

  @Test func `points without coordinates are left out`() throws {
    let ink = try WebInk(
      #"[[{"x":1,"y":2,"time":1},{"x":null,"y":2,"time":2},{"y":2,"time":2},{"x":1e999,"y":2,"time":2}]]"#)
    #expect(ink.pointCount == 1)
    #expect(ink.omitted("points without valid coordinates") == 3)
  }

  @Test(arguments: [
    (#"[{"penColor":"red","points":[{"x":"1","y":2}]}]"#, 1, 35),
    ("[{\"penColor\":\"red\",\n\"points\":[3]}]", 2, 11), ("[{\"penColor\":1,\"points\":[]}]", 1, 14),
    ("[{\"penColor\":\"red\",\"minWidth\":-1,\n\"points\":[]}]", 1, 31),
  ]) func `a value of the wrong type is an error at its location`(text: String, line: Int, column: Int) throws {
    let error = try #require(try WebInk(text, from: .signaturePad).errors.first)
    #expect([error.location.line, error.location.column] == [line, column])
  }

  @Test func `a text that is not a color is black, and counted`() throws {
    let ink = try WebInk(#"[{"penColor":"reddish","points":[{"x":1,"y":2}]}]"#)
    #expect(ink.strokes[0].tool?.style.color == .solid(.black))
    #expect(ink.omitted("colors that are not CSS colors; the ink is black") == 1)
  }

  @Test func `a file without strokes is refused, an empty drawing is not`() throws {
    let error = try #require(try WebInk(#"{"a":1}"#, from: .signaturePad).errors.first)
    #expect(error.reason.description == "expected strokes of signature_pad, found a value without them")
    #expect(try WebInk("[]", from: .signaturePad).errors == [])
  }
}
