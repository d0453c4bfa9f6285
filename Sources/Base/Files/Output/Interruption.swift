import CProcess
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Removes temporary files when a signal ends the process.
package enum Interruption {
  /// Makes SIGINT, SIGTERM, SIGHUP and SIGQUIT remove the temporary files of up to 64 open `OutputFile`s and end the
  /// process with code 128 + the signal's number.
  ///
  /// The signals of a crash remove them, too, and then do what they usually do; but a process that crashes because it
  /// lacks memory ends with `outOfMemoryCode`. A signal that was ignored when the process started (as `nohup` does) stays
  /// ignored. SIGPIPE and SIGXFSZ are ignored, so that a closed pipe or a file beyond the size limit is an error of the
  /// write.
  /// - Parameter outOfMemoryCode: The exit code of a process that lacks memory.
  package static func install(outOfMemoryCode: Int32) {
    _ = temporaryPaths[0].load(ordering: .relaxed)
    memoryCode.store(outOfMemoryCode, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      var before = sigaction()
      _ = unsafe sigaction(number, nil, &before)
      if !before.isIgnored {
        var action = sigaction(handler: removeTemporaryFilesAndExit)
        _ = unsafe sigaction(number, &action, nil)
      }
    }
    for number in [SIGPIPE, SIGXFSZ] {
      _ = signal(number, SIG_IGN)
    }
    for number in [SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV] {
      var action = sigaction(handler: removeTemporaryFilesAndRaise)
      _ = unsafe sigaction(number, &action, nil)
    }
    unblock([SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    on_lack_of_memory { endForLackOfMemory() }
  }

  /// A parent may have started the process with signals blocked.
  private static func unblock(_ numbers: [Int32]) {
    var held = sigset_t()
    _ = unsafe sigemptyset(&held)
    for number in numbers { _ = unsafe sigaddset(&held, number) }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &held, nil)
  }

  /// Ends the process when it has run for some time: temporary files are removed.
  /// - Parameters:
  ///   - microseconds: More than 0.
  ///   - message: What is then written to standard error.
  ///   - code: The exit code of the process.
  package static func limitTime(toMicroseconds microseconds: Int, message: String, code: Int32) {
    guard let text = unsafe strdup(message) else { return }
    timeLimitMessage.store(UInt(bitPattern: text), ordering: .relaxed)
    timeLimitCode.store(code, ordering: .releasing)
    var action = sigaction(handler: removeTemporaryFilesAndEndLate)
    _ = unsafe sigaction(SIGALRM, &action, nil)
    unblock([SIGALRM])
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let time = timeval(tv_sec: seconds, tv_usec: rest)
    var timer = itimerval(it_interval: timeval(), it_value: time)
    #if canImport(Glibc)
      _ = unsafe setitimer(Int32(ITIMER_REAL.rawValue), &timer, nil)
    #else
      _ = unsafe setitimer(Int32(ITIMER_REAL), &timer, nil)
    #endif
  }

  /// Makes allocations fail that would give the process more than `bytes` of data, which ends it with the code for a
  /// lack of memory. Does nothing if the system has set a lower limit.
  /// - Parameter message: What is then written to standard error.
  package static func limitMemory(to bytes: Int, message: String) {
    guard ProcessMemory.limit(to: bytes), let text = unsafe strdup(message) else { return }
    memoryLimitMessage.store(UInt(bitPattern: text), ordering: .releasing)
  }

  /// Runs `body` while the signals that end the process wait.
  ///
  /// A file gets or loses its name and its entry in the table in two steps, between which a signal would leave it
  /// behind, or remove a file of another process that has the name by now. Signals to this thread are blocked, and a
  /// handler on another thread waits for this one. The threads that this module starts get no signals.
  /// - Parameter body: Must not allocate or free memory, because the other thread may hold the lock of the heap.
  static func holdingSignals<Result>(_ body: () -> Result) -> Result {
    var held = sigset_t()
    var before = sigset_t()
    _ = unsafe sigemptyset(&held)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM] { _ = unsafe sigaddset(&held, number) }
    _ = unsafe pthread_sigmask(SIG_BLOCK, &held, &before)
    holders.add(1, ordering: .sequentiallyConsistent)
    if isEnding.load(ordering: .sequentiallyConsistent) {
      // The process is ending: no more files may be created.
      holders.subtract(1, ordering: .sequentiallyConsistent)
      while true { pause() }
    }
    let result = body()
    let code = errno
    holders.subtract(1, ordering: .sequentiallyConsistent)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = code
    return result
  }

  /// A path for the table of files to remove.
  struct Ticket {
    /// The address of a C string; 0 if a signal handler uses it.
    fileprivate var address: UInt
    fileprivate var slot: Int?

    /// Copies the path; nil if there is no memory. The ticket must be discarded.
    init?(_ path: String) {
      guard let copy = unsafe strdup(path) else { return nil }
      address = UInt(bitPattern: copy)
    }

    /// Frees the copy of the path, which must not be in the table.
    func discard() {
      unsafe free(UnsafeMutableRawPointer(bitPattern: address))
    }
  }

  /// Adds the ticket's path to the table of files to remove. If the table is full, a signal leaves the file behind.
  static func register(_ ticket: inout Ticket) {
    for slot in temporaryPaths.indices {
      let (placed, _) = temporaryPaths[slot].compareExchange(
        expected: 0, desired: ticket.address, ordering: .acquiringAndReleasing)
      if placed {
        ticket.slot = slot
        return
      }
    }
  }

  /// Removes the ticket's path from the table.
  static func unregister(_ ticket: inout Ticket) {
    guard let slot = ticket.slot else { return }
    let (taken, _) = temporaryPaths[slot].compareExchange(
      expected: ticket.address, desired: 0, ordering: .acquiringAndReleasing)
    // If the entry has changed, the signal handler has taken it on another thread, and the process is about to end.
    if !taken { ticket.address = 0 }
    ticket.slot = nil
  }
}

