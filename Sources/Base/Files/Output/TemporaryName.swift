#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The name of a temporary file: `.NAME.N.tmp` beside its target NAME, N counting from 0. The file is removed with the
/// object, unless it was moved.
///
/// A signal that ends the process removes the file too. A killed process leaves it behind; the next process that needs
/// the name removes it. A process holds a lock on such a file as long as it runs; unlike process numbers, locks are the
/// same in all containers. On a network file system, the file must also be an hour old, because machines may not see
/// each other's locks.
final class TemporaryName {
  private let path: String
  /// Nil if there was no memory for it.
  private var ticket: Interruption.Ticket?
  private let pathForErrors: String
  private var isMoved = false

  /// Gives a file a name that is free.
  ///
  /// - Parameters:
  ///   - path: The target as the user gave it, for errors.
  ///   - make: Makes a file of this name. Returns a negative number and sets `errno` if the system refuses, EEXIST if the
  ///     name is taken.
  /// - Returns: Nil if the system refuses. `errno` then says why.
  init?(beside target: String, path: String, _ make: (String) -> Int32) {
    let directory = FilePath.directory(of: target)
    // A name has at most 255 bytes, of which the number needs some.
    let name = String(decoding: target.utf8.dropFirst(directory.utf8.count).prefix(180), as: UTF8.self)
    var number = 0
    var file = ""
    repeat {
      file = "\(directory).\(name).\(number).tmp"
      var ticket = Interruption.Ticket(file)
      let isMade = Interruption.holdingSignals {
        guard make(file) >= 0 else { return false }
        if ticket != nil { Interruption.register(&ticket!) }
        return true
      }
      if isMade {
        (self.path, pathForErrors, self.ticket) = (file, path, ticket)
        return
      }
      let code = errno
      ticket?.discard()
      errno = code
      guard code == EEXIST else { return nil }
      if !Self.removeIfAbandoned(file) { number += 1 }
    } while number < 1000
    errno = EEXIST
    return nil
  }

  /// Creates a file.
  /// - Parameter mode: Its permissions, without those of the umask.
  static func create(beside target: String, mode: mode_t, path: String) throws(FileError) -> (TemporaryName, Descriptor)
  {
    while true {
      var descriptor: Descriptor?
      let name = TemporaryName(beside: target, path: path) { file in
        descriptor = try? Descriptor(
          opening: file, flags: O_RDWR | O_CREAT | O_EXCL, mode: mode, path: path, operation: .create)
        return descriptor == nil ? -1 : 0
      }
      guard let name, let descriptor else { throw FileError(operation: .create, path: path, code: errno) }
      // Before the file was locked, another process may have taken it for one left behind, and removed it.
      guard System.lockFile(descriptor.number, isWaiting: true) == 0, let status = try? descriptor.status(),
        Self.isGone(status.identity, from: name.path)
      else { return (name, descriptor) }
      name.abandon()
      try? descriptor.shut()
    }
  }

  deinit {
    if !isMoved {
      Interruption.holdingSignals {
        _ = unsafe System.unlinkFile(path)
        forget()
      }
    }
    ticket?.discard()
  }

  /// Whether a name belongs to another file by now, or to none.
  private static func isGone(_ file: FileIdentity, from path: String) -> Bool {
    do throws(FileError) {
      return try FileStatus(path: path, followingLinks: false)?.identity != file
    } catch {
      return false
    }
  }

  /// Gives up the name without removing the file.
  private func abandon() {
    isMoved = true
    Interruption.holdingSignals { forget() }
  }

  private func forget() {
    if ticket != nil { Interruption.unregister(&ticket!) }
  }

  /// Makes the call that moves the file, and returns whether it did.
  private func move(_ call: () -> Int32) -> Bool {
    isMoved = Interruption.holdingSignals {
      guard call() == 0 else { return false }
      forget()
      return true
    }
    return isMoved
  }

  /// Renames the file to its target.
  /// - Throws: `FileError`; an existing target is then unchanged.
  func move(to target: String, replacing: Bool) throws(FileError) {
    let isDone = move {
      replacing ? System.renameFile(path, to: target) : System.renameFileUnlessExisting(path, to: target)
    }
    if isDone { return }
    if !replacing, errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP { return try moveOverEmpty(target) }
    throw FileError(operation: errno == EEXIST ? .create : .rename, path: pathForErrors, code: errno)
  }

  /// Moves the file where the file system has no call that does not replace: creates an empty target first, by a call
  /// that fails if the file exists.
  private func moveOverEmpty(_ target: String) throws(FileError) {
    let empty = try Descriptor(
      opening: target, flags: O_WRONLY | O_CREAT | O_EXCL, path: pathForErrors, operation: .create)
    try? empty.shut()
    if move({ System.renameFile(path, to: target) }) { return }
    let code = errno
    _ = unsafe System.unlinkFile(target)
    throw FileError(operation: .rename, path: pathForErrors, code: code)
  }

  /// The time in seconds for which a file without a living writer is kept, unless all writers are on this machine.
  private static let shortestAge = 3600

  /// Removes a temporary file that was left by a process that no longer runs. Returns whether it did.
  private static func removeIfAbandoned(_ file: String) -> Bool {
    guard
      let probe = try? Descriptor(
        opening: file, flags: O_WRONLY | O_NOFOLLOW | O_NONBLOCK, path: file, operation: .open)
    else { return false }
    defer { try? probe.shut() }
    guard let status = try? probe.status(), status.kind == .regular, status.isOwn,
      status.age >= shortestAge || System.isOnThisMachine(probe.number),
      System.lockFile(probe.number, isWaiting: false) == 0
    else { return false }
    // Another process may have removed the file before this one had the lock, and given the name to a new one.
    if isGone(status.identity, from: file) { return false }
    return unsafe System.unlinkFile(file) == 0
  }
}
