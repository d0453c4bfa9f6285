#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Runs other programs.
package enum ChildProcess {
  /// The exit code of a program and everything that it wrote to standard output and standard error.
  package struct Result: Sendable {
    /// The exit code; 128 plus the signal's number if a signal ended the program.
    package var status: Int32
    /// Whether it took longer than it may, and was killed.
    package var isOverTime: Bool
    package var output: [UInt8]
    package var errors: [UInt8]
  }

  /// Runs a program to its end, with the environment of this process.
  ///
  /// The program's streams are files without names, so that neither program waits for the other.
  /// - Parameters:
  ///   - program: A path, or a name to look up in PATH.
  ///   - input: The program's whole standard input.
  ///   - outputLimit: The most that the program may write to each of its output streams, in bytes.
  ///   - timeLimit: How long it may run, in seconds.
  /// - Throws: `FileError` if the program cannot be started, or exceeds `outputLimit` and is killed.
  package static func run(
    _ program: String, _ arguments: [String], input: Span<UInt8>, outputLimit: Int = 1 << 28,
    timeLimit: Double = .infinity
  ) throws(FileError) -> Result {
    let streams = try (0..<3).map { _ throws(FileError) in try nameless() }
    defer { for stream in streams { try? stream.shut() } }
    try streams[0].writeAll(input)
    try streams[0].rewind()

    var actions = unsafe posix_spawn_file_actions_t()
    _ = unsafe posix_spawn_file_actions_init(&actions)
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() {
      _ = unsafe posix_spawn_file_actions_adddup2(&actions, stream.number, Int32(number))
    }
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var process = pid_t()
    let code = unsafe System.startProgram(program, &process, &actions, &words)
    guard code == 0 else { throw FileError(operation: .run, path: program, code: code) }
    var status: Int32 = 0
    var result = pid_t()
    var (isOver, isOverTime) = (false, false)
    let start = monotonicTime()
    repeat {
      result = System.statusIfEnded(process, &status)
      if result < 0 { throw FileError(operation: .run, path: program, code: errno) }
      guard result == 0 else { continue }
      if streams[1...].contains(where: { ((try? $0.status())?.size ?? 0) > outputLimit }) {
        isOver = true
        _ = System.send(SIGKILL, to: process)
      }
      if !isOverTime, Double(monotonicTime() - start) * 1e-9 > timeLimit {
        isOverTime = true
        _ = System.send(SIGKILL, to: process)
      }
      _ = usleep(500)
    } while result == 0
    if isOver { throw FileError(operation: .run, path: program, code: EFBIG) }
    let signal = status & 0x7F
    return Result(
      status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, isOverTime: isOverTime,
      output: try contents(of: streams[1]),
      errors: try contents(of: streams[2]))
  }

  /// A new temporary file that has no name.
  private static func nameless() throws(FileError) -> Descriptor {
    guard let file = unsafe System.openNameless() else {
      throw FileError(operation: .create, path: "a temporary file", code: errno)
    }
    defer { _ = unsafe fclose(file) }
    let number = unsafe System.duplicateAboveStandard(fileno(file))
    guard number >= 0 else { throw FileError(operation: .create, path: "a temporary file", code: errno) }
    return Descriptor(number: number, path: "a temporary file")
  }

  /// Everything that was written to a stream.
  private static func contents(of stream: Descriptor) throws(FileError) -> [UInt8] {
    try stream.rewind()
    var bytes: [UInt8] = []
    while try stream.readOnce(into: &bytes, atMost: 1 << 16) > 0 {}
    return bytes
  }
}
