/// An error of the operating system, and the file that it concerns.
public struct FileError: Error, Hashable, Sendable {
  /// The operation that failed.
  public enum Operation: String, Sendable {
    case open, read, write, rename, create, remove, list, run
  }

  public var operation: Operation
  /// The path as the user gave it; "-" for a standard stream.
  public var path: String
  /// The system's `errno`, or a code below that no system uses.
  public var code: Int32

  package init(operation: Operation, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The code of a file that became shorter than the part that was already read. No system uses this code.
  package static var wasTruncated: Int32 { -1 }
  /// The code of a file that a log names and may not read. No system uses this code.
  package static var notAllowed: Int32 { -2 }
  /// The code of a file that a log names which may read none. No system uses this code.
  package static var mayReadNone: Int32 { -7 }
  /// The code of a directory, a device, a pipe or a socket that should be a regular file. No system uses this code.
  package static var notRegular: Int32 { -3 }
  /// The code of a file that a log names and that must not be read yet. No system uses this code.
  package static var postponed: Int32 { -4 }
  /// The code of a file that another process has locked. No system uses this code.
  package static var inUse: Int32 { -5 }
  /// The code of an output that would replace a file which the run reads. No system uses this code.
  package static var isInput: Int32 { -6 }
}

extension FileError: CustomStringConvertible {
  /// For example "cannot open a.jsonl: no such file or directory", the same in every locale.
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
    if code == FileError.wasTruncated { return "it was truncated while it was read; start again" }
    if [FileError.notAllowed, FileError.mayReadNone].contains(code) {
      let why = code == FileError.mayReadNone ? "it may read none" : "it is not in the log's folder or below"
      return "the log may not read this file: \(why); if you trust the log, allow it to name any file"
    }
    if code == FileError.inUse { return "another run is writing it; wait for its end, or choose another output" }
    if code == FileError.isInput { return "it is an input; the output would replace it: give another name" }
    if code == FileError.notRegular { return "it is not a regular file" }
    if isMissing, operation == .create, !FilePath.directory(of: path).isEmpty {
      return "\(systemReason); make the folder \(FilePath.directory(of: path)) first"
    }
    if isNoDirectory, operation == .create { return "\(systemReason); a folder is needed: give another name" }
    if isDirectory, operation == .open {
      let example = path == "-" ? "" : ", such as \(path)\(path.hasSuffix("/") ? "" : "/")*.jsonl"
      return "\(systemReason); name its files\(example)"
    }
    return systemReason
  }
}

/// Runs `body` and converts the error that it throws.
///
/// - Parameter convert: Makes the error that this function throws.
@inlinable package func rethrowing<Result: ~Copyable, Inner: Error, Outer: Error>(
  as convert: (Inner) -> Outer, _ body: () throws(Inner) -> Result
) throws(Outer) -> Result {
  do throws(Inner) {
    return try body()
  } catch {
    throw convert(error)
  }
}
