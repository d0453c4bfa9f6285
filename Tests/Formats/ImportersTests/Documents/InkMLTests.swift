import Geometry
import ImportCore
import TestSupport
import Testing
import TouchLog

/// 96 steps an inch: a step is a point.
private let pointProperties = ["X", "Y"].map {
  "<channelProperty channel=\"\($0)\" name=\"resolution\" value=\"96\" units=\"1/in\"/>"
}.joined()

/// A document with a trace, in steps of a point unless `properties` says otherwise.
func inkML(
  _ trace: String, channels: String = "<channel name=\"X\"/><channel name=\"Y\"/>",
  properties: String = pointProperties,
  attributes: String = ""
) -> String {
  "<ink xmlns=\"http://www.w3.org/2003/InkML\"><definitions><context xml:id=\"c\"><inkSource><traceFormat>\(channels)"
    + "</traceFormat><channelProperties>\(properties)</channelProperties></inkSource></context></definitions>"
    + "<trace contextRef=\"#c\" \(attributes)>\(trace)</trace></ink>"
}

/// Whether points equal coordinates but for the error of units that are converted.
func same(_ one: [Point], _ other: [(Double, Double)]) -> Bool {
  one.count == other.count && zip(one, other).allSatisfy { abs($0.x - $1.0) < 1e-9 && abs($0.y - $1.1) < 1e-9 }
}

struct InkMLTests {
  private static let hasCorpus = (try? corpus("README.md")) != nil

