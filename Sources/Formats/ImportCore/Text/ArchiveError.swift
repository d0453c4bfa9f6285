import Archive
import TouchLog

extension LogReadError {
  /// The error for a zip archive that cannot be read.
  /// - Parameters:
  ///   - name: The archive as the user named it, for messages.
  ///   - expected: What the archive should be, such as "a zip archive with content.xml".
  package static func archive(
    _ error: ZipError, in name: String, expected: String, _ options: ImportOptions
  ) -> LogReadError {
    .malformed(
      LogError(
        location: LogLocation(file: name, byte: error.offset),
        reason: error.isLimit
          ? .tooMuchMemory("the archive", limit: options.memoryLimit)
          : .unexpected(error.description, expected: expected)))
  }
}
