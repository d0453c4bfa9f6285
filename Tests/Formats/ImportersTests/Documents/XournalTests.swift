import Archive
import Files
import Geometry
import ImportCore
import Lettering
import TestSupport
import Testing
import TouchLog

struct XournalTests {
  private static let hasCorpus = (try? corpus("README.md")) != nil

  private func notes(_ strokes: String, page: String = "width=\"100\" height=\"50\"") -> String {
    "<?xml version=\"1.0\" standalone=\"no\"?>\n<xournal><title>x</title><preview>AAAA</preview><page \(page)>"
      + "<background type=\"solid\" color=\"#ffffffff\" style=\"plain\"/><layer>\(strokes)</layer></page></xournal>"
  }

  private func stroke(_ points: String, _ attributes: String) throws -> DocumentInk {
    try DocumentInk(notes("<stroke tool=\"pen\" color=\"#000000ff\" \(attributes)>\(points)</stroke>"))
  }

  /// The widths of ink-1 with thinning 1, by the definition of its effect.
  private func widths(_ stroke: DocumentStroke) -> [Double] {
    stroke.touches.map { touch in
      let p = touch.pressure ?? .nan
      return (1000 * 2 * (stroke.tool?.style.width ?? .nan) * p * (1.3 - 0.3 * p)).rounded() / 1000
    }
  }

  @Test(
    .enabled(if: hasCorpus, "needs the recordings in DOODLE_CORPUS"),
    arguments: [(1, 40, 927, 2, 0), (2, 104, 2705, 1, 1)])
  func `the pages of Xournal++ are read`(page: Int, strokes: Int, points: Int, texts: Int, formulas: Int) throws {
    let file = try #require(try corpus("xournal/gravity-pages-6-8.xopp"))
    var options = ImportOptions()
    options.firstPage = page
    let ink = try DocumentInk(file, options: options)
    // A formula is a box with its source.
    #expect(ink.strokes.count == strokes + formulas)
    #expect(ink.commands.count == texts + formulas)
    let pens = ink.strokes.filter { $0.tool?.style.thinning == 1 }
    let count: Int = pens.reduce(0) { (sum, stroke) -> Int in sum + stroke.points.count }
    #expect(count == points)
    #expect(ink.omitted("pictures of formulas, whose LaTeX source is written instead") == formulas)
    #expect(ink.report.omissions.allSatisfy { $0.kind != .damage })
  }

