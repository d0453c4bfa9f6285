import Archive
import Geometry
import JSON
import TouchLog
import XML

extension LogFormat {
  /// The notes of Xournal++, Xournal and MrWriter: XML, which is usually compressed.
  package static let xournal = LogFormat("xournal", "notes of Xournal++ and Xournal", leavesOpen: [.page]) { glimpse in
    if let root = glimpse.xmlRoot { return root == "xournal" || root == "MrWriter" }
    guard let member = glimpse.zipMember else { return false }
    return member == "content.xml" || member == "META-INF/version"
      || member == "mimetype" && glimpse.bytes.dropFirst(38).starts(with: "application/xournal++".utf8)
  } open: { input, name, options throws(LogReadError) in
    let bytes = try input.readAll(name: name, options: options)
    let isArchive = bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
    let document = isArchive ? try contentOfArchive(bytes, name: name, options: options) : bytes
    return try XournalReader.pages(of: document, name: name, options: options)
  }

  /// The document in an archive of Xournal++'s version 5.
  private static func contentOfArchive(
    _ bytes: [UInt8], name: String, options: ImportOptions
  ) throws(LogReadError) -> [UInt8] {
    do throws(ZipError) {
      let archive = try ZipArchive(bytes)
      if let member = archive.members.first(where: { $0.name == "content.xml" }) {
        return try archive.contents(of: member, limit: options.fileLimit)
      }
    } catch {
      throw .archive(error, in: name, expected: "a zip archive with content.xml", options)
    }
    throw .malformed(
      LogError(
        location: LogLocation(file: name, byte: 0),
        reason: .unexpected("a zip archive without it", expected: "the file content.xml")))
  }
}

/// Reads the pages of Xournal's notes: the strokes, texts and images of their layers.
///
/// The program draws each segment of a stroke as a line with round ends and its own width. A page has 72 units an inch,
/// which are points here, too.
struct XournalReader {
  private var document: XMLDocument
  private var ink: ImportedInk
  private let limit: Int
  /// The most dashes that the rest of the page may have.
  private var dashLimit = 100_000

  static func pages(of bytes: [UInt8], name: String, options: ImportOptions) throws(LogReadError) -> PagedReader {
    var report = ImportReport(
      format: "Xournal", ink: "<stroke> elements with coordinates", unit: "1/72 inch, drawn as 1 point")
    let starts = try starts(
      in: try XMLDocument(bytes, name: name), atMost: options.memoryLimit / pageMemory, &report)
    return try PagedReader(
      name, count: starts.count, from: options.firstPage, report: report
    ) { page throws(LogReadError) in
      var reader = XournalReader(starts[page - 1], name: name, options: options)
      try reader.readPage()
      return reader.ink
    }
  }

  /// - Parameter document: The document after the tag that begins the page.
  private init(_ document: XMLDocument, name: String, options: ImportOptions) {
    self.document = document
    ink = ImportedInk(ImportReport(), name: name, options: options)
    ink.mayLackSensor = false
    ink.header.model = XournalStroke.model.rawValue
    limit = options.memoryLimit / MemoryLayout<ImportedPoint>.stride
  }

  /// More than the memory for where a page begins, in bytes.
  private static let pageMemory = 1024

  /// The document after each tag that begins a page.
  private static func starts(
    in document: XMLDocument, atMost limit: Int, _ report: inout ImportReport
  ) throws(LogReadError) -> [XMLDocument] {
    var document = document
    var starts: [XMLDocument] = []
    while let event = try document.next(&report) {
      guard case .start(let name) = event else { continue }
      if document.reader.has(name, "page") {
        guard starts.count < limit else {
          throw document.error(.tooMuchMemory("the pages", limit: limit * pageMemory), at: document.reader.start)
        }
        // Positions in the page are found from here.
        _ = document.position()
        starts.append(document)
        try document.skipElement(&report)
      } else if document.reader.depth > 1 {
        // The preview and the title.
        try document.skipElement(&report)
      } else if !document.reader.has(name, "xournal"), !document.reader.has(name, "MrWriter") {
        throw document.error(
          .unexpected("<\(document.reader.string(name))>", expected: "<xournal>"), at: document.reader.start)
      }
    }
    if document.isCut { for page in starts.indices { starts[page].hasToldCut = true } }
    return starts
  }

