import Archive
import Files
import JSON
import TouchLog

/// A document of the reMarkable's cloud and apps, `.rmdoc`: a zip archive with a `.content` file, which lists the pages,
/// and an `.rm` file for each page that was written on.
struct RemarkableNotebook: Sendable {
  /// A page that was not deleted.
  private struct Page: Sendable {
    var id: String
    /// The position among the pages: texts that sort as their bytes do.
    var order: String
    /// The name of the paper, whose picture is on the tablet only.
    var template: String
    /// Whether it lies on a page of a PDF.
    var isOnDocument: Bool
  }

  private let archive: ZipArchive
  private let name: String
  private let options: ImportOptions
  private let pages: [Page]
  /// The members with the ink of the pages, by the pages' ids.
  private var members: [String: ZipArchive.Member] = [:]

  /// Whether a member of an archive is of a notebook. Some names begin with a slash.
  static func recognizes(member: String) -> Bool {
    let name = member.split(separator: "/").last ?? ""
    return [".content", ".metadata", ".pagedata", ".rm"].contains { name.hasSuffix($0) }
  }

  static func pages(of bytes: [UInt8], name: String, options: ImportOptions) throws(LogReadError) -> PagedReader {
    let notebook = try RemarkableNotebook(bytes, name: name, options: options)
    guard !notebook.pages.isEmpty else {
      throw .malformed(
        LogError(
          location: LogLocation(file: name, byte: 0),
          reason: .unexpected("a document without pages", expected: "pages in its .content file")))
    }
    return try PagedReader(
      name, count: notebook.pages.count, from: options.firstPage, report: ImportReport.remarkable
    ) { page throws(LogReadError) in try notebook.ink(of: notebook.pages[page - 1]) }
  }

  private init(_ bytes: [UInt8], name: String, options: ImportOptions) throws(LogReadError) {
    (self.name, self.options) = (name, options)
    let archive = try Self.reading(name, options) { () throws(ZipError) in try ZipArchive(bytes) }
    self.archive = archive
    guard let content = archive.members.first(where: { $0.name.hasSuffix(".content") }) else {
      throw .malformed(
        LogError(
          location: LogLocation(file: name, byte: 0),
          reason: .unexpected("a zip archive without it", expected: "a .content file")))
    }
    let text = try Self.reading(name, options) { () throws(ZipError) in
      try archive.contents(of: content, limit: options.fileLimit)
    }
    pages = try Self.pages(in: WebDocument(text, name: "\(name)/\(content.name)").root)
    for member in archive.members where member.name.hasSuffix(".rm") {
      let file = member.name.split(separator: "/").last ?? ""
      members[String(file.dropLast(3))] = member
    }
  }

  private static func reading<Value>(
    _ name: String, _ options: ImportOptions, _ body: () throws(ZipError) -> Value
  ) throws(LogReadError) -> Value {
    do throws(ZipError) {
      return try body()
    } catch {
      throw .malformed(
        LogError(
          location: LogLocation(file: name, byte: error.offset),
          reason: error.isLimit
            ? .tooMuchMemory("the archive", limit: options.memoryLimit)
            : .unexpected(error.description, expected: "a document of reMarkable")))
    }
  }

  /// The pages in their order. Older documents list their ids alone.
  private static func pages(in content: JSONValue) throws(LogReadError) -> [Page] {
    var pages: [Page] = []
    guard let entries = content["cPages"]?["pages"] else {
      for entry in try content["pages"]?.checkedElements() ?? content.elementSequence {
        let id = try rethrowing(as: LogReadError.malformed) { () throws(LogError) in try entry.string() }
        pages.append(Page(id: id, order: "", template: "", isOnDocument: false))
      }
      return pages
    }
    for entry in try entries.checkedElements() {
      if try entry["deleted"]?.number(of: "value", .atLeast(0)) ?? 0 != 0 { continue }
      pages.append(
        Page(
          id: try entry.text(of: "id") ?? "", order: try entry["idx"]?.text(of: "value") ?? "",
          template: try entry["template"]?.text(of: "value") ?? "", isOnDocument: entry["redir"] != nil))
    }
    // Pages at the same position keep the order of the file.
    return pages.enumerated().sorted { a, b in
      if a.element.order == b.element.order { return a.offset < b.offset }
      return a.element.order.utf8.lexicographicallyPrecedes(b.element.order.utf8)
    }
    .map(\.element)
  }

  /// The ink of a page; none if nothing was written on it.
  private func ink(of page: Page) throws(LogReadError) -> ImportedInk {
    var report = ImportReport()
    if !["", "Blank"].contains(page.template) { report.omit("papers of the tablet: \(page.template)") }
    if page.isOnDocument { report.omit("pages of the document under the ink") }
    guard let member = members[page.id] else {
      return try RemarkablePage().ink(report, of: [], name: name, options: options)
    }
    let bytes = try Self.reading(name, options) { () throws(ZipError) in
      try archive.contents(of: member, limit: options.fileLimit)
    }
    return try RemarkableFile(bytes: bytes, memoryLimit: options.memoryLimit)
      .ink(&report, name: "\(name)/\(member.name)", options: options)
  }
}

extension ImportReport {
  /// The report of a page or a document.
  static var remarkable: ImportReport {
    ImportReport(
      format: "reMarkable", ink: "strokes of a pen on the visible layers", unit: "1/226 inch, the tablet's pixels",
      timeBase: ImportRules.noTimes)
  }
}
