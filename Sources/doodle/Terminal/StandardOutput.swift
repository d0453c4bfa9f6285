import DoodleKit

/// Where data goes.
enum StandardOutput {
  /// Writes all of `text`.
  /// - Throws: `FileError` where the system refuses; a part of the text may have been written.
  static func write(_ text: String) throws(FileError) {
    let output = try OutputFile(path: "-")
    let bytes = Array(text.utf8)
    try output.write(bytes.span)
    try output.commit()
  }
}

/// Where messages go.
enum StandardError {
  /// Writes `text` where that is possible: what cannot be said is not worth ending for.
  static func write(_ text: String) {
    writeToStandardError(text)
  }
}
