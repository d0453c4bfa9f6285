import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// What becomes of the temporary files when the process is told to stop.
public enum Interruption {
  /// From now on SIGINT, SIGTERM and SIGHUP remove the temporary files of every open `OutputFile` and end the process
  /// with code 128 + the signal's number.
  ///
  /// A signal that the process was started to ignore (as `nohup` does) stays ignored. A closed pipe and a file beyond
  /// the size limit come back as errors of the write (SIGPIPE and SIGXFSZ are ignored).
  public static func install() {
    _ = temporaryPaths[0].load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
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
    // A parent may have started the process with signals held back.
    var held = sigset_t()
    _ = unsafe sigemptyset(&held)
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = unsafe sigaddset(&held, number) }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &held, nil)
  }

  /// A place in the table of files to remove.
  struct Ticket {
    fileprivate let slot: Int
    fileprivate let address: UInt
  }

  /// Puts `path` on the table; nil where it is full, and the file would be left behind.
  static func register(_ path: String) -> Ticket? {
    guard let copy = unsafe strdup(path) else { return nil }
    let address = UInt(bitPattern: copy)
    for slot in temporaryPaths.indices {
      let (placed, _) = temporaryPaths[slot].compareExchange(
        expected: 0, desired: address, ordering: .acquiringAndReleasing)
      if placed { return Ticket(slot: slot, address: address) }
    }
    unsafe free(copy)
    return nil
  }

  static func unregister(_ ticket: Ticket) {
    let (taken, _) = temporaryPaths[ticket.slot].compareExchange(
      expected: ticket.address, desired: 0, ordering: .acquiringAndReleasing)
    // Where it was not taken, the handler has it, on another thread, and the process is about to end.
    if taken { unsafe free(UnsafeMutableRawPointer(bitPattern: ticket.address)) }
  }
}

/// Addresses of C strings, 0 where there is none. Whoever exchanges one for 0 owns it.
private let temporaryPaths = InlineArray<16, Atomic<UInt>> { _ in Atomic(0) }

/// Calls nothing but what POSIX calls async-signal-safe: unlink and _exit.
private func removeTemporaryFilesAndExit(_ number: Int32) {
  var slot = 0
  while slot < 16 {
    let address = temporaryPaths[slot].exchange(0, ordering: .acquiringAndReleasing)
    if let path = unsafe UnsafePointer<CChar>(bitPattern: address) { _ = unsafe unlink(path) }
    slot += 1
  }
  _exit(128 + number)
}

extension sigaction {
  /// The handler runs with all other signals held back.
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
