import CProcess

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The value of an environment variable; nil if it is not set.
package func environment(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// The arguments of the process, without the program's name. `undecodable` has those that are not valid UTF-8, by their
/// index from 1.
///
/// Such an argument cannot be used as a path: converted to text, it would name another file. Bytes that are not ASCII
/// are escaped, as in "caf\\xE9.jsonl".
package func processArguments() -> (texts: [String], undecodable: [Int: String]) {
  var texts: [String] = []
  var undecodable: [Int: String] = [:]
  let arguments = unsafe process_arguments() ?? CommandLine.unsafeArgv
  // A process may be started without any argument, even its own name.
  var index = unsafe arguments[0] == nil ? 0 : 1
  while let bytes = unsafe arguments[index] {
    unsafe texts.append(String(cString: bytes))
    if unsafe String(validatingCString: bytes) == nil {
      undecodable[index] = unsafe (0..<strlen(bytes)).map { offset in
        let byte = unsafe UInt8(bitPattern: bytes[offset])
        if byte < 0x80 { return String(UnicodeScalar(byte)) }
        return "\\x" + String(byte, radix: 16, uppercase: true)
      }.joined()
    }
    index += 1
  }
  return (texts, undecodable)
}

/// Writes `text` to standard error. Errors are ignored.
package func writeToStandardError(_ text: String) {
  let bytes = Array(text.utf8)
  try? Descriptor(number: STDERR_FILENO, path: "-").writeAll(bytes.span)
}

/// The nanoseconds since some moment in the past, of a clock that nobody sets. Swift's own clocks are part of its library for
/// concurrency, which the command does not need.
package func monotonicTime() -> Int64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Ends the process with an exit code.
package func endProcess(_ code: Int32) -> Never {
  #if FAULTS
    InjectedFault.report()
  #endif
  exit(code)
}

/// The number of processors that this process may use, which its user or container can limit.
public func processorCount() -> Int {
  let allowed = Int(allowed_processor_count())
  return allowed > 0 ? allowed : max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
