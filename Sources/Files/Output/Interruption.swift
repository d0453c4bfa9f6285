import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Removes temporary files when a signal ends the process.
public enum Interruption {
  /// Makes SIGINT, SIGTERM and SIGHUP remove the temporary files of up to 16 open `OutputFile`s and end the process
  /// with code 128 + the signal's number.
  ///
  /// A signal that was ignored when the process started (as `nohup` does) stays ignored. SIGPIPE and SIGXFSZ are
  /// ignored, so that a closed pipe or a file beyond the size limit is an error of the write.
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
    // A parent may have started the process with signals blocked.
    var held = sigset_t()
    _ = unsafe sigemptyset(&held)
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = unsafe sigaddset(&held, number) }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &held, nil)
  }

  /// An entry in the table of files to remove.
  struct Ticket {
    fileprivate let slot: Int
    fileprivate let address: UInt
  }

  /// Adds `path` to the table of files to remove; nil if the table is full. A signal then leaves the file behind.
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
    // If the entry has changed, the signal handler has taken it on another thread, and the process is about to end.
    if taken { unsafe free(UnsafeMutableRawPointer(bitPattern: ticket.address)) }
  }
}

/// Addresses of C strings, 0 for a free entry. Whoever exchanges an address for 0 owns the string.
private let temporaryPaths = InlineArray<16, Atomic<UInt>> { _ in Atomic(0) }

/// Calls only unlink and _exit, which POSIX declares async-signal-safe.
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
