import Geometry
import ImportCore
import JSON
import TouchLog

extension LogFormat {
  /// Documents of Rnote: JSON in gzip.
  package static let rnote = LogFormat("rnote", "documents of Rnote", leavesOpen: [.page]) { glimpse in
    guard let data = glimpse.firstObject?["data"] else { return false }
    return data.has("engine_snapshot") || data["document"]?.has("format", "background") == true
  } open: { input, name, options throws(LogReadError) in
    try RnoteDocument(WebDocument(input, name: name, options: options), name: name, options: options).pages()
  }
}

/// A document of Rnote: a plane with elements, which its pages cut out.
///
/// Positions are in 1/96 inch, which are points here. Pages lie side by side from (0, 0) on. As when Rnote exports, a
/// page without content is left out if the document has no fixed size.
struct RnoteDocument: Sendable {
  private let document: WebDocument
  private let name: String
  private let options: ImportOptions
  private var header = LogHeader()
  private var report = ImportReport(
    format: "Rnote", ink: "strokes, shapes, texts and bitmaps", unit: "1/96 inch, drawn as 1 point",
    timeBase: ImportRules.noTimes)
  /// From the lowest to the highest.
  private var elements: [RnoteElement] = []
  private var page = Size(width: 793.701, height: 1122.52)
  /// Whether pages follow each other downward only, and blank ones are kept.
  private var isColumn = false

  /// The order of two elements: layers from the lowest, and in them times.
  private struct Rank: Comparable {
    var layer: Double
    var time: Double

    static func < (a: Rank, b: Rank) -> Bool { (a.layer, a.time) < (b.layer, b.time) }
  }

  init(_ document: WebDocument, name: String, options: ImportOptions) throws(LogReadError) {
    (self.document, self.name, self.options) = (document, name, options)
    let data = document.root["data"] ?? document.root
    let snapshot = data["engine_snapshot"] ?? data["store_snapshot"] ?? data
    guard let sheet = snapshot["document"] ?? data["document"], let strokes = snapshot["stroke_components"] else {
      throw .malformed(
        document.root.error(.unexpected("a value without them", expected: "\"document\" and \"stroke_components\"")))
    }
    let config = sheet["config"] ?? sheet
    if let format = config["format"], let width = try format.number(of: "width", .positiveLength),
      let height = try format.number(of: "height", .positiveLength)
    {
      if min(width, height) >= 1 {
        page = Size(width: width, height: height)
      } else {
        report.omit("sizes of pages below 1 point", .damage)
      }
    }
    let layout = try config.text(of: "layout")
    isColumn = ["fixed_size", "continuous_vertical", "endless_vertical"].contains(layout)
    if let layout, !isColumn, !["semi_infinite", "infinite"].contains(layout) {
      report.assume("a document of an unknown layout has pages in all directions")
    }
    header.size = page
    if let background = config["background"] {
      header.background = try Self.paper(background, &report)
    }
    try readElements(strokes, snapshot)
  }

  private static func paper(
    _ background: JSONValue, _ report: inout ImportReport
  ) throws(LogReadError) -> Background {
    let color = try background["color"].map(RnoteElement.color) ?? .white
    let rulings: [String: Paper.Ruling] = [
      "lines": .ruled, "grid": .graph, "dots": .dotted, "isometric_grid": .isograph, "isometric_dots": .isodotted,
    ]
    guard let pattern = try background.text(of: "pattern"), let ruling = rulings[pattern] else {
      if let pattern = try background.text(of: "pattern"), pattern != "none" {
        report.omit("patterns of the paper of unknown kinds")
      }
      return .color(color)
    }
    if pattern.hasPrefix("isometric") { report.assume("triangles of the paper lie in the middle of the page") }
    var spacing = 32.0
    let sides = background["pattern_size"]?.elements ?? []
    // The width and the height; rules have the height.
    if let side = sides.last {
      let given = try side.coordinate()
      if try sides[0].coordinate() != given, ruling != .ruled { report.assume("rectangles of the paper are squares") }
      if Paper.spacings.contains(given) {
        spacing = given
      } else {
        report.omit("distances of the paper's lines", .damage)
      }
    }
    return .paper(
      Paper(ruling, color: color, spacing: spacing, lineColor: try background["pattern_color"].map(RnoteElement.color)))
  }

