import BoardImporters
import Files
import ImportCore
import Importers
import TestSupport
import Testing
import TouchLog

struct SignaturePadTests {
  private static let version4 = """
    [{"penColor":"red","minWidth":1,"maxWidth":3,"points":[{"time":5,"x":1,"y":2,"pressure":0.25},
    {"time":9,"x":4,"y":5,"pressure":1},{"time":13,"x":9,"y":5,"pressure":0.5}]}]
    """
  private static let version2 = #"[[{"x":1,"y":2,"time":5}],[{"x":9,"y":9,"time":6},{"x":5,"y":9,"time":7}]]"#

  @Test func `pressure is read on request only`() throws {
    var options = ImportOptions()
    options.usesStoredPressure = true
    let ink = try WebInk(Self.version4, options: options)
    #expect(ink.strokes[0].pressures == [0.25, 1, 0.5])
    // The pen's radius then goes from the least to the greatest.
    #expect(ink.strokes[0].tool?.style.thinning == 0.5)
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
    #expect(ink.strokes.map(\.points) == [[[1, 2], [4, 5], [9, 5]]])
  }

  @Test func `of several drawings one is read`() throws {
    let text = #"{"first":\#(Self.version4),"second":\#(Self.version2)}"#
    #expect(try WebInk(text).strokes.map(\.points.count) == [3])
    #expect(try WebInk(text).report.part == "drawing 0 of 2, counted from 0, is read; an index picks another")
    var options = ImportOptions()
    options.index = 1
    #expect(try WebInk(text, options: options).strokes.map(\.points.count) == [2, 2])
    options.index = 2
    #expect(try WebInk(text, options: options).errors.map(\.reason) == [.noPart("drawing", 3, count: 2)])
  }

  @Test(arguments: [
    (#"[{"penColor":"red","points":[{"x":"1","y":2}]}]"#, 1, 35),
    ("[{\"penColor\":\"red\",\n\"points\":[3]}]", 2, 11), ("[{\"penColor\":1,\"points\":[]}]", 1, 14),
    ("[{\"penColor\":\"red\",\"minWidth\":-1,\n\"points\":[]}]", 1, 31),
  ]) func `a value of the wrong type is an error at its location`(text: String, line: Int, column: Int) throws {
    let error = try #require(try WebInk(text, from: .signaturePad).errors.first)
    #expect([error.location.line, error.location.column] == [line, column])
  }

  @Test func `a file without strokes is refused, an empty drawing is not`() throws {
    let error = try #require(try WebInk(#"{"a":1}"#, from: .signaturePad).errors.first)
    #expect(error.reason.description == "expected strokes of signature_pad, found a value without them")
    #expect(try WebInk("[]", from: .signaturePad).errors == [])
  }
}
