import DoodleKit

/// The logs that a command line names, with their goldens, and the goldens whose logs are gone.
struct GoldenSet: Sendable {
  private(set) var cases: [GoldenCase] = []
  private(set) var stale: [StaleGolden] = []
  private var folders: [String: GoldenFolder] = [:]

  /// - Parameter operands: Logs, with or without their extension, and folders, with what is in them.
  init(_ operands: [String]) throws(CommandError) {
    for operand in operands {
      if isDirectory(operand) { try add(folder: operand, depth: 0) } else { try add(log: operand) }
    }
    var seen: Set<String> = []
    cases = cases.filter { seen.insert($0.log).inserted }
      .sorted { $0.log.utf8.lexicographicallyPrecedes($1.log.utf8) }
    stale = Array(Set(stale)).sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private mutating func add(folder path: String, depth: Int) throws(CommandError) {
    // A link may lead back up.
    guard depth < 32 else { return }
    let folder = try open(path == "." ? "" : path)
    cases += folder.cases
    stale += try folder.stale()
    for name in folder.folders { try add(folder: folder.path + name, depth: depth + 1) }
  }

  private mutating func add(log path: String) throws(CommandError) {
    let log = isFile(path) ? path : "\(path).\(GoldenFolder.logExtension)"
    guard isFile(log) else { throw .file(FileError(operation: .open, path: path, code: FileError.noSuchFile)) }
    let slash = log.lastIndex(of: "/")
    let folder = try open(slash.map { String(log[...$0]) } ?? "")
    cases.append(folder.goldenCase(named: slash.map { String(log[log.index(after: $0)...]) } ?? log))
  }

  private mutating func open(_ path: String) throws(CommandError) -> GoldenFolder {
    if let known = folders[path] { return known }
    let folder = try GoldenFolder(path)
    folders[path] = folder
    return folder
  }
}
