import DoodleKit

/// A folder of logs and their goldens: pictures beside the logs, and a table of hashes.
struct GoldenFolder: Sendable {
  /// Ends in a slash; empty for the working directory.
  let path: String
  let table: GoldenTable
  /// The names of its files.
  let files: [String]
  /// The names of its folders, without hidden ones.
  let folders: [String]
  /// Whether it has goldens, all of them hashes.
  private let keepsHashes: Bool
  /// The pages of each log that may have goldens: the numbers at the ends of names.
  private let pages: [String: Set<Int>]

  static let logExtension = "jsonl"

  /// Lists a folder and reads its table.
  /// - Parameter path: "" or "." for the working directory.
  init(_ path: String) throws(CommandError) {
    self.path = path.isEmpty || path.hasSuffix("/") ? path : path + "/"
    let entries = try withFiles { () throws(FileError) in try Directory.entries(of: path.isEmpty ? "." : path) }
    files = entries.filter { !$0.isDirectory && !$0.isSpecial }.map(\.name)
    folders = entries.filter { $0.isDirectory && !$0.name.hasPrefix(".") }.map(\.name)
    var pages: [String: Set<Int>] = [:]
    func note(_ name: String) {
      if let (log, page) = Self.pageName(name) { pages[log, default: []].insert(page) }
    }
    for file in files where OutputPlan.fileExtension(of: file) == "png" { note(OutputPlan.stem(of: file)) }
    guard files.contains(GoldenTable.fileName) else {
      table = GoldenTable()
      keepsHashes = false
      self.pages = pages
      return
    }
    let tablePath = self.path + GoldenTable.fileName
    let bytes = try withFiles { () throws(FileError) in try InputFile(path: tablePath).readAll() }
    table = try GoldenTable(String(decoding: bytes, as: UTF8.self), path: tablePath)
    let names = Set(files)
    let hasPictures = files.contains { Self.isLog($0) && names.contains("\(OutputPlan.stem(of: $0)).png") }
    keepsHashes = !table.rows.isEmpty && !hasPictures
    for row in table.rows { note(row.name) }
    self.pages = pages
  }

  /// The folder's logs.
  var cases: [GoldenCase] {
    files.filter(Self.isLog).map(goldenCase(named:))
  }

  /// The case of one log.
  /// - Parameter file: The log's file name.
  func goldenCase(named file: String) -> GoldenCase {
    goldenCase(of: file, named: OutputPlan.stem(of: file), page: nil)
  }

  /// The case of a page of a log with several, whose golden has its number.
  /// - Throws: `CommandError.input` if another log has the name of that golden.
  func goldenCase(_ golden: GoldenCase, page: Int) throws(CommandError) -> GoldenCase {
    let other = "\(golden.name)-\(page).\(Self.logExtension)"
    guard !files.contains(other) else {
      throw .input(path: golden.log, message: "the golden of page \(page) would be that of \(other); rename a log")
    }
    return goldenCase(of: FilePath.name(of: golden.log), named: "\(golden.name)-\(page)", page: page)
  }

  private func goldenCase(of file: String, named name: String, page: Int?) -> GoldenCase {
    GoldenCase(
      log: path + file, folder: path, name: name, page: page, row: table[name],
      picture: files.contains("\(name).png") ? "\(path)\(name).png" : nil, isAmongHashes: keepsHashes)
  }

  /// The goldens of pages that a log does not have.
  /// - Parameter count: The number of its pages; 1 for a log without pages, whose golden has no number.
  func stalePages(of golden: GoldenCase, count: Int) throws(CommandError) -> [StaleGolden] {
    var names = count > 1 ? [golden.name] : []
    for page in (pages[golden.name] ?? []).sorted() where count == 1 || page > count {
      if !files.contains("\(golden.name)-\(page).\(Self.logExtension)") { names.append("\(golden.name)-\(page)") }
    }
    var pictures: [String] = []
    for name in names where files.contains("\(name).png") {
      if try isGolden("\(name).png") { pictures.append("\(name).png") }
    }
    try removeNamed(from: &pictures)
    return pictures.map { StaleGolden.picture(path: path + $0) }
      + names.filter { table[$0] != nil }.map { StaleGolden.row(folder: path, name: $0) }
  }

  /// The parts of a name such as "notes-12"; nil if it does not end in the number of a page.
  private static func pageName(_ name: String) -> (log: String, page: Int)? {
    guard let dash = name.utf8.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    let (log, digits) = (String(name[..<dash]), String(name[name.utf8.index(after: dash)...]))
    guard let page = Int(digits), page > 0, "\(page)" == digits else { return nil }
    return (log, page)
  }

  private static func isLog(_ file: String) -> Bool {
    OutputPlan.fileExtension(of: file) == logExtension && !file.hasPrefix(".")
  }

  /// The goldens without a log. A PNG counts only if `accept` marked it as the golden of this name, and no log of the
  /// folder names it as an image.
  func stale() throws(CommandError) -> [StaleGolden] {
    let names = Set(cases.map(\.name))
    // Those of pages are left to `stalePages`.
    func isNamed(_ name: String) -> Bool {
      names.contains(name) || Self.pageName(name).map { names.contains($0.log) } ?? false
    }
    var pictures: [String] = []
    for file in files where OutputPlan.fileExtension(of: file) == "png" && !file.hasPrefix(".") {
      if !isNamed(OutputPlan.stem(of: file)), try isGolden(file) { pictures.append(file) }
    }
    try removeNamed(from: &pictures)
    return pictures.map { StaleGolden.picture(path: path + $0) }
      + table.rows.map(\.name).filter { !isNamed($0) }.map { StaleGolden.row(folder: path, name: $0) }
  }

  /// Removes the pictures that logs of the folder name as images.
  private func removeNamed(from pictures: inout [String]) throws(CommandError) {
    for golden in cases where !pictures.isEmpty {
      let log = try withFiles { () throws(FileError) in try InputFile(path: golden.log).readAll() }
      pictures.removeAll { Self.holds(log.span, Array($0.utf8)) }
    }
  }

  /// Whether `accept` marked a picture as the golden of the log with its name.
  /// - Throws: `CommandError` if the system fails to read it. A file that cannot be opened or is damaged is not a
  ///   golden.
  private func isGolden(_ file: String) throws(CommandError) -> Bool {
    do {
      let texts = try PNGTexts.read(from: InputFile(path: path + file))
      return texts[GoldenWriter.logNameKey] == GoldenWriter.text(ofLogNamed: OutputPlan.stem(of: file))
    } catch let error as FileError where error.isSystemFailure {
      throw .file(error)
    } catch ImageError.file(let error) {
      throw .file(error)
    } catch {
      return false
    }
  }

  /// Whether `bytes` contain `word`.
  private static func holds(_ bytes: Span<UInt8>, _ word: [UInt8]) -> Bool {
    guard let first = word.first, bytes.count >= word.count else { return false }
    return (0...bytes.count - word.count).contains { start in
      bytes[start] == first && word.indices.allSatisfy { bytes[start + $0] == word[$0] }
    }
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
      return name == file || OutputPlan.stem(of: name) == file
    case .row(_, let name):
      return name == file
    }
  }
}
