#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The kind, permissions and size of a file.
struct FileStatus {
  enum Kind {
    case regular, directory, link
    /// A device, a pipe or a socket.
    case special
  }

  let kind: Kind
  /// The nine bits `rwxrwxrwx`.
  let permissions: mode_t
  /// In bytes; nil unless the file is regular.
  var size: Int? { kind == .regular ? bytes : nil }
  private let bytes: Int
  /// Whether this process owns the file.
  var isOwn: Bool { owner == geteuid() }
  private let owner: uid_t
  /// The time since the file was changed, in seconds; negative if its clock is ahead of this machine's.
  var age: Int { time(nil) - changed }
  private let changed: Int
  let identity: FileIdentity

  init(_ record: stat) {
    permissions = record.st_mode & 0o777
    bytes = Int(record.st_size)
    owner = record.st_uid
    changed = Int(record.st_mtim.tv_sec)
    identity = FileIdentity(device: UInt64(record.st_dev), number: UInt64(record.st_ino))
    kind =
      switch record.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .special
      }
  }

  /// Nil if the file does not exist, or the process may not know it.
  /// - Parameter followingLinks: Whether to describe the target of a symbolic link instead of the link.
  /// - Throws: `FileError` if the system cannot tell.
  init?(path: String, followingLinks: Bool) throws(FileError) {
    var record = stat()
    guard System.status(path, followingLinks: followingLinks, into: &record) == 0 else {
      if Self.isAbsence(errno) { return nil }
      throw FileError(operation: .open, path: path, code: errno)
    }
    self.init(record)
  }

  /// Whether a call that failed with `code` shows that no file has the path that it was given.
  static func isAbsence(_ code: Int32) -> Bool {
    [ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, EACCES].contains(code)
  }
}

/// Identifies a file or directory, whatever path names it.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  /// The inode number on the device.
  private let number: UInt64

  fileprivate init(device: UInt64, number: UInt64) {
    self.device = device
    self.number = number
  }

  /// Nil if nothing exists at `path`. A symbolic link stands for its target.
  /// - Throws: `FileError` if the system cannot tell.
  package init?(path: String) throws(FileError) {
    guard let status = try FileStatus(path: path, followingLinks: true) else { return nil }
    self = status.identity
  }
}

/// Whether a regular file exists at `path`, or a link to one.
/// - Throws: `FileError` if the system cannot tell.
package func isFile(_ path: String) throws(FileError) -> Bool {
  try FileStatus(path: path, followingLinks: true)?.kind == .regular
}

/// The size of the regular file at `path` in bytes; nil if there is none.
/// - Throws: `FileError` if the system cannot tell.
package func fileSize(_ path: String) throws(FileError) -> Int? {
  try FileStatus(path: path, followingLinks: true)?.size
}

/// Whether a directory exists at `path`, or a link to one.
/// - Throws: `FileError` if the system cannot tell.
package func isDirectory(_ path: String) throws(FileError) -> Bool {
  try FileStatus(path: path, followingLinks: true)?.kind == .directory
}

/// The directory that relative paths start from; "/" if it has been removed.
/// - Throws: `FileError` if the system cannot tell.
package func currentDirectory() throws(FileError) -> String {
  guard let path = unsafe System.currentPath() else {
    if FileStatus.isAbsence(errno) { return "/" }
    throw FileError(operation: .open, path: ".", code: errno)
  }
  defer { unsafe free(path) }
  return unsafe String(cString: path)
}

/// Creates a directory and its missing parents. An existing directory is left as it is.
/// - Throws: `FileError` if the directory cannot be created.
package func createDirectory(_ path: String) throws(FileError) {
  if path.isEmpty { return }
  if try isDirectory(path) { return }
  if let slash = path.lastIndex(of: "/") { try createDirectory(String(path[..<slash])) }
  guard System.makeDirectory(path) != 0 else { return }
  let code = errno
  // Another program may have created it in the meantime.
  if try isDirectory(path) { return }
  throw FileError(operation: .create, path: path, code: code == EEXIST ? ENOTDIR : code)
}

/// Removes a file. A missing file is not an error.
/// - Throws: `FileError` if the file cannot be removed.
package func removeFile(_ path: String) throws(FileError) {
  let result = unsafe System.unlinkFile(path)
  if result != 0, errno != ENOENT, errno != ENOTDIR {
    throw FileError(operation: .remove, path: path, code: errno)
  }
}

/// The contents of directories.
package enum Directory {
  /// A name in a directory and the kind of file that has it.
  package struct Entry: Hashable, Sendable {
    package var name: String
    /// Whether it is a directory, or a link to one.
    package var isDirectory: Bool
    /// Whether it is a device, a pipe or a socket, or a link to one.
    package var isSpecial: Bool
  }

  /// The entries of a directory without "." and "..", sorted by the bytes of their names.
  /// - Throws: `FileError` if the directory cannot be read.
  package static func entries(of path: String) throws(FileError) -> [Entry] {
    guard let stream = unsafe System.openDirectory(path) else {
      throw FileError(operation: .list, path: path, code: errno)
    }
    defer { unsafe System.closeDirectory(stream) }
    var entries: [Entry] = []
    while let record = unsafe System.nextEntry(stream) {
      let name = unsafe withUnsafePointer(to: &record.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      let kind = try FileStatus(path: "\(path)/\(name)", followingLinks: true)?.kind
      entries.append(Entry(name: name, isDirectory: kind == .directory, isSpecial: kind == .special))
    }
    guard errno == 0 else { throw FileError(operation: .list, path: path, code: errno) }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