  private mutating func readElements(_ strokes: JSONValue, _ snapshot: JSONValue) throws(LogReadError) {
    let chrono = snapshot["chrono_components"]?.elements ?? []
    let trash = snapshot["trash_components"]?.elements ?? []
    var ranked: [(rank: Rank, element: RnoteElement)] = []
    var memory = 0
    for (index, slot) in try strokes.checkedElements().enumerated() {
      guard let stroke = slot["value"]?.members.first else { continue }
      if index < trash.count, trash[index]["value"]?["trashed"]?.isTrue == true {
        report.omit("elements in the trash", .unseen)
        continue
      }
      let room = (options.memoryLimit - memory) / MemoryLayout<ImportedPoint>.stride
      let element = try RnoteElement(stroke, at: document.stroke(at: stroke), room: room, &report)
      guard let element else { continue }
      memory += element.memory
      guard memory <= options.memoryLimit else {
        throw .malformed(stroke.error(.tooMuchMemory("the document", limit: options.memoryLimit)))
      }
      let rank = index < chrono.count ? try Self.rank(chrono[index]["value"]) : Rank(layer: 3, time: .infinity)
      ranked.append((rank, element))
    }
    elements = ranked.enumerated().sorted { a, b in
      a.element.rank == b.element.rank ? a.offset < b.offset : a.element.rank < b.element.rank
    }
    .map(\.element.element)
  }

  private static func rank(_ value: JSONValue?) throws(LogReadError) -> Rank {
    let time = try value?.number(of: "t", .atLeast(0)) ?? .infinity
    guard let layer = value?["layer"] else { return Rank(layer: 3, time: time) }
    if let user = layer.members.first {
      let number = try user.coordinate()
      return Rank(layer: 3 + (number.isFinite ? max(0, number) : 0), time: time)
    }
    return switch try layer.text() {
    case "document", "Document": Rank(layer: 0, time: time)
    case "image", "Image": Rank(layer: 1, time: time)
    case "highlighter", "Highlighter": Rank(layer: 2, time: time)
    default: Rank(layer: 3, time: time)
    }
  }

  /// A page's place among the pages.
  private struct Cell: Hashable, Comparable {
    var row: Int
    var column: Int

    static func < (a: Cell, b: Cell) -> Bool { (a.row, a.column) < (b.row, b.column) }
  }

  /// The most pages that an element may lie on.
  private static let mostCells = 100
  /// The most pages of a column.
  private static let mostRows = 10_000

  func pages() throws(LogReadError) -> PagedReader {
    var report = report
    var contents: [Cell: [Int]] = [:]
    var places = 0
    for (index, element) in elements.enumerated() {
      let cells = cells(of: element.bounds)
      places += cells.count
      guard places * 128 <= options.memoryLimit else {
        throw .malformed(document.root.error(.tooMuchMemory("the pages", limit: options.memoryLimit)))
      }
      if cells.isEmpty { report.omit("elements without a position or on too many pages", .damage) }
      for cell in cells { contents[cell, default: []].append(index) }
    }
    var cells = contents.keys.sorted()
    if isColumn {
      let last = min(Self.mostRows, max(0, contents.keys.map(\.row).max() ?? 0))
      cells = (0...last).map { Cell(row: $0, column: 0) }
      let outside = contents.filter { !($0.key.column == 0 && 0...last ~= $0.key.row) }.values.joined()
      let inside = Set(cells.flatMap { contents[$0] ?? [] })
      report.omit("elements beside the pages", count: Set(outside).subtracting(inside).count)
    }
    if cells.isEmpty { cells = [Cell(row: 0, column: 0)] }
    return try PagedReader(name, count: cells.count, from: options.firstPage, report: report) {
      [self, cells, contents] number throws(LogReadError) in
      let cell = cells[number - 1]
      var ink = ImportedInk(ImportReport(), name: name, options: options)
      ink.header = header
      ink.mayLackSensor = false
      let origin = Vector(-Double(cell.column) * page.width, -Double(cell.row) * page.height)
      for index in contents[cell] ?? [] { try elements[index].append(to: &ink, movedBy: origin) }
      return ink
    }
  }

  /// The pages that bounds touch; none if they are no numbers, or too large.
  private func cells(of bounds: Rect) -> [Cell] {
    guard !bounds.isEmpty, NumberRange.coordinate.contains(bounds.minX), NumberRange.coordinate.contains(bounds.minY),
      NumberRange.coordinate.contains(bounds.maxX), NumberRange.coordinate.contains(bounds.maxY)
    else { return [] }
    // A page is at least 1 point wide and high, so that these are small numbers.
    func index(_ value: Double, _ side: Double) -> Int { Int(saturating: (value / side).rounded(.down)) }
    let columns = index(bounds.minX, page.width)...index(bounds.maxX, page.width)
    let rows = index(bounds.minY, page.height)...index(bounds.maxY, page.height)
    guard columns.count * rows.count <= Self.mostCells else { return [] }
    return rows.flatMap { row in columns.map { Cell(row: row, column: $0) } }
  }
}