  private mutating func readPage() throws(LogReadError) {
    if let width = document.number("width"), let height = document.number("height"),
      NumberRange.positiveLength.contains(width), NumberRange.positiveLength.contains(height)
    {
      ink.header.size = Size(width: width, height: height)
    } else {
      ink.report.omit("page sizes that are not positive", .damage)
    }
    let depth = document.reader.depth
    while document.reader.depth >= depth, let event = try document.next(&ink.report) {
      guard case .start(let name) = event else { continue }
      if document.reader.has(name, "stroke") {
        try readStroke()
      } else if document.reader.has(name, "background") {
        readBackground()
      } else if document.reader.has(name, "layer") {
        continue
      } else {
        switch document.reader.string(name) {
        case "text":
          try readText()
          continue
        case "link":
          ink.report.omit("addresses of links")
          try readText()
          continue
        case "image":
          try readImage()
          continue
        case "teximage":
          try readImage(formula: document.reader.value("text") ?? "")
          continue
        case "audio", "timestamp": ink.report.omit("audio recordings")
        default: ink.report.omit("elements of other kinds")
        }
        try document.skipElement(&ink.report)
      }
    }
  }

  private mutating func readBackground() {
    let reader = document.reader
    switch reader.value("type") {
    case "solid":
      let color = XournalColor.background(reader.value("color") ?? "white")
      if color == nil { ink.report.omit("backgrounds of unknown colors") }
      let style = reader.value("style") ?? "plain"
      if let ruling = Paper.Ruling(rawValue: style) {
        ink.header.background = .paper(Paper(ruling, color: color ?? .white))
        if reader.value("config") != nil { ink.report.omit("distances and colors of the paper's lines") }
      } else {
        if style != "plain" { ink.report.omit("rulings of unknown kinds") }
        ink.header.background = color.map { .color($0) }
      }
    case "pdf": ink.report.omit("backgrounds that are PDF pages")
    case "pixmap": ink.report.omit("backgrounds that are images")
    default: ink.report.omit("backgrounds of unknown kinds")
    }
  }

  /// The color of the page.
  private var paper: Color {
    switch ink.header.background {
    case .color(let color): color
    case .paper(let paper): paper.color
    case .some(.none), .picture, nil: .white
    }
  }

  /// The distance of lines, in ems: that of Lato, the font of new notes.
  private static let lineHeight = 1.2

  /// Reads the text or link that began last.
  private mutating func readText() throws(LogReadError) {
    let reader = document.reader
    let place = place
    let (x, y, size) = (document.number("x"), document.number("y"), document.number("size"))
    let color = XournalColor.ink(reader.value("color") ?? "black")
    if color == nil { ink.report.assume("unknown colors are black") }
    let isBold = ["Bold", "Black", "Heavy"].contains { reader.value("font")?.contains($0) == true }
    let content = try document.text(&ink.report)
    guard let x, let y, let size, NumberRange.positiveLength.contains(size) else {
      return ink.report.omit("texts without a position", .damage)
    }
    let text = BoardText(
      words: String(decoding: content.bytes[content.range], as: UTF8.self),
      box: Rect(minX: x, minY: y, maxX: x, maxY: y), size: size, lineHeight: Self.lineHeight, color: color ?? .black,
      weight: isBold ? BoardText.bold : BoardText.regular)
    try ink.append(text, at: place)
  }

  /// The place of an element that began last.
  private var place: ImportedStroke {
    mutating get {
      let (line, column) = document.position()
      return ImportedStroke(line: line, column: column)
    }
  }

