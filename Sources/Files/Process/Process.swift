import CProcess

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The value of an environment variable; nil if it is not set.
public func environment(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// The index of the first process argument, from 1, that is not valid UTF-8; nil if all are valid.
///
/// Such an argument cannot be used as a path: converted to text, it would name another file.
public func argumentThatIsNotUTF8() -> Int? {
  (1..<max(1, Int(CommandLine.argc))).first { index in
    guard let bytes = unsafe CommandLine.unsafeArgv[index] else { return false }
    return unsafe String(validatingCString: bytes) == nil
  }
}

/// Writes `text` to standard error. Errors are ignored.
public func writeToStandardError(_ text: String) {
  let bytes = Array(text.utf8)
  try? Descriptor(number: STDERR_FILENO, path: "-").writeAll(bytes.span)
}

/// Ends the process with an exit code.
package func endProcess(_ code: Int32) -> Never {
  #if FAULTS
    Fault.report()
  #endif
  exit(code)
}

/// Prepares the heap for a process that allocates tens of megabytes. Must be called before other threads start.
package func prepareHeap() { heap_prepare() }

/// The number of processors that this process may use, which its user or container can limit.
public func processorCount() -> Int {
  let allowed = Int(allowed_processor_count())
  return allowed > 0 ? allowed : max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
