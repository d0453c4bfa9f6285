#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// What the operating system refused, and of which file.
public struct FileError: Error, Hashable, Sendable {
  public enum Operation: String, Sendable {
    case open, read, write, rename, create, remove, list, run
  }

  public var operation: Operation
  /// The path as the user gave it; "-" for a standard stream.
  public var path: String
  /// The system's `errno`.
  public var code: Int32

  public init(operation: Operation, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The reader of a pipe or socket has gone away, which ends a command quietly.
  public var isBrokenPipe: Bool { code == EPIPE }
}

extension FileError: CustomStringConvertible {
  /// For instance "cannot open a.jsonl: no such file or directory", the same in every locale.
  public var description: String {
    "cannot \(operation) \(name): \(reason)"
  }

  private var name: String {
    guard path == "-" else { return path }
    switch operation {
    case .open, .read, .list, .run: return "standard input"
    case .write, .rename, .create, .remove: return "standard output"
    }
  }

  private var reason: String {
    if code == FileError.wasCutOff { return "it was cut off while it was read; begin again" }
    if code == FileError.outsideOfAccess { return "the log may not read this file; allow it with another file access" }
    let words = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}

extension FileError {
  /// The code of what is not there.
  public static var noSuchFile: Int32 { ENOENT }
  /// The code of a file that has become shorter than what was read of it. No system has it.
  public static var wasCutOff: Int32 { -1 }
  /// The code of a file that a log names and may not read. No system has it.
  package static var outsideOfAccess: Int32 { -2 }

  /// The error for a file that a log names and may not read.
  package static func notAllowed(_ path: String) -> FileError {
    FileError(operation: .open, path: path, code: outsideOfAccess)
  }
}