  @Test(
    .enabled(if: hasCorpus, "needs the recordings in DOODLE_CORPUS"),
    arguments: [
      ("office-ink1", 13, 623), ("office-ink2", 7, 685), ("powerpoint-mouse", 9, 392),
    ]) func `files of Office are read`(name: String, strokes: Int, points: Int) throws
  {
    let ink = try DocumentInk(try #require(try corpus("inkml/\(name).inkml")))
    #expect(ink.strokes.count == strokes)
    #expect(ink.pointCount == points)
    #expect(ink.report.omissions.isEmpty)
  }

  @Test(.enabled(if: hasCorpus, "needs the recordings in DOODLE_CORPUS"))
  func `a mouse's ink of PowerPoint has its differences, unit, times and brush`() throws {
    let ink = try DocumentInk(try #require(try corpus("inkml/powerpoint-mouse.inkml")))
    // 1875 2598,'195'122,"1340"-1: 1000 a centimeter, on a slide of 25.4 cm, although the file says 50.
    let unit = 96 / 2.54 / 1000
    let counts: [(Double, Double)] = [(1875, 2598), (2070, 2720), (3605, 2841)]
    let expected: [(Double, Double)] = counts.map { ($0.0 * unit, $0.1 * unit) }
    #expect(same(Array(ink.strokes[0].points.prefix(3)), expected))
    #expect(ink.strokes[0].touches[0].time == 0)
    #expect(abs((ink.strokes[1].touches[0].time ?? 0) - 7.5177517) < 1e-9)
    #expect(ink.strokes[0].tool?.style.color == .solid(Color(red: 255, green: 0, blue: 0)))
    #expect(abs((ink.strokes[0].tool?.style.width ?? 0) - 4) < 1e-3)
    #expect(ink.strokes[0].touches.allSatisfy { $0.pressure == nil })
  }

  @Test(.enabled(if: hasCorpus, "needs the recordings in DOODLE_CORPUS"))
  func `damage of the corpus' files never traps`() throws {
    for name in ["office-ink1", "office-ink2", "powerpoint-mouse"] {
      let file = try #require(try corpus("inkml/\(name).inkml"))
      survivesDamage(file, budget: 1 << 20)
    }
  }

  // Formats.

  @Test func `each axis has a resolution of its own`() throws {
    let properties =
      "<channelProperty channel=\"X\" name=\"resolution\" value=\"100\" units=\"1/in\"/>"
      + "<channelProperty channel=\"Y\" name=\"resolution\" value=\"50\" units=\"1/cm\"/>"
    let ink = try DocumentInk(inkML("100 50,200 100", properties: properties))
    let expected: [(Double, Double)] = [(96, 96 / 2.54), (192, 192 / 2.54)]
    #expect(same(ink.strokes[0].points, expected))
    #expect(ink.report.unit == "x in 1/100 in, y in 1/50 cm")
  }

  @Test(arguments: [
    ("himetric", 2540.0), ("cm", 2.54), ("mm", 25.4), ("in", 1.0), ("pt", 72.0), ("dev", 96.0),
  ])
  func `channels have units`(unit: String, perInch: Double) throws {
    let points = 96 / perInch
    let channels = "<channel name=\"X\" units=\"\(unit)\"/><channel name=\"Y\" units=\"\(unit)\"/>"
    let ink = try DocumentInk(inkML("100 200,300 400", channels: channels, properties: ""))
    #expect(same(ink.strokes[0].points, [(100 * points, 200 * points), (300 * points, 400 * points)]))
  }

  @Test func `normalized ink is enlarged`() throws {
    let ink = try DocumentInk("<ink><trace>0 0,0.4 0.2</trace></ink>")
    #expect(same(ink.strokes[0].points, [(0, 0), (512, 256)]))
  }

  @Test func `the maximum of a coordinate is no bound`() throws {
    let channels = "<channel name=\"X\" max=\"1600\"/><channel name=\"Y\" min=\"0\" max=\"1200\"/>"
    #expect(try DocumentInk(inkML("25695 -905,1 2", channels: channels)).strokes[0].points[0] == Point(25695, -905))
  }

  @Test(arguments: [
    ("max=\"1000\"", "500", 0.5), ("type=\"integer\"", "16383.5", 0.5), ("", "0.25", 0.25), ("max=\"1\"", "7", 1),
    ("max=\"1000\"", "-5", 0),
  ]) func `pressure is 0 to 1`(attributes: String, value: String, pressure: Double) throws {
    let channels = "<channel name=\"X\"/><channel name=\"Y\"/><channel name=\"F\" \(attributes)/>"
    let ink = try DocumentInk(inkML("1 2 .1,3 4 \(value),5 6 .1,7 8 0", channels: channels))
    #expect(abs((ink.strokes[0].touches[1].pressure ?? -1) - pressure) < 1e-9)
  }

  @Test func `pressure above 1 without a range has 15 bits`() throws {
    let channels = "<channel name=\"X\"/><channel name=\"Y\"/><channel name=\"F\"/>"
    let ink = try DocumentInk(inkML("1 2 100,3 4 16383.5,5 6 100", channels: channels))
    #expect(ink.strokes[0].touches[1].pressure == 0.5)
  }

  @Test(arguments: [("", 1.5), ("units=\"ms\"", 1.5), ("units=\"s\"", 1500)])
  func `the channel T is in milliseconds unless it says seconds`(units: String, time: Double) throws {
    let channels = "<channel name=\"X\"/><channel name=\"Y\"/><channel name=\"T\" \(units)/>"
    let ink = try DocumentInk(inkML("1 2 1000,3 4 2500", channels: channels))
    #expect(ink.strokes[0].touches.map(\.time) == [0, time])
  }

  @Test func `the time of a trace adds to that of its points`() throws {
    let ink = try DocumentInk(
      "<ink><traceFormat><channel name=\"X\"/><channel name=\"Y\"/><channel name=\"T\"/></traceFormat>"
        + "<trace timeOffset=\"1000\">1 2 0,3 4 5</trace><trace timeOffset=\"3000\">1 2 0,3 4 5</trace></ink>")
    let times = ink.strokes.map { $0.touches.map { (($0.time ?? .nan) * 1000).rounded() } }
    #expect(times == [[0, 5], [2000, 2005]])
  }

  @Test func `strokes keep the order of the file, not that of their times`() throws {
    let ink = try DocumentInk(
      "<ink><trace timeOffset=\"42307\">1 1,2 2</trace><trace timeOffset=\"41465\">3 3,400 400</trace></ink>")
    #expect(ink.strokes.map { $0.points[0].x } == [1, 3])
    #expect(abs((ink.strokes[1].touches[0].time ?? 0) + 0.842) < 1e-9)
  }

  @Test func `a timeOffset that counts strokes is no time`() throws {
    let ink = try DocumentInk(
      "<ink>" + (1...3).map { "<trace timeOffset=\"\($0)\">1 1,2 2</trace>" }.joined() + "</ink>")
    #expect(ink.report.assumptions.contains("timeOffset counts the strokes and is no time"))
    #expect((ink.strokes[1].touches[0].time ?? 0) > 0.1)
  }

  @Test func `tilt along the axes becomes altitude and azimuth`() throws {
    let channels = ["X", "Y", "OTx", "OTy"].map { "<channel name=\"\($0)\"/>" }.joined()
    let ink = try DocumentInk(inkML("1 2 45 0,3 4 0 45,5 6 0 0", channels: channels))
    #expect(ink.strokes[0].touches.map { (($0.altitude ?? 0) * 180 / .pi).rounded() } == [45, 45, 90])
    #expect(ink.strokes[0].touches.map { (($0.azimuth ?? 0) * 180 / .pi).rounded() } == [0, 90, 0])
  }

  @Test func `azimuth and elevation have a resolution`() throws {
    let channels = ["X", "Y", "OA", "OE"].map { "<channel name=\"\($0)\" units=\"deg\"/>" }.joined()
    let properties = ["OA", "OE"].map {
      "<channelProperty channel=\"\($0)\" name=\"resolution\" value=\"10\" units=\"1/deg\"/>"
    }
    let ink = try DocumentInk(inkML("1 2 900 600,3 4 -900 300", channels: channels, properties: properties.joined()))
    #expect(ink.strokes[0].touches.map { (($0.azimuth ?? 0) * 180 / .pi).rounded() } == [90, 270])
    #expect(ink.strokes[0].touches.map { (($0.altitude ?? 0) * 180 / .pi).rounded() } == [60, 30])
  }

  @Test func `a tilt that is always 0 was not measured`() throws {
    let channels = ["X", "Y", "OTx", "OTy"].map { "<channel name=\"\($0)\"/>" }.joined()
    let ink = try DocumentInk(inkML("1 2 0 0,3 4 0 0", channels: channels))
    #expect(ink.strokes[0].touches.allSatisfy { $0.altitude == nil && $0.azimuth == nil })
  }

  @Test(arguments: [
    ("<annotation type=\"truth\"> $a&lt;\\frac{b}{c}$\n</annotation>", ["truth": "$a<\\frac{b}{c}$"]),
    (
      "<annotation type=\"label\">a\n  b</annotation><annotation type=\"normalizedLabel\">ab</annotation>",
      ["label": "a b", "normalizedLabel": "ab"]
    ),
    ("<annotation type=\"writer\">w</annotation><annotation type=\"truth\"/>", [:]),
    ("<traceGroup><annotation type=\"truth\">a</annotation></traceGroup>", [:]),
  ])
  func `labels of the whole are notes of the header`(annotations: String, notes: [String: String]) throws {
    let header = try DocumentInk("<ink>\(annotations)<trace>1 1,2 2</trace></ink>").header
    #expect(Dictionary(uniqueKeysWithValues: (header?.notes ?? []).map { ($0.key, $0.text) }) == notes)
  }

  // Brushes.

  private func tool(_ properties: [(String, String)], trace: String = "1 1,2 2") throws -> ToolChange? {
    let tags = properties.map { "<brushProperty name=\"\($0.0)\" \($0.1)/>" }.joined()
    let brush = "<brush xml:id=\"b\">\(tags)</brush>"
    return try DocumentInk("<ink><definitions>\(brush)</definitions><trace brushRef=\"#b\">\(trace)</trace></ink>")
      .strokes[0].tool
  }

  @Test func `the width of a brush is its larger side, in its unit`() throws {
    let sides = [("width", "value=\"0.1\" units=\"cm\""), ("height", "value=\"2\" units=\"mm\"")]
    #expect(abs((try tool(sides)?.style.width ?? 0) - 2 * 96 / 25.4) < 1e-9)
    #expect(abs((try tool([("width", "value=\"53\" units=\"himetric\"")])?.style.width ?? 0) - 53 * 96 / 2540) < 1e-9)
    #expect(try tool([("width", "value=\"3\"")])?.style.width == 3)
    for wrong in ["0", "-1", "x", "1e300"] { #expect(try tool([("width", "value=\"\(wrong)\"")])?.style.width == 4) }
  }

  @Test func `a rectangular tip or a mask is a marker, and transparency becomes opacity`() throws {
    #expect(try tool([])?.name == "pen")
    #expect(try tool([])?.style.opacity == 1)
    #expect(try tool([("tip", "value=\"rectangle\"")])?.name == "marker")
    #expect(try tool([("rasterOp", "value=\"maskPen\"")])?.name == "marker")
    #expect(try tool([("rasterOp", "value=\"copyPen\"")])?.name == "pen")
    #expect(try tool([("transparency", "value=\"51\"")])?.style.opacity == 0.8)
  }

  @Test(arguments: [("1", false), ("true", false), ("0", true), ("false", true)])
  func `a brush may ignore the pressure`(value: String, hasPressure: Bool) throws {
    let ink = try DocumentInk(
      "<ink><traceFormat><channel name=\"X\"/><channel name=\"Y\"/><channel name=\"F\"/></traceFormat><brush xml:id=\"b\">"
        + "<brushProperty name=\"ignorePressure\" value=\"\(value)\"/></brush><trace brushRef=\"#b\">1 1 .5,2 2 .6,3 3 .7</trace></ink>"
    )
    #expect(ink.strokes[0].touches.allSatisfy { ($0.pressure != nil) == hasPressure })
  }

  @Test func `ink that is not fit to a curve is not smoothed`() throws {
    #expect(try tool([("fitToCurve", "value=\"false\"")])?.style.smoothing == 0)
    #expect(try tool([("fitToCurve", "value=\"0\"")])?.style.smoothing == 0)
    #expect(try tool([("fitToCurve", "value=\"1\"")])?.style.smoothing == nil)
    #expect(try tool([])?.style.smoothing == nil)
  }

  @Test func `without brushes no tool is set`() throws {
    #expect(try DocumentInk("<ink><trace>1 1,2 2</trace></ink>").strokes[0].tool == nil)
  }

  // Documents.

  @Test func `prefixes, a byte-order mark, line ends of Windows and UTF-16 make no difference`() throws {
    let text =
      "\u{FEFF}<?xml version=\"1.0\"?>\r\n<!-- x -->\r\n<i:ink xmlns:i=\"a\">\r\n<i:trace>1 2,\r\n300 4</i:trace></i:ink>"
    let utf16 = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    for file in [Array(text.utf8), utf16] {
      #expect(try DocumentInk(file).strokes.map(\.points) == [[Point(1, 2), Point(300, 4)]])
    }
  }

  @Test func `entity declarations and wrong tags are errors with a location`() throws {
    let bomb = "<!DOCTYPE ink [<!ENTITY a \"b\">]>\n<ink/>"
    let error = try #require(try DocumentInk.error(of: Array(bomb.utf8)))
    #expect((error.location.line, error.location.column) == (1, 1))
    #expect(try DocumentInk.error(of: Array("<ink>\n</trace></ink>".utf8))?.location.line == 2)
    #expect(try DocumentInk.error(of: Array("<ink/><svg/>".utf8))?.location.column == 7)
  }

  @Test func `the points of a trace must fit into the memory`() throws {
    var options = ImportOptions()
    options.memoryLimit = 400_000
    let text = "<ink><trace>" + String(repeating: "1 1,", count: 10_000) + "</trace></ink>"
    let error = try #require(try DocumentInk.error(of: Array(text.utf8), options: options))
    #expect(error.reason == .tooMuchMemory("the ink", limit: 400_000))
  }
}

/// Pages of OneNote in a multipart body.
struct InkMLMultipartTests {
  private static let html = "--b1\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html>--b1 no boundary</html>\r\n"
  private static func part(_ points: String) -> String {
    "--b1\nContent-Disposition: inline\ncontent-type: application/inkml+xml\n\n\u{FEFF}<?xml version=\"1.0\"?>\n"
      + "<ink><trace>\(points)</trace></ink>\n"
  }

  @Test func `parts without a kind and a body that is cut off are said, and a folded header is read`() throws {
    let folded = Self.part("1 2, 3 4").replacing("content-type: ", with: "content-type:\n ")
    let ink = try DocumentInk(folded + Self.part("1 2, 3 4").replacing("content-type", with: "kind"))
    #expect(ink.strokes.count == 1 && ink.omitted("parts without a kind") == 1)
    #expect(ink.omitted("ends of a file that is cut off") == 1)
    #expect(try DocumentInk(Self.part("1 2, 3 4") + "--b1--").omitted("ends of a file that is cut off") == 0)
  }

  @Test func `an error has its line in the body`() throws {
    let error = try #require(try DocumentInk.error(of: Array((Self.html + Self.part("1 2</trac")).utf8)))
    #expect(error.location.line == 10)
  }

  @Test func `a body without ink is refused with advice`() throws {
    let error = try #require(try DocumentInk.error(of: Array((Self.html + "--b1--").utf8)))
    #expect(error.reason.description.contains("includeInkML"))
  }
}
