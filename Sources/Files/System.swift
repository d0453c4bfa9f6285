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

/// How many processors the machine has.
public func processorCount() -> Int {
  max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
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
