#if FAULTS
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// Makes one system call of the process fail, for tests. Only in builds with the compile condition `FAULTS`.
  ///
  /// The environment variable `DOODLE_FAULT` is the number of the call, from 1, and how it fails, such as "7:EIO";
  /// "short" means that a read or a write transfers one byte, and "kill" that the process is killed before the call.
  /// `DOODLE_FAULT_COUNT` names a file that gets the number of calls and the name of the one that failed.
  enum InjectedFault {
    private enum Kind {
      case failure(Int32)
      case short
      case kill
    }

    private static let order: (number: Int, kind: Kind)? = {
      let text = unsafe getenv("DOODLE_FAULT").map { unsafe String(cString: $0) }
      guard let text, !text.isEmpty else { return nil }
      let parts = text.split(separator: ":")
      let codes: [Substring: Int32] = [
        "EIO": EIO, "ENOSPC": ENOSPC, "EINTR": EINTR, "EMFILE": EMFILE, "ENOMEM": ENOMEM,
      ]
      guard parts.count == 2, let number = Int(parts[0]) else { fatalError("DOODLE_FAULT is not N:KIND") }
      if parts[1] == "short" { return (number, .short) }
      if parts[1] == "kill" { return (number, .kill) }
      guard let code = codes[parts[1]] else { fatalError("DOODLE_FAULT has an unknown kind") }
      return (number, .failure(code))
    }()

    private static let count = Atomic(0)
    private static let struck = Mutex("")

    /// Counts a call, and returns whether it must fail; `errno` is then set.
    static func strikes(_ name: StaticString) -> Bool {
      let number = count.add(1, ordering: .relaxed).newValue
      guard let order, order.number == number else { return false }
      struck.withLock { $0 = "\(name)" }
      if case .kill = order.kind { raise(SIGKILL) }
      guard case .failure(let code) = order.kind else { return false }
      errno = code
      return true
    }

    /// Whether the next call, a read or a write, must transfer one byte.
    static func isShort(next name: StaticString) -> Bool {
      guard let order, case .short = order.kind else { return false }
      return count.load(ordering: .relaxed) + 1 == order.number
    }

    /// Writes the number of calls.
    static func report() {
      guard let path = unsafe getenv("DOODLE_FAULT_COUNT"), let file = unsafe fopen(path, "w") else { return }
      for byte in "\(count.load(ordering: .relaxed)) \(struck.withLock { $0 })\n".utf8 {
        _ = unsafe putc(Int32(byte), file)
      }
      _ = unsafe fclose(file)
    }
  }
#endif
