import DoodleKit

/// A folder of recordings and their goldens: pictures beside the recordings, and a table of hashes.
struct GoldenFolder: Sendable {
  /// Ends in a slash; empty for the working directory.
  let path: String
  let table: GoldenTable
  /// The names of its folders, without hidden ones.
  let folders: [String]
  private let recordings: FolderRecordings
  /// The names of its pictures.
  private let pictures: Set<String>
  /// Whether it has goldens, all of them hashes.
  private let keepsHashes: Bool
  /// The pages of each recording that may have goldens: the numbers at the ends of names.
  private let pages: [String: Set<Int>]
  /// The pictures that `accept` made of recordings that are gone.
  private let strayPictures: [String]

  /// Lists a folder and reads its table.
  /// - Parameter path: "" or "." for the working directory.
  init(_ path: String) throws(CommandError) {
    self.path = path.isEmpty || path.hasSuffix("/") ? path : path + "/"
    let entries = try withFiles { () throws(FileError) in try Directory.entries(of: path.isEmpty ? "." : path) }
    let files = entries.filter { !$0.isDirectory && !$0.isSpecial }.map(\.name)
    folders = entries.filter { $0.isDirectory && !$0.name.hasPrefix(".") }.map(\.name)
    table = try files.contains(GoldenTable.fileName) ? GoldenTable(ofFolder: self.path) : GoldenTable()
    pictures = Set(files.filter { FilePath.fileExtension(of: $0) == "png" })
    var recordings = FolderRecordings(files, in: self.path)
    for row in table.rows { recordings.add(ofRow: row.name) }
    var strays: [String] = []
    for picture in pictures.sorted() where !picture.hasPrefix(".") && !recordings.own(FilePath.stem(of: picture)) {
      guard let mark = try Self.mark(of: self.path + picture) else { continue }
      if !recordings.add(of: picture, marked: mark) { strays.append(picture) }
    }
    strayPictures = strays
    self.recordings = recordings
    keepsHashes =
      !table.isEmpty && pictures.isDisjoint(with: recordings.files.map { "\(recordings.goldenName(of: $0)).png" })
    var pages: [String: Set<Int>] = [:]
    for name in pictures.map(FilePath.stem) + table.rows.map(\.name) {
      if let (log, page) = FolderRecordings.pageName(name) { pages[log, default: []].insert(page) }
    }
    self.pages = pages
  }

  /// The folder's recordings.
  var cases: [GoldenCase] { recordings.files.map(goldenCase(named:)) }

  /// The recordings whose golden has this name.
  func cases(of name: String) -> [GoldenCase] { recordings.files(ofGolden: name).map(goldenCase(named:)) }

  /// The paths of the rules that are of no recording.
  var strayRules: [String] { recordings.strayRules.map { path + $0 } }

  /// The case of one recording.
  /// - Parameter file: The recording's file name.
  func goldenCase(named file: String) -> GoldenCase {
    goldenCase(of: file, named: recordings.goldenName(of: file), page: nil)
  }

  /// The case of a page of a recording with several, whose golden has its number.
  /// - Throws: `CommandError.input` if another recording has the name of that golden.
  func goldenCase(_ golden: GoldenCase, page: Int) throws(CommandError) -> GoldenCase {
    if let other = recordings.files(ofGolden: "\(golden.name)-\(page)").first {
      throw .input(path: golden.log, message: "the golden of page \(page) would be that of \(other); rename a log")
    }
    return goldenCase(of: FilePath.name(of: golden.log), named: "\(golden.name)-\(page)", page: page)
  }

  private func goldenCase(of file: String, named name: String, page: Int?) -> GoldenCase {
    // A document has one rule for all pages, unless a page has its own.
    let rule = recordings.rule(ofGolden: name) ?? recordings.rule(ofGolden: recordings.goldenName(of: file))
    return GoldenCase(
      log: path + file, folder: path, name: name, page: page, row: table[name],
      picture: pictures.contains("\(name).png") ? "\(path)\(name).png" : nil, rule: rule.map { path + $0 },
      isAmongHashes: keepsHashes)
  }

