import Archive
import Files
import ImportCore
import Importers
import TestSupport
import Testing
import TouchLog

/// Files that state more than any program writes, so that reading them would take time in proportion to its square.
struct LimitTests {
  private func reason(_ text: String, options: ImportOptions = ImportOptions()) -> LogError.Reason? {
    reason(Array(text.utf8), options: options)
  }

  private func reason(_ bytes: [UInt8], options: ImportOptions = ImportOptions()) -> LogError.Reason? {
    do {
      var reader = try openEventReader(MemorySource(bytes), name: "a", options: options)
      while try reader.next() != nil {}
      return nil
    } catch LogReadError.malformed(let error) {
      return error.reason
    } catch {
      return nil
    }
  }

  private func inkML(channels: Int) -> String {
    let names = (0..<channels).map {
      "<channel name=\"\(["X", "Y"].indices.contains($0) ? ["X", "Y"][$0] : "C\($0)")\"/>"
    }
    return "<ink><traceFormat>\(names.joined())</traceFormat><trace>1 2, 3 4</trace></ink>"
  }

  @Test func `a format of InkML has at most 64 channels`() {
    #expect(reason(inkML(channels: 64)) == nil)
    #expect(reason(inkML(channels: 65)) == .unexpected("more channels", expected: "at most 64"))
  }

  private func unipen(columns: Int) -> String {
    ".VERSION 1.0\n.COORD X Y \((2..<columns).map { "C\($0)" }.joined(separator: " "))\n.PEN_DOWN\n.PEN_UP\n"
  }

  @Test func `a line of UNIPEN has at most 64 columns`() {
    #expect(reason(unipen(columns: 64)) == nil)
    #expect(reason(unipen(columns: 65)) == .unexpected("more columns", expected: "at most 64 columns"))
  }

  @Test func `a file that is read as a whole takes an eighth of the memory`() {
    var options = ImportOptions()
    let text = "<ink><trace>1 2, 3 4</trace></ink>"
    options.memoryLimit = 8 * text.utf8.count
    #expect(reason(text, options: options) == nil)
    options.memoryLimit -= 1
    #expect(reason(text, options: options) == .tooMuchMemory("the file", limit: options.memoryLimit))
  }

  /// The least limit at which a file of this size is read.
  private func least(_ size: Int) -> ImportOptions {
    var options = ImportOptions()
    options.memoryLimit = 8 * size
    return options
  }

  /// A file that is small itself, but whose data takes more memory than the limit.
  private struct Case: CustomTestStringConvertible {
    var name: String
    var text: String
    /// The name of the data that needs the memory.
    var what = "the ink"
    var testDescription: String { name }

    init(_ name: String, _ begin: String, _ part: (Int) -> String, _ end: String = "", what: String = "the ink") {
      self.name = name
      text = begin + (0..<1000).map(part).joined() + end
      self.what = what
    }
  }

