extension FileError {
  /// A browser has no files, so codes have no meaning.
  var systemReason: String { "error \(code)" }
}
