import ImportCore
import TouchLog

extension LogFormat {
  /// Documents and pages of the reMarkable tablets.
  package static let remarkable = LogFormat(
    "remarkable", "documents and pages of reMarkable tablets, .rmdoc and .rm", leavesOpen: [.page]
  ) { glimpse in
    glimpse.begins(with: RemarkableFile.mark) || glimpse.zipMembers.contains(where: RemarkableNotebook.recognizes)
  } open: { input, name, options throws(LogReadError) in
    let bytes = try input.readAll(name: name, options: options)
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      return try RemarkableNotebook.pages(of: bytes, name: name, options: options)
    }
    return try PagedReader(name, count: 1, from: options.firstPage, report: ImportReport()) {
      page throws(LogReadError) in
      var report = ImportReport.remarkable
      return try RemarkableFile(bytes: bytes, memoryLimit: options.memoryLimit)
        .ink(&report, name: name, options: options)
    }
  }
}

/// A .rm file: a header with the version, then a page.
struct RemarkableFile {
  let bytes: [UInt8]
  /// In bytes.
  let memoryLimit: Int

  /// The first bytes of all files, before the version.
  static let mark: StaticString = "reMarkable .lines file, version="

  /// The length of the header, which is padded with blanks.
  private static let headerLength = 43

  /// The ink of the page.
  /// - Parameter name: The file, for messages.
  func ink(
    _ report: inout ImportReport, isLandscape: Bool = false, name: String, options: ImportOptions
  ) throws(LogReadError) -> ImportedInk {
    var page: RemarkablePage
    do throws(Fault) {
      page = try self.page(&report)
    } catch {
      throw .malformed(LogError(location: LogLocation(file: name, byte: error.offset), reason: error.reason))
    }
    page.isLandscape = isLandscape
    return try page.ink(report, of: bytes, name: name, options: options)
  }

  private func page(_ report: inout ImportReport) throws(Fault) -> RemarkablePage {
    let start = Self.mark.utf8CodeUnitCount
    guard bytes.starts(with: "\(Self.mark)".utf8) else {
      throw Fault(.unexpected("another beginning", expected: "\"\(Self.mark)\""), at: 0)
    }
    guard bytes.count >= Self.headerLength else {
      throw Fault(.cutOff(expected: "a header of \(Self.headerLength) bytes"), at: bytes.count)
    }
    let text = String(decoding: bytes[start..<Self.headerLength].prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    report.format += ", version \(text)"
    switch text {
    case "3": return try RemarkablePage(bytes, from: Self.headerLength, version: 3, report: &report)
    case "4": return try versionFour(&report)
    case "5": return try RemarkablePage(bytes, from: Self.headerLength, version: 5, report: &report)
    case "6":
      var scene = RemarkableScene(bytes, memoryLimit: memoryLimit)
      try scene.readBlocks(from: Self.headerLength, report: &report)
      return scene.page(&report)
    default:
      throw Fault(.unexpected("version \"\(text)\"", expected: "version 3 to 6 of the format"), at: start)
    }
  }

  /// Version 4 has the layout of version 3 or of version 5, which differ by one value of a stroke. The layout that fits
  /// the file is used.
  private func versionFour(_ report: inout ImportReport) throws(Fault) -> RemarkablePage {
    for version in [5, 3] {
      var attempt = report
      guard let page = try? RemarkablePage(bytes, from: Self.headerLength, version: version, report: &attempt),
        attempt.omissions.isEmpty
      else { continue }
      attempt.assume("strokes are laid out as in version \(version)")
      report = attempt
      return page
    }
    throw Fault(.unexpected("another layout", expected: "strokes as in version 3 or 5"), at: Self.headerLength)
  }
}
