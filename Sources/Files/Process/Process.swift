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

/// The arguments of the process that are not valid UTF-8, by their index, where 0 is the program's name.
///
/// Such an argument cannot be used as a path: converted to text, it would name another file. Bytes that are not ASCII
/// are escaped, as in "caf\\xE9.jsonl".
package func argumentsThatAreNotUTF8() -> [Int: String] {
  var arguments: [Int: String] = [:]
  for index in 1..<max(1, Int(CommandLine.argc)) {
    guard let bytes = unsafe CommandLine.unsafeArgv[index], unsafe String(validatingCString: bytes) == nil else {
      continue
    }
    arguments[index] = unsafe (0..<strlen(bytes)).map { offset in
      let byte = unsafe UInt8(bitPattern: bytes[offset])
      if byte < 0x80 { return String(UnicodeScalar(byte)) }
      return "\\x" + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
  return arguments
}

/// Writes `text` to standard error. Errors are ignored.
package func writeToStandardError(_ text: String) {
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

/// The number of processors that this process may use, which its user or container can limit.
public func processorCount() -> Int {
  let allowed = Int(allowed_processor_count())
  return allowed > 0 ? allowed : max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