  @Test(.enabled(if: hasCorpus, "needs the recordings in DOODLE_CORPUS"))
  func `a file of Xournal with newlines in its strokes and named colors is read`() throws {
    let ink = try DocumentInk(try #require(try corpus("xournal/statbasics-notes.xoj")))
    #expect(ink.strokes.count == 208)
    #expect(ink.pointCount == 10158)
    #expect(ink.strokes.filter { $0.tool?.style.color == .solid(Color(red: 255, green: 0, blue: 0)) }.count == 12)
    #expect(ink.header?.size == Size(width: 612, height: 792))
    #expect(ink.strokes[0].points.prefix(2) == [Point(16.17, 66.89), Point(15.89, 66.82)])
  }

  @Test(.enabled(if: hasCorpus, "needs the recordings in DOODLE_CORPUS"))
  func `damage of the corpus' file never traps`() throws {
    let file = try #require(try corpus("xournal/gravity-pages-6-8.xopp"))
    survivesDamage(file, budget: 1 << 20)
    let source = GunzipSource(MemorySource(file))
    var text: [UInt8] = []
    while try source.read(into: &text, atMost: 1 << 16) > 0 {}
    survivesDamage(text, budget: 1 << 20)
    survivesDamage(Array(text.prefix(3000)))
  }

  @Test(arguments: [2, 3, 1000]) func `a page that is not there is an error`(page: Int) throws {
    var options = ImportOptions()
    options.firstPage = page
    let error = try DocumentInk.error(of: Array(notes("").utf8), options: options)
    #expect(error?.reason == .noPart("page", page, count: 1))
  }

  @Test(arguments: [
    ("black", "#000000"), ("blue", "#3333cc"), ("red", "#ff0000"), ("green", "#008000"), ("gray", "#808080"),
    ("lightblue", "#00c0ff"), ("lightgreen", "#00ff00"), ("magenta", "#ff00ff"), ("orange", "#ff8000"),
    ("yellow", "#ffff00"), ("white", "#ffffff"), ("#12345678", "#123456"), ("nonsense", "#000000"),
  ]) func `colors are those of Xournal, not those of CSS`(name: String, color: String) throws {
    let ink = try DocumentInk(notes("<stroke tool=\"pen\" color=\"\(name)\" width=\"1\">1 2 3 4</stroke>"))
    #expect(ink.strokes[0].tool?.style.color?.text == color)
  }

  @Test func `one width is the width of all points`() throws {
    let ink = try stroke("1 2 3 4 5 6", "width=\"1.41\"")
    #expect(widths(ink.strokes[0]) == [1.41, 1.41, 1.41])
    #expect(ink.strokes[0].tool?.style.thinning == 1)
    #expect(ink.strokes[0].tool?.style.smoothing == 0)
    #expect(ink.header?.model == "ink-1")
  }

  @Test func `widths of segments are absolute, and a joint has that of its wider segment`() throws {
    let ink = try stroke("0 0 1 0 2 0 3 0 4 0", "width=\"9 0.5 2 1 0.1\"")
    #expect(ink.strokes[0].tool?.style.width == 1)
    #expect(widths(ink.strokes[0]) == [0.5, 2, 2, 1, 0.1])
    // p = (1.3 − √(1.69 − 1.2 · 0.25)) / 0.6, by hand.
    #expect(abs((ink.strokes[0].touches[0].pressure ?? 0) - 0.2016957) < 1e-7)
  }

  @Test func `pressures of MrWriter are widths of segments`() throws {
    let text =
      "<MrWriter version=\"1\"><page width=\"9\" height=\"9\"><layer>"
      + "<stroke tool=\"pen\" color=\"#000000ff\" width=\"2\" pressures=\"1 2\">0 0 1 0 2 0</stroke></layer></page></MrWriter>"
    #expect(widths(try DocumentInk(text).strokes[0]) == [1, 2, 2])
  }

  @Test func `a width too many is ignored and reported`() throws {
    let ink = try stroke("0 0 1 0", "width=\"1 0.5 0.75\"")
    #expect(widths(ink.strokes[0]) == [0.5, 0.5])
    #expect(ink.omitted("widths without a segment") == 1)
  }

  @Test func `widths that are missing are the stroke's`() throws {
    let ink = try stroke("0 0 1 0 2 0 3 0", "width=\"1 0.5\"")
    #expect(widths(ink.strokes[0]) == [0.5, 1, 1, 1])
    #expect(ink.omitted("segments without a width of their own") == 2)
  }

  @Test(arguments: ["nan", "-nan", "inf", "x", "1e999"]) func `a width that is no number is that before it`(
    word: String
  ) throws {
    let ink = try stroke("0 0 1 0 2 0", "width=\"1 0.5 \(word)\"")
    #expect(widths(ink.strokes[0]) == [0.5, 0.5, 0.5])
    #expect(ink.omitted("widths that are not positive numbers") == 1)
  }

  @Test func `a point that is no number goes with the segment after it`() throws {
    let ink = try stroke("0 0 nan 0 2 0 3 0", "width=\"1 1 0.25 0.5\"")
    #expect(ink.strokes[0].points == [Point(0, 0), Point(2, 0), Point(3, 0)])
    #expect(widths(ink.strokes[0]) == [1, 1, 0.5])
    #expect(ink.omitted("points without valid coordinates") == 1)
  }

  @Test func `the joints of long segments stay sharp`() throws {
    let ink = try stroke("0 0 100 0 100 50", "width=\"1 1 2\"")
    let points = [(0, 0), (0.05, 0), (99.95, 0), (100, 0), (100, 0.05), (100, 49.95), (100, 50)]
    let read = ink.strokes[0].points
    #expect(read.count == points.count)
    for (read, point) in zip(read, points) {
      #expect(abs(read.x - point.0) < 1e-9 && abs(read.y - point.1) < 1e-9)
    }
    #expect(widths(ink.strokes[0]) == [1, 1, 1, 2, 2, 2, 2])
  }

  @Test func `a dashed stroke becomes its dashes`() throws {
    let ink = try stroke("0 0 20 0", "width=\"1\" style=\"dash\"")
    #expect(ink.strokes.map { $0.points.map(\.x) } == [[0, 6], [9, 15], [18, 20]])
  }

  @Test(arguments: [
    ("dashdot", [[0, 6], [9, 9.5], [12.5, 18.5]]), ("cust: 4 2", [[0, 4], [6, 10], [12, 16], [18, 20]]),
    ("cust: 8", [[0, 8], [16, 20]]), ("cust: 0 10", [[0, 0], [10, 10]]), ("cust: x", [[0, 20]]),
    ("cust: 0 0", [[0, 20]]), ("plain", [[0, 20]]),
  ]) func `line styles have the lengths of Xournal++`(style: String, dashes: [[Double]]) throws {
    let ink = try stroke("0 0 20 0", "width=\"1\" style=\"\(style)\"")
    #expect(ink.strokes.map { $0.points.map(\.x) } == dashes)
  }

  @Test func `dashes go around corners, and have the widths of their segments`() throws {
    let ink = try stroke("0 0 4 0 4 4", "width=\"2 1 2\" style=\"cust: 6 1\"")
    #expect(ink.strokes.map(\.points) == [[Point(0, 0), Point(4, 0), Point(4, 2)], [Point(4, 3), Point(4, 4)]])
    #expect(widths(ink.strokes[0]) == [1, 2, 2])
    #expect(widths(ink.strokes[1]) == [2, 2])
  }

  @Test func `too many dashes are a solid line`() throws {
    let ink = try stroke("0 0 1000000 0", "width=\"1\" style=\"cust: 0.001 0.001\"")
    #expect(ink.strokes.count == 1)
    #expect(ink.omitted("line styles of too many dashes") == 1)
  }

  @Test func `the interior of a dashed stroke is one, below all dashes`() throws {
    let ink = try stroke("0 0 30 0 30 30", "width=\"1\" fill=\"255\" style=\"dash\"")
    #expect(ink.strokes[0].points.count >= 3 && ink.strokes[0].tool?.style.color?.text == "#00000000")
    #expect(ink.strokes[0].tool?.style[StyleKeys.fill] == .color(.black))
    #expect(ink.strokes.dropFirst().allSatisfy { $0.tool?.style[StyleKeys.fill] == Fill.none })
  }

  @Test(arguments: [
    ("ruled", "#a0e8ffff", Background.paper(Paper(.ruled, color: Color(red: 0xA0, green: 0xE8, blue: 0xFF)))),
    ("lined", "yellow", .paper(Paper(.lined, color: Color(red: 255, green: 255, blue: 0x80)))),
    ("isodotted", "white", .paper(Paper(.isodotted))), ("plain", "#ffffffff", .color(.white)),
    ("unheard-of", "white", .color(.white)),
  ]) func `the paper has the ruling and the color of the page`(
    style: String, color: String, background: Background
  ) throws {
    let page = notes("").replacing("\"#ffffffff\" style=\"plain\"", with: "\"\(color)\" style=\"\(style)\"")
    let ink = try DocumentInk(page)
    #expect(ink.header?.background == background)
    #expect(ink.omitted("rulings of unknown kinds") == (style == "unheard-of" ? 1 : 0))
  }

  @Test func `a formula whose picture is not PNG is a box with its source, which fits into it`() throws {
    let ink = try DocumentInk(
      notes("<teximage left=\"10\" top=\"20\" right=\"40\" bottom=\"30\" text=\"\\frac{a}{b}+c\">JVBERi0=</teximage>"))
    let corners = Set(ink.strokes[0].points.map { Point($0.x.rounded(), $0.y.rounded()) })
    #expect(corners == [Point(10, 20), Point(40, 20), Point(40, 30), Point(10, 30)])
    guard case .text(let text) = ink.commands[0].command else {
      Issue.record("no text")
      return
    }
    #expect(text.text == "\\frac{a}{b}+c")
    #expect(TextLayout(text.text, size: text.style[StyleKeys.size] ?? 0).bounds.width <= 30 + 1e-9)
  }

  @Test func `notes are read plain, in gzip and in a zip archive`() throws {
    let text = Array(notes("<stroke tool=\"pen\" color=\"red\" width=\"1\">1 2 3 4</stroke>").utf8)
    for file in [
      text, gzip(text), storedZip([("mimetype", Array("application/xournal++".utf8)), ("content.xml", text)]),
      storedZip([("META-INF/version", Array("current=5\nmin=5".utf8)), ("content.xml", text)]),
    ] {
      #expect(try DocumentInk(file).strokes.map(\.points) == [[Point(1, 2), Point(3, 4)]])
    }
  }

  @Test func `layers have their names, or numbers if there are several`() throws {
    let stroke = #"<stroke color="red" width="1">1 2 3 4</stroke><text x="1" y="1" size="9">a</text>"#
    func layers(_ content: String) throws -> [String?] {
      let ink = try DocumentInk("<xournal><page width=\"40\" height=\"30\">\(content)</page></xournal>")
      return ink.strokes.map { $0.tool?.style[StyleKeys.layer] }
        + ink.commands.map { if case .text(let text) = $0.command { text.style[StyleKeys.layer] } else { nil } }
    }
    #expect(try layers("<layer>\(stroke)</layer>") == [nil, nil])
    #expect(try layers("<layer name=\"x\">\(stroke)</layer>") == ["x", "x"])
    #expect(
      try layers("<layer>\(stroke)</layer><layer/><layer name=\"x\">\(stroke)</layer>") == [
        "Layer 1", "x", "Layer 1", "x",
      ])
  }

