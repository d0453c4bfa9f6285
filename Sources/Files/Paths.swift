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
  let identity: FileIdentity

  init(_ record: stat) {
    permissions = record.st_mode & 0o777
    bytes = Int(record.st_size)
    identity = FileIdentity(device: UInt64(record.st_dev), number: UInt64(record.st_ino))
    kind =
      switch record.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .special
      }
  }

  /// Nil if the file does not exist or cannot be examined.
  /// - Parameter followingLinks: Whether to describe the target of a symbolic link instead of the link.
  init?(path: String, followingLinks: Bool) {
    var record = stat()
    let result = unsafe followingLinks ? stat(path, &record) : lstat(path, &record)
    guard result == 0 else { return nil }
    self.init(record)
  }
}

/// Identifies a file or directory, whatever path names it.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  /// The inode number on the device.
  private let number: UInt64

  fileprivate init(device: UInt64, number: UInt64) {
    self.device = device
    self.number = number
  }

  /// Nil if nothing exists at `path`. A symbolic link stands for its target.
  public init?(path: String) {
    guard let status = FileStatus(path: path, followingLinks: true) else { return nil }
    self = status.identity
  }
}

/// Whether a regular file exists at `path`, or a link to one.
public func isFile(_ path: String) -> Bool {
  FileStatus(path: path, followingLinks: true)?.kind == .regular
}

/// Whether a directory exists at `path`, or a link to one.
public func isDirectory(_ path: String) -> Bool {
  FileStatus(path: path, followingLinks: true)?.kind == .directory
}

/// The directory that relative paths start from; "/" if it has been removed.
public func currentDirectory() -> String {
  guard let path = unsafe getcwd(nil, 0) else { return "/" }
  defer { unsafe free(path) }
  return unsafe String(cString: path)
}

/// Creates a directory and its missing parents. An existing directory is left as it is.
/// - Throws: `FileError` if the directory cannot be created.
public func createDirectory(_ path: String) throws(FileError) {
  if path.isEmpty || isDirectory(path) { return }
  if let slash = path.lastIndex(of: "/") { try createDirectory(String(path[..<slash])) }
  guard unsafe mkdir(path, 0o777) != 0 else { return }
  let code = errno
  // Another program may have created it in the meantime.
  if !isDirectory(path) { throw FileError(operation: .create, path: path, code: code) }
}

/// Removes a file. A missing file is not an error.
/// - Throws: `FileError` if the file cannot be removed.
public func removeFile(_ path: String) throws(FileError) {
  let result = unsafe unlink(path)
  if result != 0, errno != ENOENT, errno != ENOTDIR {
    throw FileError(operation: .remove, path: path, code: errno)
  }
}

/// The contents of directories.
public enum Directory {
  /// A name in a directory and the kind of file that has it.
  public struct Entry: Hashable, Sendable {
    public var name: String
    /// Whether it is a directory, or a link to one.
    public var isDirectory: Bool
    /// Whether it is a device, a pipe or a socket, or a link to one.
    public var isSpecial: Bool
  }

  /// The entries of a directory without "." and "..", sorted by the bytes of their names.
  /// - Throws: `FileError` if the directory cannot be read.
  public static func entries(of path: String) throws(FileError) -> [Entry] {
    guard let stream = unsafe opendir(path) else { throw FileError(operation: .list, path: path, code: errno) }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let record = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafePointer(to: &record.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      let kind = FileStatus(path: "\(path)/\(name)", followingLinks: true)?.kind
      entries.append(Entry(name: name, isDirectory: kind == .directory, isSpecial: kind == .special))
    }
    guard errno == 0 else { throw FileError(operation: .list, path: path, code: errno) }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
