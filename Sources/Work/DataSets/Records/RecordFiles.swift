import Files

/// A file of the input.
package struct RecordFile: Hashable, Sendable {
  /// The path; "-" is standard input.
  package var path: String

  package init(path: String) { self.path = path }

  /// The name of the folder in which a file lies; nil if its path does not contain it.
  package static func folder(of path: String) -> String? {
    let folder = FilePath.name(of: String(FilePath.directory(of: path).dropLast()))
    return ["", ".", ".."].contains(folder) ? nil : folder
  }
}

extension RecordFile {
  /// Whether a run has written the file beside its output: the lines of an array's rows, or those of errors.
  package func isOfRun() throws(FileError) -> Bool {
    let name = FilePath.name(of: path)
    guard name.hasSuffix(".rows.ndjson") || ".\(name)".hasSuffix(".errors.ndjson"), try isFile(path) else {
      return false
    }
    return try areLinesOfRecords(path)
  }

  /// The files that a path stands for: itself, or all files of a folder and below it, in the order of their bytes. Files
  /// and folders whose names begin with a dot are left out.
  /// - Throws: `FileError` if a folder cannot be read.
  package static func all(at path: String) throws(FileError) -> [RecordFile] {
    guard path != "-", try isDirectory(path) else { return [RecordFile(path: path)] }
    var trimmed = path[...]
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed = trimmed.dropLast() }
    var files: [RecordFile] = []
    try list(String(trimmed), depth: 0, into: &files)
    return files
  }

  /// The most nested folders. Without a limit, a link to a folder above it would be followed forever.
  private static let mostDepth = 40

  private static func list(_ folder: String, depth: Int, into files: inout [RecordFile]) throws(FileError) {
    for entry in try Directory.entries(of: folder) where !entry.name.hasPrefix(".") && !entry.isSpecial {
      let path = folder == "/" ? "/\(entry.name)" : "\(folder)/\(entry.name)"
      if !entry.isDirectory {
        files.append(RecordFile(path: path))
      } else if depth < mostDepth {
        try list(path, depth: depth + 1, into: &files)
      }
    }
  }
}
