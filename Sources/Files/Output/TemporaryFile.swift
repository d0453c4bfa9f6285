#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A file that is written beside its target and renamed to it when complete. Otherwise it removes itself.
final class TemporaryFile {
  let descriptor: Descriptor
  private let target: String
  private let file: String
  private let ticket: Interruption.Ticket?
  private var isOpen = true
  private var isInPlace = false

  /// - Parameters:
  ///   - target: The path of the complete file.
  ///   - permissions: The permissions of the file to replace; nil for a new file.
  ///   - path: The target as the user gave it, for errors.
  init(target: String, permissions: mode_t?, path: String) throws(FileError) {
    let directory = FilePath.directory(of: target)
    // A name has at most 255 bytes, of which the process and file numbers need some.
    let name = String(decoding: target.utf8.dropFirst(directory.utf8.count).prefix(180), as: UTF8.self)
    var number = 0
    while true {
      let file = "\(directory).\(name).\(getpid())-\(number).tmp"
      let ticket = Interruption.register(file)
      do {
        descriptor = try Descriptor(
          opening: file, flags: O_WRONLY | O_CREAT | O_EXCL, path: path, operation: .create)
        (self.target, self.file, self.ticket) = (target, file, ticket)
        break
      } catch {
        if let ticket { Interruption.unregister(ticket) }
        guard error.code == EEXIST, number < 1000 else { throw error }
        number += 1
      }
    }
    if let permissions { _ = System.changePermissions(descriptor.number, to: permissions) }
  }

  deinit {
    if isOpen { try? descriptor.shut() }
    if !isInPlace { _ = unsafe System.unlinkFile(file) }
    if let ticket { Interruption.unregister(ticket) }
  }

  /// Closes the file and renames it to its target.
  ///
  /// - Parameter replacing: Whether an existing file is replaced. If not, an empty target is created first, by the one
  ///   call that fails if the file exists, so that two processes cannot both succeed.
  /// - Throws: `FileError`; an existing target is then unchanged.
  func moveIntoPlace(replacing: Bool) throws(FileError) {
    isOpen = false
    try descriptor.shut()
    if !replacing {
      try Descriptor(
        opening: target, flags: O_WRONLY | O_CREAT | O_EXCL, path: descriptor.path, operation: .create
      ).shut()
    }
    guard System.renameFile(file, to: target) == 0 else {
      let code = errno
      if !replacing { _ = unsafe System.unlinkFile(target) }
      throw FileError(operation: .rename, path: descriptor.path, code: code)
    }
    isInPlace = true
  }
}