  private static let cases = [
    Case("points of signature_pad", #"[[{"x":1,"y":1,"time":1}],[{}"#, { _ in ",{}" }, "]]"),
    Case("points of iink", #"[{"pointers":[{}"#, { _ in ",{}" }, "]}]"),
    Case(
      "points of Excalidraw", #"{"type":"excalidraw","elements":[{"type":"freedraw","x":0,"y":0,"points":[[]"#,
      { _ in ",[]" }, "]}]}"),
    Case(
      "hatch lines of Excalidraw", #"{"type":"excalidraw","elements":[{}"#,
      { _ in #",{"type":"rectangle","x":0,"y":0,"width":99,"height":99,"backgroundColor":"red","fillStyle":"hachure"}"#
      }, "]}"),
    Case(
      "points of tldraw",
      #"{"records":[{"id":"page:p","typeName":"page"},{"id":"shape:a","typeName":"shape","type":"draw","x":0,"y":0,"#
        + #""parentId":"page:p","props":{"segments":[{"points":[{}"#, { _ in ",{}" }, "]}]}}]}"),
    Case("records of tldraw", #"{"records":[{"id":"page:p"}"#, { _ in ",{}" }, "]}", what: "the records"),
    Case(
      "tools of Xournal", #"<xournal><page width="9" height="9"><layer>"#,
      { "<stroke color=\"#\(100_000 + $0)\">1 1</stroke>" }, "</layer></page></xournal>"),
    Case("contexts of InkML", "<ink>", { _ in "<context/>" }, "</ink>", what: "the table of definitions"),
    Case("brushes of InkML", "<ink>", { _ in "<brush/>" }, "</ink>", what: "the table of definitions"),
    Case(
      "formats of InkML that contexts share",
      "<ink><traceFormat id=\"f\">\(String(repeating: "<channel name=\"X\"/>", count: 64))</traceFormat>",
      { "<context id=\"\($0)\" traceFormatRef=\"#f\"/><trace contextRef=\"#\($0)\">1</trace>" }, "</ink>"),
    Case("points of JSON", "[[1,2]", { _ in ",[1,2]" }, "]"),
    Case("points of a table", "x,y\n", { _ in "1,2\n" }),
    Case("points of Omniglot", "START\n", { _ in "1,2,3\n" }),
    Case("points of react-sketch-canvas", #"[{"drawMode":true,"paths":[{}"#, { _ in ",{}" }, "]}]"),
    Case("points of react-canvas-draw", #"{"lines":[{"brushRadius":1,"points":[{}"#, { _ in ",{}" }, "]}]}"),
    Case(
      "curves of fabric.js", #"{"version":"5","objects":[{"type":"path","stroke":"red","path":[["M",0,0]"#,
      { _ in #",["Q",9,99,0,0]"# }, "]}]}"),
    Case("strokes of UNIPEN", ".VERSION 1.0\n", { _ in ".PEN_DOWN\n" }),
  ]

  @Test(arguments: cases) private func `the data made from a file counts, not only the file`(_ item: Case) {
    let options = least(item.text.utf8.count)
    #expect(reason(item.text, options: options) == .tooMuchMemory(item.what, limit: options.memoryLimit))
    #expect(reason(item.text) == nil)
  }

  @Test func `the points of one trace of InkML count, not those of all`() {
    let points = String(repeating: "1 2,", count: 1000)
    let options = least(points.utf8.count)
    func trace(_ points: Substring) -> String { "<trace>\(points)</trace>" }
    #expect(
      reason("<ink>\(trace(points.dropLast(100)))</ink>", options: options)
        == .tooMuchMemory("the ink", limit: options.memoryLimit))
    // Ten traces of 80 points.
    let traces = String(repeating: trace(points.prefix(320)), count: 10)
    #expect(reason("<ink>\(traces)</ink>", options: options) == nil)
  }

  @Test func `strokes with one tool take the memory of one tool`() {
    let strokes = String(repeating: "<stroke color=\"#100000\">1 1</stroke>", count: 1000)
    let text = "<xournal><page width=\"9\" height=\"9\"><layer>\(strokes)</layer></page></xournal>"
    #expect(reason(text, options: least(text.utf8.count)) == nil)
  }

  @Test(arguments: [
    ("{\"word\":\"cat\",\"drawing\":[[[1],[1]]],\"a\":\"", "\"}"), ("word,drawing\ncat,\"[[[1],[1]]]\"", ""),
  ])
  func `one of many drawings is limited as a file is`(begin: String, end: String) {
    let text = begin + String(repeating: ",", count: 200_000) + end
    let options = least(70_000)
    #expect(reason(text, options: options) == .tooMuchMemory("the drawing", limit: options.memoryLimit))
    #expect(reason(text, options: least(text.utf8.count)) == nil)
  }

  @Test func `drawings of one point each count`() {
    let head = "{'descr': '|i1', 'fortran_order': False, 'shape': (1000, 1, 3), }\n"
    let file =
      SketchRNN.mark + [1, 0, UInt8(head.utf8.count), 0] + Array(head.utf8) + [UInt8](repeating: 1, count: 3000)
    let options = least(file.count)
    #expect(reason(file, options: options) == .tooMuchMemory("the table of drawings", limit: options.memoryLimit))
    #expect(reason(file) == nil)
  }

  private enum SketchRNN {
    static let mark: [UInt8] = [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59]
  }

  @Test(arguments: ["content.xml", "train.npy"]) func `a member of an archive is limited as a file is`(name: String) {
    let zeros = [UInt8](repeating: 0, count: 10_000)
    let archive = zip(name, deflated: zeros)
    var options = least(zeros.count)
    #expect(archive.count < 1000)
    #expect(reason(archive, options: options) != .tooMuchMemory("the archive", limit: options.memoryLimit))
    options.memoryLimit -= 1
    #expect(reason(archive, options: options) == .tooMuchMemory("the archive", limit: options.memoryLimit))
  }

  /// A zip archive of one file.
  private func zip(_ name: String, deflated contents: [UInt8]) -> [UInt8] {
    let compressed = gzip(contents)
    let data = compressed[10..<compressed.count - 8]
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { (index: Int) -> UInt8 in UInt8(value >> (8 * index) & 255) }
    }
    // The version, the flags, the method, the time and date; then the checksum and the sizes.
    let common =
      number(20, 2) + number(0, 2) + number(8, 2) + number(0, 4) + compressed[(compressed.count - 8)...].prefix(4)
      + number(data.count, 4) + number(contents.count, 4) + number(name.utf8.count, 2) + number(0, 2)
    let file = number(0x0403_4B50, 4) + common + Array(name.utf8) + data
    let entry = number(0x0201_4B50, 4) + number(20, 2) + common + number(0, 14) + Array(name.utf8)
    return file + entry + number(0x0605_4B50, 4) + number(0, 4) + number(1, 2) + number(1, 2)
      + number(entry.count, 4) + number(file.count, 4) + number(0, 2)
  }

  @Test func `a dash pattern has at most 1000 lengths`() throws {
    func ink(lengths: Int) throws -> DocumentInk {
      let style = String(repeating: " 1", count: lengths)
      return try DocumentInk(
        """
        <xournal><page width="9" height="9"><layer>
        <stroke width="1" style="cust:\(style)">0 0 3.5 0</stroke>
        </layer></page></xournal>
        """)
    }
    let most = try ink(lengths: 1000)
    #expect(most.strokes.count == 2)
    #expect(most.omitted("line styles of too many dashes") == 0)
    let more = try ink(lengths: 1001)
    #expect(more.strokes.count == 1)
    #expect(more.omitted("line styles of too many dashes") == 1)
  }

  @Test func `a report has a limited number of assumptions`() {
    var report = ImportReport()
    for number in 0..<1000 { report.assume("tool \(number) is a pen") }
    #expect(report.assumptions.count == 65)
    #expect(report.assumptions.first == "tool 0 is a pen")
    #expect(report.assumptions.last == "more of this kind")
  }
}