  @Test func `an archive without notes is refused`() throws {
    let members = [("mimetype", Array("application/xournal++".utf8)), ("META-INF/version", [1])]
    let error = try #require(try DocumentInk.error(of: storedZip(members)))
    #expect(error.reason == .unexpected("a zip archive without it", expected: "the file content.xml"))
  }

  @Test func `the part of a file before a cut is kept`() throws {
    let text = notes("<stroke tool=\"pen\" color=\"red\" width=\"1\">1 2 3 4 5 67</stroke>")
    let end = try #require(text.range(of: "7</stroke>"))
    let plain = try DocumentInk(String(text[..<end.lowerBound]))
    // The 6 may be the beginning of another number.
    #expect(plain.strokes.map(\.points) == [[Point(1, 2), Point(3, 4)]])
    #expect(plain.report.omissions.contains { $0.kind == .damage })

    let long = notes(String(repeating: "<stroke tool=\"pen\" color=\"red\" width=\"1\">1 2 3 4</stroke>", count: 1000))
    let compressed = gzip(Array(long.utf8))
    let cut = try DocumentInk(Array(compressed.dropLast(20)))
    #expect(cut.strokes.count > 500)
    #expect(cut.report.omissions.contains { $0.kind == .damage })
  }

  @Test func `a file that is empty or no notes is an error with a location`() throws {
    for text in [
      "<xournal/>", "<xournal>", "<xournal><page", "<MrWriter><page></xournal>", "<xournal><a></b></xournal>",
    ] {
      #expect(try DocumentInk.error(of: Array(text.utf8))?.location.line == 1, "\(text)")
    }
  }
}
