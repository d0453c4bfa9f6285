import CProcess

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The system calls on processes, threads and terminals.
extension System {
  // MARK: Other programs

  /// A file that has no name; nil if the system refuses it.
  static func openNameless() -> UnsafeMutablePointer<FILE>? {
    unsafe object("tmpfile") { unsafe tmpfile() }
  }

  /// Starts a program that is looked up in PATH, with the environment of this process. Returns 0 or an error code.
  static func startProgram(
    _ program: String, _ process: inout pid_t, _ actions: UnsafePointer<posix_spawn_file_actions_t>,
    _ words: UnsafePointer<UnsafeMutablePointer<CChar>?>
  ) -> Int32 {
    code("posix_spawnp") { unsafe posix_spawnp(&process, program, actions, nil, words, environ) }
  }

  /// The process if it has ended, 0 if it still runs.
  static func statusIfEnded(_ process: pid_t, _ status: inout Int32) -> pid_t {
    call("waitpid") { unsafe waitpid(process, &status, WNOHANG) }
  }

  static func send(_ signal: Int32, to process: pid_t) -> Int32 {
    call("kill") { kill(process, signal) }
  }

  // MARK: Threads

  /// Starts a thread that runs `body`, releases it, and runs `completion`. Returns 0 or an error code.
  static func startThread(
    _ body: @escaping @Sendable () -> Void, then completion: @escaping @Sendable () -> Void
  ) -> Int32 {
    code("pthread_create") {
      let box = unsafe Unmanaged.passRetained(ThreadBody(body, completion))
      let code = unsafe thread_start({ unsafe ThreadBody.run($0) }, box.toOpaque())
      if code != 0 { unsafe box.release() }
      return code
    }
  }

  // MARK: Terminals

  static func isTerminal(_ descriptor: Int32) -> Bool {
    call("isatty") { isatty(descriptor) == 1 ? 0 : -1 } == 0
  }

  static func terminalMode(_ descriptor: Int32, into mode: inout termios) -> Int32 {
    call("tcgetattr") { unsafe tcgetattr(descriptor, &mode) }
  }

  static func setTerminalMode(_ descriptor: Int32, _ mode: inout termios) -> Int32 {
    call("tcsetattr") { unsafe tcsetattr(descriptor, TCSADRAIN, &mode) }
  }

  static func terminalSize(_ descriptor: Int32, into size: inout winsize) -> Int32 {
    call("ioctl") { unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) }
  }

  // MARK: Failing

  /// Makes a call that returns 0 or an error code instead of setting `errno`.
  private static func code(_ name: StaticString, _ body: () -> Int32) -> Int32 {
    call(name) { () -> Int32 in
      errno = body()
      return errno == 0 ? 0 : -1
    } == 0 ? 0 : errno
  }
}

/// The body and the completion of a thread.
private final class ThreadBody: Sendable {
  private let body: @Sendable () -> Void
  private let completion: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void, _ completion: @escaping @Sendable () -> Void) {
    (self.body, self.completion) = (body, completion)
  }

  static func run(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe runBody(context)()
  }

  /// Runs the body, releases it, and returns the completion.
  @inline(never)
  private static func runBody(_ context: UnsafeMutableRawPointer) -> @Sendable () -> Void {
    let thread = unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue()
    thread.body()
    return thread.completion
  }
}
