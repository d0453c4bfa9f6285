import CProcess

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Whether `descriptor` (0 standard input, 1 output, 2 error) is a terminal.
public func isTerminal(_ descriptor: Int32) -> Bool {
  isatty(descriptor) == 1
}

/// The value of an environment variable; nil where it is not set.
public func environment(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Whether `path` names a directory, or a link to one.
public func isDirectory(_ path: String) -> Bool {
  FileStatus(path: path, followingLinks: true)?.kind == .directory
}

/// The directory that relative paths begin in; "/" where it is gone.
public func currentDirectory() -> String {
  guard let path = unsafe getcwd(nil, 0) else { return "/" }
  defer { unsafe free(path) }
  return unsafe String(cString: path)
}

/// Makes a directory, and those that it is in.
/// - Throws: `FileError` where it cannot be made and is not there.
public func createDirectory(_ path: String) throws(FileError) {
  if path.isEmpty || isDirectory(path) { return }
  if let slash = path.lastIndex(of: "/") { try createDirectory(String(path[..<slash])) }
  let result = unsafe mkdir(path, 0o777)
  // Another program may have made it meanwhile.
  if result != 0, !isDirectory(path) { throw FileError(operation: .create, path: path, code: errno) }
}

/// The place of the first of the process's arguments that is not UTF-8, from 1; nil where all are. As text such an
/// argument names another file.
public func argumentThatIsNoText() -> Int? {
  (1..<max(1, Int(CommandLine.argc))).first { place in
    guard let bytes = unsafe CommandLine.unsafeArgv[place] else { return false }
    return unsafe String(validatingCString: bytes) == nil
  }
}

/// Takes a file away, if it is there.
/// - Throws: `FileError` where it stays.
public func removeFile(_ path: String) throws(FileError) {
  let result = unsafe unlink(path)
  if result != 0, errno != ENOENT, errno != ENOTDIR {
    throw FileError(operation: .remove, path: path, code: errno)
  }
}

/// How many processors this process may run on: all of the machine, unless its user or its container says otherwise.
public func processorCount() -> Int {
  let allowed = Int(allowed_processor_count())
  return allowed > 0 ? allowed : max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}

/// Writes `text` to standard error, as much of it as the system takes.
public func writeToStandardError(_ text: String) {
  let bytes = Array(text.utf8)
  try? Descriptor(number: STDERR_FILENO, path: "-").writeAll(bytes.span)
}

/// A clock that only goes forward, whatever becomes of the time of day.
public enum MonotonicClock {
  /// In seconds since a moment that is fixed while the machine runs.
  public static var now: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
