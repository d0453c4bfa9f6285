import BoardImporters
import Files
import Geometry
import JSON
import TestSupport
import Testing
import TouchLog

@testable import ImportCore

struct TldrawTests {
  /// A file with a shape of each kind that has a reader of its own.
  static let file = file(
    shape("d", "draw", "a1", "\"isPen\":true,\"segments\":[\(json)],\"isClosed\":true,\"fill\":\"pattern\""),
    shape("h", "highlight", "a2", "\"segments\":[{\"type\":\"straight\",\"path\":\"\(differences)\"}]"),
    shape("g", "geo", "a3", #""geo":"star","w":90,"h":80,"growY":5,"fill":"solid","text":"A b""#, "page:p", 200),
    shape("f", "frame", "a4", #""w":60,"h":50,"name":"N""#, "page:p", 300),
    shape("t", "text", "a5", #""richText":{"type":"doc","content":[]},"text":"x","w":9"#, "shape:f"),
    shape("l", "line", "a6", #""spline":"cubic","points":{"a":{"x":0,"y":0,"index":"a1"},"b":{"x":9,"y":9}}"#),
    shape("w", "arrow", "a7", #""bend":30,"start":{"x":0,"y":0},"end":{"x":90,"y":0},"text":"L""#),
    shape("n", "note", "a8", #""text":"N""#), shape("i", "image", "a9", #""w":9,"h":9,"assetId":"asset:a""#),
    """
    {"typeName":"binding","id":"binding:b","fromId":"shape:w","toId":"shape:g",
     "props":{"terminal":"end","normalizedAnchor":{"x":0.5,"y":0.25},"isPrecise":true}}
    """,
    #"{"typeName":"asset","id":"asset:a","props":{"src":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}}"#
  )

  static func file(_ records: String...) -> String {
    #"{"tldrawFileFormatVersion":1,"schema":{},"records":[{"typeName":"page","id":"page:p","index":"a1"},"#
      + records.joined(separator: ",\n") + "]}"
  }

  static func shape(
    _ id: String, _ kind: String, _ index: String, _ props: String, _ parent: String = "page:p", _ x: Double = 10,
    _ y: Double = 20, more: String = ""
  ) -> String {
    """
    {"typeName":"shape","id":"shape:\(id)","type":"\(kind)","index":"\(index)","parentId":"\(parent)",
     "x":\(x),"y":\(y)\(more),"props":{\(props)}}
    """
  }

  private static func draw(_ segment: String, _ more: String = "\"isPen\":true") -> String {
    file(shape("a", "draw", "a1", "\"segments\":[\(segment)],\(more)"))
  }

  private static func base64(_ words: [UInt16], first: [UInt32] = []) -> String {
    let bytes =
      first.flatMap { bits in (0..<4).map { UInt8(truncatingIfNeeded: bits >> UInt32(8 * $0)) } }
      + words.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    return String(decoding: Base64.encoded(bytes.span), as: UTF8.self)
  }

  // MARK: Points

  /// (0, 0), (1, 2) and (−1.5, 2.25), with the pressure ½. In binary16, ½ is 3800, 1 is 3C00, 2 is 4000, −1.5 is BE00,
  /// 2.25 is 4080, −2.5 is C100 and ¼ is 3400; in binary32, ½ is 3F000000.
  static let json = #"{"type":"free","points":[{"x":0,"y":0,"z":0.5},{"x":1,"y":2},{"x":-1.5,"y":2.25,"z":0.5}]}"#
  static let absolute = base64([0, 0, 0x3800, 0x3C00, 0x4000, 0x3800, 0xBE00, 0x4080, 0x3800])
  static let differences = base64([0x3C00, 0x4000, 0, 0xC100, 0x3400, 0], first: [0, 0, 0x3F00_0000])
  static let flat = base64([0x3C00, 0x4000, 0xC100, 0x3400], first: [0, 0])

  @Test(arguments: [
    json, "{\"points\":\"\(absolute)\"}", "{\"path\":\"\(differences)\"}", "{\"path\":\"\(flat)\",\"dim\":2}",
    "{\"path\":\"\(flat.split(separator: "=").joined())\",\"dim\":2}",
  ]) func `the four encodings of points say the same`(segment: String) throws {
    let ink = try WebInk(Self.draw(segment))
    #expect(ink.errors == [])
    #expect(ink.strokes.map(\.points) == [[[10, 20], [11, 22], [8.5, 22.25]]])
    #expect(ink.strokes[0].pressures == [0.5, 0.5, 0.5])
    #expect(ink.report.omissions == [])
  }

  @Test func `the bytes of packed points are those that tldraw writes`() {
    // The text by hand: 12 zero bytes but for 3F, then 00 3C 00 40 00 00.
    #expect(Self.differences.hasPrefix("AAAAAAAAAAAAAAA/ADwAQAAA"))
  }

  @Test func `numbers of half precision are read to their limits`() throws {
    // The least one, the largest below 1, and the largest of all, whose values IEEE 754 gives.
    let text = Self.base64([0x0001, 0x3BFF, 0, 0xFBFF, 0x03FF, 0])
    let points = try WebInk(Self.draw("{\"points\":\"\(text)\"}")).strokes[0].points
    let (least, largestBelowNormal): (Double, Double) = (0x1p-24, 0x3FFp-24)
    let first: [Double] = [10 + least, 20.99951171875]
    let second: [Double] = [-65_494, 20 + largestBelowNormal]
    #expect(points[0] == first)
    #expect(points[1] == second)
  }

  @Test func `differences beyond half precision are dropped, and so are absolute values`() throws {
    let path = Self.base64([0x7C00, 0, 0, 0x3C00, 0x4000, 0, 0, 0x7E00, 0], first: [0, 0, 0])
    let ink = try WebInk(Self.draw("{\"path\":\"\(path)\"}"))
    #expect(ink.strokes[0].points == [[10, 20], [11, 22]])
    #expect(ink.omitted("points without valid coordinates") == 2)
    let points = Self.base64([0, 0, 0, 0xFC00, 0, 0, 0x3C00, 0x4000, 0])
    #expect(try WebInk(Self.draw("{\"points\":\"\(points)\"}")).strokes[0].points == [[10, 20], [11, 22]])
  }

  @Test(arguments: [
    ("{\"path\":\"AAAA\"}", "points that are cut off", 0), ("{\"path\":\"AA?A\"}", "segments that are not base64", 0),
    ("{\"path\":\"\(differences)AAAA\"}", "points that are cut off", 3),
  ]) func `damaged segments are counted`(segment: String, what: String, count: Int) throws {
    let ink = try WebInk(Self.draw(segment))
    #expect(ink.omitted(what) == 1)
    #expect(ink.pointCount == count)
  }

  @Test func `points are scaled along both axes`() throws {
    let ink = try WebInk(Self.draw(Self.json, #""isPen":true,"scaleX":-2,"scaleY":4"#))
    #expect(ink.strokes[0].points == [[10, 20], [8, 28], [13, 29]])
  }

  @Test func `straight segments keep to their line`() throws {
    let segment = #"{"type":"straight","points":[{"x":0,"y":0},{"x":160,"y":80}]}"#
    let stroke = try WebInk(Self.draw(segment + "," + segment)).strokes[0]
    // 160 · √1.25 / 16 = 11.2 steps, and two points near the ends, twice.
    #expect(stroke.points.count == 2 * (11 + 1 + 2))
    for point in stroke.points { #expect(abs((point[0] - 10) - 2 * (point[1] - 20)) < 1e-9) }
    #expect(stroke.tool?.style.smoothing == 0)
  }

  // MARK: Freehand

  @Test func `pens keep their pressures, and mice get those of their distances`() throws {
    let far = #"{"points":[{"x":0,"y":0},{"x":90,"y":0},{"x":180,"y":0},{"x":270,"y":0}]}"#
    let near = #"{"points":[{"x":0,"y":0},{"x":0.5,"y":0},{"x":1,"y":0},{"x":1.5,"y":0},{"x":2,"y":0}]}"#
    let fast = try WebInk(Self.draw(far, #""isPen":false"#)).strokes[0].pressures.compactMap { $0 }
    let slow = try WebInk(Self.draw(near, #""isPen":false"#)).strokes[0].pressures.compactMap { $0 }
    // The farther the points, the lighter the pen.
    #expect(fast.count == 4 && slow.count == 5)
    #expect(zip(fast, fast.dropFirst()).allSatisfy { (a: Double, b: Double) -> Bool in a > b })
    #expect(slow.allSatisfy { $0 > 0.5 })
    // Each step of at least a width takes 27.5 % off.
    #expect(abs(fast[3] / fast[2] - 0.725) < 1e-9)
    let pen = Self.draw(#"{"points":[{"x":0,"y":0,"z":0.25},{"x":9,"y":0,"z":0.75}]}"#)
    #expect(try WebInk(pen).strokes[0].pressures == [0.25, 0.75])
  }

  @Test(arguments: [(0.5, false), (0.25, true), (0, false)])
  func `old files name no pen, but have its pressures`(pressure: Double, isPen: Bool) throws {
    let points = #"{"points":[{"x":0,"y":0,"z":Z},{"x":9,"y":0,"z":Z}]}"#
    let stroke = try WebInk(
      Self.draw(points.split(separator: "Z").joined(separator: "\(pressure)"), #""size":"m""#)
    ).strokes[0]
    #expect((stroke.pressures == [pressure, pressure]) == isPen)
  }

  @Test func `a highlight is drawn below all other shapes and in place`() throws {
    let ink = try WebInk(
      Self.file(
        Self.shape("b", "geo", "a1", #""w":90,"h":90"#),
        Self.shape("a", "highlight", "a2", "\"segments\":[\(Self.json)],\"color\":\"red\"", more: ",\"opacity\":0.5")))
    #expect(ink.strokes.map { $0.tool?.style.opacity } == [0.41, 1, 0.175])
    let width: Double = 24 * 1.12
    #expect(ink.strokes[0].tool?.style.width == width)
  }

  // MARK: The tree

  @Test func `deep nesting is read in linear time`() throws {
    let count = 20_000
    let groups = (0..<count).map { number in
      Self.shape("\(number)", "group", "a1", "", number == 0 ? "page:p" : "shape:\(number - 1)", 0.25, 0)
    }
    let last = Self.shape("x", "draw", "a1", "\"segments\":[\(Self.json)]", "shape:\(count - 1)", 0, 0)
    let ink = try WebInk(Self.file((groups + [last]).joined(separator: ",\n")))
    #expect(ink.strokes[0].points[0] == [5000, 0])
  }

  // MARK: Containers

  private static let page = #"{"typeName":"page","id":"page:p","index":"a1"}"#
  private static let one = shape("a", "draw", "a1", "\"isPen\":true,\"segments\":[\(json)]")
  private static let note = ImportCase(folder: "tldraw", file: "note-of-obsidian.md")
  private static let store = "{\"page:p\":\(page),\"shape:a\":\(one)}"

  @Test(arguments: [
    "{\"records\":[\(one),\(page)],\"schema\":{},\"tldrawFileFormatVersion\":1}",
    "{\"store\":\(store),\"schema\":{}}", "{\"schema\":{\"schemaVersion\":2},\"store\":\(store)}",
    "{\"document\":{\"store\":\(store),\"schema\":{}},\"session\":{}}", store,
    "{\"meta\":{\"pluginVersion\":\"0.3\",\"tldrawVersion\":\"2\"},\"tldraw\":{\"document\":{\"store\":\(store)}}}",
    "{\"tldraw\":{\"store\":\(store),\"schema\":{}},\"meta\":{},\"previewUri\":\"data:\"}",
    "{\"records\":[\(one)]}",
  ]) func `files and snapshots are recognized`(text: String) throws {
    let ink = try WebInk(text)
    #expect(ink.errors == [])
    #expect(ink.report.format == "tldraw")
    #expect(ink.strokes.map(\.points) == [[[10, 20], [11, 22], [8.5, 22.25]]])
  }

  @Test func `an error in a note has its line there`() throws {
    let text = try Self.note.text().replacing(#""y":2}"#, with: #""y":"2"}"#)
    let error = try #require(try WebInk(text).errors.first)
    #expect(error.location.line == 7)
  }

  @Test func `other JSON is not tldraw's`() throws {
    for text in ["{}", "[]", #"{"records":[{"id":1}]}"#, #"{"store":{"a":{}}}"#, #"{"meta":{},"document":{}}"#] {
      #expect(!LogFormat.tldraw.recognizes(Glimpse(Array(text.utf8))))
      #expect(try WebInk(text, from: .tldraw).strokes.isEmpty)
    }
  }
}
