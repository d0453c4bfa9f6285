import DoodleKit

/// Writes goldens one by one. Tables are changed once, by `finish()`.
struct Accepting {
  private let checker: Checker
  private let store: GoldenStore?
  private let console: Console
  /// The rows to set in the table of each folder, by their names; nil for one to remove.
  private var changes: [String: [String: GoldenTable.Row?]] = [:]
  private(set) var count = 0
  private(set) var removedCount = 0

  /// - Parameter store: How to store goldens; nil for the form of the log's golden, else that of its folder, else PNG.
  init(checker: Checker, store: GoldenStore?, in console: Console) {
    (self.checker, self.store, self.console) = (checker, store, console)
  }

  /// Writes the golden of a log.
  /// - Returns: A line of output that reports it.
  mutating func accept(_ golden: GoldenCase, _ result: CheckResult) throws(CommandError) -> String {
    if checker.program != nil, let png = result.images?.actual {
      let path = golden.picture ?? "\(golden.folder)\(golden.name).png"
      try GoldenWriter.write(try GoldenWriter.marked(png, named: golden.name, log: golden.log), to: path, in: console)
      count += 1
      return "\(result.verdict.rawValue)  \(printable(golden.log)) -> \(printable(path))\n"
    }
    let drawn = try checker.draw(golden)
    let store = self.store ?? (golden.hasGolden ? nil : golden.isAmongHashes ? .hash : .png)
    let storesPicture = golden.picture != nil || store == .png || store == .both
    let storesHash = golden.row != nil || store == .hash || store == .both
    if storesHash, !GoldenTable.canHold(golden.name) {
      throw .input(
        path: golden.log,
        message: "goldens.tsv cannot store this name: it begins with # or contains control characters; use --store png")
    }
    var files: [String] = []
    if storesPicture {
      let path = golden.picture ?? "\(golden.folder)\(golden.name).png"
      try GoldenWriter.write(try GoldenWriter.png(of: drawn, named: golden.name, path: path), to: path, in: console)
      files.append(path)
    }
    if storesHash {
      let row = GoldenWriter.row(of: drawn, named: golden.name, chain: try checker.chain(of: drawn))
      changes[golden.folder, default: [:]][golden.name] = .some(row)
      files.append(golden.folder + GoldenTable.fileName)
    }
    count += 1
    return "\(result.verdict.rawValue)  \(printable(golden.log)) -> \(printable(files.joined(separator: ", ")))\n"
  }

  /// Removes a golden without a log.
  /// - Returns: A line of output that reports it.
  mutating func remove(_ stale: StaleGolden) throws(CommandError) -> String {
    switch stale {
    case .picture(let path): try withFiles { () throws(FileError) in try removeFile(path) }
    case .row(let folder, let name): changes[folder, default: [:]].updateValue(nil, forKey: name)
    }
    removedCount += 1
    return "removed  \(printable(stale.path))\n"
  }

  /// Changes the tables. An empty one is removed.
  ///
  /// Each is read again under a lock, so that the rows of another run that changes it at the same time are kept.
  func finish() throws(CommandError) {
    for (folder, rows) in changes.sorted(by: { $0.key < $1.key }) {
      let lock = try withFiles { () throws(FileError) in try DirectoryLock(folder) }
      defer { withExtendedLifetime(lock) {} }
      var table = try GoldenTable(ofFolder: folder)
      for (name, row) in rows { table[name] = row }
      let path = folder + GoldenTable.fileName
      if table.isEmpty {
        try withFiles { () throws(FileError) in if try isFile(path) { try removeFile(path) } }
      } else {
        try GoldenWriter.write(Array(table.text.utf8), to: path, in: console)
      }
    }
  }
}
