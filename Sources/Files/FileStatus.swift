#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// What kind of file stands at a path.
struct FileStatus {
  enum Kind {
    case regular, directory, link
    /// A device, a pipe or a socket.
    case special
  }

  let kind: Kind
  /// The nine bits `rwxrwxrwx`.
  let permissions: mode_t
  /// In bytes; nil for what is not a regular file.
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

  /// Nil where nothing stands there, or nothing that may be looked at.
  /// - Parameter followingLinks: Whether a link stands for what it points to.
  init?(path: String, followingLinks: Bool) {
    var record = stat()
    let result = unsafe followingLinks ? stat(path, &record) : lstat(path, &record)
    guard result == 0 else { return nil }
    self.init(record)
  }
}

/// What tells a file or directory from all others, by whatever path it is named.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  /// On its device.
  private let number: UInt64

  fileprivate init(device: UInt64, number: UInt64) {
    self.device = device
    self.number = number
  }

  /// Nil where nothing stands at `path`. A link stands for what it points to.
  public init?(path: String) {
    guard let status = FileStatus(path: path, followingLinks: true) else { return nil }
    self = status.identity
  }
}