/// Addresses of C strings, 0 for a free entry.
private let temporaryPaths = InlineArray<64, Atomic<UInt>> { _ in Atomic(0) }

/// The number of threads that are between the two steps in which a file gets or loses its name and its entry.
private let holders = Atomic(0)
/// Whether a signal has begun to end the process.
private let isEnding = Atomic(false)

/// The message and the exit code for the time limit: the address of a C string.
private let timeLimitMessage = Atomic<UInt>(0)
private let timeLimitCode = Atomic<Int32>(0)

/// The message for the memory limit that the process has set itself: the address of a C string; 0 without a limit.
private let memoryLimitMessage = Atomic<UInt>(0)
/// The exit code of a process that lacks memory.
private let memoryCode = Atomic<Int32>(EXIT_FAILURE)

/// Waits for threads that are giving a file its name, but not for long: this thread may hold a lock that they need.
private func waitForHolders() {
  isEnding.store(true, ordering: .sequentiallyConsistent)
  var left = 500
  while holders.load(ordering: .sequentiallyConsistent) > 0, left > 0 {
    // No descriptor is ready: this only lets a millisecond pass.
    _ = System.waitUntilReady(-1, 0, milliseconds: 1)
    left -= 1
  }
}

private func removeTemporaryFilesAndExit(_ number: Int32) {
  waitForHolders()
  removeTemporaryFiles()
  _exit(128 + number)
}

private func removeTemporaryFilesAndRaise(_ number: Int32) {
  // The runtime aborts if an allocation fails, which has set `errno`. Without memory for its message it reads address 0.
  let lacksMemory = (number == SIGABRT || number == SIGSEGV) && errno == ENOMEM
  if lacksMemory { endForLackOfMemory() }
  removeTemporaryFiles()
  _ = signal(number, SIG_DFL)
  _ = raise(number)
}

private func endForLackOfMemory() -> Never {
  removeTemporaryFiles()
  let address = memoryLimitMessage.load(ordering: .acquiring)
  if let text = unsafe UnsafePointer<CChar>(bitPattern: address) {
    _ = unsafe System.writeBytes(STDERR_FILENO, text, strlen(text))
  } else {
    let text: StaticString = "doodle: error: out of memory: the system gives this process no more\n"
    _ = unsafe System.writeBytes(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
  _exit(memoryCode.load(ordering: .relaxed))
}

private func removeTemporaryFilesAndEndLate(_ number: Int32) {
  waitForHolders()
  removeTemporaryFiles()
  let address = timeLimitMessage.load(ordering: .relaxed)
  if let text = unsafe UnsafePointer<CChar>(bitPattern: address) {
    _ = unsafe System.writeBytes(STDERR_FILENO, text, strlen(text))
  }
  _exit(timeLimitCode.load(ordering: .acquiring))
}

/// Calls only functions that POSIX declares async-signal-safe, as its callers must.
private func removeTemporaryFiles() {
  var slot = 0
  while slot < temporaryPaths.count {
    let address = temporaryPaths[slot].exchange(0, ordering: .acquiringAndReleasing)
    if let path = unsafe UnsafePointer<CChar>(bitPattern: address) { _ = unsafe System.unlinkFile(path) }
    slot += 1
  }
}

extension sigaction {
  /// All other signals are blocked while the handler runs.
  fileprivate init(handler: @escaping @convention(c) (Int32) -> Void) {
    self.init()
    #if canImport(Glibc)
      unsafe __sigaction_handler.sa_handler = handler
    #else
      unsafe __sa_handler.sa_handler = handler
    #endif
    _ = unsafe sigfillset(&sa_mask)
  }

  fileprivate var isIgnored: Bool {
    #if canImport(Glibc)
      let handler = unsafe __sigaction_handler.sa_handler
    #else
      let handler = unsafe __sa_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
