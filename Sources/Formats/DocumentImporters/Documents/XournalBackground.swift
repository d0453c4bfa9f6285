import Archive
import Files
import ImportCore
import JSON
import TouchLog
import XML

/// What lies under the ink of a page, as its element says.
struct XournalBackground {
  /// `solid`, `pixmap` or `pdf`.
  let type: String?
  /// Where the file is: `absolute`, `attach` or `clone`.
  let domain: String?
  let fileName: String?
  /// The number of the PDF's page, from 1.
  let pageNumber: Int?

  /// - Parameter reader: At the start of the element.
  init(_ reader: XMLReader) {
    (type, domain) = (reader.value("type"), reader.value("domain"))
    fileName = reader.value("filename")
    // Some versions write "3ll".
    let digits = reader.value("pageno").map { $0.utf8.prefix { ASCII.isDigit($0) } }
    pageNumber = digits.flatMap { Int(String(decoding: $0, as: UTF8.self)) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Finds the background of a page: its first element. Nil for another one.
  /// - Parameter page: The document after the tag that begins the page.
  init?(of page: XMLDocument) {
    guard let reader = page.firstChild("background") else { return nil }
    self.init(reader)
  }
}

extension XMLDocument {
  /// The reader at the start of the first child of the element that began last; nil if it has another name.
  fileprivate func firstChild(_ name: String) -> XMLReader? {
    var (document, report) = (self, ImportReport())
    while let event = try? document.next(&report) {
      switch event {
      case .start(let found): return document.reader.has(found, name) ? document.reader : nil
      case .end: return nil
      case .text: continue
      }
    }
    return nil
  }

  /// The name of the archive's file that is the content of the element that began last; nil if it has its own.
  var attachment: String? { firstChild("attachment")?.value("path") }
}

/// The file of a document: its name, the files beside it, and those in it if it is an archive.
struct XournalFile {
  /// The file as the user named it.
  let name: String
  let archive: ZipArchive?
  let limit: Int

  /// The name that a file beside the document has, relative to the document's folder.
  func sibling(_ name: String) -> String { FilePath.name(of: self.name) + "." + name }

  /// A picture in the archive, in base64; nil if there is none.
  func picture(_ name: String) -> String? {
    guard let archive, let member = archive.members.first(where: { $0.name == name }),
      let bytes = try? archive.contents(of: member, limit: limit)
    else { return nil }
    return String(decoding: Base64.encoded(bytes.span), as: UTF8.self)
  }
}

/// The PDF whose pages lie under those of a document.
struct XournalPDF {
  private var name: String?
  /// The numbers of the document's pages, and those of the PDF's pages below them; both from 1.
  private var pages: [(number: Int, below: Int)] = []

  mutating func add(_ background: XournalBackground?, ofPage number: Int, of file: XournalFile) {
    guard let background, background.type == "pdf" else { return }
    // Only the first page names the file.
    if name == nil, let found = background.fileName, Self.isPlain(found) {
      name = background.domain == "attach" && file.archive == nil ? file.sibling(found) : found
      // The program would take it for an option, or for a file of options.
      if let first = name?.utf8.first, "-@".utf8.contains(first) { name = "./" + (name ?? "") }
    }
    pages.append((number, background.pageNumber ?? number))
  }

  /// Reports the pages that are left out, and the commands that put the ink over them.
  func omit(from report: inout ImportReport, of file: XournalFile) {
    guard !pages.isEmpty else { return }
    let name = shellWord(name ?? "FILE.pdf")
    var command = "qpdf \(name) --overlay ink.pdf"
    if pages.contains(where: { $0.number != $0.below }) {
      // Pages that were inserted between those of the PDF are kept.
      let (below, numbers) = (Self.ranges(pages.map(\.below)), Self.ranges(pages.map(\.number)))
      command = "qpdf ink.pdf --underlay \(name) --from=\(below) --to=\(numbers)"
    }
    report.omit(
      "pages of \(name) under the ink, which \"doodle render --background none \(shellWord(file.name)) -o ink.pdf\" and"
        + " \"\(command) -- out.pdf\" show", count: pages.count)
  }

  /// Whether a name can be shown in a command.
  private static func isPlain(_ name: String) -> Bool {
    let hidden: Set<Unicode.GeneralCategory> = [
      .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned,
    ]
    return !name.isEmpty && name.utf8.count <= 200
      && name.unicodeScalars.allSatisfy { !hidden.contains($0.properties.generalCategory) }
  }

  /// A list of numbers, such as 1-3,5.
  private static func ranges(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, number - 1 == last.upperBound {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
  }
}
