import DoodleKit

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Where data goes.
enum StandardOutput {
  /// Writes all of `text`.
  /// - Throws: `FileError` where the system refuses; a part of the text may have been written.
  static func write(_ text: String) throws(FileError) {
    if let code = writeAll(text, to: STDOUT_FILENO) {
      throw FileError(operation: .write, path: "-", code: code)
    }
  }
}

/// Where messages go.
enum StandardError {
  /// Writes `text` where that is possible: what cannot be said is not worth ending for.
  static func write(_ text: String) {
    _ = writeAll(text, to: STDERR_FILENO)
  }
}

/// Writes all of `text`, in as many pieces as the system wants.
/// - Returns: `errno` where the system refused.
private func writeAll(_ text: String, to descriptor: Int32) -> Int32? {
  let bytes = Array(text.utf8)
  var written = 0
  while written < bytes.count {
    // SAFETY: the range written lies within the array's bytes, which outlive the call.
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe write(descriptor, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
    }
    if count > 0 {
      written += count
    } else if errno != EINTR {
      return errno
    }
  }
  return nil
}

/// Makes writing to a pipe whose reader has gone an error, EPIPE, instead of the end of the process.
func ignoreClosedPipes() {
  _ = signal(SIGPIPE, SIG_IGN)
}
