#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The time, memory and output of a program that has ended.
struct ChildProcess {
  /// The elapsed time.
  var seconds: Double
  /// The user and system time of all its threads.
  var processorSeconds: Double
  /// Its peak resident memory, in bytes.
  var peakBytes: Int
  /// Its standard output.
  var output: String

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Runs a program with nothing on standard input.
  ///
  /// A process inherits its parent's peak memory, which the system then reports as its own. This process may be large.
  /// Therefore it starts a small copy of itself as a launcher, and the launcher starts and measures the program.
  ///
  /// - Parameters:
  ///   - words: The program, which is looked up in PATH unless it is a path, and its arguments.
  ///   - exitCode: The exit code that means success.
  static func run(_ words: [String], on processors: [Int], exitCode: Int = 0) throws -> ChildProcess {
    let list = processors.map(String.init).joined(separator: ",")
    let output = try read(["/proc/self/exe", launch, list] + words)
    guard
      let line = output.split(separator: "\n").last, line.hasPrefix(launch),
      case let fields = line.split(separator: " ").dropFirst().compactMap({ Double($0) }), fields.count == 4
    else { throw Failure(description: "\(words[0]) was not started") }
    // The status of a process that ended by itself is its exit code in the second byte.
    guard Int(fields[3]) == exitCode << 8 else {
      throw Failure(description: "\(words.joined(separator: " ")): status \(Int(fields[3]))")
    }
    return ChildProcess(
      seconds: fields[0], processorSeconds: fields[1], peakBytes: Int(fields[2]),
      output: String(output.dropLast(line.count + 1)))
  }

  /// The argument that makes this program a launcher.
  static let launch = "--launch"

  /// Runs as the launcher and exits, if the arguments ask for it.
  static func launchIfAsked(_ arguments: [String]) {
    guard arguments.count > 3, arguments[1] == launch else { return }
    Processors.restrict(to: arguments[2].split(separator: ",").compactMap { Int($0) })
    let start = now()
    guard let child = spawn(Array(arguments[3...]), output: nil) else { exit(1) }
    var status: Int32 = 0
    var usage = rusage()
    wait4(child, &status, 0, &usage)
    let seconds = now() - start
    print(launch, seconds, usage.ru_utime.seconds + usage.ru_stime.seconds, usage.ru_maxrss * 1024, status)
    exit(0)
  }

  /// Runs a program and returns what it writes to standard output.
  private static func read(_ words: [String]) throws -> String {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0, let child = spawn(words, output: ends[1]) else {
      throw Failure(description: "no process can be started")
    }
    close(ends[1])
    defer {
      close(ends[0])
      waitpid(child, nil, 0)
    }
    return String(decoding: bytes(from: ends[0]), as: UTF8.self)
  }

  /// Starts a program with nothing on standard input.
  /// - Parameter output: The descriptor that becomes its standard output; nil for the standard output of this process.
  private static func spawn(_ words: [String], output: Int32?) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    return posix_spawnp(&child, words[0], &actions, nil, &arguments, environ) == 0 ? child : nil
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) * 1e-6 }
}