  /// The goldens of pages that a recording does not have, also pictures that recordings name.
  /// - Parameter count: The number of its pages; 1 for a recording without pages, whose golden has no number.
  func stalePages(of golden: GoldenCase, count: Int) throws(CommandError) -> [StaleGolden] {
    var names = count > 1 ? [golden.name] : []
    for page in (pages[golden.name] ?? []).sorted() where count == 1 || page > count {
      if recordings.files(ofGolden: "\(golden.name)-\(page)").isEmpty { names.append("\(golden.name)-\(page)") }
    }
    var stale: [StaleGolden] = []
    for name in names where pictures.contains("\(name).png") {
      if try Self.mark(of: "\(path)\(name).png") != nil { stale.append(.picture(path: "\(path)\(name).png")) }
    }
    return stale + names.filter { table[$0] != nil }.map { StaleGolden.row(folder: path, name: $0) }
  }

  /// The goldens without a recording. A PNG counts only if `accept` marked it as the golden of this name, and no
  /// recording of the folder names it as an image. Those of pages are left to `stalePages`.
  func stale() throws(CommandError) -> [StaleGolden] {
    let rows = table.rows.map(\.name).filter { !recordings.own($0) }
    return try unnamed(strayPictures.map { .picture(path: path + $0) })
      + rows.map { StaleGolden.row(folder: path, name: $0) }
  }

  /// Leaves out the pictures that recordings of the folder name as images.
  func unnamed(_ stale: [StaleGolden]) throws(CommandError) -> [StaleGolden] {
    var names: Set<String> = []
    for case .picture(let path) in stale { names.insert(FilePath.name(of: path)) }
    let endings = Set(names.map { ".\($0.split(separator: ".").last ?? "")" })
    for file in recordings.files where !names.isEmpty {
      let text = try withFiles { () throws(FileError) in try InputFile(path: path + file).readAll() }
      // Few recordings name any picture.
      guard endings.contains(where: { text.span.holds($0) }) else { continue }
      for name in names where text.span.holds(name) { names.remove(name) }
    }
    return stale.filter { golden in
      if case .picture(let path) = golden { names.contains(FilePath.name(of: path)) } else { true }
    }
  }

  /// The text by which `accept` marked a picture as the golden of its name; nil if it did not.
  private static func mark(of picture: String) throws(CommandError) -> String? {
    guard let mark = try GoldenWriter.mark(in: picture) else { return nil }
    return GoldenWriter.isMark(mark, ofGolden: FilePath.stem(of: picture)) ? mark : nil
  }
}

/// A log and its golden, if there is one.
struct GoldenCase: Hashable, Sendable {
  /// The log's path.
  var log: String
  /// The log's folder: ends in a slash, or is empty.
  var folder: String
  /// The log's file name without its extension, and the number of the page, if it has several.
  var name: String
  /// The number of the page, from 1; nil for a log of one page.
  var page: Int?
  var row: GoldenTable.Row?
  /// The path of the golden picture.
  var picture: String?
  /// The path of its rule.
  var rule: String?
  /// Whether its folder has goldens, all of them hashes.
  var isAmongHashes: Bool

  var hasGolden: Bool { row != nil || picture != nil }

  /// Whether the golden exists in this form.
  func isStored(as store: GoldenStore) -> Bool {
    switch store {
    case .png: picture != nil
    case .hash: row != nil
    case .both: picture != nil && row != nil
    }
  }
}

/// A golden without a log.
enum StaleGolden: Hashable, Sendable {
  case picture(path: String)
  case row(folder: String, name: String)

  var path: String {
    switch self {
    case .picture(let path): path
    case .row(let folder, let name): "\(folder)\(GoldenTable.fileName): \(name)"
    }
  }

  /// Its name on a command line.
  var operand: String {
    switch self {
    case .picture(let path): path
    case .row(let folder, let name): folder + name
    }
  }

  /// Whether a file name, with or without extension, means this golden.
  func isNamed(_ file: String) -> Bool {
    switch self {
    case .picture(let path):
      let name = FilePath.name(of: path)
      return name == file || FilePath.stem(of: name) == file
    case .row(_, let name):
      return name == file
    }
  }
}
