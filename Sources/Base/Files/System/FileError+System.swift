#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Error codes of the operating system.
extension FileError {
  /// Whether the reader of a pipe or socket has gone away. A command then ends quietly.
  package var isBrokenPipe: Bool { code == EPIPE }

  /// Whether a file exists that must not be replaced.
  package var isExistingFile: Bool { code == EEXIST }

  /// Whether the system failed, such as a disk or for lack of memory. Otherwise the path names no usable file.
  package var isSystemFailure: Bool {
    let ofPath = [
      EISDIR, EPERM, ENXIO, FileError.notAllowed, FileError.mayReadNone, FileError.notRegular, FileError.isInput,
    ]
    return !FileStatus.isAbsence(code) && !ofPath.contains(code)
  }

  /// The code of a missing file (ENOENT).
  package static var noSuchFile: Int32 { ENOENT }
  /// The code of a lack of memory (ENOMEM).
  package static var noMemory: Int32 { ENOMEM }

  var isMissing: Bool { code == ENOENT }
  var isDirectory: Bool { code == EISDIR }
  var isNoDirectory: Bool { code == ENOTDIR }

  /// The system's message for the code, beginning with a small letter.
  var systemReason: String {
    let words = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
