import Files

/// Which files a log may name: images, backgrounds and saved drawings.
///
/// A log that comes from somebody else is read with `.none` or `.belowLog`.
public enum FileAccess: String, Hashable, Sendable, CaseIterable {
  /// No file; images may still stand in the log as base64.
  case none
  /// Files in the log's folder and in the folders below it, after links are followed.
  case belowLog = "below-log"
  /// Every file that the process may read.
  case anywhere

  /// Whether a log in `directory` may read the file at `path`.
  /// - Parameters:
  ///   - path: As the process opens it.
  ///   - directory: The log's folder with its slash; empty for the current directory.
  func allows(_ path: String, from directory: String) -> Bool {
    switch self {
    case .none: return false
    case .anywhere: return true
    case .belowLog:
      let folder = directory.isEmpty ? "." : directory
      // A file that does not exist is refused as such when it is opened; its folder decides here.
      guard let root = resolvedPath(folder), let file = resolvedPath(path) ?? resolvedPath(FilePath.directory(of: path))
      else { return false }
      return root == "/" || file == root || file.hasPrefix(root + "/")
    }
  }
}
