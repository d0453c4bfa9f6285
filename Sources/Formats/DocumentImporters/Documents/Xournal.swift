import Files
import Archive
import Geometry
import ImportCore
import JSON
import TouchLog
import XML

extension LogFormat {
  /// The notes of Xournal++, Xournal and MrWriter: XML, which is usually compressed.
  package static let xournal = LogFormat("xournal", "notes of Xournal++ and Xournal", leavesOpen: [.page]) { glimpse in
    if let root = glimpse.xmlRoot { return root == "xournal" || root == "MrWriter" }
    // A text of OpenDocument has a content.xml and a manifest.
    let members = glimpse.zipMembers
    return (members.contains("content.xml") || members.contains("META-INF/version"))
      && !members.contains("META-INF/manifest.xml")
  } open: { input, name, options throws(LogReadError) in
    let bytes = try input.readAll(name: name, options: options)
    guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) else {
      let file = XournalFile(name: name, archive: nil, limit: options.fileLimit)
      return try XournalReader.pages(of: bytes, file, options: options)
    }
    // An archive of Xournal++'s version 5.
    let (document, archive) = try contents(ofArchive: bytes, name: name, options: options)
    let file = XournalFile(name: name, archive: archive, limit: options.fileLimit)
    return try XournalReader.pages(of: document, file, options: options)
  }

  private static func contents(
    ofArchive bytes: [UInt8], name: String, options: ImportOptions
  ) throws(LogReadError) -> (document: [UInt8], ZipArchive) {
    do throws(ZipError) {
      let archive = try ZipArchive(bytes)
      if let member = archive.members.first(where: { $0.name == "content.xml" }) {
        return (try archive.contents(of: member, limit: options.fileLimit), archive)
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
  private let file: XournalFile
  private let starts: [Start]
  /// The number of layers that have begun.
  private var layerCount = 0
  /// The number of the page's layers.
  private let layers: Int
  private let limit: Int
  /// The most dashes that the rest of the page may have.
  private var dashLimit = 100_000

  /// Where a page begins.
  private struct Start {
    /// The document after the tag that begins the page.
    var document: XMLDocument
    var layers = 0
  }

  static func pages(
    of bytes: [UInt8], _ file: XournalFile, options: ImportOptions
  ) throws(LogReadError) -> PagedReader {
    var report = ImportReport(
      format: "Xournal", ink: "<stroke> elements with coordinates", unit: "1/72 inch, drawn as 1 point")
    let starts = try starts(
      in: try XMLDocument(bytes, name: file.name), atMost: options.memoryLimit / pageMemory, &report)
    var pdf = XournalPDF()
    for (index, start) in starts.enumerated() {
      pdf.add(XournalBackground(of: start.document), ofPage: index + 1, of: file)
    }
    if !options.keepsPagesBelow { pdf.omit(from: &report, of: file) }
    return try PagedReader(
      file.name, count: starts.count, from: options.firstPage, report: report
    ) { page throws(LogReadError) in
      var reader = XournalReader(starts, page: page, file, options: options)
      try reader.readPage(number: page)
      return reader.ink
    }
  }

  /// - Parameter page: The page's number, from 1.
  private init(_ starts: [Start], page: Int, _ file: XournalFile, options: ImportOptions) {
    (self.starts, self.file) = (starts, file)
    (document, layers) = (starts[page - 1].document, starts[page - 1].layers)
    ink = ImportedInk(ImportReport(), name: file.name, options: options)
    ink.mayLackSensor = false
    ink.header.model = XournalStroke.model.rawValue
    limit = options.memoryLimit / MemoryLayout<ImportedPoint>.stride
  }

  /// More than the memory for where a page begins, in bytes.
  private static let pageMemory = 1024

  private static func starts(
    in document: XMLDocument, atMost limit: Int, _ report: inout ImportReport
  ) throws(LogReadError) -> [Start] {
    var document = document
    var starts: [Start] = []
    while let event = try document.next(&report) {
      guard case .start(let name) = event else { continue }
      if document.reader.has(name, "page") {
        guard starts.count < limit else {
          throw document.error(.tooMuchMemory("the pages", limit: limit * pageMemory), at: document.reader.start)
        }
        // Positions in the page are found from here.
        _ = document.position()
        var start = Start(document: document)
        let depth = document.reader.depth
        while document.reader.depth >= depth, let event = try document.next(&report) {
          if case .start(let name) = event, document.reader.has(name, "layer") { start.layers += 1 }
        }
        starts.append(start)
      } else if document.reader.depth > 1 {
        // The preview and the title.
        try document.skipElement(&report)
      } else if !document.reader.has(name, "xournal"), !document.reader.has(name, "MrWriter") {
        throw document.error(
          .unexpected("<\(document.reader.string(name))>", expected: "<xournal>"), at: document.reader.start)
      }
    }
    if document.isCut { for page in starts.indices { starts[page].document.hasToldCut = true } }
    return starts
  }

  private mutating func readPage(number: Int) throws(LogReadError) {
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
        try readBackground(ofPage: number)
      } else if document.reader.has(name, "layer") {
        layerCount += 1
        ink.layer = document.reader.value("name") ?? (layers > 1 ? "Layer \(layerCount)" : nil)
      } else {
        switch document.reader.string(name) {
        case "text":
          try readText()
          continue
        case "link":
          try readText(to: document.reader.value("url"))
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

  private mutating func readBackground(ofPage number: Int) throws(LogReadError) {
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
    case "pixmap": try readPicture(XournalBackground(reader), at: place)
    case "pdf":
      // Otherwise the report on the document has it.
      guard ink.keepsPagesBelow else { break }
      guard let size = ink.header.size else { return ink.report.omit("pages of a PDF under pages without a size") }
      let box = Rect(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
      let (page, place) = (XournalBackground(reader).pageNumber ?? number, place)
      try ink.append(KeptPart(.pageBelow(page), in: box), line: place.line, column: place.column)
    default: ink.report.omit("backgrounds of unknown kinds")
    }
  }

  /// Lets the page have the picture under its ink: a file beside the document, or an image if it is in an archive.
  private mutating func readPicture(_ background: XournalBackground, at place: ImportedStroke) throws(LogReadError) {
    var background: XournalBackground? = background
    // The picture of another page, whose number is counted from 0.
    for _ in starts.prefix(100) where background?.domain == "clone" {
      let page = background?.fileName.flatMap { Int($0) } ?? -1
      background = starts.indices.contains(page) ? XournalBackground(of: starts[page].document) : nil
    }
    guard let background, background.type == "pixmap", background.domain != "clone", let name = background.fileName
    else { return ink.report.omit("backgrounds that are images of no file", .damage) }
    if background.domain == "attach", file.archive != nil {
      guard let picture = file.picture(name), let size = ink.header.size else {
        return ink.report.omit("backgrounds that are images of no file", .damage)
      }
      try ink.appendImage(picture, Rect(minX: 0, minY: 0, maxX: size.width, maxY: size.height), at: place)
    } else {
      ink.header.background = .picture(path: background.domain == "attach" ? file.sibling(name) : name)
    }
  }

  /// The color of the page.
  private var paper: Color {
    switch ink.header.background {
    case .color(let color): color
    case .paper(let paper): paper.color
    case .some(.none), .picture, .embedded, nil: .white
    }
  }

  /// The distance of lines, in ems: that of Lato, the font of new notes.
  private static let lineHeight = 1.2

  /// Reads the text or link that began last.
  /// - Parameter address: That of a link.
  private mutating func readText(to address: String? = nil) throws(LogReadError) {
    let reader = document.reader
    let place = place
    let (x, y, size) = (document.number("x"), document.number("y"), document.number("size"))
    let color = XournalColor.ink(reader.value("color") ?? "black")
    if color == nil { ink.report.assume("unknown colors are black") }
    let isBold = ["Bold", "Black", "Heavy"].contains { reader.value("font")?.has($0) == true }
    let wrap = document.number("wrap").flatMap { NumberRange.positiveLength.contains($0) ? $0 : nil }
    let alignment = TextAlignment(rawValue: reader.value("align") ?? "left")
    if alignment == nil { ink.report.assume("texts of unknown alignments are at the left") }
    if wrap != nil, reader.value("justify") == "true" { ink.report.omit("even right edges of texts") }
    let content = try document.text(&ink.report)
    guard let x, let y, let size, NumberRange.positiveLength.contains(size) else {
      return ink.report.omit("texts without a position", .damage)
    }
    let text = BoardText(
      words: String(decoding: content.bytes[content.range], as: UTF8.self),
      box: Rect(minX: x, minY: y, maxX: x + (wrap ?? 0), maxY: y), size: size, lineHeight: Self.lineHeight,
      alignment: alignment ?? .left, wraps: wrap != nil, color: color ?? .black,
      weight: isBold ? BoardText.bold : BoardText.regular, hand: .first)
    if let address {
      if ink.keepsParts {
        try ink.append(
          KeptPart(.link(address), in: text.extent), line: place.line, column: place.column)
      } else {
        ink.report.omit("addresses of links")
      }
    }
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
    let (place, box, attachment) = (place, box, file.archive == nil ? nil : document.attachment)
    let content = try document.text(&ink.report)
    guard let box else { return ink.report.omit("images without a place", .damage) }
    let data = content.bytes[content.range].filter { !ASCII.isSpace($0) && $0 != ASCII.newline }
    var image = String(decoding: data, as: UTF8.self)
    if let attachment {
      guard let picture = file.picture(attachment) else { return ink.report.omit("images that are not in the file") }
      image = picture
    }
    guard let formula, !ImagePart.isPicture(image) else { return try ink.appendImage(image, box, at: place) }
    if ink.keepsParts, let picture = try? Base64.decoded(Array(image.utf8).span), picture.starts(with: "%PDF".utf8) {
      let formula = KeptPart(.formula(picture: picture, source: formula), in: box)
      return try ink.append(formula, line: place.line, column: place.column)
    }
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
