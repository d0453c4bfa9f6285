import Archive
import Files
import ImportCore
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
  /// Whether passages of a document are highlighted in files of their own.
  private let hasHighlights: Bool
  private let isLandscape: Bool
  /// The number of documents in the archive after the one that is read.
  private let otherCount: Int
  /// The number of pages of ink that the document does not list, as those that were deleted.
  private let unnamedCount: Int

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
      name, count: notebook.pages.count, from: options.firstPage, report: notebook.report
    ) { page throws(LogReadError) in try notebook.ink(ofPage: page - 1) }
  }

  private init(_ bytes: [UInt8], name: String, options: ImportOptions) throws(LogReadError) {
    (self.name, self.options) = (name, options)
    let archive = try Self.reading(name, options) { () throws(ZipError) in try ZipArchive(bytes) }
    self.archive = archive
    var (root, pages, others): (JSONValue?, [Page], Int) = (nil, [], 0)
    // Those of the tablet's folders have no pages.
    for content in archive.members where content.name.hasSuffix(".content") {
      let text = try Self.reading(name, options) { () throws(ZipError) in
        try archive.contents(of: content, limit: options.fileLimit)
      }
      let found = try WebDocument(text, name: "\(name)/\(content.name)").root
      let list = try Self.pages(in: found)
      if !pages.isEmpty, !list.isEmpty { others += 1 }
      if pages.isEmpty { (root, pages) = (found, list) }
    }
    guard let root else {
      throw .malformed(
        LogError(
          location: LogLocation(file: name, byte: 0),
          reason: .unexpected("a zip archive without it", expected: "a .content file")))
    }
    otherCount = others
    isLandscape = try root.text(of: "orientation") == "landscape"
    if let kind = try root.text(of: "fileType"), kind != "notebook", !kind.isEmpty, root["cPages"] == nil {
      for index in pages.indices { pages[index].isOnDocument = true }
    }
    if let papers = archive.members.first(where: { $0.name.hasSuffix(".pagedata") }), root["cPages"] == nil {
      let text = try Self.reading(name, options) { () throws(ZipError) in
        try archive.contents(of: papers, limit: options.fileLimit)
      }
      for (index, line) in text.split(separator: ASCII.newline, omittingEmptySubsequences: false).enumerated()
      where index < pages.count { pages[index].template = String(decoding: line, as: UTF8.self) }
    }
    self.pages = pages
    for member in archive.members where member.name.hasSuffix(".rm") {
      let file = member.name.split(separator: "/").last ?? ""
      members[String(file.dropLast(3))] = member
    }
    hasHighlights = archive.members.contains { $0.name.has(".highlights/") }
    // The first documents name the ink by the numbers of the pages.
    let known = Set(pages.enumerated().flatMap { [$1.id, String($0)] })
    unnamedCount = members.keys.count { !known.contains($0) }
  }

  private static func reading<Value>(
    _ name: String, _ options: ImportOptions, _ body: () throws(ZipError) -> Value
  ) throws(LogReadError) -> Value {
    do throws(ZipError) {
      return try body()
    } catch {
      throw .archive(error, in: name, expected: "a document of reMarkable", options)
    }
  }

  /// The pages in their order. Older documents list their ids alone.
  private static func pages(in content: JSONValue) throws(LogReadError) -> [Page] {
    var pages: [Page] = []
    guard let entries = content["cPages"]?["pages"] else {
      for entry in try content["pages"]?.checkedElements() ?? content.elementSequence {
        pages.append(Page(id: try entry.text(), order: "", template: "", isOnDocument: false))
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

  /// What the document as a whole lacks.
  private var report: ImportReport {
    var report = ImportReport.remarkable
    if hasHighlights { report.omit("highlighted passages in files of their own") }
    report.omit("other documents in the archive", count: otherCount)
    if otherCount == 0 { report.omit("pages of ink that the document does not list", count: unnamedCount, .unseen) }
    return report
  }

  /// The ink of a page; none if nothing was written on it.
  private func ink(ofPage index: Int) throws(LogReadError) -> ImportedInk {
    let page = pages[index]
    var report = ImportReport()
    if !["", "Blank"].contains(page.template) { report.omit("papers of the tablet: \(page.template)") }
    if page.isOnDocument { report.omit("pages of the document under the ink") }
    guard let member = members[page.id] ?? members[String(index)] else {
      var blank = RemarkablePage()
      blank.isLandscape = isLandscape
      return try blank.ink(report, of: [], name: name, options: options)
    }
    let bytes = try Self.reading(name, options) { () throws(ZipError) in
      try archive.contents(of: member, limit: options.fileLimit)
    }
    return try RemarkableFile(bytes: bytes, memoryLimit: options.memoryLimit)
      .ink(&report, isLandscape: isLandscape, name: "\(name)/\(member.name)", options: options)
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
