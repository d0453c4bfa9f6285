extension FileError {
  /// In a browser there are no files, so that no code has a meaning.
  var systemReason: String { "error \(code)" }
}
