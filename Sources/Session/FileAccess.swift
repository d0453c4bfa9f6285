import Files

/// Which files a log may name: images, backgrounds and saved drawings.
///
/// Use `.none` or `.belowLog` for logs from untrusted sources.
public enum FileAccess: String, Hashable, Sendable, CaseIterable {
  /// No file. Images embedded in the log as base64 are still read.
  case none
  /// Files in the log's folder and in the folders below it, after symbolic links are resolved.
  case belowLog = "below-log"
  /// Every file that the process may read.
  case anywhere

  /// Whether a log in `directory` may read the file at `path`.
  /// - Parameters:
  ///   - path: The path that the process would open.
  ///   - directory: The log's folder with a trailing slash; empty for the current directory.
  func allows(_ path: String, from directory: String) -> Bool {
    switch self {
    case .none: return false
    case .anywhere: return true
    case .belowLog:
      let folder = directory.isEmpty ? "." : directory
      // A missing file has no resolved path: its folder decides here, and opening it reports that it is missing.
      guard let root = resolvedPath(folder), let file = resolvedPath(path) ?? resolvedPath(FilePath.directory(of: path))
      else { return false }
      return root == "/" || file == root || file.hasPrefix(root + "/")
    }
  }
}
