import Files
import Geometry
import ImportCore
import Importers
import TestSupport
import Testing
import TouchLog

struct RemarkableTests {
  /// The contents that are read from a file.
  private struct Page {
    var header: LogHeader?
    /// The tool and the events of each stroke.
    var strokes: [(tool: ToolChange, events: [TouchEvent])] = []
    var texts: [NewText] = []
    var report: ImportReport

    /// The x coordinates of the strokes' first points, in the tablet's pixels from the middle of the page.
    var order: [Double] { strokes.map { (($0.events[0].point.x / pixel) - 702).rounded() } }
  }

  private static let pixel = 96.0 / 226

  private func read(_ bytes: [UInt8], options: ImportOptions = ImportOptions()) throws -> Page {
    let reader = try openEventReader(MemorySource(bytes), name: "a.rm", options: options)
    var page = Page(report: reader.report)
    var tool = ToolChange(name: "none")
    for outcome in try outcomes(reader) {
      switch try #require(outcome.event) {
      case .header(let header): page.header = header
      case .tool(let change): tool = change
      case .touch(let touch):
        if touch.phase == .began { page.strokes.append((tool, [])) }
        page.strokes[page.strokes.count - 1].events.append(touch)
      case .command(.text(let text), _): page.texts.append(text)
      default: Issue.record("unexpected event")
      }
    }
    return page
  }

  /// The numbers of strokes and points of pens; highlighted passages are filled boxes.
  private func count(_ page: Page) -> [Int] {
    let strokes = page.strokes.filter { $0.tool.style[StyleKeys.fill] == Fill.none }
    return [strokes.count, strokes.reduce(0) { $0 + $1.events.count }]
  }

  private func omissions(_ page: Page) -> [String] { page.report.omissions.map { "\($0.count) \($0.what)" } }

  /// The error of reading a file.
  private func failure(_ bytes: [UInt8], options: ImportOptions = ImportOptions()) -> LogError? {
    let error = #expect(throws: LogReadError.self) { _ = try read(bytes, options: options) }
    if case .malformed(let error) = error { return error }
    return nil
  }

  // MARK: The corpus

  @Test(
    arguments: [
      ("remarkable/Normal_A_stroke_2_layers_v3.3.2", [9, 223], 0, 68, []),
      ("remarkable/Color_and_tool_v3.14.4", [25, 1370], 6, 0, ["1 deleted strokes"]),
      ("remarkable/More_color_highlight_shader_v3.15.4.2", [23, 753], 0, 0, ["7 deleted strokes"]),
      ("documents/remarkable/Wikipedia_highlighted_p1", [0, 0], 5, 0, []),
      ("documents/remarkable/Bold_Heading_Bullet_Normal", [0, 0], 0, 32, []),
    ] as [(String, [Int], Int, Int, [String])])
  func `recorded pages have the strokes, points, boxes of passages and characters that rmscene finds`(
    name: String, counts: [Int], boxes: Int, characters: Int, left: [String]
  ) throws {
    guard let bytes = try corpus("\(name).rm") else { return }
    let page = try read(bytes)
    #expect(count(page) == counts)
    #expect(page.strokes.count - counts[0] == boxes)
    #expect(page.texts.reduce(0) { $0 + $1.text.count { $0 != "\u{2022}" && $0 != " " } } == characters)
    #expect(omissions(page) == left)
    #expect(page.report.omissions.allSatisfy { $0.kind != .damage })
  }

  @Test func `a recorded stroke has the places, widths and colors that rmscene finds`() throws {
    guard let bytes = try corpus("remarkable/More_color_highlight_shader_v3.15.4.2.rm") else { return }
    let page = try read(bytes)
    #expect(page.header?.size == Size(width: 1620 * Self.pixel, height: 2160 * Self.pixel))
    let highlighter = page.strokes[0]
    #expect(highlighter.tool.name == "marker")
    #expect(highlighter.tool.style.color == .solid(Color(red: 255, green: 237, blue: 117)))
    #expect(highlighter.tool.style.width == 30 * Self.pixel)
    #expect(highlighter.tool.style.opacity == 1)
    let start = highlighter.events[0].point
    let (x, y): (Double, Double) = ((810 - 69.600830078125) * Self.pixel, 331.1993408203125 * Self.pixel)
    #expect(abs(start.x - x) < 1e-9)
    #expect(abs(start.y - y) < 1e-9)
    let shader = page.strokes[6]
    #expect(shader.tool.style.color == .solid(Color(red: 33, green: 30, blue: 28)))
    let quarter: Double = 64.0 / 255
    #expect(shader.tool.style.opacity == quarter)
    #expect(shader.tool.style.width == 11 * Self.pixel)
  }

  // MARK: Version 6

  @Test func `pressure draws the recorded widths`() throws {
    var file = RemarkableBuilder(version: "6")
    file.stroke(in: 1, 20, (0, 0, 80), (1, 0, 40), (2, 0, 8), (3, 0, 0))
    let stroke = try read(file.bytes).strokes[0]
    // A thinning of 1 draws twice the tool's width times the effect of pressure, which is p(1.3 − 0.3p) from p = 0.2.
    #expect(stroke.tool.style.width == 10 * Self.pixel)
    #expect(stroke.tool.style.thinning == 1)
    #expect(stroke.tool.style.smoothing == 0)
    let expected = [1, 0.4266156, 0.103343, 0.0547721]
    for (event, pressure) in zip(stroke.events, expected) {
      #expect(abs(try #require(event.pressure) - pressure) < 1e-6)
    }
    #expect(stroke.events.map(\.pointer) == [.pencil, .pencil, .pencil, .pencil])
    #expect(stroke.events[0].point == Point(702 * Self.pixel, 0))
  }

  @Test(
    arguments: [
      (17, 0, nil, "pen", "#000000", 1.0), (15, 6, nil, "pen", "#4e69c9", 1), (13, 1, nil, "pen", "#909090", 1),
      (18, 3, nil, "marker", "#fbf719", 0.47), (5, 9, 0xFF75_EDFF, "marker", "#75edff", 1),
      (23, 9, 0x401E_1C21, "pen", "#1e1c21", 64.0 / 255), (6, 2, nil, "eraser", "#ffffff", 1),
      (99, 77, nil, "pen", "#000000", 1),
    ] as [(UInt32, UInt32, UInt32?, String, String, Double)])
  func `tools and colors become those of the log`(
    tool: UInt32, color: UInt32, exactColor: UInt32?, name: String, text: String, opacity: Double
  ) throws {
    var file = RemarkableBuilder(version: "6")
    file.stroke(in: 1, 20, tool: tool, color: color, exactColor: exactColor, (0, 0, 8), (1, 0, 8))
    let change = try read(file.bytes).strokes[0].tool
    #expect(change.name == name)
    #expect(change.style.color == InkColor(text))
    #expect(change.style.opacity == opacity)
    #expect(change.mode == (name == "eraser" ? "pixel" : nil))
  }

  @Test func `the outline of an erased area is left out`() throws {
    var file = RemarkableBuilder(version: "6")
    file.stroke(in: 1, 20, tool: 8, (0, 0, 8), (1, 0, 8))
    file.stroke(in: 1, 21, left: 20, (0, 0, 8), (1, 0, 8))
    let page = try read(file.bytes)
    #expect(count(page) == [1, 2])
    #expect(omissions(page) == ["1 outlines of erased or selected areas"])
  }

  @Test func `items are in the order of their neighbors, not of the file`() throws {
    var file = RemarkableBuilder(version: "6")
    file.stroke(in: 1, 22, left: 21, (3, 0, 8))
    file.stroke(in: 1, 21, left: 20, (2, 0, 8))
    file.stroke(in: 1, 20, (1, 0, 8))
    file.stroke(in: 1, 30, left: 20, right: 21, (10, 0, 8))
    #expect(try read(file.bytes).order == [1, 10, 2, 3])
  }

  @Test func `a neighbor inside a range of deleted items is the range`() throws {
    var file = RemarkableBuilder(version: "6")
    file.stroke(in: 1, 20, (1, 0, 8))
    file.item(5, in: 1, 21, left: 20, deleted: 9)
    file.stroke(in: 1, 10, left: 28, (2, 0, 8))
    let page = try read(file.bytes)
    #expect(page.order == [1, 2])
    #expect(omissions(page) == ["1 deleted strokes"])
  }

  @Test func `of strokes at one position, those of the higher author are first`() throws {
    var file = RemarkableBuilder(version: "6")
    file.stroke(in: 1, 20, (1, 0, 8))
    file.stroke(in: 1, 20, author: 2, (2, 0, 8))
    #expect(try read(file.bytes).order == [2, 1])
  }

  @Test func `items that are before and after each other are kept`() throws {
    var file = RemarkableBuilder(version: "6")
    file.stroke(in: 1, 20, left: 21, (1, 0, 8))
    file.stroke(in: 1, 21, left: 20, (2, 0, 8))
    file.stroke(in: 1, 22, left: 22, right: 22, (3, 0, 8))
    #expect(try read(file.bytes).order == [3, 1, 2])
  }

  @Test func `layers are drawn in their order, hidden and deleted ones are not`() throws {
    var file = RemarkableBuilder(version: "6")
    file.group(11)
    file.group(12, isVisible: false)
    file.group(13)
    file.place(13, 40)
    file.place(11, 41, left: 40)
    file.place(12, 42, left: 41)
    file.stroke(in: 11, 20, (1, 0, 8))
    file.stroke(in: 12, 21, (2, 0, 8))
    file.stroke(in: 13, 22, (3, 0, 8))
    file.stroke(in: 14, 23, (4, 0, 8))
    let page = try read(file.bytes)
    #expect(page.order == [3, 1])
    #expect(omissions(page) == ["1 strokes of hidden layers", "1 strokes of deleted layers"])
  }

  @Test func `a group that contains itself is drawn once`() throws {
    var file = RemarkableBuilder(version: "6")
    file.place(11, 40)
    file.place(11, in: 11, 41)
    file.stroke(in: 11, 20, (1, 0, 8))
    #expect(try read(file.bytes).order == [1])
  }

  @Test(arguments: [(20, 134.0), (21, 134), (22, 204), (23, 204), (24, 0)])
  func `a group moves with its text`(character: UInt8, y: Double) throws {
    var file = RemarkableBuilder(version: "6")
    file.text("a\nbc", y: 100)
    file.group(11, anchor: (1, character), x: -464)
    file.place(11, 40)
    file.stroke(in: 11, 50, (10, 5, 8))
    let page = try read(file.bytes)
    #expect(page.order == [-454])
    #expect(abs(page.strokes[0].events[0].point.y / Self.pixel - y - 5) < 1e-9)
    #expect(page.texts.map(\.text) == ["a", "bc"])
    #expect(omissions(page) == [])
  }

  @Test func `a paragraph that is too wide is broken, and moves those after it down`() throws {
    var file = RemarkableBuilder(version: "6")
    let words = Array(repeating: "abcdefgh", count: 12).joined(separator: " ")
    file.text("\(words)\nend", y: 100)
    let page = try read(file.bytes)
    let lines = page.texts.count - 1
    #expect(lines > 1 && page.texts.dropLast().map(\.text).joined(separator: " ") == words)
    // Lines are 44 pixels apart, and the next paragraph follows the last one after 70.
    let tops = page.texts.map { $0.at.y / Self.pixel }
    for line in 1..<lines { #expect(abs(tops[line] - tops[line - 1] - 44) < 1e-9) }
    #expect(abs(tops[lines] - tops[lines - 1] - 70) < 1e-9)
    #expect(page.texts.allSatisfy { abs($0.at.x / Self.pixel - (702 - 468)) < 1e-9 })
  }

  @Test func `a pen after a pencil and a shader has neither grain nor their ink`() throws {
    var file = RemarkableBuilder(version: "6")
    for (index, tool) in [7, 23, 18, 17].enumerated() {
      file.stroke(in: 1, UInt8(20 + index), left: index == 0 ? 0 : UInt8(19 + index), tool: UInt32(tool), (1, 0, 8))
    }
    let tools = try read(file.bytes).strokes.map(\.tool)
    // Tools keep keys that later lines omit.
    let keys = Set(tools.flatMap(\.keys))
    #expect(tools.allSatisfy { Set($0.keys) == keys })
    let pen = tools[3].style
    #expect(pen[StyleKeys.grain] == 0 && pen[StyleKeys.blend] == .over)
    #expect(pen[StyleKeys.flow] == ByPressure(light: 1, firm: 1))
  }

  @Test func `ink beyond the page enlarges it`() throws {
    var file = RemarkableBuilder(version: "6")
    file.stroke(in: 1, 20, (-802, 2000, 8), (0, 0, 8))
    let page = try read(file.bytes)
    let size = try #require(page.header?.size)
    #expect(abs(size.width / Self.pixel - 1505) < 1e-9)
    #expect(abs(size.height / Self.pixel - 2001) < 1e-9)
    #expect(page.strokes[0].events[0].point.x == Self.pixel)
    #expect(page.report.assumptions == ["the page is enlarged by the ink beyond its edges"])
  }

  @Test func `points of the first layout are six numbers`() throws {
    var file = RemarkableBuilder(version: "6")
    file.item(5, in: 1, 20, version: 1) { value in
      value.bytes.append(3)
      value.integer(1, 2)
      value.integer(2, 0)
      value.part(5) { $0.add(3, 4, 0.5, 1, 2.5, 0.75) }
    }
    let stroke = try read(file.bytes).strokes[0]
    #expect(stroke.tool.style.width == 1.25 * Self.pixel)
    #expect(stroke.events[0].point == Point(705 * Self.pixel, 4 * Self.pixel))
  }

  @Test func `blocks of unknown kinds and malformed ones are skipped and counted`() throws {
    var file = RemarkableBuilder(version: "6")
    file.block(77) { $0.bytes = [1, 2, 3] }
    file.stroke(in: 1, 20, (1, 0, 8))
    file.block(5) { $0.id(1, 0, 1) }
    file.stroke(in: 1, 21, left: 20, (2, 0, 8))
    let page = try read(file.bytes)
    #expect(page.order == [1, 2])
    #expect(omissions(page) == ["1 blocks of unknown kinds", "1 malformed blocks"])
    #expect(page.report.omissions.map(\.kind) == [.content, .damage])
  }

  // MARK: Versions 3 and 5

  private func lines(version: Int) -> RemarkableBuilder {
    var file = RemarkableBuilder(version: "\(version)")
    file.add(2 as UInt32)
    for layer in 0..<2 {
      file.add(1 as UInt32, layer == 0 ? 18 : 2, 1, 0)
      file.add(2.0)
      if version == 5 { file.add(0 as UInt32) }
      file.add(2 as UInt32)
      file.add(100, 200, 1, 1, 4, 0.5, 110, 210, 1, 1, 2, 0.5)
    }
    return file
  }

  @Test(arguments: [3, 5]) func `versions 3 and 5 count from the left edge`(version: Int) throws {
    let page = try read(lines(version: version).bytes)
    #expect(count(page) == [2, 4])
    #expect(page.strokes.map(\.tool.name) == ["marker", "pen"])
    #expect(page.strokes[1].tool.style.width == 2 * Self.pixel)
    #expect(page.strokes[1].events[1].point == Point(110 * Self.pixel, 210 * Self.pixel))
    #expect(page.header?.size == Size(width: 1404 * Self.pixel, height: 1872 * Self.pixel))
    #expect(page.report.omissions.isEmpty)
  }

  @Test(arguments: [3, 5]) func `version 4 has the layout that fits`(version: Int) throws {
    var bytes = lines(version: version).bytes
    bytes["reMarkable .lines file, version=".utf8.count] = UInt8(ascii: "4")
    let page = try read(bytes)
    let same = try read(lines(version: version).bytes)
    #expect(page.strokes.map(\.events) == same.strokes.map(\.events))
    #expect(page.strokes.map(\.tool) == same.strokes.map(\.tool))
  }

  @Test func `a cut file of version 5 keeps the strokes before the cut`() throws {
    let bytes = lines(version: 5).bytes
    let page = try read(Array(bytes.dropLast(5)))
    #expect(page.strokes[1].events.map(\.point.x) == [100 * Self.pixel, 100 * Self.pixel])
    #expect(omissions(page) == ["1 ends of a file that is cut off"])
    #expect(page.report.omissions[0].kind == .damage)
    #expect(failure(Array(bytes.prefix(60)))?.location == LogLocation(file: "a.rm", byte: 60))
  }

  // MARK: Errors

  @Test(arguments: [
    ("2", "found version \"2\""), ("7", "found version \"7\""), ("", "found version \"\""),
  ]) func `other versions are refused`(version: String, message: String) throws {
    let error = try #require(failure(RemarkableBuilder(version: version).bytes))
    #expect(error.reason.description.hasSuffix(message))
    #expect(error.location == LogLocation(file: "a.rm", byte: 32))
  }

  @Test func `a page without strokes gives its size`() throws {
    let page = try read(RemarkableBuilder(version: "6").bytes)
    #expect(page.strokes.isEmpty)
    #expect(page.header?.size == Size(width: 1404 * Self.pixel, height: 1872 * Self.pixel))
  }

  @Test func `a cut file of version 6 keeps the complete blocks, or is an error`() throws {
    var file = RemarkableBuilder(version: "6")
    file.stroke(in: 1, 20, (1, 0, 8))
    let whole = file.bytes.count
    file.stroke(in: 1, 21, (2, 0, 8))
    let page = try read(Array(file.bytes.dropLast()))
    #expect(page.order == [1])
    #expect(omissions(page) == ["1 ends of a file that is cut off"])
    let cut = try #require(failure(Array(file.bytes.prefix(whole - 1))))
    #expect(cut.location == LogLocation(file: "a.rm", byte: whole - 1))
    #expect(cut.reason == .cutOff(expected: "a block of \(whole - 43 - 8) bytes"))
  }

  @Test func `values that are not numbers are left out`() throws {
    var file = lines(version: 3)
    let first = 43 + 4 + 4 + 20
    for offset in [first, first + 16 + 24] {
      file.bytes.replaceSubrange(offset..<offset + 4, with: [0, 0, 0xC0, 0x7F])
    }
    let page = try read(file.bytes)
    #expect(page.strokes[0].events.map(\.point.x) == [110 * Self.pixel, 110 * Self.pixel])
    #expect(omissions(page) == ["1 widths that are not lengths", "1 points without valid coordinates"])
  }

  @Test func `the points may not exceed the memory limit`() throws {
    guard let bytes = try corpus("remarkable/Color_and_tool_v3.14.4.rm") else { return }
    var options = ImportOptions()
    options.memoryLimit = 30_000
    guard case .tooMuchMemory = failure(bytes, options: options)?.reason else {
      Issue.record("no error")
      return
    }
  }

  @Test func `damage gives events or an error`() throws {
    var built = RemarkableBuilder(version: "6")
    built.text("a\nbc", y: 100)
    built.group(11, anchor: (1, 21), x: 3)
    built.place(11, 40)
    built.stroke(in: 11, 50, exactColor: 5, (10, 5, 8), (11, 6, 9))
    built.item(5, in: 11, 51, left: 50, deleted: 3)
    for bytes in [built.bytes, lines(version: 5).bytes] { survivesDamage(bytes) }
    guard let bytes = try corpus("remarkable/Normal_A_stroke_2_layers_v3.3.2.rm") else { return }
    survivesDamage(bytes, budget: 1 << 20)
  }
}
