extension FileError {
  /// A browser has no files, so codes have no meaning.
  var isMissing: Bool { false }
  var isDirectory: Bool { false }
  var isNoDirectory: Bool { false }
  var systemReason: String { "error \(code)" }
}