  /// The box of the element that began last; nil if it has none.
  private var box: Rect? {
    let sides = ["left", "top", "right", "bottom"].map { document.number($0) ?? .nan }
    let box = Rect(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3])
    guard NumberRange.coordinate.contains(box.minX), NumberRange.coordinate.contains(box.minY),
      NumberRange.positiveLength.contains(box.width), NumberRange.positiveLength.contains(box.height)
    else { return nil }
    return box
  }

  /// Reads the image that began last.
  /// - Parameter formula: Its source, if it is the picture of a formula. One that is not PNG becomes a box with it.
  private mutating func readImage(formula: String? = nil) throws(LogReadError) {
    let (place, box) = (place, box)
    let content = try document.text(&ink.report)
    guard let box else { return ink.report.omit("images without a place", .damage) }
    let data = content.bytes[content.range].filter { !ASCII.isSpace($0) && $0 != ASCII.newline }
    let image = String(decoding: data, as: UTF8.self)
    guard let formula, !BoardImage.isPNG(image) else { return try ink.appendImage(image, box, at: place) }
    ink.report.omit("pictures of formulas, whose LaTeX source is written instead")
    let size = min(12, box.height)
    let text = BoardText(words: formula, box: box, size: size, color: Color(red: 0x66, green: 0x66, blue: 0x66))
    let frame = BoardStyle(color: Color(red: 0x99, green: 0x99, blue: 0x99), width: 0.5)
    try ink.append(Path(box), frame, at: place)
    try ink.append(text, at: place)
  }

  /// Reads the stroke that began last.
  private mutating func readStroke() throws(LogReadError) {
    let start = document.reader.start
    let (line, column) = document.position()
    var stroke = XournalStroke(document, on: paper, line: line, column: column, limit: limit, &ink.report)
    let text = try document.text(&ink.report)
    let bytes = text.bytes
    guard stroke.readPoints(bytes.span.extracting(text.range), isCut: text.isCut, limit: limit, &ink.report) else {
      throw document.error(.tooMuchMemory("the ink", limit: limit * MemoryLayout<ImportedPoint>.stride), at: start)
    }
    for part in stroke.parts(dashLimit: &dashLimit, &ink.report) { try ink.append(part) }
  }
}

/// The colors of Xournal: `#rrggbbaa`, or a name. The program ignores the opacity.
enum XournalColor {
  /// The color of ink; nil for an unknown text.
  static func ink(_ text: String) -> Color? {
    switch text {
    case "black": .black
    case "blue": Color(red: 0x33, green: 0x33, blue: 0xCC)
    case "red": Color(red: 0xFF, green: 0, blue: 0)
    case "green": Color(red: 0, green: 0x80, blue: 0)
    case "gray": Color(red: 0x80, green: 0x80, blue: 0x80)
    case "lightblue": Color(red: 0, green: 0xC0, blue: 0xFF)
    case "lightgreen": Color(red: 0, green: 0xFF, blue: 0)
    case "magenta": Color(red: 0xFF, green: 0, blue: 0xFF)
    case "orange": Color(red: 0xFF, green: 0x80, blue: 0)
    case "yellow": Color(red: 0xFF, green: 0xFF, blue: 0)
    case "white": .white
    default: code(text)
    }
  }

  /// The color of paper. Some names stand for paler colors than those of ink.
  static func background(_ text: String) -> Color? {
    switch text {
    case "blue": Color(red: 0xA0, green: 0xE8, blue: 0xFF)
    case "pink": Color(red: 0xFF, green: 0xC0, blue: 0xD4)
    case "green": Color(red: 0x80, green: 0xFF, blue: 0xC0)
    case "orange": Color(red: 0xFF, green: 0xC0, blue: 0x80)
    case "yellow": Color(red: 0xFF, green: 0xFF, blue: 0x80)
    default: ink(text)
    }
  }

  private static func code(_ text: String) -> Color? {
    guard text.utf8.first == UInt8(ascii: "#"), var color = Color(text) else { return nil }
    color.alpha = 255
    return color
  }
}

extension Color {
  /// The product of two opaque colors.
  func multiplied(by other: Color) -> Color {
    func product(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Int(a) * Int(b) + 127) / 255) }
    return Color(
      red: product(red, other.red), green: product(green, other.green), blue: product(blue, other.blue), alpha: alpha)
  }
}
