import DoodleKit

/// The logs that a command line names, with their goldens, and the goldens without a log.
struct GoldenSet: Sendable {
  private(set) var cases: [GoldenCase] = []
  private(set) var stale: [StaleGolden] = []
  /// The rules in searched folders that are of no recording.
  private(set) var strayRules: [String] = []
  /// What chose the recordings, stale goldens and stray rules.
  private(set) var sieve: GoldenSelection.Sieve
  private var folders: [String: GoldenFolder] = [:]
  /// The folders already searched: links may lead to a folder twice, or to its parent.
  private var visited: Set<FileIdentity> = []

  /// - Parameter operands: Logs, goldens without a log (both with or without extension), and folders, which are searched.
  init(_ operands: [String], _ selection: GoldenSelection = GoldenSelection()) throws(CommandError) {
    sieve = GoldenSelection.Sieve(selection)
    for operand in operands {
      let isFolder = try withFiles { () throws(FileError) in try isDirectory(operand) }
      if isFolder { try add(folder: operand) } else { try add(log: operand) }
    }
    var seen: Set<String> = []
    cases = cases.filter { seen.insert($0.log).inserted }
      .sorted { $0.log.utf8.lexicographicallyPrecedes($1.log.utf8) }
    stale = Array(Set(stale)).sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var sieve = sieve
    cases = cases.filter { sieve.holds($0.log) }
    stale = stale.filter { sieve.holds($0.operand) }
    strayRules = strayRules.sorted().filter { sieve.holds($0) }
    self.sieve = sieve
  }

  private mutating func add(folder path: String) throws(CommandError) {
    let identity = try withFiles { () throws(FileError) in try FileIdentity(path: path) }
    guard let identity, visited.insert(identity).inserted else { return }
    let folder = try open(path == "." ? "" : path)
    cases += folder.cases
    stale += try folder.stale()
    strayRules += folder.strayRules
    for name in folder.folders { try add(folder: folder.path + name) }
  }

  private mutating func add(log path: String) throws(CommandError) {
    // A golden belongs to the recording of the same name.
    let isPicture = path.hasSuffix(".png")
    if !isPicture, try withFiles({ () throws(FileError) in try isFile(path) }) {
      cases.append(try open(FilePath.directory(of: path)).goldenCase(named: FilePath.name(of: path)))
      return
    }
    let directory = FilePath.directory(of: path)
    if try withFiles({ () throws(FileError) in try isDirectory(directory.isEmpty ? "." : directory) }) {
      let (folder, name) = (try open(directory), FilePath.name(of: path))
      let named = folder.cases(of: isPicture ? String(name.dropLast(4)) : name)
      if !named.isEmpty {
        cases += named
        return
      }
    }
    try add(stale: path)
  }

  private mutating func add(stale path: String) throws(CommandError) {
    let folder = FilePath.directory(of: path)
    guard try withFiles({ () throws(FileError) in try isDirectory(folder.isEmpty ? "." : folder) }) else {
      throw .file(FileError(operation: .open, path: path, code: FileError.noSuchFile))
    }
    let found = try open(folder).stale().filter { $0.isNamed(FilePath.name(of: path)) }
    guard !found.isEmpty else { throw .file(FileError(operation: .open, path: path, code: FileError.noSuchFile)) }
    stale += found
  }

  /// The folder of cases.
  func folder(_ path: String) -> GoldenFolder {
    guard let folder = folders[path] else { preconditionFailure("a case comes from a folder") }
    return folder
  }

  private mutating func open(_ path: String) throws(CommandError) -> GoldenFolder {
    if let known = folders[path] { return known }
    let folder = try GoldenFolder(path)
    (folders[path], folders[folder.path]) = (folder, folder)
    return folder
  }
}
